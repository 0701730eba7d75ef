/** The reader of text that spreadsheets put on the clipboard. */

/**
 * Rows of cells. A cell is quoted only where it holds a tab or a line end; any other one that begins with a quote is text as it stands. The line end after
 * the last row makes no row.
 * `"a`, a tab and `b"` may be one cell with a tab, or two with quotes in them: as rows of a sheet are of one length, the others say which. Where they do not,
 * and where there are none, it is one cell.
 */
export function parseTsv(text: string): string[][] {
  const rows = readRows(text, true);
  if (areOfOneLength(rows)) return rows;
  const withoutTabs = readRows(text, false);
  return areOfOneLength(withoutTabs) ? withoutTabs : rows;
}

function areOfOneLength(rows: readonly string[][]): boolean {
  return rows.every(({ length }) => length === rows[0]?.length);
}

/** @param quotesTabs whether a quoted cell may hold tabs */
function readRows(text: string, quotesTabs: boolean): string[][] {
  const rowEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const rows: string[][] = [];
  let cells: string[] = [];
  for (let place = 0; place < text.length || cells.length > 0; ) {
    const quoted = readQuoted(text, place, rowEnd, quotesTabs);
    const end = quoted?.end ?? endOfCell(text, place);
    cells.push(quoted?.cell ?? text.slice(place, end));
    if (text[end] !== '\t') {
      rows.push(cells);
      cells = [];
    }
    place = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return rows;
}

/** The quoted cell that begins at a place; null where its quote is text. */
function readQuoted(
  text: string,
  start: number,
  rowEnd: string,
  quotesTabs: boolean,
): { cell: string; end: number } | null {
  if (text[start] !== '"') return null;
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if (quote === -1 || !/^[\t\r\n]?$/.test(text.charAt(quote + 1))) return null;
  const cell = text.slice(start + 1, quote);
  // Unless it is all there is, the quote of a later cell has closed it: a text that begins with a quote must not swallow the rows between.
  const isAll = start === 0 && text.slice(quote + 1).trim() === '';
  const isSeveralCells = cell.includes('\t') && (!quotesTabs || (!isAll && cell.includes(rowEnd)));
  if (!/[\t\r\n]/.test(cell) || isSeveralCells) return null;
  return { cell: cell.replaceAll('""', '"'), end: quote + 1 };
}

const cellEnd = /[\t\r\n]/g;

function endOfCell(text: string, start: number): number {
  cellEnd.lastIndex = start;
  return cellEnd.exec(text)?.index ?? text.length;
}
