import * as v from 'valibot';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';

/** A row as this browser has it: another version may have written it, and nothing of it is known before it is decoded. */
export type Stored<Row> = { readonly [Key in keyof Row]?: unknown };

/** What is stored cannot be read by this version; it stays as it is. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** What a stored value is by its schema; null where this version cannot read it. Properties that the schema does not name are kept. */
export function readStored<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown): Value | null {
  try {
    const read = v.safeParse(schema, value, { abortEarly: true });
    return read.success ? read.output : null;
  } catch (error) {
    // Nested deeper than can be walked.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** As `readStored`. @param what it is called in the error @throws UnreadableError */
export function decodeStored<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown, what: string): Value {
  const read = readStored(schema, value);
  if (read === null) throw new UnreadableError(`${what} cannot be read by this version.`);
  return read;
}

/** Epoch milliseconds that are a moment: a `Date` of any other number throws where it is formatted. */
export const timeSchema = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15));

/** A number of things. */
export const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Any number but NaN and the infinities. */
export const finiteSchema = v.pipe(v.number(), v.finite());

/** An object as JSON has it: no list, date, map or file. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

function isJson(value: unknown): value is Json {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return ['string', 'boolean', 'bigint'].includes(typeof value);
  if (value === null) return true;
  return Array.isArray(value) ? value.every(isJson) : isPlainObject(value) && Object.values(value).every(isJson);
}

/** Checked and not copied: a field may be called `__proto__`. */
export const jsonSchema = v.custom<Json>(isJson);
export const jsonObjectSchema = v.custom<JsonObject>((value) => isJsonObject(value) && isJson(value));
