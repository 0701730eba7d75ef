import type { CellKind } from './cell-kind';
import styles from './cells.module.css';

/** On or off, in a word and a shape: never by colour alone. */
export const switchCell: CellKind = {
  draw: (value, { words }) => {
    const on = value === true || value === 1;
    if (!on && value !== false && value !== 0) return null;
    return (
      <>
        <span className={on ? styles.on : styles.off} />
        {on ? words.yes : words.no}
      </>
    );
  },
};
