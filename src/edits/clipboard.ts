/**
 * Rows of cells from clipboard text as Excel and Sheets write it: tabs between cells, lines between rows, and a cell that holds either (or begins with
 * a quote that closes) in double quotes with inner quotes doubled. The line end after the last row makes no row.
 */
export function parseTsv(text: string): string[][] {
  if (text === '') return [];
  const rows: string[][] = [[]];
  let place = 0;
  while (place <= text.length) {
    const quoted = text[place] === '"' ? quotedCell(text, place) : null;
    const end = quoted ? quoted.end : endOfCell(text, place);
    rows.at(-1)?.push(quoted ? quoted.cell : text.slice(place, end));
    if (end >= text.length) break;
    const separator = text[end];
    place = separator === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
    if (separator === '\t') continue;
    if (place >= text.length) break;
    rows.push([]);
  }
  return rows;
}

/** A quoted cell, when its closing quote is followed by the end of the cell; a stray quote makes plain text. */
function quotedCell(text: string, start: number): { cell: string; end: number } | null {
  let place = start + 1;
  let cell = '';
  for (;;) {
    const quote = text.indexOf('"', place);
    if (quote === -1) return null;
    cell += text.slice(place, quote);
    if (text[quote + 1] === '"') {
      cell += '"';
      place = quote + 2;
      continue;
    }
    const next = text[quote + 1];
    return next === undefined || next === '\t' || next === '\n' || next === '\r' ? { cell, end: quote + 1 } : null;
  }
}

function endOfCell(text: string, start: number): number {
  for (let place = start; place < text.length; place += 1) {
    const char = text[place];
    if (char === '\t' || char === '\n' || char === '\r') return place;
  }
  return text.length;
}

/** Clipboard text for rows of cells; the opposite of `parseTsv`. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(tsvCell).join('\t')}\r\n`).join('');
}

function tsvCell(cell: string): string {
  return /[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
