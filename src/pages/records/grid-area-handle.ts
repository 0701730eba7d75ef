import type { Rectangle } from '../../grid/selection/selection';
import type { BulkStart } from './bulk/bulk-dialog';

/** What the rest of the page asks of the rows. */
export interface GridAreaHandle {
  toStart(): void;
  /** Selects the row of a record, and leaves the focus where it is. */
  showRow(row: number): void;
  /** Goes to a row, also to one past those that are known. @returns whether it is there */
  goTo(row: number): Promise<boolean>;
  focus(): void;
  /** A cell is being edited: rows must not move below its field. */
  isEditing(): boolean;
  selectedRows(): Pick<Rectangle, 'top' | 'bottom'>;
  /** Opens the dialog that changes one field of many rows. */
  change(start: BulkStart): void;
}
