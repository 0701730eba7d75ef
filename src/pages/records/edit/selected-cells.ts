import type { Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import { rectangleOf, type Selection } from '../../../grid/selection/selection';

/** Rows whose values are looked at for a question about them. */
const questionRowsMax = 1000;

/** The values of a column in the selected rows that were read; null when the rows are too many. */
export function cellsOf(
  selection: Selection,
  column: GridColumn,
  recordAt: (row: number) => DwRecord | undefined,
): (Json | undefined)[] | null {
  const { top, bottom } = rectangleOf(selection);
  if (bottom - top >= questionRowsMax) return null;
  const cells: (Json | undefined)[] = [];
  for (let row = top; row <= bottom; row += 1) {
    const record = recordAt(row);
    if (record) cells.push(cellValue(record, column.id));
  }
  return cells;
}
