import type { Json } from '../../../contract/json';
import type { BreakingKind, Problem } from './problems';
import type { SheetValue } from './sheet-value';

/** A cell as the source has it: text stays text, JSON that is no text stays what it is, a number of a workbook knows its look. `''` is blank. */
export type SourceCell = string | SheetValue | Exclude<Json, string | null>;

/** The cells of a row, by column. One that is undefined is not there at all, as a field that a JSON object does not name: it says nothing, and is not even blank. */
export type SourceCells = readonly (SourceCell | undefined)[];

/** Rows read from a piece of a source. */
export interface RowBlock {
  /** One cell for each column. */
  rows: SourceCells[];
  /** Line of each row in the source, from 1; null when row `i` stands in line `firstLine + i`. */
  lines: number[] | null;
  firstLine: number;
  /** Rows that cannot be trusted, by their place in `rows`. */
  broken: Map<number, BreakingKind>;
  /** The text of such a row in the source, where its cells do not hold all of it. */
  raw?: Map<number, string>;
  problems: Problem[];
}

/** What reading a piece of text gave: its rows, and how far it came. */
export interface ReadText extends RowBlock {
  /** Characters read: a row that is cut off by the end of the piece begins there. */
  end: number;
  /** The line that `end` is in. */
  endLine: number;
}

/** The line of a row of a block. */
export function lineOf(block: RowBlock, index: number): number {
  return block.lines ? (block.lines[index] ?? 0) : block.firstLine + index;
}
