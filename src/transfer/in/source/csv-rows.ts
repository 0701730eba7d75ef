import { type CsvDialect, csvReader, longestQuoted, namedDelimiter } from '../../../edits/csv';
import {
  type BreakingKind,
  excerpt,
  type HeadRow,
  headRows,
  noteCharacter,
  type Problem,
  type ProblemKind,
  type ReadText,
} from './rows';

export interface CsvPiece {
  text: string;
  dialect: CsvDialect;
  columns: number;
  /** Line of the source in which the text begins, from 1. */
  firstLine: number;
  /** Nothing comes after this text. */
  last: boolean;
  /** Lines before this text end with line feeds: others in it are reported. */
  feeds?: boolean;
  /** Cells, with those that short rows are filled up with, after which it may stop. */
  most?: number;
}

/** A text as exports write it so that a spreadsheet does not take it for a number: `="007"`. */
const formulaText = /^="((?:[^"]|"")*)"$/;

/** The rows of a piece of CSV that begins with a row: every line ends up in a row, and every problem is reported with its line. */
export function readCsv({ text, dialect, columns, firstLine, last, feeds = false, most }: CsvPiece): ReadText {
  const readRow = csvReader(text, dialect);
  const rows: string[][] = [];
  const lines: number[] = [];
  const broken = new Map<number, BreakingKind>();
  const raw = new Map<number, string>();
  const problems: Problem[] = [];
  const note = (kind: ProblemKind, detail: string): void => {
    problems.push({ kind, line, detail: excerpt(detail) });
  };
  const hasFormulas = text.includes('="');
  const endsWithFeeds = feeds || text.includes('\n');
  let place = 0;
  let line = firstLine;
  let filled = 0;
  while (place < text.length) {
    if (most !== undefined && rows.length * columns > most) break;
    const row = readRow(place);
    const { cells, end, mark } = row;
    if (!last && (mark === 0 || (row.open !== null && text.length - row.open < longestQuoted))) break;
    if (cells.length === 1 && cells[0] === '') note('blank-line', '');
    else {
      const index = rows.length;
      for (const kind of row.faults) {
        note(kind, text.slice(place, end));
        broken.set(index, kind);
      }
      if (hasFormulas) {
        for (const [index, cell] of cells.entries()) {
          const [, written] = formulaText.exec(cell) ?? [];
          if (written === undefined) continue;
          note('formula-text', cell);
          cells[index] = written.replaceAll('""', '"');
        }
      }
      if (cells.length < columns) note('short-row', `${cells.length}`);
      if (cells.length > columns) {
        note('long-row', `${cells.length}`);
        // Empty cells at the end shift nothing.
        if (cells.splice(columns).some((cell) => cell !== '') && !broken.has(index)) broken.set(index, 'long-row');
      }
      filled += Math.max(0, columns - cells.length);
      while (cells.length < columns) cells.push('');
      if (broken.has(index)) raw.set(index, text.slice(place, end));
      rows.push(cells);
      lines.push(line);
    }
    line += row.lines;
    if (mark === 1 && text[end] === '\r' && endsWithFeeds) note('mixed-line-ends', '');
    if (mark > 0) line += 1;
    place = end + mark;
  }
  const read = { rows, lines, broken, raw, problems, end: place, endLine: line, filled };
  // Text files contain no NUL: the file probably has another encoding, or is not text at all.
  if (text.includes('\0')) noteCharacter(read, 'nul', '\0', '␀');
  return read;
}

/** The first rows of a CSV text, without blank lines and the line that names the delimiter. */
export function headOfCsv(text: string, dialect: CsvDialect): HeadRow[] {
  const readRow = csvReader(text, dialect);
  const rows: HeadRow[] = [];
  let line = 1;
  for (let place = 0; place < text.length && rows.length < headRows; ) {
    const row = readRow(place);
    const end = row.end + row.mark;
    const nextLine = line + row.lines + 1;
    const isNaming = line === 1 && namedDelimiter(text) !== undefined;
    if (!isNaming && (row.cells.length > 1 || row.cells[0] !== ''))
      rows.push({ cells: row.cells, line, end, nextLine, faults: row.faults });
    place = end;
    line = nextLine;
  }
  return rows;
}
