import { useTranslations } from 'use-intl';
import type { UpdateEvent } from '../../contract/events';
import { Badge } from '../../ui/display/badge';
import { DataTable } from '../../ui/display/data-table';
import { ScrollRegion } from '../../ui/display/scroll-region';
import { LockIcon } from '../../ui/icons/icons';
import type { EventFacts } from './event-facts';
import styles from './event-panel.module.css';

/** The kind of an event as its body names it, else the form of the body. */
export function KindBadge({ facts: { kind, form } }: { facts: EventFacts }) {
  const t = useTranslations('events.form');
  if (kind !== null) return <Badge tone="accent">{kind.word}</Badge>;
  return <Badge icon={form === 'encrypted' ? <LockIcon /> : undefined}>{t(form)}</Badge>;
}

const failuresShown = 100;

/** How many items of a batch update were written, and why the others were not. */
export function UpdateResult({ update: { success, fail } }: { update: UpdateEvent }) {
  const t = useTranslations('events');
  return (
    <section aria-label={t('resultTitle')} className={styles.result}>
      <div className={styles.counts}>
        <h3>{t('resultTitle')}</h3>
        <ResultBadges written={success.length} refused={fail.length} />
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
export function ResultBadges({ written, refused }: { written: number; refused: number }) {
  const t = useTranslations('events');
  return (
    <>
      {written > 0 || refused === 0 ? <Badge tone="good">{t('written', { count: written })}</Badge> : null}
      {refused > 0 ? <Badge tone="bad">{t('notWritten', { count: refused })}</Badge> : null}
    </>
  );
}
