/** The one writer of CSV and TSV: for exports, results and copied cells. */

/** Clipboard text for rows of cells, as spreadsheets write it; `parseTsv` reads it. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(tsvCell).join('\t')}\r\n`).join('');
}

/** A cell on the clipboard: quoted only where it holds a tab or a line end. */
export function tsvCell(cell: string): string {
  return /[\t\n\r]/.test(cell) ? quoted(cell) : cell;
}

/** A line of a TSV file, with its end: its readers take every quote at the beginning of a cell for the mark of a quoted one. */
export function tsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (cell.startsWith('"') ? quoted(cell) : tsvCell(cell))).join('\t')}\r\n`;
}

/** A line of a CSV file (RFC 4180), with its end. @param isGuarded as in `csvCell` */
export function csvLine(cells: readonly string[], isGuarded = true): string {
  return `${cells.map((cell) => csvCell(cell, isGuarded)).join(',')}\r\n`;
}

/**
 * Behind the last name of a header: the texts below are guarded. A character without a look, which other programs keep. Without it an apostrophe is part of
 * its text: `'-tje` is a word.
 */
const guardedHeader = '\u2060';

/** The header of a CSV file whose cells are guarded, and which says so. */
export function csvHeader(names: readonly string[]): string {
  return csvLine(names.map((name, index) => (index === names.length - 1 ? name + guardedHeader : name)));
}

/** The names of a header, and whether the texts below it are guarded. */
export function readHeader(names: readonly string[]): { names: string[]; isGuarded: boolean } {
  const plain = names.map((name) => (name.endsWith(guardedHeader) ? name.slice(0, -1) : name));
  return { names: plain, isGuarded: plain.some((name, index) => name !== names[index]) };
}

/**
 * A cell of a CSV file (RFC 4180).
 * @param isGuarded what a spreadsheet would take for a formula is guarded; `unguardText` gives it back
 */
export function csvCell(text: string, isGuarded = true): string {
  const safe = isGuarded ? guardText(text) : text;
  return /[",\r\n]/.test(safe) ? quoted(safe) : safe;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * What a spreadsheet takes for a formula at the start of a cell: a sign, in the wide and small forms of input methods too, also after invisible characters
 * (spaces of any width, byte order marks, direction marks, control characters), which some programs strip first.
 */
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;
/** A number with its sign computes nothing, and columns of numbers have to stay such. */
const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A text that a spreadsheet cannot run: one apostrophe more in front of everything that would be a formula, or that would be one without the
 * apostrophes it has already. So `unguardText` gives every text back as it was, also one that came with an apostrophe of its own.
 */
export function guardText(text: string): string {
  return isRisky(text) ? `'${text}` : text;
}

/** The text that `guardText` was given. */
export function unguardText(text: string): string {
  return text.startsWith("'") && isRisky(text) ? text.slice(1) : text;
}

/** Judged without the leading apostrophes, so that one more or less of them never changes the answer. */
function isRisky(text: string): boolean {
  // Most texts begin with a letter or a digit.
  if (/^[a-z\d]/i.test(text)) return false;
  const bare = text.replace(/^'+/, '');
  return formulaStart.test(bare) && !plainNumber.test(bare);
}
