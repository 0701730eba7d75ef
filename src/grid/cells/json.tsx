import { previewOfJson } from '../preview';
import type { CellKind } from './cell-kind';
import styles from './cells.module.css';

/** The plain fallback for whatever is not known: the beginning of its JSON. */
export const json: CellKind = {
  draw: (value) => <span className={styles.json}>{previewOfJson(value)}</span>,
};
