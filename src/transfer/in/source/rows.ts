import { type FieldKind, isAnyJson, isDate, isNumber } from '../../../contract/field-kinds';
import { formatJson, type Json } from '../../../contract/json';
import type { ChangedRecord } from '../../../jobs/table/changes';

/** How far a file has been read. */
export interface ImportProgress {
  /** Share of the bytes read, from 0 to 1. */
  share: number;
  rows: number;
}

/** How the numbers of one style of a workbook look, and what they mean. */
export interface Look {
  /** As shown when the workbook is opened. */
  show(raw: string): string;
  /** Its numbers are days, with or without a time. */
  isDay: boolean;
  /** All digits of the number that is meant; null where it is a day or a time. */
  number(raw: string): string | null;
  /** The exact date, year first, with its time if it has one; null if it is none. */
  day(raw: string): string | null;
}

/** A number in a workbook that looks otherwise than its digits: text is taken as it looks, a number or a day as what it is. */
export class SheetValue {
  constructor(
    readonly raw: string,
    private readonly format: Look,
    /** Why the cell has no value that a field could be given; null where it has one. */
    readonly problem: CellProblem | null = null,
  ) {}

  /** A cell of which something is shown, and that has no value. */
  static without(problem: CellProblem, text: string): SheetValue {
    return new SheetValue(text, { show: () => text, isDay: false, number: () => null, day: () => null }, problem);
  }

  get look(): string {
    return this.format.show(this.raw);
  }

  /** The text that a field of this kind is given. */
  as(kind: FieldKind): string {
    if (isDate(kind)) return this.format.day(this.raw) ?? this.look;
    return isNumber(kind) || isAnyJson(kind) ? this.id : this.look;
  }

  /** The text by which a record is found: digits without any dress. */
  get id(): string {
    return this.format.number(this.raw) ?? this.look;
  }
}

/** A cell as the source has it: text stays text, JSON that is no text stays what it is, a number of a workbook knows its look. `''` is blank. */
export type SourceCell = string | SheetValue | Exclude<Json, string | null>;

/** The cells of a row, by column. An undefined one does not exist, like a field missing in a JSON object: it is not even blank. */
export type SourceCells = readonly (SourceCell | undefined)[];

/** The text of a cell, as it is shown and compared. */
export function textOfCell(cell: SourceCell = ''): string {
  if (typeof cell === 'string') return cell;
  return cell instanceof SheetValue ? cell.look : formatJson(cell);
}

/** Whether a cell holds the word by which databases write that there is no value. */
export function isNullWord(cell: SourceCell | undefined): boolean {
  return cell === 'NULL' || cell === '\\N';
}

/** The record id in a cell; empty when there is none. */
export function idOfCell(cell: SourceCell): string {
  return (cell instanceof SheetValue ? cell.id : textOfCell(cell)).trim();
}

/** The cells of a row as they are copied from a sheet. */
export function asPasted(cells: SourceCells): string {
  return cells.map(textOfCell).join('\t');
}

/**
 * Problems of a file of rows. `quote-open`: an opening quote that nothing closes · `quote-junk`: text after a closing quote · `long-row`,
 * `short-row`: more or fewer cells than columns · `bad-bytes`: bytes that are no character of the encoding · `nul`: a NUL character ·
 * `blank-line` · `mixed-line-ends`: a lone carriage return among other line ends · `bad-json`: no JSON · `not-a-row`: JSON, but no object or array ·
 * `no-result`: a formula of a workbook without a stored result · `formula-text`: a text as a spreadsheet is made to keep it, `="007"` ·
 * `repeated-header`: the header once more ·
 * `no-text`, `no-format`: a cell of a workbook that points to a text, a number that points to a format which the workbook does not have ·
 * `no-sheet`: a sheet that it lists and does not have ·
 * `error-value`: a cell with an error of a formula, such as `#N/A` · `picture`: one with a picture, or with what else is no text and no number · `zero-date`:
 * a zero with the format of a date, which a workbook shows as a day that there never was ·
 * `merged`: cells of a sheet that are shown as one · `hidden-row`, `hidden-column`: not shown in the sheet · `drawing`: a picture over its cells.
 */
