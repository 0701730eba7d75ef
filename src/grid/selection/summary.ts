import type { Json } from '../../contract/json';
import { isEmptyValue } from '../../edits/same-value';

/** What the status bar says about a selection. Numbers are texts already: sums of integers of any size are exact. */
export interface Summary {
  cells: number;
  /** Cells that hold something. */
  filled: number;
  /** Cells whose row has not been read: they are in no number below. */
  unread: number;
  numbers: { count: number; sum: string; mean: string; min: string; max: string } | null;
}

/** Sums up the cells of a selection. @param unread how many more cells it has on rows that were not read */
export function summaryOf(values: Iterable<Json | undefined>, unread: number): Summary {
  let cells = unread;
  let filled = 0;
  let count = 0;
  let exact = 0n;
  let rest = 0;
  let fractional = false;
  let min: number | bigint | null = null;
  let max: number | bigint | null = null;
  for (const value of values) {
    cells += 1;
    if (!isEmptyValue(value)) filled += 1;
    if (typeof value !== 'number' && typeof value !== 'bigint') continue;
    count += 1;
    if (typeof value === 'bigint' || Number.isSafeInteger(value)) exact += BigInt(value);
    else {
      rest += value;
      fractional = true;
    }
    if (min === null || value < min) min = value;
    if (max === null || value > max) max = value;
  }
  if (count === 0 || min === null || max === null) return { cells, filled, unread, numbers: null };
  const sum = fractional ? rounded(Number(exact) + rest) : String(exact);
  const mean = fractional ? rounded((Number(exact) + rest) / count) : meanOf(exact, count);
  return { cells, filled, unread, numbers: { count, sum, mean, min: String(min), max: String(max) } };
}

/** Mean of whole numbers; of large ones the whole part alone, exact, because a double could not hold it. */
function meanOf(sum: bigint, count: number): string {
  const mean = Number(sum) / count;
  return Math.abs(mean) < 1e12 ? rounded(mean) : String(sum / BigInt(count));
}

/** Twelve significant digits: what is past them is the noise of binary fractions. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(12)));
}
