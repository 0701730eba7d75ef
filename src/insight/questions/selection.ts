import type { Source } from '../snapshot/snapshot-column';

/** Whether a column of a row holds a value: `other` is a value that is not of the column's type, as a text in a field of numbers. */
export const valueStates = ['value', 'null', 'empty', 'notSet', 'other'] as const;
export type ValueState = (typeof valueStates)[number];

/** Tests of a column that need no operand. `unfilled` is null, empty or not set; `filled` the rest. */
export const plainTests = [
  'filled',
  'unfilled',
  'null',
  'empty',
  'notSet',
  'other',
  'spaces',
  'nearEqual',
  'once',
] as const;
export type PlainTest = (typeof plainTests)[number];

/**
 * What a column of a row has to be. Operands are texts, as `Cell`s are written: decimals, dates (`2026-03-14`), `true`. In a column of lists `value` and
 * `similar` ask for one of the entries.
 * `range`: from ≤ value < to · `outside`: value < from or value > to · `similar`: equal without case, accents and spaces ·
 * `spaces`: begins or ends with a space · `nearEqual`: the same as another value but for case, accents and spaces · `once`: in one row only.
 */
export type Condition =
  | { column: string; is: PlainTest }
  | { column: string; is: 'value' | 'similar' | 'contains'; value: string }
  | { column: string; is: 'range' | 'outside'; from: string | null; to: string | null };

/** Rows that meet all conditions; without any, all rows. */
export type Selection = readonly Condition[];

/** The selection as an SQL expression over the source; conditions on columns that the source does not have are never met. */
export declare function predicateOf(source: Source, selection: Selection): string;

/** The rows of a selection as a source: every question can be asked of it. */
export declare function narrow(source: Source, selection: Selection): Source;
