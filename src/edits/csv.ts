import { guardText } from './formula-guard';

/** A cell of a CSV file (RFC 4180). What a spreadsheet would take for a formula is guarded; `unguardText` gives it back. */
export function csvCell(text: string): string {
  const safe = guardText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV file (RFC 4180), with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
