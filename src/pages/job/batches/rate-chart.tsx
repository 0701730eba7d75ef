import { useTranslations } from 'use-intl';
import styles from '../job.module.css';

const width = 220;
const height = 26;

/** Calls a second over the last minute, with the limit as a dotted line. */
export function RateChart({ history, limit }: { history: readonly number[]; limit: number }) {
  const t = useTranslations('jobs');
  const top = Math.max(limit, ...history, 1) * 1.15;
  const x = (index: number): number => (index / Math.max(1, history.length - 1)) * width;
  const y = (rate: number): number => height - (rate / top) * height;
  const path = history.map((rate, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(rate).toFixed(1)}`);
  return (
    <svg role="img" aria-label={t('rateChart')} viewBox={`0 0 ${width} ${height}`} className={styles.chart}>
      <line x1={0} x2={width} y1={y(limit)} y2={y(limit)} className={styles.limit} />
      <path d={path.join(' ')} className={styles.rate} />
    </svg>
  );
}
