import { isSystemField, type SystemField } from '../../../contract/records';
import { type HeadRow, SheetValue, type SourceCell, textOfCell } from './rows';

/** A column of a source. */
export interface ColumnHead {
  /** Its index, from 0, which mappings use, as names may be missing or duplicate. */
  index: number;
  /** As in the header; empty if that is empty. */
  name: string;
  /** Another column before or after it has the same name. */
  isRepeated: boolean;
  /** The system field (2.4) that an export called so; by its id, or as a page calls it. */
  system: SystemField | null;
}

/** What pages call the system fields, in every language. */
type SystemNames = ReadonlyMap<string, SystemField>;

export function headsOf(names: readonly string[]): ColumnHead[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, index) => ({
    index,
    name,
    isRepeated: name !== '' && (counts.get(name) ?? 0) > 1,
    system: isSystemField(name) ? name : null,
  }));
}

/** Columns with the system fields that they are by the names of pages; an export that has another field of such a name sets the id behind it. */
export function withSystemNames(columns: readonly ColumnHead[], called: SystemNames): ColumnHead[] {
  return columns.map((column) => {
    const [, name = column.name, id] = /^(.*) \((\w+)\)$/.exec(column.name) ?? [];
    const system = called.get(name);
    return system && (id === undefined || id === system) ? { ...column, system } : column;
  });
}

/** Names in a header row, without white space around them. What is shown of a cell without a value is no name. */
export function namesOf(cells: readonly SourceCell[]): string[] {
  return cells.map((cell) => (cell instanceof SheetValue && cell.problem !== null ? '' : textOfCell(cell).trim()));
}

/** How many of the first rows may be above the header: a title, a date, a blank row. */
const looked = 10;

/** A row among which the header is looked for. */
export type HeadLine = Pick<HeadRow, 'cells' | 'line' | 'nextLine'>;

/** Places among the first rows, from 0. */
export interface FoundHeader {
  at: number;
  /** Another row that is likely to be the header; null when there is none. */
  other: number | null;
}

/**
 * Which of the first rows is the header: the first one, unless it has at most half of the cells that rows have, as a title or a line of groups has. Where that
 * may as well be a short header, or the row below reads like a header too, there are two answers.
 */
export function findHeader(rows: readonly HeadLine[]): FoundHeader {
  const lines = rows.slice(0, looked);
  const filled = lines.map(({ cells }) => cells.filter((cell) => cell !== '').length);
  const first = Math.max(
    0,
    filled.findIndex((count) => count > 0),
  );
  const width = widthOf(filled.slice(first));
  const most = Math.max(...filled);
  let at = filled.findIndex((count) => count * 2 > width);
  const isTable = filled.slice(at).filter((count) => count * 2 > width).length * 3 >= (filled.length - at) * 2;
  if (!isTable) at = first;
  // A title above a table that is nearly blank.
  if (at === first && filled[first] === 1 && most > 2 && filled[first + 1] === most) at = first + 1;
  if (at <= first) {
    const isSecond = (filled[first + 1] ?? 0) >= (filled[first] ?? 0) && readsAsHeader(lines, first + 1);
    return { at: first, other: isSecond && isOfNames(lines[first]) ? first + 1 : null };
  }
  const above = filled.slice(first, at);
  const isTitle = width > 2 && above.every((count) => count <= 1);
  const isApart = (lines[at]?.line ?? 0) > (lines[at - 1]?.nextLine ?? 0);
  return { at, other: isTitle || isApart || readsAsHeader(lines, at) ? null : first };
}

/** How many cells rows have: the most that two of them have; if no two have the same, the middle. */
function widthOf(filled: readonly number[]): number {
  const sorted = filled.toSorted((one, other) => one - other);
  const common = sorted.findLast((count, at) => count === sorted[at - 1]);
  return common ?? sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Whether a row has names above columns of which one has only numbers or dates. */
function readsAsHeader(lines: readonly HeadLine[], at: number): boolean {
  const below = lines.slice(at + 1);
  const names = lines[at]?.cells ?? [];
  const isNumbers = (column: number): boolean => {
    const cells = below.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every(isNumberLike);
  };
  return isOfNames(lines[at]) && names.some((name, column) => name !== '' && isNumbers(column));
}

function isOfNames(line: HeadLine | undefined): boolean {
  const names = (line?.cells ?? []).filter((cell) => cell !== '');
  return names.length > 0 && new Set(names).size === names.length && !names.some(isNumberLike);
}

/** A number, a date, or what is written like one: digits without letters. */
function isNumberLike(cell: SourceCell): boolean {
  return typeof cell !== 'string' || (/\d/.test(cell) && !/\p{L}/u.test(cell));
}
