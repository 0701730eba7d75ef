import { isSystemField, type SystemField } from '../../../contract/records';
import type { SourceCell } from './rows';
import { textOfCell } from './rows';

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
export type SystemNames = ReadonlyMap<string, SystemField>;

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

/** Names in a header row, without white space around them. */
export function namesOf(cells: readonly SourceCell[]): string[] {
  return cells.map((cell) => textOfCell(cell).trim());
}

/** How many of the first rows may be above the header: a title, a date, a blank row. */
const looked = 10;

/**
 * Which of the first rows is the header: the first one, unless it has hardly any cells and a row below it has all of them.
 * @returns its place among the rows, from 0
 */
export function findHeader(rows: readonly (readonly SourceCell[])[]): number {
  const filled = rows.slice(0, looked).map((row) => row.filter((cell) => cell !== '').length);
  const most = Math.max(0, ...filled);
  const first = filled.findIndex((count) => count > 0);
  if (first === -1) return 0;
  if ((filled[first] ?? 0) > 1 || most < 3) return first;
  return filled.findIndex((count) => count > most / 2);
}
