import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden';

const patienceMilliseconds = 150;

/** Shows its children only when the wait gets noticeable: a quick answer must not flash a placeholder. */
export function Delayed({ children }: { children: ReactNode }) {
  const [noticeable, setNoticeable] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNoticeable(true), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return noticeable ? children : null;
}

interface SkeletonProps {
  /** How many lines. */
  rows?: number;
  /** `lines` of text, `items` of a list, `rows` of a table. */
  look?: 'lines' | 'items' | 'rows';
}

/** Holds the place of what is being read, after a moment of patience; says *Loading* to those who listen. */
export function Skeleton({ rows = 3, look = 'lines' }: SkeletonProps) {
  const t = useTranslations('common');
  return (
    <div role="status" className={styles[look]}>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Delayed>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <span key={row} className={styles.bone} />
        ))}
      </Delayed>
    </div>
  );
}
