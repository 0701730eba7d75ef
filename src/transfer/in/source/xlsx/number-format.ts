import { format, getFormatDateInfo, isDateFormat, isValidFormat } from 'numfmt';
import type { Look } from '../rows';

/** Numbers of which the look is kept: columns of days and prices hold few different ones. */
const remembered = 5000;
/** What the file leaves to the machine that opens it: days and times of the system. */
const ofTheSystem = /\[\$-(?:F[48]00|x-sys(?:date|time))/i;
/** From the first day of 1900 to that of 1904. */
const days1904 = 1462;
const dayMs = 86_400_000;
/** Day 0, and day 60, which 1900 did not have and a workbook counts all the same. */
const dayZero = Date.UTC(1899, 11, 30);
const lastDay = 2_958_466;
const noSuchDay = 60;

/** Whether the numbers of a format look as their digits. */
export function isPlainFormat(code: string): boolean {
  return /^(?:general|@|)$/i.test(code);
}

/**
 * How the numbers of a format look (ECMA-376, 18.8.30 and 18.8.31). A day whose look is left to the machine that opens the file is written year first.
 * @param code of the format; null: a day as the machine writes it
 */
export function lookOf(code: string | null, from1904: boolean): Look {
  const bySystem = code === null || ofTheSystem.test(code);
  const meaning = code === null ? 'day' : meaningOf(code);
  const toTheSecond = code !== null && meaning === 'day' && showsSeconds(code);
  // A time counts from zero in both date systems.
  const later = meaning === 'day' && from1904 ? days1904 : 0;
  const seen = new Map<string, string>();
  const dayOf = (raw: string): string | null =>
    meaning === 'number' ? null : writtenDay(Number(raw) + later, toTheSecond);
  const made = (raw: string): string => {
    if (bySystem && meaning !== 'number') return dayOf(raw) ?? digitsOf(raw);
    const number = Number(raw);
    // A date before the first one has no format; nor has anything with an invalid format.
    if (code === null || !isValidFormat(code) || (meaning === 'day' && number < 0)) return digitsOf(raw);
    // What is hidden by its format is in the file all the same.
    return format(code, number + later, { nbsp: false }).trim() || digitsOf(raw);
  };
  return {
    show(raw) {
      const known = seen.get(raw);
      if (known !== undefined) return known;
      const text = made(raw);
      if (seen.size >= remembered) seen.clear();
      seen.set(raw, text);
      return text;
    },
    isDay: meaning === 'day',
    number: (raw) => (meaning === 'number' ? digitsOf(raw) : null),
    day: (raw) => (meaning === 'day' ? dayOf(raw) : null),
  };
}

/** A cell holds no more characters: a longer text is as it is, as a format may repeat it. */
const longestText = 32_767;

/** A formatted text: formats may decorate `@`. */
export function textLookOf(code: string): ((text: string) => string) | null {
  return code.includes('@') && code !== '@' && isValidFormat(code)
    ? (text) => (text.length > longestText ? text : format(code, text, { nbsp: false }).trim() || text)
    : null;
}

function meaningOf(code: string): 'number' | 'day' | 'time' {
  if (!isDateFormat(code)) return 'number';
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(code);
  return year || day || (month && !hours && !minutes && !seconds) ? 'day' : 'time';
}

/** Whether a date is shown with its complete time: midnight is shown too. */
function showsSeconds(code: string): boolean {
  const { hours, minutes, seconds } = getFormatDateInfo(code);
  return hours && minutes && seconds;
}

/**
 * The digits of a number as in a file. A workbook stores 17 of them and computes with 15: its `0.30000000000000004` is shown as 0.3. A whole number keeps all
 * digits.
 */
export function digitsOf(raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw;
  const number = Number(raw);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : raw;
}

/** A count of days as text: a day, one with its time (also at midnight where that is shown), or a time alone; null when no day has this number. */
function writtenDay(days: number, midnight: boolean): string | null {
  if (!(days >= 0 && days < lastDay) || Math.floor(days) === noSuchDay) return null;
  const real = days < noSuchDay && days >= 1 ? days + 1 : days;
  const seconds = new Date(dayZero + Math.round((real * dayMs) / 1000) * 1000).toISOString().slice(0, 19);
  const [day = '', time = ''] = seconds.split('T');
  if (days < 1 && time !== '00:00:00') return time;
  return time === '00:00:00' && !midnight ? day : `${day} ${time}`;
}
