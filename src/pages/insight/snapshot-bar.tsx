import { useEffect } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { walkRequests } from '../../api/queries/walk-records';
import type { RunState } from '../../insight/snapshot/run-state';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Notice } from '../../ui/display/notice';
import { ProgressBar } from '../../ui/display/progress-bar';
import { useSizeText } from '../../ui/display/size-text';
import { Button, IconButton } from '../../ui/form/button';
import { useNow } from '../../ui/hooks/use-time';
import { MoreIcon, PauseIcon, PlayIcon, StopIcon } from '../../ui/icons/later-icons';
import { Popover } from '../../ui/overlay/popover';
import styles from './insight.module.css';
import type { TableScope } from './use-load-scope';
import type { SnapshotControl } from './use-snapshot';

/** Requests of a table that is loaded without being asked: at ten a second it is there within five seconds. */
const smallRequests = 50;

interface SnapshotBarProps {
  control: SnapshotControl;
  scope: TableScope;
}

/** What is loaded of the table: before, while and after. */
export function SnapshotBar({ control, scope }: SnapshotBarProps) {
  const { isSupported, isReady, snapshot, run, start } = control;
  const { filtered } = scope;
  const isWanted =
    isSupported &&
    isReady &&
    scope.isReady &&
    snapshot === null &&
    run === null &&
    filtered.expected !== null &&
    walkRequests(filtered.expected) <= smallRequests;
  useEffect(() => {
    if (isWanted) start(filtered);
  }, [isWanted, start, filtered]);
  if (!isSupported) return null;
  if (run && run.phase !== 'done') return <LoadingBar control={control} run={run} />;
  if (snapshot) return <LoadedBar control={control} scope={scope} />;
  return null;
}

