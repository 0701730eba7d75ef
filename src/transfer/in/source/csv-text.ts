import { initParser } from 'udsv';
import { readCarefully } from './careful-csv';
import { excerpt } from './problems';
import { lineOf, type ReadText } from './rows';

export interface CsvPiece {
  text: string;
  delimiter: string;
  columns: number;
  /** Line of the source in which the text begins, from 1. */
  firstLine: number;
  /** Nothing comes after this text. */
  last: boolean;
  /** Lines before this text end with line feeds: those in it that do not are told. */
  feeds?: boolean;
  /** Cells, with those that short rows are filled up with, after which it may stop. */
  most?: number;
}

/**
 * The rows of a piece of CSV that begins with a row. uDSV reads it, as nothing else does as fast; but it takes no notice of a wrong number of cells or
 * a broken quote, so its answer counts only where lines, quotes and delimiters add up to it. Everything else is read carefully.
 */
export function readCsv(piece: CsvPiece): ReadText {
  const read = readQuickly(piece) ?? readCarefully(piece);
  if (piece.text.includes('\0')) noteNuls(read);
  return read;
}

function readQuickly({ text, delimiter, columns, firstLine, last, feeds }: CsvPiece): ReadText | null {
  // One column has no delimiter to add up; a mark of byte order inside a file would be lost.
  if (columns < 2 || delimiter.length !== 1 || delimiter === '"' || text === '' || text.startsWith('\ufeff'))
    return null;
  const whole = last && !text.endsWith('\n') && !text.endsWith('\r');
  const source = whole ? `${text}${text.includes('\n') || !text.includes('\r') ? '\n' : '\r'}` : text;
  const ends = lineEnds(source);
  if (ends === null || (feeds && ends.mark === '\r')) return null;
  const quotes = source.includes('"') ? quotedParts(source, delimiter, ends.mark) : noQuotes;
  if (quotes === null) return null;
  // Where no delimiter follows, uDSV begins again at the start of the text.
  if (quotes.count === 0 && delimitersOfLastLine(source, delimiter, ends.mark) !== columns - 1) return null;
  const schema = { skip: 0, row: ends.mark, col: delimiter, encl: quotes.count > 0 ? '"' : '', esc: '"', trim: false };
  const { stringArrs } = initParser({ ...schema, cols: Array.from({ length: columns }, column) });
  const rows = stringArrs<string[]>(source);
  if (rows.length !== ends.count - quotes.lines) return null;
  const final = columns - 1;
  if (rows.some((row) => row.length !== columns)) return null;
  const long = rows.some((row) => row[final]?.includes(delimiter));
  if (long && (quotes.count === 0 || outsideQuotes(source, delimiter) !== final * rows.length)) return null;
  const lines = quotes.lines > 0 ? linesOf(rows, firstLine, ends.mark) : null;
  return {
    rows,
    lines,
    firstLine,
    broken: new Map(),
    problems: [],
    end: text.length,
    endLine: firstLine + ends.count - (whole ? 1 : 0),
  };
}

const column = () => ({ name: '', type: 's' as const, repl: { empty: undefined, null: undefined, NaN: undefined } });
const noQuotes = { count: 0, lines: 0 };

/** The one kind of line end of a text, and how many; null when there are several kinds, or when the text does not end with one. */
function lineEnds(text: string): { mark: string; count: number } | null {
  const feeds = countOf(text, '\n');
  const returns = text.includes('\r') ? countOf(text, '\r') : 0;
  if (returns === 0) return text.endsWith('\n') ? { mark: '\n', count: feeds } : null;
  if (feeds === 0) return text.endsWith('\r') ? { mark: '\r', count: returns } : null;
  const both = countOf(text, '\r\n');
  return both === feeds && both === returns && text.endsWith('\n') ? { mark: '\r\n', count: feeds } : null;
}

/** How many cells stand in quotes, and how many line ends in them; null when a quote opens or closes anywhere but at the edge of a cell. */
function quotedParts(text: string, delimiter: string, mark: string): { count: number; lines: number } | null {
  const edge = delimiter.charCodeAt(0);
  const lineEdge = mark.charCodeAt(0);
  const lastOfMark = mark.charCodeAt(mark.length - 1);
  let count = 0;
  let lines = 0;
  for (let open = text.indexOf('"'); open !== -1; ) {
    const before = text.charCodeAt(open - 1);
    if (open > 0 && before !== edge && before !== lastOfMark) return null;
    let close = text.indexOf('"', open + 1);
    while (close !== -1 && text.charCodeAt(close + 1) === 34) close = text.indexOf('"', close + 2);
    if (close === -1) return null;
    const after = text.charCodeAt(close + 1);
    if (after !== edge && after !== lineEdge) return null;
    count += 1;
    for (let at = text.indexOf(mark, open); at !== -1 && at < close; at = text.indexOf(mark, at + 1)) lines += 1;
    open = text.indexOf('"', close + 1);
  }
  return { count, lines };
}

/** Delimiters that stand outside quotes; the quotes are known to be sound. */
function outsideQuotes(text: string, delimiter: string): number {
  let count = 0;
  let inside = false;
  const edge = delimiter.charCodeAt(0);
  for (let place = 0; place < text.length; place += 1) {
    const char = text.charCodeAt(place);
    if (char === 34) inside = !inside;
    else if (char === edge && !inside) count += 1;
  }
  return count;
}

function delimitersOfLastLine(text: string, delimiter: string, mark: string): number {
  const start = text.lastIndexOf(mark, text.length - mark.length - 1);
  return countOf(text.slice(start === -1 ? 0 : start), delimiter);
}

function linesOf(rows: readonly string[][], firstLine: number, mark: string): number[] {
  let line = firstLine;
  return rows.map((row) => {
    const own = line;
    line += 1;
    for (const cell of row) if (cell.includes(mark)) line += countOf(cell, mark);
    return own;
  });
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** A NUL belongs to no text that a person wrote: usually the file has another encoding, or is no text at all. */
function noteNuls(read: ReadText): void {
  for (const [index, row] of read.rows.entries()) {
    const cell = row.find((text) => typeof text === 'string' && text.includes('\0'));
    if (cell === undefined) continue;
    read.problems.push({ kind: 'nul', line: lineOf(read, index), detail: excerpt(String(cell).replaceAll('\0', '␀')) });
    if (!read.broken.has(index)) read.broken.set(index, 'nul');
  }
}
