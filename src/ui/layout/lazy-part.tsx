import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { createStore, useStore } from '../../state/store';
import { loadAllTexts } from '../../texts/texts-provider';
import styles from './lazy-part.module.css';

type Load = () => Promise<unknown>;

/** What has still to be fetched quietly. */
const parts: Load[] = [];
const pages: Load[] = [];

const idle = createStore(false);
/** What tries again to fetch the parts that did not arrive and would be on the page. */
const missing = createStore<readonly (() => void)[]>([]);

/** A dialog, a panel or the like whose code comes on its own; `preload` fetches it where it is known beforehand that it will be drawn. */
export type LazyPart<Props> = ((props: Props) => ReactNode) & { preload(): Promise<unknown> };

/** `React.lazy` with the texts of the part, a quiet preload, and a way to try again when it did not arrive. Draws nothing while it is on its way. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      [loaded] = await Promise.all([onLine(load)(), loadAllTexts()]);
    } catch (cause) {
      throw new MissingPart('A part of the console did not arrive.', { cause });
    }
    return { default: loaded };
  };
  parts.push(preload);
  // One that is there already is drawn without a gap. `lazy` keeps a rejection: another attempt needs another one.
  const codeToDraw = (): ComponentType<Props> => loaded ?? lazy(preload);
  return Object.assign((props: Props) => <LatePart codeToDraw={codeToDraw} props={props} />, { preload });
}

interface LatePartProps<Props> {
  codeToDraw(): ComponentType<Props>;
  props: Props;
}

function LatePart<Props extends object>({ codeToDraw, props }: LatePartProps<Props>) {
  const [Code, setCode] = useState(codeToDraw);
  return (
    <MissingBoundary onRetry={() => setCode(codeToDraw)}>
      <Suspense>
        <Code {...props} />
      </Suspense>
    </MissingBoundary>
  );
}

/** The console comes from this machine: no network is needed. */
function isOnThisMachine(): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
}

/** Not requested without a network: some browsers remember a failed file until the page is reloaded. */
export function onLine<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    if (!navigator.onLine && !isOnThisMachine()) throw new Error('The browser is offline.');
    return load();
  };
}

/** Code that no part is made of and that comes later; fetched quietly with the parts, so that it is there offline. */
export function lazyCode<Module>(load: () => Promise<Module>): () => Promise<Module> {
  const own = onLine(load);
  parts.push(own);
  return own;
}

/** For `lazy` of a route: the module of a page, with its texts; fetched quietly after the parts. */
export function lazyPage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  pages.push(load);
  return async () => (await Promise.all([load(), loadAllTexts()]))[0];
}

/** The first picture is there and nothing is read: work in the background begins. */
export function startIdleWork(): void {
  if (idle.get()) return;
  idle.set(true);
  window.addEventListener('online', retryMissing);
}

/** The next of what is fetched quietly: parts, then pages, which have their own parts. */
export const nextLate = (): Load | undefined => parts.shift() ?? pages.shift();

/** Whether `startIdleWork` has been called. */
export function useIdleWork(): boolean {
  return useStore(idle);
}

/** What is drawn only then: its code does not hold up the first picture. */
export function IdleWork({ children }: { children: ReactNode }): ReactNode {
  return useIdleWork() ? children : null;
}

class MissingPart extends Error {}

interface MissingBoundaryProps {
  children: ReactNode;
  onRetry(): void;
}

/** Renders nothing for a part that failed to load, which `MissingParts` reports; any other error is for the page. */
class MissingBoundary extends Component<MissingBoundaryProps, { fault: unknown }> {
  override state: { fault: unknown } = { fault: null };

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override componentDidCatch(fault: unknown): void {
    if (fault instanceof MissingPart) missing.set([...missing.get(), this.retry]);
  }

  override componentWillUnmount(): void {
    if (this.state.fault !== null) this.settle();
  }

  settle(): void {
    missing.set(missing.get().filter((retry) => retry !== this.retry));
  }

  retry = (): void => {
    this.settle();
    this.props.onRetry();
    this.setState({ fault: null });
  };

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    if (fault instanceof MissingPart) return null;
    throw fault;
  }
}

/** Reports over the page that parts failed to load, and retries: on request, and when the browser is online again. */
export function MissingParts() {
  const t = useTranslations('common');
  const retries = useStore(missing);
  if (retries.length === 0) return null;
  return (
    <div role="alert" className={styles.missing}>
      {t('partMissing')}
      <button type="button" className={styles.button} onClick={retryMissing}>
        {t('retry')}
      </button>
      <button type="button" className={styles.button} onClick={() => location.reload()}>
        {t('reload')}
      </button>
    </div>
  );
}

function retryMissing(): void {
  for (const retry of missing.get()) retry();
}
