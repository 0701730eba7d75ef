import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';
import type { Rectangle } from '../selection/selection';

/** The record of a row; undefined while it has not been read. */
type RecordAt = (row: number) => DwRecord | undefined;

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
  recordAt: RecordAt,
): Generator<{ row: number; record: DwRecord }> {
  for (let row = top; row <= bottom; ) {
    const record = recordAt(row);
    if (record) {
      yield { row, record };
      row += 1;
    } else row = nextPage(row);
  }
}

/**
 * The first row of a range that would have to be read before the range can be changed; null when all have been.
 * @param end number of rows that there are; null while it is not known
 */
export function firstUnread(
  { top, bottom }: Pick<Rectangle, 'top' | 'bottom'>,
  recordAt: RecordAt,
  end: number | null,
): number | null {
  const last = Math.min(bottom, (end ?? Number.POSITIVE_INFINITY) - 1);
  for (let row = top; row <= last; row += 1) if (!recordAt(row)) return row;
  return null;
}
