import type { ComponentProps } from 'react';
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

interface ReviewCountsProps {
  counts: Record<RowState, number>;
  /** Rows in all. */
  rows: number;
  /** The count whose rows alone are listed; null: all are. */
  only: RowState | null;
  onOnly(only: RowState | null): void;
  /** Rows to be updated that were found by a key. */
  byKey: number;
  calls: number;
  requestsPerSecond: number;
  reading: Reading;
  onCheckAgain(): void;
}

/** What the dry run found, by numbers, and how old it is. */
export function ReviewCounts(props: ReviewCountsProps) {
  const { counts, rows, only, onOnly, byKey, calls, requestsPerSecond, reading, onCheckAgain } = props;
  const t = useTranslations('review');
  const format = useFormatter();
  const seconds = Math.max(1, Math.ceil((calls * requestsPerCall) / requestsPerSecond));
  const known = reading.state === 'ready';
  const invalid = counts.invalid + counts['id-unknown'] + counts.duplicate;
  type Shown = Pick<ComponentProps<typeof Stat>, 'tone' | 'label' | 'hint'>;
  const stat = (state: RowState, count: number, { tone = 'neutral', label, hint }: Shown) => (
    <Stat
      data-state={state}
      data-none={count === 0 || undefined}
      tone={tone}
      value={known ? format.number(count) : '–'}
      label={
        count > 0 && count < rows ? (
          <button
            type="button"
            className={styles.only}
            aria-pressed={only === state}
            title={t(only === state ? 'listAll' : 'listOnly')}
            onClick={() => onOnly(only === state ? null : state)}
          >
            {label}
          </button>
        ) : (
          label
        )
      }
      hint={hint}
    />
  );
  const { 'will-update': updates, 'will-create': creates, conflict, asks, 'no-change': same, refused, unread } = counts;
  const hintOf = (count: number, hint: string) => (count > 0 ? hint : undefined);
  return (
    <div className={styles.counts}>
      {stat('will-update', updates, {
        tone: 'staged',
        label: t('willUpdate'),
        hint: byKey > 0 ? t('willUpdateByKey', { id: updates - byKey, key: byKey }) : t('willUpdateHint'),
      })}
      {creates > 0
        ? stat('will-create', creates, { tone: 'staged', label: t('willCreate'), hint: t('willCreateHint') })
        : null}
      {stat('conflict', conflict, {
        tone: conflict > 0 ? 'unknown' : 'neutral',
        label: t('conflict'),
        hint: hintOf(conflict, t('conflictHint')),
      })}
      {asks > 0 ? stat('asks', asks, { tone: 'bad', label: t('asks'), hint: t('asksHint') }) : null}
      {stat('no-change', same, { label: t('noChange'), hint: hintOf(same, t('noChangeHint')) })}
      {stat('invalid', invalid, {
        tone: invalid > 0 ? 'bad' : 'neutral',
        label: t('invalid'),
        hint: hintOf(invalid, t('invalidHint')),
      })}
      {refused > 0 ? stat('refused', refused, { tone: 'bad', label: t('refused'), hint: t('refusedHint') }) : null}
      {known && unread > 0
        ? stat('unread', unread, { tone: 'unknown', label: t('unread'), hint: t('unreadHint') })
        : null}
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

function Age({ reading }: { reading: Reading }) {
  const t = useTranslations('review');
  const format = useFormatter();
  const now = useNow(1000);
  if (reading.state === 'reading') return <span>{t('checking', { done: reading.done, all: reading.all })}</span>;
  if (reading.state === 'failed') return <span>{t('notChecked')}</span>;
  return <span>{t('checked', { ago: checkedAgo(format, reading.read_at, now, 'narrow') })}</span>;
}
