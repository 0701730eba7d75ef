import type { CellKind } from './cell-kind';
import styles from './cells.module.css';

/** A date or time exactly as sent: it has no zone (field notes), so nothing can be converted. */
export const date: CellKind = {
  draw: (value) => (typeof value === 'string' ? <span className={styles.date}>{value}</span> : null),
};
