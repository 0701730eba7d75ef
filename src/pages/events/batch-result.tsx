import { useTranslations } from 'use-intl';
import type { BatchEvent } from '../../contract/events';
import { Badge } from '../../ui/display/badge';
import { DataTable } from '../../ui/display/data-table';
import { ScrollRegion } from '../../ui/display/scroll-region';
import { LockIcon } from '../../ui/icons/icons';
import { doneBy, type EventFacts } from './event-facts';
import styles from './event-panel.module.css';

/** The kind of an event as its body names it, else the form of the body. */
export function KindBadge({ facts: { kind, form } }: { facts: EventFacts }) {
  const t = useTranslations('events.form');
  if (kind !== null) return <Badge tone="accent">{kind.word}</Badge>;
  return <Badge icon={form === 'encrypted' ? <LockIcon /> : undefined}>{t(form)}</Badge>;
}

const failuresShown = 100;

/** How many items of a batch were written or deleted, and why the others were not. */
export function BatchResult({ batch }: { batch: BatchEvent }) {
  const t = useTranslations('events');
  const { fail } = batch;
  const title = t(`resultTitle.${doneBy(batch)}`);
  return (
    <section aria-label={title} className={styles.result}>
      <div className={styles.counts}>
        <h3>{title}</h3>
        <ResultBadges batch={batch} />
      </div>
      {fail.length > 0 ? (
        <ScrollRegion className={styles.failures} aria-label={t('failures')}>
          <DataTable label={t('failures')} heads={[t('index'), t('record'), t('code'), t('reason')]}>
            {fail.slice(0, failuresShown).map(({ index, item_id, code, reason }) => (
              <tr key={index}>
                <td>{index + 1}</td>
                <td data-mono="">{item_id ?? '–'}</td>
                <td>{code}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </DataTable>
        </ScrollRegion>
      ) : null}
      {fail.length > failuresShown ? (
        <p className="dim">{t('failuresMore', { count: fail.length - failuresShown })}</p>
      ) : null}
    </section>
  );
}

/** Both counts of a result; what is 0 is left out unless both are. */
export function ResultBadges({ batch }: { batch: BatchEvent }) {
  const t = useTranslations('events');
  const [done, refused] = [batch.success.length, batch.fail.length];
  return (
    <>
      {done > 0 || refused === 0 ? <Badge tone="good">{t(`done.${doneBy(batch)}`, { count: done })}</Badge> : null}
      {refused > 0 ? <Badge tone="bad">{t('notWritten', { count: refused })}</Badge> : null}
    </>
  );
}
