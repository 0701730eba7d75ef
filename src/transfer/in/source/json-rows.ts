import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../contract/json';
import { checkLimit, FileLimitError, fileLimits } from './file-limits';
import {
  asPasted,
  type BreakingKind,
  breaksRow,
  excerpt,
  type HeadRow,
  headRows,
  isOfCell,
  type Look,
  type Problem,
  type ProblemKind,
  type ReadText,
  SheetValue,
  type SourceCell,
  type SourceCells,
} from './rows';
import type { SheetCell } from './xlsx/sheet-rows';

/** Columns of a JSON source, in the order in which their keys were first seen; grows while the source is read for the first time. */
export class JsonColumns {
  readonly names: string[] = [];
  private readonly places = new Map<string, number>();

  place(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    checkLimit('columns', this.names.length + 1);
    this.places.set(name, this.names.length);
    this.names.push(name);
    return this.names.length - 1;
  }
}

/** What lines of JSON are. */
export interface JsonLines {
  /** What each line begins with, before a tab. */
  numbered: LineNumbers;
  /** Of a workbook: how its numbers look. */
  looks: readonly Look[] | null;
}

export interface JsonPiece extends JsonLines {
  text: string;
  /** Columns by key, for objects; the number of columns, for arrays below a header: a sheet has more of them where a row has. */
  columns: JsonColumns | number;
  firstLine: number;
  last: boolean;
  /** Cells, with those that short rows are filled up with, after which it may stop. */
  most?: number;
}

/**
 * The rows of a piece of JSON lines: an object, or an array of cells, in each line.
 * @throws FileLimitError of `nesting` and `columns`
 */
export function readJsonLines({ text, columns, firstLine, last, numbered, looks, most }: JsonPiece): ReadText {
  const rows: (SourceCell | undefined)[][] = [];
  const lines: number[] = [];
  const broken = new Map<number, BreakingKind>();
  const raw = new Map<number, string>();
  const problems: Problem[] = [];
  let place = 0;
  let line = firstLine;
  let filled = 0;
  let widest = typeof columns === 'number' ? columns : 0;
  const widthOf = (): number => (typeof columns === 'number' ? widest : columns.names.length);
  while (place < text.length) {
    if (most !== undefined && rows.length * widthOf() > most) break;
    const own = lineAt(text, place, line, numbered);
    if (own.end === text.length && !last) break;
    if (looks === null) checkNesting(own.source, own.line);
    const {
      kinds,
      cells,
      named = cells.length,
    } = looks === null ? readLine(own.source, columns) : readSheetLine(own.source, looks);
    filled += cells.length - named;
    for (const kind of kinds) {
      problems.push({ kind, line: own.line, detail: excerpt(cellsWith(kind, cells) || own.source) });
    }
    if (!kinds.includes('blank-line')) {
      const breaking = kinds.find(breaksRow);
      if (breaking && !(breaking === 'long-row' && isPadded(cells, columns))) broken.set(rows.length, breaking);
      // A line of a workbook has no text of its own.
      if (broken.has(rows.length)) raw.set(rows.length, looks === null ? own.source : asPasted(cells));
      if (looks !== null) widest = Math.max(widest, cells.length);
      rows.push(typeof columns === 'number' ? cells.slice(0, widest) : cells);
      lines.push(own.line);
    }
    line += 1;
    place = own.end + 1;
  }
  const width = widthOf();
  // What an object does not name is not there; a list that is too short ends with blanks.
  const lacking = typeof columns === 'number' ? '' : undefined;
  for (const row of rows) {
    filled += Math.max(0, width - row.length);
    while (row.length < width) row.push(lacking);
  }
  return { rows, lines, broken, raw, problems, end: Math.min(place, text.length), endLine: line, filled };
}

/** Refuses values nested deeper than engines can serialize. Only lines with that many brackets are checked. */
function checkNesting(source: string, line: number): void {
  const { nesting } = fileLimits;
  if (source.length <= nesting || !hasBrackets(source, nesting)) return;
  let depth = 0;
  let inText = false;
  for (let place = 0; place < source.length; place += 1) {
    const char = source.charCodeAt(place);
    if (char === 92) place += inText ? 1 : 0;
    else if (char === 34) inText = !inText;
    else if (inText) continue;
    else if (char === 91 || char === 123) depth += 1;
    else if (char === 93 || char === 125) depth -= 1;
    if (depth > nesting) throw new FileLimitError('nesting', line);
  }
}

/** Whether a text has more opening brackets than this. */
function hasBrackets(text: string, most: number): boolean {
  let count = 0;
  for (const bracket of '[{')
    for (let at = text.indexOf(bracket); at !== -1 && count <= most; at = text.indexOf(bracket, at + 1)) count += 1;
  return count > most;
}

/**
 * How the lines of a source are numbered: by `line` and `element` they begin with the number of the line in the file, and in a list of JSON with that of the
 * element behind a colon; the element is meant where two of them share a line. Null: they are the lines of the file.
 */
