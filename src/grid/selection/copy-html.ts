import { type FieldKind, isDate, isNumber } from '../../contract/field-kinds';
import { parseTsv } from '../../edits/clipboard';
import { guardText } from '../../edits/formula-guard';

/** A number that a spreadsheet holds with all of its digits: it has fifteen. */
const exactNumber = /^-?(?=(?:\D*\d){1,15}\D*$)\d+(?:\.\d+)?$/;
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text in Excel, and in LibreOffice: without it both read a record id as a number and write its last digits as zeros. */
const asText = ` style="mso-number-format:'\\@'" sdnum="1033;1033;@"`;

/**
 * Copied cells as a table for spreadsheets, beside their plain text, which those read as if it were typed. Pure.
 * @param text the cells as tab-separated text; a single one as it is
 * @param kinds of the columns, from left to right; those of days and numbers are left to the spreadsheet, where it has all their digits and would not run them
 */
export function copyHtml(text: string, kinds: readonly FieldKind[]): string {
  const rows = kinds.length === 1 && !text.endsWith('\r\n') ? [[text]] : parseTsv(text);
  const lines = rows.map((row) => `<tr>${row.map((cell, column) => cellHtml(cell, kinds[column])).join('')}</tr>`);
  return `<meta charset="utf-8"><table>${lines.join('')}</table>`;
}

function cellHtml(cell: string, kind: FieldKind | undefined): string {
  const isDay = kind !== undefined && isDate(kind) && guardText(cell) === cell;
  const free = cell === '' || isDay || (kind !== undefined && isNumber(kind) && exactNumber.test(cell));
  const shown = cell
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
    .replace(/\r\n|[\n\r]/g, `<br style="mso-data-placement:same-cell">`);
  return `<td${free ? '' : asText}>${shown}</td>`;
}
