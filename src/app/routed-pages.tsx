import {
  Component,
  type ComponentType,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { type NavigationType, Outlet, UNSAFE_RouteContext as RouteContext, Router } from 'react-router-dom';
import { ComingContext } from '../url/navigation';
import type { PageNavigator } from './navigator';
import { moduleOf, type PageMatch } from './page-route';

interface Around {
  navigator: PageNavigator;
  matches: readonly PageMatch[];
}

const AroundContext = createContext<Around | null>(null);
const FailureContext = createContext<unknown>(null);

interface RoutedPagesProps {
  navigator: PageNavigator;
  /** Drawn until the first page has come. */
  Fallback: ComponentType;
}

/** The page that the address names, inside the routes that it lies on. */
export function RoutedPages({ navigator, Fallback }: RoutedPagesProps) {
  const shown = useSyncExternalStore(navigator.subscribe, navigator.shown);
  const { location, action, matches, failed, round, coming, begun } = shown;
  // Drawn anew where one arrives, not when one sets out.
  const pages = useMemo(() => {
    const drawn = failed ? matches.slice(0, failed.at + 1) : matches;
    const ways = drawn.map((match) => ({ ...match, route: {} }));
    // As the router's own `renderMatches` does it, which brings the errors and redirects of its data layer along.
    let outlet: ReactElement | null = null;
    for (const [index, match] of [...drawn.entries()].reverse()) {
      outlet = (
        <RouteContext value={{ outlet, matches: ways.slice(0, index + 1), isDataRoute: false }}>
          <Routed match={match} error={failed && index === failed.at ? failed : null} round={round} />
        </RouteContext>
      );
    }
    return outlet;
  }, [matches, failed, round]);
  const around = useMemo(() => ({ navigator, matches }), [navigator, matches]);
  return (
    <Router navigator={navigator} location={location} navigationType={action as NavigationType}>
      <AroundContext value={around}>
        <ComingContext value={coming}>{begun ? pages : <Fallback />}</ComingContext>
      </AroundContext>
    </Router>
  );
}

/** The routes that the page lies on, the outermost first, for the parts around it. */
export function usePageMatches(): readonly PageMatch[] {
  return useAround().matches;
}

/** Runs the loaders of the page again. */
export function useReadAgain(): () => void {
  return useAround().navigator.readAgain;
}

function useAround(): Around {
  const around = useContext(AroundContext);
  if (!around) throw new Error('Pages stand inside RoutedPages.');
  return around;
}

/** What failed, for an error boundary of a route. */
export function useFailure(): unknown {
  return useContext(FailureContext);
}

interface RoutedProps {
  match: PageMatch;
  /** What could not be read for it or for something in it. */
  error: { error: unknown } | null;
  round: number;
}

function Routed({ match, error, round }: RoutedProps) {
  const page = moduleOf(match.route);
  const own = page?.Component ? <page.Component /> : <Outlet />;
  if (!page?.ErrorBoundary) return own;
  return (
    <Boundary error={error} round={round} Failed={page.ErrorBoundary}>
      {own}
    </Boundary>
  );
}

interface BoundaryProps extends Pick<RoutedProps, 'error' | 'round'> {
  Failed: ComponentType;
  children: ReactNode;
}

interface BoundaryState {
  round: number;
  thrown: { error: unknown } | null;
}

/** Draws what failed instead of what is inside; the next arrival tries again. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { round: this.props.round, thrown: null };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { thrown: { error } };
  }

  static getDerivedStateFromProps({ round }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return round === state.round ? null : { round, thrown: null };
  }

  override render(): ReactNode {
    const { error, Failed, children } = this.props;
    const failed = error ?? this.state.thrown;
    if (!failed) return children;
    return (
      <FailureContext value={failed.error}>
        <Failed />
      </FailureContext>
    );
  }
}
