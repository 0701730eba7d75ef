import type { ReactNode } from 'react';
import styles from './description-list.module.css';

interface DescriptionListProps {
  /** Name and value of each fact; a value of `null` or `undefined` leaves the fact out. */
  items: readonly (readonly [name: ReactNode, value: ReactNode])[];
}

/** Facts by name, one a line. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={styles.list}>
      {items.map(([name, value], index) =>
        value === null || value === undefined ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one thing keep their places
          <div key={index} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
