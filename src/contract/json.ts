import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON value as it lives inside: an integer beyond ±(2^53−1) is a `bigint`, everything else as JSON.parse gives it. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/**
 * Finds numbers that JSON.parse cannot keep: of 16 digits, or with an exponent of three. One search for each: as one expression they take three times as
 * long, as long as the parsing itself.
 */
const longNumber = /[:[,\s]-?\d{16}/;
const onlyLongNumber = /^-?\d{16}/;
const greatExponent = /\d[eE]\+?\d{3}/;
/** Rarer than a digit is what follows it: looking for that first takes a quarter of the time. */
const exponent = /[eE]\+?\d{3}/;
const integerText = /^-?\d+$/;
/** A fraction of which a double may lose digits: it keeps 15 of any. Dots and digits only, as a sign or an exponent is none. */
const longFraction = /[\d.]{17}/;
/** An integer of millions of digits, exact, would take seconds of everybody's time. */
const mostDigits = 1000;

function exactNumber(source: string): number | bigint {
  const value = Number(source);
  // The length first: an expression that goes over millions of digits may run out of stack.
  if (source.length <= mostDigits && integerText.test(source)) {
    return Number.isSafeInteger(value) ? value : BigInt(source);
  }
  // JSON.parse makes Infinity of it, which JSON cannot represent.
  if (!Number.isFinite(value)) throw new SyntaxError('a number is beyond what can be kept');
  return value;
}

/**
 * Whether a number, as JSON writes it, is the same decimal number in this engine: `1.10`, `1e22` and `0.1` are, a fraction of twenty digits and `1e400` are not.
 */
export function isExactNumber(source: string): boolean {
  const value = Number(source);
  // The length first, as above.
  return source.length <= mostDigits && Number.isFinite(value) && decimalOf(source) === decimalOf(String(value));
}

/** The digits of a number without zeros around them, and the power of ten of the last one. */
function decimalOf(source: string): string {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().replace(/^[+-]/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short === '' ? '0' : `${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

/**
 * Parses JSON text that a person gave, of which nothing may be rounded: a number that would lose digits stays as it is written, which `losesDigits` finds and
 * `formatDigits` writes.
 * @throws SyntaxError when the text is not JSON
 */
export function parseKeepingDigits(text: string): Json {
  if (!longFraction.test(text) && !mayLose(text)) return JSON.parse(text) as Json;
  return parseWith(text, (source) => {
    if (source.length <= mostDigits && integerText.test(source)) return exactNumber(source);
    return isExactNumber(source) ? Number(source) : new LosslessNumber(source);
  });
}

/** Whether a value of `parseKeepingDigits` holds a number that would lose digits. */
export function losesDigits(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isLosslessNumber(value) || Object.values(value).some(losesDigits);
}

/** JSON text of a value of `parseKeepingDigits`, with every number as it was written. */
export function formatDigits(value: Json): string {
  return stringify(value) ?? 'null';
}

/**
 * Parses JSON text; integers beyond ±(2^53−1) come back exact, as `bigint`.
 * The native parser does the work unless such a number may be in the text. (Where an engine hands the source text of each number to a reviver, that takes
 * some twenty times as long.)
 * @throws SyntaxError when the text is not JSON, or holds a number beyond ±1.8 · 10^308 that is no integer, or one of more than 1,000 digits
 */
export function parseJson(text: string): Json {
  return mayLose(text) ? parseWith(text, exactNumber) : (JSON.parse(text) as Json);
}

function mayLose(text: string): boolean {
  return longNumber.test(text) || (exponent.test(text) && greatExponent.test(text)) || onlyLongNumber.test(text);
}

function parseWith(text: string, parseNumber: (source: string) => unknown): Json {
  // The same answer as the native parser: the last of two equal keys wins.
  return parse(text, null, { parseNumber, onDuplicateKey: ({ newValue }) => newValue }) as Json;
}

/**
 * JSON text of a value; a `bigint` is written as the integer it is.
 * @param indent spaces for each level; none writes one line
 */
export function formatJson(value: Json | undefined, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'null';
  } catch (error) {
    // JSON.stringify refuses bigint with a TypeError, and that alone.
    if (!(error instanceof TypeError)) throw error;
    return stringify(value, null, indent) ?? 'null';
  }
}

/** JSON text of ASCII characters only (headers, 4.1): everything else becomes a JSON escape. */
export function formatAsciiJson(value: Json): string {
  return formatJson(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether two JSON values are the same value; the order of an object's keys does not count, the order of an array does. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== typeof b) return isInteger(a) && isInteger(b) && BigInt(a) === BigInt(b);
  if (a === 0 && b === 0) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => sameJson(entry, b[index]));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

const unstorable = /[\0\p{Surrogate}]/u;

/** Whether a database can hold all texts of a value: a NUL character or half of a surrogate pair is refused, with the whole call that brings it. */
export function isStorable(value: Json): boolean {
  if (typeof value === 'string') return !unstorable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, entry]) => isStorable(key) && isStorable(entry));
}

/** Whether a value is empty: missing, `null`, `""` or `[]` (field notes). */
export function isEmptyValue(value: Json | undefined): value is undefined | null | '' | [] {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether a value is a JSON object (neither null nor an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets a property; plain assignment would lose a field called `__proto__`. */
export function setOwn<T>(target: { [key: string]: T }, key: string, value: T): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function isInteger(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}
