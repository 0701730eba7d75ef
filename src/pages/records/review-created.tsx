import { useTranslations } from 'use-intl';
import type { JobLine } from '../../jobs/job-lines';
import { Notice } from '../../ui/notice';
import styles from './review.module.css';

const shownMax = 200;

/** Records that the undone job created: said before anything is sent, because they stay. */
export function ReviewCreated({ lines }: { lines: readonly JobLine[] }) {
  const t = useTranslations('review');
  if (lines.length === 0) return null;
  return (
    <Notice strip tone="unknown" title={t('created', { count: lines.length })}>
      {' '}
      {t('createdText')}
      <ul aria-label={t('createdList')} className={styles.created}>
        {lines.slice(0, shownMax).map(({ line, item_id, title }) => (
          <li key={line}>
            <span className="mono">{item_id ?? t('createdUnknown')}</span> {title}
          </li>
        ))}
      </ul>
      {lines.length > shownMax ? t('createdMore', { count: lines.length - shownMax }) : null}
    </Notice>
  );
}
