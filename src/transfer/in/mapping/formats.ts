import { type FieldKind, isDate, isNamedReference, isNumber } from '../../../contract/field-kinds';
import { plainText } from '../../../edits/plain-text';

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
  'comma',
  'ids',
] as const;
export type ValueFormat = (typeof valueFormats)[number];

/** The formats to choose from for a column of this type. */
export function formatsOf(kind: FieldKind): readonly ValueFormat[] {
  if (isDate(kind)) return ['day-first', 'month-first', 'day-first-short', 'month-first-short', 'no-offset'];
  if (isNamedReference(kind)) return ['ids'];
  return isNumber(kind) ? ['comma'] : [];
}

/** Forms that are never taken without a word: a year of two digits leaves its century open, and a time without its zone may be another one. */
const chosenFormats: readonly ValueFormat[] = ['day-first-short', 'month-first-short', 'no-offset'];

/** The formats that texts show on their own. Whether they are IDs depends on all of a column. */
export function detectableFormats(kind: FieldKind): readonly ValueFormat[] {
  return formatsOf(kind).filter((form) => form !== 'ids' && !chosenFormats.includes(form));
}

const day = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})((?:\s+|T)\d.*)?$/;
const zone = /(:\d{2}(?:\.\d+)?)\s*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
/** Years of two digits before it are of this century, as spreadsheets read them. */
const thisCentury = 30;
const yearFirst = /^\d{4}\D/;
/** Thousands are set apart by points, spaces or apostrophes, or not at all. */
const number = /^([+-]?)(\d+|\d{1,3}(?:[.\s'’]\d{3})+)?(?:,(\d*))?((?:[eE][+-]?\d{1,4})?%?)$/;

/** A number or a day of this form as the console writes it; null when it is not of this form. Days with the year first mean the same in every form. */
export function asConsoleWrites(text: string, form: Exclude<ValueFormat, 'ids'>): string | null {
  const plain = plainText(text);
  if (form === 'comma') {
    const match = number.exec(plain);
    if (!match) return null;
    const [, sign = '', whole = '', decimals = '', rest = ''] = match;
    const digits = whole.replace(/\D/g, '');
    return digits === '' && decimals === '' ? null : `${sign}${digits || '0'}${decimals && `.${decimals}`}${rest}`;
  }
  if (form === 'no-offset') return plain.replace(zone, '$1');
  if (yearFirst.test(plain)) return plain;
  const match = day.exec(plain);
  if (!match) return null;
  const [, first = '', second = '', year = '', time = ''] = match;
  const short = form === 'day-first-short' || form === 'month-first-short';
  if (year.length === 2 && !short) return null;
  const [date, month] = form.startsWith('day') ? [first, second] : [second, first];
  const whole = year.length === 4 ? year : `${Number(year) < thisCentury ? 20 : 19}${year}`;
  return `${whole}-${month.padStart(2, '0')}-${date.padStart(2, '0')}${time}`;
}
