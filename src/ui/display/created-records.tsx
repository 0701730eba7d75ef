import { useTranslations } from 'use-intl';
import styles from './created-records.module.css';
import { Notice } from './notice';

interface CreatedRecordsProps {
  /** The first of them, each with its line in the job. */
  records: readonly { line: number; item_id: string | null; title: string | null }[];
  count: number;
  /** As wide as its container, without corners. */
  strip?: boolean;
}

/** Most records listed. */
export const listedMax = 200;

/** Records that a job created: listed before an undo, because they stay. */
export function CreatedRecords({ records, count, strip }: CreatedRecordsProps) {
  const t = useTranslations('review');
  if (count === 0) return null;
  const listed = records.slice(0, listedMax);
  return (
    <Notice strip={strip} tone={strip ? 'unknown' : 'neutral'} title={t('created', { count })}>
      {' '}
      {t('createdText')}
      <ul aria-label={t('createdList')} className={styles.list}>
        {listed.map(({ line, item_id, title }) => (
          <li key={line}>
            <span className="mono">{item_id ?? t('createdUnknown')}</span> {title}
          </li>
        ))}
      </ul>
      {count > listed.length ? t('createdMore', { count: count - listed.length }) : null}
    </Notice>
  );
}
