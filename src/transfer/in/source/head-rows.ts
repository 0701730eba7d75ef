import { readRow } from './careful-csv';
import { arrayOfLine, lineAt } from './json-text';
import type { SourceCell } from './rows';
import type { Look } from './sheet-value';

/** A row before anything is known of the columns. */
export interface HeadRow {
  cells: SourceCell[];
  line: number;
  /** Where the next row begins in the text, and in which line. */
  end: number;
  nextLine: number;
}

/** As many rows as the header is looked for in, and the number of columns where there is none. */
const looked = 100;

/** The first rows of a CSV text, blank lines left out. */
export function headOfCsv(text: string, delimiter: string): HeadRow[] {
  const rows: HeadRow[] = [];
  let line = 1;
  for (let place = 0; place < text.length && rows.length < looked; ) {
    const row = readRow(text, place, delimiter);
    const end = row.end + row.mark;
    const nextLine = line + row.lines + 1;
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push({ cells: row.cells, line, end, nextLine });
    place = end;
    line = nextLine;
  }
  return rows;
}

/** The first rows of lines of JSON that hold arrays; null when they hold objects. */
export function headOfJson(text: string, numbered: boolean, looks: readonly Look[] | null): HeadRow[] | null {
  const rows: HeadRow[] = [];
  let line = 1;
  for (let place = 0; place < text.length && rows.length < looked; ) {
    const own = lineAt(text, place, line, numbered);
    line += 1;
    place = own.end + 1;
    if (own.source.trim() === '') continue;
    const cells = arrayOfLine(own.source, looks);
    if (cells === null) return rows.length === 0 ? null : rows;
    if (cells.some((cell) => cell !== '')) rows.push({ cells, line: own.line, end: place, nextLine: line });
  }
  return rows;
}
