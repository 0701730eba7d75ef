import { type Decimal, decimalOf, type Numeric, sumOf, textOfDecimal } from '../contract/decimal';
import { parseDate } from './parse-text';

export const dateUnits = ['days', 'weeks', 'months', 'years'] as const;
export type DateUnit = (typeof dateUnits)[number];

/**
 * The sum or the product of two numbers, computed without rounding on the way; as text.
 * @param decimals digits after the point of the result, rounded half up; null: all of them, but of two doubles as many as a double holds
 */
export function calculate(does: 'add' | 'multiply', a: Numeric, b: Numeric, decimals: number | null): string {
  const [left, right] = [decimalOf(a), decimalOf(b)];
  const exact = does === 'add' ? sumOf(left, right) : productOf(left, right);
  const result = decimals === null ? exact : rounded(exact, decimals);
  const text = textOfDecimal(result);
  // Whoever keeps fractions as doubles could not keep more.
  return typeof a === 'number' && typeof b === 'number' && text.includes('.') ? String(Number(text)) : text;
}

/** A day some days, weeks, months or years later; the last day of its month where there is no such day. Null when the text is no day, or its year is past 9999. */
export function shiftDate(text: string, amount: number, unit: DateUnit): string | null {
  const date = parseDate(text);
  if (date === null || date.offset) return null;
  const [year = 0, month = 1, day = 1] = date.day.split('-').map(Number);
  const months = unit === 'months' ? amount : unit === 'years' ? amount * 12 : 0;
  const days = unit === 'days' ? amount : unit === 'weeks' ? amount * 7 : 0;
  const first = utcDay(year, month - 1 + months, 1);
  const last = utcDay(first.getUTCFullYear(), first.getUTCMonth() + 1, 0).getUTCDate();
  const shifted = utcDay(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, last) + days);
  const found = shifted.getUTCFullYear();
  if (!(found >= 1 && found <= 9999)) return null;
  const written = `${String(found).padStart(4, '0')}-${pair(shifted.getUTCMonth() + 1)}-${pair(shifted.getUTCDate())}`;
  return date.time === null ? written : `${written} ${date.time}`;
}

function utcDay(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

const pair = (number: number): string => String(number).padStart(2, '0');

function productOf(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

function rounded({ digits, scale }: Decimal, decimals: number): Decimal {
  if (scale <= decimals) return { digits, scale };
  const unit = 10n ** (scale - BigInt(decimals));
  const size = digits < 0n ? -digits : digits;
  const up = (size + unit / 2n) / unit;
  return { digits: digits < 0n ? -up : up, scale: BigInt(decimals) };
}
