/** The one writer of CSV and TSV: for exports, results and copied cells. */

/** An attribute of the table of copied cells: the console reads each of them as it was. */
export const copiedMark = 'data-cells';

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
 * What a guarded cell of a CSV or TSV file begins with: an apostrophe, and a character without a look by which an import knows that this console has set it. Alone an
 * apostrophe is part of its text: `'-tje` is a word.
 */
const csvGuard = "'\u2060";

/**
 * A cell of a CSV file (RFC 4180).
 * @param isGuarded what a spreadsheet would take for a formula is guarded; `unguardCsv` gives it back
 */
export function csvCell(text: string, isGuarded = true): string {
  const safe = isGuarded ? guardCsv(text) : text;
  return /[",\r\n]/.test(safe) ? quoted(safe) : safe;
}

/** A text in a file that a spreadsheet cannot run, and of which `unguardCsv` knows that it is guarded. */
export function guardCsv(text: string): string {
  return needsGuard(text) ? csvGuard + text : text;
}

/** The text that `guardCsv` was given. */
export function unguardCsv(text: string): string {
  if (!text.startsWith(csvGuard)) return text;
  const bare = text.slice(csvGuard.length);
  return needsGuard(bare) ? bare : text;
}

/** A text that looks guarded already gets one more, so that every text comes back as it was. */
function needsGuard(text: string): boolean {
  return isRisky(text) || text.startsWith(csvGuard);
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
 * A text on the clipboard that a spreadsheet cannot run: one apostrophe more in front of everything that would be a formula, or that would be one without the
 * apostrophes it has already. The console pastes the table beside it, which has every text as it is.
 */
export function guardText(text: string): string {
  return isRisky(text) ? `'${text}` : text;
}

/** Judged without the leading apostrophes, so that one more or less of them never changes the answer. */
function isRisky(text: string): boolean {
  // Most texts begin with a letter or a digit.
  if (/^[a-z\d]/i.test(text)) return false;
  const bare = text.replace(/^'+/, '');
  return formulaStart.test(bare) && !plainNumber.test(bare);
}
