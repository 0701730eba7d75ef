import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { readRemembered, writeRemembered } from '../../../storage/local-settings';
import { Button } from '../../../ui/form/button';
import { ClockIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import type { Interval } from './refresh-choices';

const RefreshChoices = lazyPart(async () => (await import('../later')).RefreshChoices);

const intervals: readonly Interval[] = [10, 30, 60, 300];

export interface AutoRefresh {
  /** Null when rows are read by hand alone. */
  every: Interval | null;
  /** Why rows are not refreshed automatically now, though that is on. */
  paused: 'hidden' | 'staged' | null;
  choose(every: Interval | null): void;
}

interface AutoRefreshOptions {
  environment: string;
  tableId: string;
  /** Unsent changes: the rows below them stay as they are. */
  staged: boolean;
  reading: boolean;
  /** Whether rows may move at this moment; asked when it is time. */
  ready(): boolean;
  refresh(): void;
}

/** How long to wait when a refresh is due while a cell is edited. */
const againMs = 1000;

/** Reads the rows again every so often, while the page is seen and nothing is staged. The choice is kept per table in this browser. */
export function useAutoRefresh({
  environment,
  tableId,
  staged,
  reading,
  ready,
  refresh,
}: AutoRefreshOptions): AutoRefresh {
  const name = `refresh:${environment}:${tableId}`;
  const [every, setEvery] = useState(() => intervals.find((each) => each === readRemembered(name)) ?? null);
  const hidden = useSyncExternalStore(watchHidden, () => document.hidden);
  const paused = hidden ? 'hidden' : staged ? 'staged' : null;
  const readAt = useRef<number>(null);
  const refreshWhenReady = useEffectEvent((): boolean => {
    if (!ready()) return false;
    refresh();
    return true;
  });

  useEffect(() => {
    // From the end of one reading to the next: a slow service is not asked again before it has answered.
    if (reading) readAt.current = null;
    else readAt.current ??= Date.now();
    if (every === null || paused !== null || readAt.current === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (milliseconds: number) => {
      timer = setTimeout(() => refreshWhenReady() || wait(againMs), milliseconds);
    };
    wait(Math.max(0, readAt.current + every * 1000 - Date.now()));
    return () => clearTimeout(timer);
  }, [reading, every, paused]);

  return {
    every,
    paused,
    choose(next) {
      writeRemembered(name, next);
      setEvery(next);
    },
  };
}

function watchHidden(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** How often the rows on the screen are read again by themselves, and why they are not just now. */
export function RefreshMenu(auto: AutoRefresh) {
  const { every, paused } = auto;
  const t = useTranslations('records.upToDate');
  const chosen = every === null ? t('off') : t(`every.s${every}`);
  const why = every !== null && paused !== null ? t(`paused.${paused}`) : null;
  return (
    <Popover
      label={t('heading')}
      align="end"
      trigger={
        <Button
          kind="ghost"
          icon={<ClockIcon />}
          aria-label={[t('label', { said: chosen }), why].filter(Boolean).join(', ')}
          tooltip={t('label', { said: chosen })}
        >
          {every === null ? null : (why ?? chosen)}
        </Button>
      }
    >
      <RefreshChoices {...auto} intervals={intervals} why={why} />
    </Popover>
  );
}
