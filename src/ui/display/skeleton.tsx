import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLasting } from '../hooks/use-time';
import styles from './skeleton.module.css';
import spinnerStyles from './spinner.module.css';

const patienceMilliseconds = 150;

/** Shows its children only when the wait gets noticeable: a quick answer must not flash a placeholder. */
export function Delayed({ children }: { children: ReactNode }) {
  const [noticeable] = useLasting(true, patienceMilliseconds);
  return noticeable ? children : null;
}

interface SkeletonProps {
  /** How many lines. */
  rows?: number;
  /** `lines` of text, `items` of a list, `rows` of a table. */
  look?: 'lines' | 'items' | 'rows';
  /** The layout of the coming content, instead of a style. */
  className?: string;
  /** The shape of one that comes, made of bones; without it, a bone. */
  children?: ReactNode;
}

/** A placeholder while loading, after a moment; announces *Loading* to screen readers. */
export function Skeleton({ rows = 3, look = 'lines', className, children = <Bone /> }: SkeletonProps) {
  const t = useTranslations('common');
  return (
    <div role="status" className={className ?? styles[look]}>
      <span className="visually-hidden">{t('loading')}</span>
      <Delayed>
        {[...Array(rows).keys()].map((row) => (
          <Fragment key={row}>{children}</Fragment>
        ))}
      </Delayed>
    </div>
  );
}

/** A placeholder for a line, or for anything of this size. @param width, height CSS lengths */
export function Bone({ width, height }: { width?: string; height?: string }) {
  return <span className={styles.bone} style={{ width, height }} />;
}

/** Work of unknown length is running. Announces nothing: the control or region around it does. */
export function Spinner({ size = 14 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className={spinnerStyles.spinner}>
      <circle cx="12" cy="12" r="9" className={spinnerStyles.track} />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}
