import { type FieldKind, isDate, isNamedReference, isNumber } from '../contract/field-kinds';
import { isWeekday, monthOfName } from './calendar-names';
import { plainText } from './plain-text';

/**
 * The format of a column's numbers, dates or references if it is not the console's: `3/4/2026` or `1.234` alone are ambiguous, and so is whether `2` is the
 * name or the ID of an option.
 */
export const valueFormats = [
  'day-first',
  'month-first',
  'day-first-short',
  'month-first-short',
  'no-offset',
  'month-name',
  'compact',
  'serial',
  'comma',
  'accounting',
  'ids',
] as const;
export type ValueFormat = (typeof valueFormats)[number];
/** Those that a text is read by on its own. */
export type ReadableFormat = Exclude<ValueFormat, 'ids'>;
export const readableFormats = valueFormats.filter((form): form is ReadableFormat => form !== 'ids');

const dayFormats: readonly ValueFormat[] = [
  'day-first',
  'month-first',
  'day-first-short',
  'month-first-short',
  'month-name',
  'compact',
  'serial',
  'no-offset',
];

/** The formats to choose from for a column of this type. */
export function formatsOf(kind: FieldKind): readonly ValueFormat[] {
  if (isDate(kind)) return dayFormats;
  if (isNamedReference(kind)) return ['ids'];
  return isNumber(kind) ? ['comma', 'accounting'] : [];
}

/**
 * Forms that are never taken without a word: a year of two digits leaves its century open, a time without its zone may be another one, and a count of days may
 * begin in 1900 or 1904.
 */
const chosenFormats: readonly ValueFormat[] = ['day-first-short', 'month-first-short', 'serial', 'no-offset'];

/** The formats that texts show on their own. Whether they are IDs depends on all of a column. */
export function detectableFormats(kind: FieldKind): readonly ReadableFormat[] {
  const own = formatsOf(kind);
  return readableFormats.filter((form) => own.includes(form) && !chosenFormats.includes(form));
}

const day = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})((?:\s+|T)\d.*)?$/;
const zone = /(:\d{2}(?:\.\d+)?)\s*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
/** Years of two digits before it are of this century, as spreadsheets read them. */
const thisCentury = 30;
const yearFirst = /^\d{4}\D/;
/** Thousands are set apart by points, spaces or apostrophes, or not at all. */
const withComma = /^(\d+|\d{1,3}(?:[.\s'’]\d{3})+)?(?:,(\d*))?((?:e[+-]?\d{1,4})?%?)$/i;
/** Thousands, or lakhs and crores, are set apart by commas, spaces or apostrophes, or not at all. */
const withPoint = /^(\d+|\d{1,3}(?:[,\s'’]\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})?(?:\.(\d*))?((?:e[+-]?\d{1,4})?%?)$/i;
/** What may be a currency before or behind a number: its sign, some letters with it, or its code. */
const beside = /^([A-Z]{0,2}\p{Sc}|[A-Z]{3})\s*|\s*(\p{Sc}|[A-Z]{3}|元|円)$/gu;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** What accountants write for less than zero. */
const negative = /^\((.+)\)$|^(.+)-$|^-(.+)$/;

/** A number without its currency; `5 PCS` has none. */
function withoutCurrency(text: string): string {
  return text.replace(beside, (found) => {
    const name = found.trim();
    return /^[A-Z]{3}$/.test(name) && !currencies.has(name) ? found : '';
  });
}

/** A number of this form as the console writes it; null when it is not of this form. */
function numberWritten(text: string, digits: RegExp): string | null {
  const bare = withoutCurrency(text);
  const less = negative
    .exec(bare)
    ?.slice(1)
    .find((part) => part !== undefined);
  const isNegative = less !== undefined;
  const match = digits.exec(withoutCurrency((less ?? bare.replace(/^\+/, '')).trim()));
  if (!match) return null;
  const [, group = '', decimals = '', rest = ''] = match;
  const all = group.replace(/\D/g, '');
  return all === '' && decimals === ''
    ? null
    : `${isNegative ? '-' : ''}${all || '0'}${decimals && `.${decimals}`}${rest}`;
}

const compact = /^(\d{4})(\d{2})(\d{2})$/;
const named =
  /^(?:(\p{L}+\.?),\s*)?(?:(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:de\s+)?(\p{L}+)\.?|(\p{L}+)\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?),?[\s-]+(?:de\s+)?(\d{4})((?:,?\s+|T)\d.*)?$/iu;
/** Day 0 of a spreadsheet; the day before March 1900 that never was is none. */
const dayZero = Date.UTC(1899, 11, 30);
const serial = /^(\d{1,7})(\.\d+)?$/;

/** A count of days since 1900, as spreadsheets store a date. */
function daySerial(text: string): string | null {
  const [, days, fraction] = serial.exec(text) ?? [];
  if (days === undefined || Number(days) <= 60 || Number(days) > 2_958_465) return null;
  const seconds = Math.round(Number(`${days}${fraction ?? ''}`) * 86_400);
  const written = new Date(dayZero + seconds * 1000).toISOString();
  return seconds % 86_400 === 0 ? written.slice(0, 10) : `${written.slice(0, 10)} ${written.slice(11, 19)}`;
}

function dayNamed(text: string): string | null {
  const [, weekday, first, name, otherName, other, year, time = ''] = named.exec(text) ?? [];
  const month = monthOfName(name ?? otherName ?? '');
  if (month === undefined || (weekday !== undefined && !isWeekday(weekday))) return null;
  return `${year}-${String(month).padStart(2, '0')}-${(first ?? other ?? '').padStart(2, '0')}${time.replace(/^,/, '')}`;
}

/** A number or a day of this form as the console writes it; null when it is not of this form. Days with the year first mean the same in every form. */
export function asConsoleWrites(text: string, form: ReadableFormat): string | null {
  const plain = plainText(text);
  switch (form) {
    case 'comma':
      return numberWritten(plain, withComma);
    case 'accounting':
      return numberWritten(plain, withPoint);
    case 'no-offset':
      return plain.replace(zone, '$1');
    case 'serial':
      return daySerial(plain) ?? plain;
    case 'compact':
      return plain.replace(compact, '$1-$2-$3');
    case 'month-name':
      return yearFirst.test(plain) ? plain : dayNamed(plain);
    default:
      return yearFirst.test(plain) ? plain : dayInOrder(plain, form);
  }
}

/** A day of digits, in the order of the form. */
function dayInOrder(
  text: string,
  form: 'day-first' | 'month-first' | 'day-first-short' | 'month-first-short',
): string | null {
  const match = day.exec(text);
  if (!match) return null;
  const [, first = '', second = '', year = '', time = ''] = match;
  const short = form === 'day-first-short' || form === 'month-first-short';
  if (year.length === 2 && !short) return null;
  const [date, month] = form.startsWith('day') ? [first, second] : [second, first];
  const whole = year.length === 4 ? year : `${Number(year) < thisCentury ? 20 : 19}${year}`;
  return `${whole}-${month.padStart(2, '0')}-${date.padStart(2, '0')}${time}`;
}
