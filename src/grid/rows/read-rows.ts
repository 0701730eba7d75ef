import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';

/** The first row of the page after that of a row: pages are read whole, so what is not known is not known up to there. */
export function nextPage(row: number): number {
  return (Math.floor(row / limits.pageSizeMax) + 1) * limits.pageSizeMax;
}

/**
 * The rows from `top` to `bottom` that have been read, with their records. A page that was not read is left out in one step, so that a range of ten
 * million rows costs what was read of it.
 */
export function* readRows(
  top: number,
  bottom: number,
  recordAt: (row: number) => DwRecord | undefined,
): Generator<{ row: number; record: DwRecord }> {
  for (let row = top; row <= bottom; ) {
    const record = recordAt(row);
    if (record) {
      yield { row, record };
      row += 1;
    } else row = nextPage(row);
  }
}
