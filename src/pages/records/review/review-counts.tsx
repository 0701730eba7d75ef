import { useFormatter, useTranslations } from 'use-intl';
import type { RowState } from '../../../jobs/check/dry-run';
import { requestsPerCall } from '../../../jobs/plan/plan';
import { Stat } from '../../../ui/display/description-list';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { Button } from '../../../ui/form/button';
import { useNow } from '../../../ui/hooks/use-now';
import styles from './review.module.css';
import type { Reading } from './use-dry-run';

interface ReviewCountsProps {
  counts: Record<RowState, number>;
  /** Rows to be updated that were found by a key. */
  byKey: number;
  calls: number;
  requestsPerSecond: number;
  reading: Reading;
  onCheckAgain(): void;
}

/** What the dry run found, by numbers, and how old it is. */
export function ReviewCounts({ counts, byKey, calls, requestsPerSecond, reading, onCheckAgain }: ReviewCountsProps) {
  const t = useTranslations('review');
  const format = useFormatter();
  const seconds = Math.max(1, Math.ceil((calls * requestsPerCall) / requestsPerSecond));
  const known = reading.state === 'ready';
  const invalid = counts.invalid + counts['id-unknown'] + counts.double;
  const number = (count: number) => (known ? format.number(count) : '–');
  return (
    <div className={styles.counts}>
      <Stat
        data-state="will-update"
        tone="staged"
        value={number(counts['will-update'])}
        label={t('willUpdate')}
        hint={byKey > 0 ? t('willUpdateByKey', { id: counts['will-update'] - byKey, key: byKey }) : t('willUpdateHint')}
      />
      {counts['will-create'] > 0 ? (
        <Stat
          data-state="will-create"
          tone="staged"
          value={number(counts['will-create'])}
          label={t('willCreate')}
          hint={t('willCreateHint')}
        />
      ) : null}
      <Stat
        data-state="conflict"
        tone={counts.conflict > 0 ? 'unknown' : 'neutral'}
        value={number(counts.conflict)}
        label={t('conflict')}
        hint={counts.conflict > 0 ? t('conflictHint') : undefined}
      />
      {counts.asks > 0 ? (
        <Stat data-state="asks" tone="bad" value={number(counts.asks)} label={t('asks')} hint={t('asksHint')} />
      ) : null}
      <Stat
        data-state="no-change"
        value={number(counts['no-change'])}
        label={t('noChange')}
        hint={counts['no-change'] > 0 ? t('noChangeHint') : undefined}
      />
      <Stat
        data-state="invalid"
        tone={invalid > 0 ? 'bad' : 'neutral'}
        value={number(invalid)}
        label={t('invalid')}
        hint={invalid > 0 ? t('invalidHint') : undefined}
      />
      {counts.refused > 0 ? (
        <Stat
          data-state="refused"
          tone="bad"
          value={number(counts.refused)}
          label={t('refused')}
          hint={t('refusedHint')}
        />
      ) : null}
      {known && counts.unread > 0 ? (
        <Stat
          data-state="unread"
          tone="unknown"
          value={number(counts.unread)}
          label={t('unread')}
          hint={t('unreadHint')}
        />
      ) : null}
      <div className={styles.reading}>
        <b>{calls > 0 && known ? t('calls', { calls, seconds }) : t('noCalls')}</b>
        <div className={styles.readingNote}>
          {t('rate', { rate: requestsPerSecond })}
          <br />
          <Age reading={reading} />{' '}
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
  return (
    <span>{t('checked', { ago: format.relativeTime(Math.min(reading.read_at, now), { now, style: 'narrow' }) })}</span>
  );
}
