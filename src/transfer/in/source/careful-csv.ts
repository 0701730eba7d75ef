import { type BreakingKind, excerpt, type Problem, type ProblemKind } from './problems';
import type { ReadText } from './rows';

/** A cell in quotes that goes on for longer than this was opened by mistake. */
export const longestQuoted = 4_000_000;

interface Piece {
  text: string;
  delimiter: string;
  columns: number;
  firstLine: number;
  last: boolean;
  feeds?: boolean;
  /** Cells, with those that short rows are filled up with, after which it may stop. */
  most?: number;
}

/**
 * The rows of a piece of CSV, whatever is wrong with it: every line ends up in a row, and every oddity is told with its line. A quote that
 * nothing closes is taken as a plain character, so that it spoils its own line and not the rest of the file.
 */
export function readCarefully({ text, delimiter, columns, firstLine, last, feeds = false, most }: Piece): ReadText {
  const rows: string[][] = [];
  const lines: number[] = [];
  const broken = new Map<number, BreakingKind>();
  const raw = new Map<number, string>();
  const problems: Problem[] = [];
  const note = (kind: ProblemKind, at: number, detail: string): void => {
    problems.push({ kind, line: at, detail: excerpt(detail) });
  };
  const fed = feeds || text.includes('\n');
  let place = 0;
  let line = firstLine;
  while (place < text.length) {
    if (most !== undefined && rows.length * columns > most) break;
    const row = readRow(text, place, delimiter);
    if (row.open !== null && !last && text.length - row.open < longestQuoted) break;
    const ended = row.end < text.length || text.endsWith('\n') || text.endsWith('\r') || last;
    if (!ended) break;
    const index = rows.length;
    const source = text.slice(place, row.end);
    const blank = row.cells.length === 1 && row.cells[0] === '';
    if (blank) note('blank-line', line, '');
    else {
      for (const kind of row.kinds) {
        note(kind, line, source);
        broken.set(index, kind);
      }
      const extra = row.cells.slice(columns);
      if (row.cells.length < columns) note('short-row', line, `${row.cells.length}`);
      if (extra.length > 0) {
        note('long-row', line, `${row.cells.length}`);
        // Empty cells at the end shift nothing.
        if (extra.some((cell) => cell !== '') && !broken.has(index)) broken.set(index, 'long-row');
      }
      const cells = row.cells.slice(0, columns);
      while (cells.length < columns) cells.push('');
      if (broken.has(index)) raw.set(index, source);
      rows.push(cells);
      lines.push(line);
    }
    line += row.lines;
    if (row.loneReturn && fed) note('mixed-line-ends', line, '');
    if (row.mark > 0) line += 1;
    place = row.end + row.mark;
  }
  return { rows, lines, firstLine, broken, raw, problems, end: place, endLine: line };
}

export interface CarefulRow {
  cells: string[];
  /** Where its line end begins, and how long that is. */
  end: number;
  mark: number;
  loneReturn: boolean;
  /** Line ends inside its cells. */
  lines: number;
  kinds: BreakingKind[];
  /** Where a quote opens that nothing in this text closes. */
  open: number | null;
}

/** One row, with whatever is wrong with it. */
export function readRow(text: string, start: number, delimiter: string): CarefulRow {
  const cells: string[] = [];
  const kinds: BreakingKind[] = [];
  let open: number | null = null;
  let lines = 0;
  let place = start;
  for (;;) {
    let stop: number;
    const quoted = text[place] === '"' ? readQuoted(text, place) : null;
    if (quoted === null) {
      stop = endOfCell(text, place, delimiter);
      cells.push(text.slice(place, stop));
    } else if (quoted === 'open') {
      open ??= place;
      kinds.push('quote-open');
      stop = endOfCell(text, place, delimiter);
      cells.push(text.slice(place, stop));
    } else {
      const within = lineCount(quoted.cell);
      stop = endOfCell(text, quoted.end, delimiter);
      const junk = text.slice(quoted.end, stop).trim() !== '';
      if (!junk) {
        cells.push(quoted.cell);
        lines += within;
      } else {
        // Over several lines it is no end of the cell, but the beginning of another one: the first quote was never closed.
        kinds.push(within > 0 ? 'quote-open' : 'quote-junk');
        if (within > 0) stop = endOfCell(text, place, delimiter);
        cells.push(text.slice(place, stop));
      }
    }
    if (text.startsWith(delimiter, stop) && stop < text.length) {
      place = stop + delimiter.length;
      continue;
    }
    const mark = text.startsWith('\r\n', stop) ? 2 : stop < text.length ? 1 : 0;
    return { cells, end: stop, mark, loneReturn: mark === 1 && text[stop] === '\r', lines, kinds, open };
  }
}

/** The cell that begins with the quote at `start`; `open` when nothing closes it. */
function readQuoted(text: string, start: number): { cell: string; end: number } | 'open' {
  let cell = '';
  let place = start + 1;
  for (;;) {
    const quote = text.indexOf('"', place);
    if (quote === -1 || quote - start > longestQuoted) return 'open';
    cell += text.slice(place, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    place = quote + 2;
  }
}

function endOfCell(text: string, start: number, delimiter: string): number {
  for (let place = start; place < text.length; place += 1) {
    const char = text[place];
    if (char === '\n' || char === '\r') return place;
    if (char === delimiter[0] && text.startsWith(delimiter, place)) return place;
  }
  return text.length;
}

function lineCount(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
