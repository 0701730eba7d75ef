import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './stat.module.css';

/** Counts side by side, as a card. Give it a name by `aria-label` when it is a region. */
export function StatRow({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.row, className)} />;
}

interface StatProps extends Omit<ComponentProps<'div'>, 'children'> {
  value: ReactNode;
  label: ReactNode;
  /** What the count means. */
  hint?: ReactNode;
  tone?: 'neutral' | 'good' | 'bad' | 'unknown' | 'staged' | 'accent';
  /** Something small below: a spark line, a link. */
  children?: ReactNode;
}

/** One count and what it counts; other attributes (`data-outcome`) go to its element. */
export function Stat({ value, label, hint, tone = 'neutral', className, children, ...rest }: StatProps) {
  return (
    <div {...rest} className={classNames(styles.stat, className)}>
      <div className={classNames(styles.value, styles[tone])}>{value}</div>
      <div className={styles.label}>{label}</div>
      {hint ? <div className={styles.hint}>{hint}</div> : null}
      {children}
    </div>
  );
}
