/**
 * A fraction that a double would round, exact: `digits × 10^-scale`, where the last digit is no zero and the scale is above zero, so that equal numbers have
 * equal parts. Plain data, as storage and workers lose the class of an object. Two integers of this type because no JSON text is read as such an object, since one
 * as small as a scale is a `number` there, and because JSON.stringify refuses them, where it would write an object.
 */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: bigint;
}

/** A number of any form. */
export type Numeric = number | bigint | Decimal;

/** As many as Postgres lets a column declare. A number of millions of digits would take seconds of everybody's time. */
const mostDigits = 1000;

const integerText = /^-?\d+$/;

/**
 * The number that a text is, as JSON writes it: a double where that is the same decimal number (`1.10`, `1e22` and `0.1` are), else exact.
 * @returns null for one of more than 1,000 digits or powers of ten, and for what is no number
 */
export function numberOf(source: string): Numeric | null {
  if (source.length > mostDigits) return null;
  const value = Number(source);
  if (Number.isNaN(value)) return null;
  if (integerText.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
  if (String(value) === source) return value;
  const exact = decimalOf(source);
  if (exact === null) return null;
  const { digits, scale } = decimalOf(value);
  if (digits === exact.digits && scale === exact.scale) return value;
  return exact.scale > 0n ? exact : exact.digits * 10n ** -exact.scale;
}

/**
 * A number by its digits without zeros at their end; the scale of one that ends in zeros before the point is below zero.
 * @param number one of any form, or the text of one
 * @returns null for a text with more than 1,000 as its power of ten
 */
export function decimalOf(number: Numeric): Decimal;
export function decimalOf(number: Numeric | string): Decimal | null;
export function decimalOf(number: Numeric | string): Decimal | null {
  if (isDecimal(number)) return number;
  const [mantissa = '', power = '0'] = String(number).split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const written = whole + fraction;
  const digits = written.replace(/0+$/, '');
  if (!/[1-9]/.test(digits)) return { digits: 0n, scale: 0n };
  if (Math.abs(Number(power)) > mostDigits) return null;
  return { digits: BigInt(digits), scale: BigInt(fraction.length - Number(power) - (written.length - digits.length)) };
}

export function isDecimal(value: unknown): value is Decimal {
  const scale = (value as { scale?: unknown } | null | undefined)?.scale;
  return typeof scale === 'bigint' && scale > 0n && scale < Number.MAX_SAFE_INTEGER;
}

export function isNumeric(value: unknown): value is Numeric {
  return typeof value === 'number' || typeof value === 'bigint' || isDecimal(value);
}

/** The digits of a number, as JSON writes them. */
export function numeral(number: Numeric): string {
  return isDecimal(number) ? textOfDecimal(number) : String(number);
}

/** The digits of a value that is a number of any form; null for any other. */
export function numeralOf(value: unknown): string | null {
  return isNumeric(value) ? numeral(value) : null;
}

/** All digits of a number, without zeros at the end of its fraction. */
export function textOfDecimal({ digits, scale }: Decimal): string {
  if (scale <= 0n) return String(digits * 10n ** -scale);
  const end = -Number(scale);
  const size = String(digits < 0n ? -digits : digits).padStart(1 - end, '0');
  return `${digits < 0n ? '-' : ''}${size.slice(0, end)}.${size.slice(end)}`.replace(/\.?0+$/, '');
}

export function sumOf(a: Decimal, b: Decimal): Decimal {
  if (a.scale > b.scale) return sumOf(b, a);
  return { digits: a.digits * 10n ** (b.scale - a.scale) + b.digits, scale: b.scale };
}

/** Orders two numbers as the decimal numbers that they are written as: below zero where the first is the smaller one. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const { digits, scale } = decimalOf(b);
  return Number(sumOf(decimalOf(a), { digits: -digits, scale }).digits);
}
