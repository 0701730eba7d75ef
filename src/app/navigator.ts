import { createPath, type Location, type NavigationType, type Navigator } from 'react-router-dom';
import { locationOf, type PageHistory } from './page-history';
import { fetchModule, matchPages, moduleOf, type PageMatch, type PageRoute } from './page-route';

/** The page that is shown; another object with each change. */
export interface Shown {
  location: Location;
  action: `${NavigationType}`;
  /** The routes that it lies on, the outermost first. */
  matches: readonly PageMatch[];
  /** What could not be read, and the match that says so in its place. */
  failed: { at: number; error: unknown } | null;
  /** Another page is on its way. */
  coming: boolean;
  /** The first page has come. */
  begun: boolean;
  /** Changes with every arrival, also at the same page. */
  round: number;
}

/** Goes from page to page. A page is shown, and stands in the address, when its code has come and its loaders have ended; until then the one before stays. */
export interface PageNavigator extends Navigator {
  shown(): Shown;
  subscribe(listener: () => void): () => void;
  /** Runs the loaders of the page again. */
  readAgain(): void;
}

/** What reading for a match came to: nothing to be said, another address, or an error. */
type Outcome = { to: string } | { error: unknown } | null;

/** Goes to where the browser is, at once, and follows it from then on. @param routes one of them takes every address */
export function createNavigator(routes: readonly PageRoute[], history: PageHistory): PageNavigator {
  const listeners = new Set<() => void>();
  const location = history.read();
  let shown: Shown = { location, action: 'POP', matches: [], failed: null, coming: true, begun: false, round: 0 };
  /** Routes of the page shown whose loaders have succeeded. */
  let read: ReadonlySet<PageRoute> = new Set();
  /** The number of the way that was set out on last: whoever comes later than that has been given up. */
  let latest = 0;

  function show(next: Partial<Shown>): void {
    shown = { ...shown, ...next };
    for (const listener of listeners) listener();
  }

  /** Whether code or data of a match has to come before it is shown. */
  function isDue(match: PageMatch, index: number, to: Location, again: boolean): boolean {
    const page = moduleOf(match.route);
    if (!page?.loader) return page === null;
    const { location: from, matches } = shown;
    const before = matches[index];
    if (before?.route !== match.route || before.pathname !== match.pathname || !read.has(match.route)) return true;
    const [currentUrl, nextUrl] = [urlOf(from), urlOf(to)];
    const same = currentUrl.href === nextUrl.href;
    if (same && from.hash !== to.hash) return false;
    const defaultShouldRevalidate = again || same || from.search !== to.search;
    if (again || !page.shouldRevalidate) return defaultShouldRevalidate;
    return page.shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate });
  }

  async function go(to: Location, action: Shown['action'], again = false): Promise<void> {
    latest += 1;
    const own = latest;
    const matches = matchPages(routes, to);
    const due = matches.filter((match, index) => isDue(match, index, to, again));
    const outcomes = new Map<PageMatch, Outcome>();
    // Where nothing has to come, the page is shown in the very task that asked for it.
    if (due.length > 0) {
      if (!shown.coming) show({ coming: true });
      await Promise.all(due.map(async (match) => outcomes.set(match, await outcomeOf(match, to))));
      if (own !== latest) return;
    }
    let failed: Shown['failed'] = null;
    const succeeded = new Set<PageRoute>();
    for (const [index, match] of matches.entries()) {
      const outcome = outcomes.get(match) ?? null;
      if (outcome === null) succeeded.add(match.route);
      else if ('to' in outcome) return go(locationOf(outcome.to), action === 'POP' ? 'REPLACE' : action);
      else failed ??= { at: boundaryOf(matches, index), error: outcome.error };
    }
    if (action === 'PUSH') history.push(to);
    if (action === 'REPLACE') history.replace(to);
    read = succeeded;
    show({ location: to, action, matches, failed, coming: false, begun: true, round: shown.round + 1 });
  }

  history.listen(() => void go(history.read(), 'POP'));
  void go(location, 'POP');

  return {
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readAgain: () => void go(shown.location, 'POP', true),
    createHref: (to) => createPath(locationOf(to)),
    push: (to, state) => void go(locationOf(to, state), 'PUSH'),
    replace: (to, state) => void go(locationOf(to, state), 'REPLACE'),
    go: history.go,
  };
}

async function outcomeOf({ route, params }: PageMatch, to: Location): Promise<Outcome> {
  try {
    const page = await fetchModule(route);
    return redirected(await page.loader?.({ params, request: { url: urlOf(to).href } }));
  } catch (thrown) {
    return redirected(thrown) ?? { error: thrown };
  }
}

function redirected(said: unknown): { to: string } | null {
  const to = said instanceof Response ? said.headers.get('Location') : null;
  return to === null ? null : { to };
}

/** The nearest match, from one outwards, that can say in its place what failed. */
function boundaryOf(matches: readonly PageMatch[], from: number): number {
  for (let at = from; at > 0; at -= 1) {
    const match = matches[at];
    if (match && moduleOf(match.route)?.ErrorBoundary) return at;
  }
  return 0;
}

const urlOf = ({ pathname, search }: Location): URL => new URL(`http://console${pathname}${search}`);
