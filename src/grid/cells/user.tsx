import type { CellKind } from './cell-kind';
import styles from './cells.module.css';
import { namedReferences } from './references';

/** Users by name, each with its first letter. Their pictures are not fetched: they may be on any host. */
export const user: CellKind = {
  draw: (value, { config }) => {
    const named = typeof value === 'boolean' ? null : namedReferences(value, config);
    if (named === null) return null;
    return (
      <>
        {named.shown.map(({ id, label }) => (
          <span key={id ?? label} className={styles.user}>
            <span className={styles.initial} aria-hidden="true">
              {[...label][0]?.toUpperCase()}
            </span>
            {label}
          </span>
        ))}
        {named.more > 0 ? <span className={styles.more}>+{named.more}</span> : null}
      </>
    );
  },
};
