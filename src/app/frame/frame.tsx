import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { pausedRequests } from '../../api/wire/client';
import { connectionFor, subscribeConnections } from '../../credentials/connection';
import { useOpenedOnPurpose } from '../../credentials/write-permission';
import { useNow } from '../../ui/hooks/use-time';
import { lazyPart } from '../../ui/layout/lazy-part';
import { isFirstPage } from '../../url/current-page';
import { paths } from '../../url/paths';
import { environmentOf, rememberPlace, usePlace } from '../start/last-place';
import styles from './frame.module.css';
import { Rail } from './rail';

/** Rail on the left, page on the right, the colour of the environment along the top. */
export function Frame() {
  const t = useTranslations('frame');
  const location = useLocation();
  const { connection, space, table } = usePlace();
  const forgotten = useForgotten();
  const opened = useOpenedOnPurpose(connection?.client.environment.name ?? null);
  const page = useRef<HTMLElement>(null);

  useEffect(() => rememberPlace(location.pathname, location.search), [location]);

  if (forgotten) {
    return <Navigate to={paths.connect({ environment: forgotten, next: location.pathname + location.search })} />;
  }
  return (
    <div
      className={styles.frame}
      data-colour={connection?.client.environment.colour}
      // Everything looks otherwise while an environment that is closed for writing was opened on purpose.
      data-opened={opened ? '' : undefined}
    >
      <a href="#content" className={styles.skip}>
        {t('skip')}
      </a>
      {table ? (
        // biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page, which has no name: the cell that is active
        <a
          href="#content"
          className={styles.skip}
          onClick={(event) => {
            const cell = document.querySelector<HTMLElement>('[role=grid] [data-active]');
            // Without rows there is no cell: it leads where the other one does.
            if (!cell) return;
            event.preventDefault();
            cell.focus();
          }}
        >
          {t('skipToRows')}
        </a>
      ) : null}
      <Rail />
      <main ref={page} id="content" tabIndex={-1} className={styles.content}>
        {connection ? <Waiting environment={connection.client.environment.name} /> : null}
        <Outlet context={space} />
      </main>
      <PageFocus key={location.pathname} page={page} />
    </div>
  );
}

const WaitingNotice = lazyPart(async () => (await import('../later')).WaitingNotice);

/** Over the page: its requests wait, as the platform asked for it. */
function Waiting({ environment }: { environment: string }) {
  useNow(500);
  const paused = pausedRequests(environment);
  return paused ? (
    <div className={styles.waiting}>
      <WaitingNotice {...paused} strip />
    </div>
  ) : null;
}

/**
 * The environment of the address, when its key was here and is forgotten now (in this tab or another): the pages must not be drawn again without
 * it. Null otherwise, also on pages that never had a key.
 */
function useForgotten(): string | null {
  const env = environmentOf(useLocation().pathname);
  const connected = useSyncExternalStore(subscribeConnections, () => env !== null && connectionFor(env) !== null);
  const [had, setHad] = useState<string | null>(null);
  if (connected && had !== env) setHad(env);
  return !connected && had === env ? env : null;
}

/** By then a menu or palette that led here has closed and tried to return the focus. */
const settleMs = 150;

/**
 * Moves the focus to the page navigated to, so that a screen reader announces it and the next Tab enters it. If the focus is already on the page, or in an
 * overlay, it stays; the same after the first key or press.
 */
function PageFocus({ page }: { page: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (isFirstPage()) return;
    const take = () => {
      const active = document.activeElement;
      if (active === null || active === document.body || active.closest('nav'))
        page.current?.focus({ preventScroll: true });
    };
    take();
    const listening = new AbortController();
    const timer = setTimeout(take, settleMs);
    const leave = () => {
      clearTimeout(timer);
      listening.abort();
    };
    for (const act of ['keydown', 'pointerdown'] as const)
      document.addEventListener(act, leave, { capture: true, signal: listening.signal });
    return leave;
  }, [page]);
  return null;
}
