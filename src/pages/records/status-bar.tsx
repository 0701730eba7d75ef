import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Answer } from '../../api/send';
import type { RecordPage } from '../../contract/records';
import type { Extent } from '../../grid/extent';
import type { Summary } from '../../grid/summary';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import styles from './status-bar.module.css';
import type { CountState } from './use-count';

interface StatusBarProps {
  extent: Extent;
  /** Nothing has been read yet. */
  loading: boolean;
  count: CountState;
  /** Of a selection of more than one cell; else null. */
  summary: Summary | null;
  latest: Answer<RecordPage> | null;
}

const value = (parts: ReactNode) => <span className={styles.value}>{parts}</span>;

/** What is known of the rows, of the selection and of the last answer. */
export function StatusBar({ extent, loading, count, summary, latest }: StatusBarProps) {
  const t = useTranslations('records');
  return (
    <section aria-label={t('status')} className={styles.bar}>
      <span aria-live="polite">
        {count.counting !== null ? (
          t.rich('counting', { v: value, count: count.counting })
        ) : (
          <Rows extent={extent} loading={loading} />
        )}
      </span>
      {count.counting !== null ? (
        <Button kind="ghost" size="small" onClick={count.stop}>
          {t('stop')}
        </Button>
      ) : (
        <Button
          kind="ghost"
          size="small"
          tooltip={t('countTip')}
          onClick={() => count.start(extent.exactly === null ? extent.atLeast : 0)}
        >
          {t('count')}
        </Button>
      )}
      {count.error === null ? null : (
        <span className={styles.failed} role="alert">
          {t('countFailed', { message: count.error instanceof Error ? count.error.message : String(count.error) })}
        </span>
      )}
      {summary ? <SelectionText summary={summary} /> : null}
      <span className={styles.end}>
        {latest ? <span>{t('read', { value: latest.milliseconds })}</span> : null}
        {latest?.traceId ? (
          <span className={styles.trace}>
            <span className={styles.traceText}>trace {latest.traceId}</span>
            <CopyButton text={latest.traceId} label={t('copyTrace')} />
          </span>
        ) : null}
      </span>
    </section>
  );
}

function Rows({ extent, loading }: { extent: Extent; loading: boolean }) {
  const t = useTranslations('records');
  const format = useFormatter();
  if (loading) return t('rowsUnknown');
  const { exactly, atLeast, source, countedAt } = extent;
  if (exactly === null) return t.rich(atLeast <= 100 ? 'rowsRead' : 'rowsAtLeast', { v: value, count: atLeast });
  if (source === 'count' && countedAt !== null) {
    const time = format.dateTime(countedAt, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    return t.rich('rowsCounted', { v: value, count: exactly, time });
  }
  return t.rich(source === 'service' ? 'rowsTold' : 'rowsExactly', { v: value, count: exactly });
}

function SelectionText({ summary }: { summary: Summary }) {
  const t = useTranslations('records');
  const { cells, unread, numbers } = summary;
  return (
    <span className={styles.selection}>
      {t('selectedCells', { count: cells })}
      {unread > 0 ? ` · ${t('selectedUnread', { count: unread })}` : null}
      {numbers
        ? (['sum', 'mean', 'min', 'max'] as const).map((each) => (
            <span key={each}>
              {' · '}
              {t(each)} <span className={styles.value}>{minus(numbers[each])}</span>
            </span>
          ))
        : null}
    </span>
  );
}

/** A true minus sign, as wide as the digits. */
function minus(number: string): string {
  return number.replace('-', '−');
}
