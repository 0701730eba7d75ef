import type { CellKind } from './cell-kind';
import styles from './cells.module.css';
import { namedReferences } from './references';

/** The titles of related records. */
export const relation: CellKind = {
  draw: (value, { config }) => {
    const named = typeof value === 'boolean' ? null : namedReferences(value, config);
    if (named === null) return null;
    return (
      <>
        {named.shown.map(({ id, label }) => (
          <span key={id ?? label} className={styles.relation} title={id?.slice(0, 80)}>
            {label}
          </span>
        ))}
        {named.more > 0 ? <span className={styles.more}>+{named.more}</span> : null}
      </>
    );
  },
};
