/** The beginning of a table that was written as text. */
export interface CsvRows {
  /** Cells of each row, as they are; the first row mostly names the columns. */
  rows: string[][];
  /** The most cells that a row has, at most `columnsMax`. */
  columns: number;
  /** There are rows beyond `rowsMax`. */
  moreRows: boolean;
  /** There are cells beyond `columnsMax`. */
  moreColumns: boolean;
}

const rowsMax = 20_000;
const columnsMax = 200;
const separators = [',', ';', '\t', '|'];

/**
 * Rows of comma-separated values (RFC 4180), with whatever separator the first line has most of. Lenient, since it is for the eye: a quote that is
 * never closed ends with the text.
 * @param cut the text is the beginning of a longer one, so its last row may be incomplete and is left out
 */
export function csvRows(text: string, cut = false): CsvRows {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(body);
  const rows: string[][] = [];
  let columns = 0;
  let moreColumns = false;
  let at = 0;
  while (at < body.length && rows.length < rowsMax) {
    const row: string[] = [];
    let ended = false;
    while (!ended) {
      const cell = cellAt(body, at, separator);
      if (row.length < columnsMax) row.push(cell.text);
      else moreColumns = true;
      ended = body[cell.end] !== separator;
      at = cell.end + 1;
      if (ended && body[cell.end] === '\r' && body[at] === '\n') at += 1;
    }
    if (cut && at > body.length) break;
    columns = Math.max(columns, row.length);
    rows.push(row);
  }
  return { rows, columns, moreRows: at < body.length, moreColumns };
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => line.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** One cell from a place on; `end` is where its separator, line end or the end of the text stands. */
function cellAt(text: string, start: number, separator: string): { text: string; end: number } {
  if (text[start] !== '"') {
    const end = endOfCell(text, start, separator);
    return { text: text.slice(start, end), end };
  }
  let cell = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { text: cell + text.slice(at), end: text.length };
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Whatever stands between the closing quote and the separator belongs to the cell.
      const rest = endOfCell(text, quote + 1, separator);
      return { text: cell + text.slice(quote + 1, rest), end: rest };
    }
    cell += '"';
    at = quote + 2;
  }
}

function endOfCell(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}
