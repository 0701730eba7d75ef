import { FileIcon } from '../../ui/icons';
import type { CellKind } from './cell-kind';
import styles from './cells.module.css';
import { namedReferences } from './references';

/** Files by name, or by id: their read form is not known (field notes). Links are looked up on the files page. */
export const file: CellKind = {
  draw: (value, { config }) => {
    const named = typeof value === 'boolean' ? null : namedReferences(value, config);
    if (named === null) return null;
    return (
      <>
        {named.shown.map(({ id, label }) => (
          <span key={id ?? label} className={styles.file}>
            <FileIcon size={13} />
            {label}
          </span>
        ))}
        {named.more > 0 ? <span className={styles.more}>+{named.more}</span> : null}
      </>
    );
  },
};