/** Before anything is loaded: how much there is, and what loading it takes. */
export function LoadStart({ control, scope }: SnapshotBarProps) {
  const t = useTranslations('insight');
  const size = useSizeText();
  const { rate } = scope.client.budget.snapshot();
  const { filtered, whole, hasFilter, bytes } = scope;
  if (scope.error) return <ApiErrorNotice error={scope.error} onRetry={scope.retry} />;
  const rows = filtered.expected;
  const seconds = rows === null ? null : walkRequests(rows) / rate;
  return (
    <div className={styles.start}>
      <h2 className={styles.startTitle}>{t('startTitle')}</h2>
      <p className={styles.quiet}>{t('startText')}</p>
      <p aria-live="polite">
        {rows === null || seconds === null
          ? t('countingRows')
          : t('estimate', { rows, time: durationText(seconds, t), rate, size: size(Math.round(bytes ?? 0)) })}
      </p>
      <div className={styles.startActions}>
        <Button
          kind="primary"
          size="large"
          disabledReason={scope.isReady ? null : t('notReady')}
          onClick={() => control.start(filtered)}
        >
          {t(hasFilter ? 'loadFiltered' : 'loadRows')}
        </Button>
        {hasFilter ? (
          <Button size="large" onClick={() => control.start(whole)}>
            {t('loadWhole')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function LoadingBar({ control, run }: { control: SnapshotControl; run: RunState }) {
  const t = useTranslations('insight');
  const now = useNow(500);
  const { phase, expected, read, rows } = run;
  const ranMs = run.ranMs + (phase === 'running' ? Math.max(0, now - run.runningSince) : 0);
  const perMs = ranMs > 1500 ? (read - run.readBefore) / ranMs : 0;
  const left = expected !== null && perMs > 0 ? (expected - read) / perMs / 1000 : null;
  const isPaused = phase === 'paused' || phase === 'failed';
  return (
    <div className={styles.snapshot}>
      <span className={styles.progress}>
        <ProgressBar
          label={t('loading')}
          value={expected ? Math.min(read, expected) : null}
          max={expected ?? undefined}
          tone={isPaused ? 'staged' : 'accent'}
        />
      </span>
      <span className={styles.snapshotText}>
        {expected === null ? t('loadedSoFar', { rows }) : t('loadedOf', { rows, expected })}
        {isPaused
          ? ` · ${t(run.error ? 'pausedByError' : 'paused')}`
          : left === null
            ? ''
            : ` · ${t('left', { time: durationText(left, t) })}`}
      </span>
      {isPaused ? (
        <IconButton size="small" label={t('resume')} icon={<PlayIcon />} onClick={control.goOn} />
      ) : (
        <IconButton size="small" label={t('pause')} icon={<PauseIcon />} onClick={control.pause} />
      )}
      <IconButton size="small" label={t('stopAndKeep')} icon={<StopIcon />} onClick={control.stop} />
    </div>
  );
}

function LoadedBar({ control, scope }: SnapshotBarProps) {
  const t = useTranslations('insight');
  const format = useFormatter();
  const { snapshot, run } = control;
  if (!snapshot) return null;
  const { info } = snapshot;
  const seconds = run?.phase === 'done' && run.ranMs > 0 ? Math.max(1, Math.round(run.ranMs / 1000)) : null;
  const loadedAt = new Date(info.loadedAt);
  const isToday = new Date().toDateString() === loadedAt.toDateString();
  const at = format.dateTime(loadedAt, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
  const isOther = scope.hasFilter !== (info.filter !== null);
  const actions = [
    {
      label: t('fullReload'),
      hint: t('fullReloadHint'),
      run: () => control.start(info.filter === null ? scope.whole : scope.filtered),
    },
    ...(isOther
      ? [{ label: t(scope.hasFilter ? 'loadFiltered' : 'loadWhole'), run: () => control.start(scope.filtered) }]
      : []),
    { label: t('forget'), hint: t('forgetHint'), run: () => void control.forget() },
  ] as { label: string; hint?: string; run(): void }[];
  return (
    <div className={styles.snapshot}>
      <span
        className={styles.snapshotText}
        title={format.dateTime(loadedAt, { dateStyle: 'full', timeStyle: 'medium' })}
      >
        {t('loadedRows', { rows: info.rows })} ·{' '}
        {seconds === null ? t('loadedAt', { at }) : t('loadedIn', { at, seconds })} ·{' '}
        {t(!info.complete ? 'partOf' : info.filter === null ? 'wholeTable' : 'ofFilter')}
      </span>
      <Button
        size="small"
        kind="ghost"
        disabledReason={snapshot.canUpdate ? null : t('noUpdate')}
        tooltip={t('updateTip')}
        onClick={control.update}
      >
        {t('update')}
      </Button>
      <Popover
        label={t('snapshotActions')}
        align="end"
        trigger={<IconButton size="small" label={t('snapshotActions')} icon={<MoreIcon />} />}
      >
        {(close) => (
          <div className={styles.choices}>
            <ul className={styles.choiceList}>
              {actions.map(({ label, hint, run }) => (
                <li key={label}>
                  <button
                    type="button"
                    className={styles.choice}
                    onClick={() => {
                      close();
                      run();
                    }}
                  >
                    <span>{label}</span>
                    {hint ? <span className={styles.quiet}>{hint}</span> : null}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Popover>
    </div>
  );
}

/** What has to be known of the rows, above everything that is computed from them. */
export function SnapshotNotices({ control, isPartial }: { control: SnapshotControl; isPartial: boolean }) {
  const t = useTranslations('insight');
  const { run } = control;
  return (
    <>
      {isPartial ? (
        <Notice tone="staged" strip>
          {t('partial')}
        </Notice>
      ) : null}
      {run && run.drifted > 0 ? <Notice strip>{t('drifted', { count: run.drifted })}</Notice> : null}
      {run && run.kept !== 'file' ? <Notice strip>{t(`kept.${run.kept}`)}</Notice> : null}
      {run?.error && (run.phase === 'paused' || run.phase === 'failed') ? (
        <ApiErrorNotice error={run.error} onRetry={control.goOn} />
      ) : null}
    </>
  );
}

type Texts = ReturnType<typeof useTranslations<'insight'>>;

/** `about 20 s`, `about 3 min`. */
function durationText(seconds: number, t: Texts): string {
  return seconds < 90
    ? t('aboutSeconds', { count: Math.max(1, Math.ceil(seconds)) })
    : t('aboutMinutes', { count: Math.ceil(seconds / 60) });
}
