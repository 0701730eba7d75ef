import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './description-list.module.css';
import statStyles from './stat.module.css';

interface DescriptionListProps {
  /** Name and value of each fact; a value of `null` or `undefined` leaves the fact out. */
  items: readonly (readonly [name: string, value: ReactNode])[];
}

/** Facts by name, one a line. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={styles.list}>
      {items.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Counts side by side, as a card. Give it a name by `aria-label` when it is a region. */
export function StatRow({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(statStyles.row, className)} />;
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
    <div {...rest} className={classNames(statStyles.stat, className)}>
      <div className={classNames(statStyles.value, statStyles[tone])}>{value}</div>
      <div className={statStyles.label}>{label}</div>
      {hint ? <div className={statStyles.hint}>{hint}</div> : null}
      {children}
    </div>
  );
}