export const problemKinds = [
  'quote-open',
  'quote-junk',
  'long-row',
  'short-row',
  'bad-bytes',
  'nul',
  'blank-line',
  'mixed-line-ends',
  'bad-json',
  'not-a-row',
  'no-result',
  'formula-text',
  'repeated-header',
  'no-text',
  'error-value',
  'picture',
  'zero-date',
  'no-format',
  'no-sheet',
  'merged',
  'hidden-row',
  'hidden-column',
  'drawing',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** What keeps a cell of a workbook from having a value. */
const cellProblems = [
  'no-result',
  'no-text',
  'error-value',
  'picture',
  'zero-date',
  'no-format',
] as const satisfies ProblemKind[];
export type CellProblem = (typeof cellProblems)[number];

/** Whether it is a problem of a cell of a workbook. */
export function isOfCell(kind: ProblemKind): kind is CellProblem {
  return (cellProblems as readonly ProblemKind[]).includes(kind);
}

/** Rows with these are not to be trusted: they are counted and listed, and never sent. */
export type BreakingKind = NonNullable<ChangedRecord['broken']> & ProblemKind;
const breaking = {
  'quote-open': true,
  'quote-junk': true,
  'long-row': true,
  'bad-bytes': true,
  nul: true,
  'bad-json': true,
  'not-a-row': true,
  'no-result': true,
  'repeated-header': true,
  'no-text': true,
} as const satisfies Record<BreakingKind, true>;

/** Whether a row with this problem is left out. */
export function breaksRow(kind: ProblemKind): kind is BreakingKind {
  return Object.hasOwn(breaking, kind);
}

export interface Problem {
  kind: ProblemKind;
  /** In the source, from 1. */
  line: number;
  /** Some characters of the place, or a count; only for display. */
  detail: string;
}

/** Problems of a whole file: how many of each kind, and the first of them by line. */
export interface ProblemList {
  counts: Partial<Record<ProblemKind, number>>;
  first: Problem[];
}

const keptOfKind = 200;

export function noProblems(): ProblemList {
  return { counts: {}, first: [] };
}

/** Adds to a list in place; of each kind only the first are kept, all are counted. */
export function addProblems(list: ProblemList, problems: readonly Problem[]): void {
  for (const problem of problems) {
    const count = (list.counts[problem.kind] ?? 0) + 1;
    list.counts[problem.kind] = count;
    if (count <= keptOfKind) list.first.push(problem);
  }
}

const shownChars = 60;

/** A piece of text as a problem shows it. */
export function excerpt(text: string): string {
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
}

/** Rows read from a piece of a source. */
export interface RowBlock {
  /** One cell for each column. */
  rows: SourceCells[];
  /** Line of each row in the source, from 1. */
  lines: number[];
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
  /** Cells that its rows do not have and were filled up with. */
  filled: number;
}

/** A row before anything is known of the columns. */
export interface HeadRow {
  cells: SourceCell[];
  line: number;
  /** Where the next row begins in the text, and in which line. */
  end: number;
  nextLine: number;
  /** What is wrong with it. */
  faults?: readonly ProblemKind[];
}

/** As many rows as are searched for a header, and the number of columns without one. */
export const headRows = 100;

/** The line of a row of a block. */
export function lineOf(block: RowBlock, index: number): number {
  return block.lines[index] ?? 0;
}

/** Notes the rows with a character in them that no person wrote, which are not to be trusted. */
export function noteCharacter(read: RowBlock, kind: BreakingKind, character: string, shown = character): void {
  for (const [index, row] of read.rows.entries()) {
    const cell = row.find((each) => textOfCell(each).includes(character));
    if (cell === undefined) continue;
    const detail = excerpt(textOfCell(cell).replaceAll(character, shown));
    read.problems.push({ kind, line: lineOf(read, index), detail });
    if (!read.broken.has(index)) read.broken.set(index, kind);
  }
}
