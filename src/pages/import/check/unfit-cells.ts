import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding } from '../../../jobs/check/dry-run';

/**
 * The cells that keep a row out because they cannot become values. Of a row without a key these are the ones of the key: the others would not have kept
 * it out by this. A cell whose record reads the same already is to blame for nothing.
 */
export function unfitCells(
  { reason, cells }: Pick<RowFinding, 'reason' | 'cells'>,
  keyFields: readonly string[],
): readonly CellFinding[] {
  if (reason === 'key-missing' || reason === 'key-empty')
    return cells.filter(({ unfit, field_id }) => unfit && keyFields.includes(field_id));
  return cells.filter(({ state }) => state === 'unfit');
}
