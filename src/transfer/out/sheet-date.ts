/** A date as a sheet keeps it. */
export interface SheetDate {
  /** Days as a workbook counts them, with the time of day as their fraction (ECMA-376, 18.17.4.1). */
  serial: number;
  /** The text has a time of day. */
  time: boolean;
}

/** Years from 1900 on. */
const form = /^(19\d\d|[2-9]\d{3})-(\d\d)-(\d\d)(?: ([01]\d|2[0-3]):([0-5]\d):([0-5]\d))?$/;
const secondsOfDay = 86_400;
/** Days from the first one of a workbook to 1970. */
const daysTo1970 = 25_569;
/** 1900-03-01: before it workbooks count a day that was none. */
const firstSerial = 61;

/**
 * A date that comes back from a sheet as exactly the same text: `2026-02-03` or `2026-02-03 04:05:06`, a day that there is, from 1900-03-01 on.
 * @returns null for every other text
 */
export function sheetDate(text: string): SheetDate | null {
  const match = form.exec(text);
  if (!match) return null;
  const [, year, month, day, hours, minutes, seconds] = match;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // The 30th of February would be one of March.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  const days = date.getTime() / (secondsOfDay * 1000) + daysTo1970;
  if (days < firstSerial) return null;
  if (hours === undefined) return { serial: days, time: false };
  const passed = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { serial: days + passed / secondsOfDay, time: true };
}
