import { guardText } from './formula-guard';

/** A cell of a CSV file (RFC 4180). What a spreadsheet would take for a formula is guarded; `unguardText` gives it back. */
export function csvCell(text: string): string {
  const safe = guardText(text);
  return needsQuotes(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Longer texts are left to an expression: to call it costs as much as to look at so many characters. */
const shortText = 60;

function needsQuotes(text: string): boolean {
  if (text.length > shortText) return /[",\r\n]/.test(text);
  for (let place = 0; place < text.length; place += 1) {
    const char = text.charCodeAt(place);
    if (char === 44 || char === 34 || char === 10 || char === 13) return true;
  }
  return false;
}

/** A line of a CSV file (RFC 4180), with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
