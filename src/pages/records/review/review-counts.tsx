import type { ComponentProps, Ref } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { RowState } from '../../../jobs/check/dry-run';
import { requestsPerCall } from '../../../jobs/plan/plan';
import { Stat } from '../../../ui/display/description-list';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { checkedAgo } from '../../../ui/display/time-text';
import { Button } from '../../../ui/form/button';
import { useNow } from '../../../ui/hooks/use-time';
import styles from './review-counts.module.css';
import type { Reading } from './use-dry-run';

/** Every count of a review, and the key of its name. */
const names = {
  'will-update': 'willUpdate',
  'will-create': 'willCreate',
  conflict: 'conflict',
  asks: 'asks',
  'no-change': 'noChange',
  invalid: 'invalid',
  refused: 'refused',
  unread: 'unread',
} as const satisfies Partial<Record<RowState, string>>;

export type CountedState = keyof typeof names;

/** The count that a row belongs to: what a rule forbids is one, whichever rule it is. */
export function countedAs(state: RowState): CountedState {
  return state in names ? (state as CountedState) : 'invalid';
}

/** How many rows belong to each count. @param states how many have each state */
export function countsOf(states: Readonly<Partial<Record<string, number>>>): Record<CountedState, number> {
  const counts = Object.fromEntries(Object.keys(names).map((state) => [state, 0])) as Record<CountedState, number>;
  for (const [state, count] of Object.entries(states)) counts[countedAs(state as RowState)] += count ?? 0;
  return counts;
}

/** The same of some rows. */
export function countRows(rows: readonly { state: RowState }[]): Record<CountedState, number> {
  const states: Partial<Record<RowState, number>> = {};
  for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
  return countsOf(states);
}

interface ReviewCountsProps {
  counts: Record<CountedState, number>;
  /** How many of each count could be sent and are not ticked. */
  unticked: Record<CountedState, number>;
  /** Rows in all. */
  rows: number;
  /** The count whose rows alone are listed; null: all are. */
  listed: CountedState | null;
  /** Null: its rows are not listed, and each one that needs a choice is skipped. */
  onList: ((listed: CountedState | null) => void) | null;
  /** Rows to be updated that were found by a key. */
  byKey: number;
  calls: number;
  requestsPerSecond: number;
  reading: Reading;
  onCheckAgain(): void;
}

/** What the dry run found, by numbers, and how old it is. */
export function ReviewCounts(props: ReviewCountsProps) {
  const { counts, unticked, rows, listed, onList, byKey, calls, requestsPerSecond, reading, onCheckAgain } = props;
  const t = useTranslations('review');
  const format = useFormatter();
  const seconds = Math.max(1, Math.ceil((calls * requestsPerCall) / requestsPerSecond));
  const known = reading.state === 'ready';
  const stat = (state: CountedState, tone: ComponentProps<typeof Stat>['tone'], hint: string) => {
    const count = counts[state];
    const name = t(names[state]);
    const left = unticked[state];
    const value = known ? format.number(count - left) : '–';
    const listsSome = onList !== null && ((count > 0 && count < rows) || listed === state);
    return (
      <Stat
        data-state={state}
        data-none={count === 0 || undefined}
        tone={count > 0 ? tone : 'neutral'}
        value={value}
        label={
          listsSome ? (
            <button
              type="button"
              className={styles.lister}
              aria-label={`${value} ${name}`}
              aria-pressed={listed === state}
              title={t('listOnly')}
              onClick={() => onList?.(listed === state ? null : state)}
            >
              {name}
            </button>
          ) : (
            name
          )
        }
        // How rows are matched is said from the start: it moves what is below it.
        hint={left > 0 ? t('unticked', { count: left }) : count > 0 || state === 'will-update' ? hint : undefined}
      />
    );
  };
  const updates = counts['will-update'];
  return (
    <div className={styles.counts}>
      {stat(
        'will-update',
        'staged',
        byKey > 0 ? t('willUpdateByKey', { id: updates - byKey, key: byKey }) : t('willUpdateHint'),
      )}
      {counts['will-create'] > 0 ? stat('will-create', 'staged', t('willCreateHint')) : null}
      {stat('conflict', 'unknown', t(onList ? 'conflictHint' : 'skippedHint'))}
      {counts.asks > 0 ? stat('asks', 'bad', t(onList ? 'asksHint' : 'skippedHint')) : null}
      {stat('no-change', 'neutral', t('noChangeHint'))}
      {stat('invalid', 'bad', t('invalidHint'))}
      {counts.refused > 0 ? stat('refused', 'bad', t('refusedHint')) : null}
      {known && counts.unread > 0 ? stat('unread', 'unknown', t('unreadHint')) : null}
      <div className={styles.reading}>
        <b>{known ? (calls > 0 ? t('calls', { calls, seconds }) : t('noCalls')) : '–'}</b>
        <div className={styles.readingNote}>
          <span className={styles.rate}>
            {t('rate', { rate: requestsPerSecond })}
            <br />
          </span>
          <span className={styles.age}>
            <Age reading={reading} />
          </span>{' '}
          <Button
            size="small"
            kind="ghost"
            className={styles.check}
            busy={reading.state === 'reading'}
            onClick={onCheckAgain}
          >
            {t('checkAgain')}
          </Button>
        </div>
        {reading.state === 'reading' && reading.all > 100 ? (
          <div className={styles.progress}>
            <ProgressBar
              label={t('checking', { done: reading.done, all: reading.all })}
              value={reading.done}
              max={reading.all}
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}

interface ListedNoteProps {
  listed: CountedState;
  count: number;
  rows: number;
  /** Lists all again. */
  all: Ref<HTMLButtonElement>;
  onAll(): void;
}

/** Says over the list that only the rows of one count are in it. */
export function ListedNote({ listed, count, rows, all, onAll }: ListedNoteProps) {
  const t = useTranslations('review');
  return (
    <p className={styles.listed}>
      <span role="status">{t('listed', { count, rows, name: t(names[listed]) })}</span>
      <Button ref={all} size="small" kind="ghost" onClick={onAll}>
        {t('listAll')}
      </Button>
    </p>
  );
}

function Age({ reading }: { reading: Reading }) {
  const t = useTranslations('review');
  const format = useFormatter();
  const now = useNow(1000);
  if (reading.state === 'reading') return <span>{t('checking', { done: reading.done, all: reading.all })}</span>;
  if (reading.state === 'failed') return <span>{t('notChecked')}</span>;
  return <span>{t('checked', { ago: checkedAgo(format, reading.read_at, now, 'narrow') })}</span>;
}