type LineNumbers = 'line' | 'element' | null;

/** The line that begins at a place, without its number. */
function lineAt(
  text: string,
  place: number,
  line: number,
  numbered: LineNumbers,
): { source: string; line: number; end: number } {
  const feed = text.indexOf('\n', place);
  const end = feed === -1 ? text.length : feed;
  if (numbered === null) return { source: text.slice(place, end), line, end };
  const tab = text.indexOf('\t', place);
  const [own, element] = text.slice(place, tab).split(':');
  return { source: text.slice(tab + 1, end), line: Number(numbered === 'element' ? element : own), end };
}

/** The first rows of lines of JSON that hold arrays; null when they hold objects. */
export function headOfJson(text: string, { numbered, looks }: JsonLines): HeadRow[] | null {
  const rows: HeadRow[] = [];
  let line = 1;
  for (let place = 0; place < text.length && rows.length < headRows; ) {
    const own = lineAt(text, place, line, numbered);
    line += 1;
    place = own.end + 1;
    const { cells, kinds } = looks === null ? readLine(own.source, 0) : readSheetLine(own.source, looks);
    if (kinds.includes('not-a-row') || kinds.includes('bad-json')) return rows.length === 0 ? null : rows;
    if (kinds.includes('blank-line')) continue;
    const head = cells.map((cell = '') => cell);
    rows.push({ cells: head, line: own.line, end: place, nextLine: line, faults: kinds.filter(isOfCell) });
  }
  return rows;
}

interface ReadLine {
  cells: (SourceCell | undefined)[];
  /** Of an object: those that it names. */
  named?: number;
  kinds: ProblemKind[];
}

/** A line of a sheet ends with its last non-empty cell. */
function readSheetLine(source: string, looks: readonly Look[]): ReadLine {
  const cells = cellsOfSheet(source, looks);
  const kinds = new Set<ProblemKind>();
  if (cells.length === 0) kinds.add('blank-line');
  if (source.includes(problemMark)) {
    for (const cell of cells) if (cell instanceof SheetValue && cell.problem !== null) kinds.add(cell.problem);
  }
  return { cells, kinds: [...kinds] };
}

/** In a line of a sheet every text is in quotes, with its own quotes behind a backslash. */
const problemMark = '{"problem":"';

/** The cells of a sheet that have a problem, as displayed. */
function cellsWith(kind: ProblemKind, cells: SourceCells): string {
  return cells.flatMap((cell) => (cell instanceof SheetValue && cell.problem === kind ? [cell.look] : [])).join(' · ');
}

function cellsOfSheet(source: string, looks: readonly Look[]): SourceCell[] {
  const cells = JSON.parse(source) as SheetCell[];
  return cells.map((cell): SourceCell => {
    if (typeof cell === 'string' || typeof cell === 'number') return cell;
    if (!Array.isArray(cell)) return SheetValue.without(cell.problem, cell.text);
    const look = looks[cell[1]];
    return look ? new SheetValue(cell[0], look) : cell[0];
  });
}

function readLine(source: string, columns: JsonColumns | number): ReadLine {
  if (source.trim() === '') return { cells: [], kinds: ['blank-line'] };
  let json: Json;
  try {
    json = parseJson(source);
  } catch {
    return { cells: [], kinds: ['bad-json'] };
  }
  if (typeof columns === 'number') {
    if (!Array.isArray(json)) return { cells: [], kinds: ['not-a-row'] };
    const cells = json.map(cellOf);
    if (cells.every((cell) => cell === '')) return { cells, kinds: ['blank-line'] };
    return { cells, kinds: cells.length > columns ? ['long-row'] : cells.length < columns ? ['short-row'] : [] };
  }
  if (!isJsonObject(json)) return { cells: [], kinds: ['not-a-row'] };
  const named = Object.entries(flat(json)).map(([key, value]) => [columns.place(key), cellOf(value)] as const);
  const cells = new Array<SourceCell | undefined>(columns.names.length).fill(undefined);
  for (const [place, cell] of named) cells[place] = cell;
  return { cells, named: named.length, kinds: [] };
}

/** Whether all that a row has too much is empty. */
function isPadded(cells: SourceCells, columns: JsonColumns | number): boolean {
  return typeof columns === 'number' && cells.slice(columns).every((cell) => cell === '');
}

/** A record as the API gives it has its values in `fields`, one object or an array of them (2.4 and field notes). */
function flat(record: JsonObject): JsonObject {
  const { fields } = record;
  if (!isJsonObject(fields) && !(Array.isArray(fields) && fields.every(isJsonObject))) return record;
  const { fields: _inner, ...system } = record;
  return Object.assign(system, ...(Array.isArray(fields) ? fields : [fields]));
}

/** `null` is empty, like an empty cell. */
function cellOf(value: Json): SourceCell {
  return value ?? '';
}
