import { parse } from 'lossless-json';
import { compareNumbers, isDecimal, isNumeric, type Numeric, numberOf, numeral } from './decimal';

/** A JSON value as it lives inside: a number that a double would round is a `bigint` or a `Decimal`, everything else as JSON.parse gives it. */
export type Json = null | boolean | Numeric | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Numbers that JSON.parse may round: of more than the 15 digits that a double keeps of any, or with an exponent of three. Some are parts of texts. */
const longNumbers = /(?:^|[:[,\s])(-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})[\d.eE+-]{0,1000})/g;

/**
 * Parses JSON text; numbers that a double would round come back exact, as `bigint` or `Decimal`.
 * The native parser does the work unless such a number may be in the text. (Where an engine hands the source text of each number to a reviver, that takes
 * some twenty times as long.)
 * @throws SyntaxError when the text is not JSON, or holds a number of more than 1,000 digits or powers of ten
 */
export function parseJson(text: string): Json {
  if (!mayLose(text)) return JSON.parse(text) as Json;
  // The same answer as the native parser: the last of two equal keys wins.
  return parse(text, null, { parseNumber, onDuplicateKey: ({ newValue }) => newValue }) as Json;
}

function parseNumber(source: string): Numeric {
  const number = numberOf(source);
  if (number === null) throw new SyntaxError('a number is beyond what can be kept');
  return number;
}

function mayLose(text: string): boolean {
  for (const [, source = ''] of text.matchAll(longNumbers)) if (typeof numberOf(source) !== 'number') return true;
  return false;
}

/**
 * JSON text of a value; exact numbers are written with all of their digits.
 * @param indent spaces for each level; none writes one line
 */
export function formatJson(value: Json | undefined, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'null';
  } catch (error) {
    // JSON.stringify refuses bigint, of which a `Decimal` consists, with a TypeError, and that alone.
    if (!(error instanceof TypeError)) throw error;
    // Made for this one text, so that nothing in it can begin with it.
    const mark = `#${String(Math.random()).slice(2)}#`;
    const replacer = (_key: string, each: unknown) =>
      typeof each !== 'number' && isNumeric(each) ? mark + numeral(each) : each;
    return JSON.stringify(value, replacer, indent).replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
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
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b) === 0;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => sameJson(entry, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
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

/** Whether a value is a JSON object (neither null, a number nor an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDecimal(value);
}

/** Sets a property; plain assignment would lose a field called `__proto__`. */
export function setOwn<T>(target: { [key: string]: T }, key: string, value: T): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
