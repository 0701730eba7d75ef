import { parse, stringify } from 'lossless-json';

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
 * Parses JSON text; integers beyond ±(2^53−1) come back exact, as `bigint`.
 * The native parser does the work unless such a number may be in the text. (Where an engine hands the source text of each number to a reviver, that takes
 * some twenty times as long.)
 * @throws SyntaxError when the text is not JSON, or holds a number beyond ±1.8 · 10^308 that is no integer, or one of more than 1,000 digits
 */
export function parseJson(text: string): Json {
  const mayBeGreat =
    longNumber.test(text) || (exponent.test(text) && greatExponent.test(text)) || onlyLongNumber.test(text);
  if (!mayBeGreat) return JSON.parse(text) as Json;
  return parse(text, null, {
    parseNumber: exactNumber,
    // The same answer as the native parser: the last of two equal keys wins.
    onDuplicateKey: ({ newValue }) => newValue,
  }) as Json;
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
