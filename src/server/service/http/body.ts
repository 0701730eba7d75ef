import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../contract/json';
import { parameterInvalid, ServiceError } from './errors';
import { createJsonScan } from './json-scan';

/** Maximum bytes of a request body: a hundred items with long texts fit well; credentials, which anyone may send, are short. */
export const bodyBytes = { records: 8 * 1024 * 1024, credentials: 64 * 1024 } as const;
/** Levels of nesting in a body; the filter has its own, narrower bound. */
const bodyDepth = 64;
/** Values in a body: a hundred items of some hundred fields. Parsed, each takes many times its bytes. */
const bodyValues = 200_000;

/** The object of a value; `[]` is the empty one, as PHP has one empty array (field notes). Null: it is none. */
export function objectIn(value: Json | undefined): JsonObject | null {
  if (Array.isArray(value) && value.length === 0) return {};
  return isJsonObject(value) ? value : null;
}

/**
 * Reads the JSON object of a request; an empty body is an empty object.
 * @throws ServiceError when it is too large, holds too many values, is not JSON, no object, or holds what SQL text cannot
 */
export async function readBody(request: Request, maximum: number): Promise<JsonObject> {
  const text = await readText(request, maximum);
  if (text.trim() === '') return {};
  let body: JsonObject | null;
  try {
    body = objectIn(parseJson(text));
  } catch {
    throw new ServiceError('parameter', 'the body is not valid JSON');
  }
  if (body === null) throw new ServiceError('parameter', 'the body is not a JSON object');
  check(body, '', 0);
  return body;
}

async function readText(request: Request, maximum: number): Promise<string> {
  if (request.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const scan = createJsonScan();
  let text = '';
  let size = 0;
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maximum) {
        await reader.cancel();
        throw new ServiceError('tooLarge', `the body is larger than ${maximum} bytes`);
      }
      scan.take(value);
      if (scan.values() > bodyValues) {
        await reader.cancel();
        throw new ServiceError('parameter', `the body holds more than ${bodyValues} values`);
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('parameter', 'the body is not valid UTF-8');
  }
}

/** What is valid JSON but no value of the database: NUL, half a surrogate pair, a number beyond double, endless nesting. */
function check(value: Json, path: string, depth: number): void {
  if (depth > bodyDepth) throw parameterInvalid(path, `is nested deeper than ${bodyDepth}`);
  if (typeof value === 'string') checkText(value, path);
  else if (typeof value === 'number' && !Number.isFinite(value)) throw parameterInvalid(path, 'is not a finite number');
  else if (Array.isArray(value))
    for (const [index, entry] of value.entries()) check(entry, `${path}[${index}]`, depth + 1);
  else if (isJsonObject(value)) {
    for (const [key, entry] of Object.entries(value)) {
      checkText(key, path);
      check(entry, path === '' ? key : `${path}.${key}`, depth + 1);
    }
  }
}

function checkText(text: string, path: string): void {
  if (text.includes('\u0000')) throw parameterInvalid(path, 'holds the character NUL');
  if (loneSurrogate.test(text)) throw parameterInvalid(path, 'holds half a surrogate pair');
}

const loneSurrogate = /\p{Surrogate}/u;

const greatestId = 2n ** 63n - 1n;

/** An id as its digits: text or integer, within 64 bits; null for anything else. */
export function idText(value: Json | undefined): string | null {
  const text = typeof value === 'string' ? value : isWhole(value) ? String(value) : '';
  if (!/^\d{1,19}$/.test(text) || BigInt(text) > greatestId) return null;
  return String(BigInt(text));
}

/** The field that a value names: a system field, or a field id, of which PHP makes an integer where it is a key (field notes). Null: it names none. */
export function fieldIn(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : isWhole(value) ? idText(value) : null;
}

/** A parameter that names something by id. @throws ServiceError */
export function requireId(body: JsonObject, name: string): string {
  if (body[name] === undefined || body[name] === null || body[name] === '') throw parameterInvalid(name, 'is missing');
  const id = idText(body[name]);
  if (id === null) throw parameterInvalid(name, 'is not an id');
  return id;
}

/** A parameter that is a text and not empty; a whole number is one, as PHP makes it of digits that were a key. @throws ServiceError */
export function requireText(body: JsonObject, name: string): string {
  const value = body[name];
  if (value === undefined || value === null || value === '') throw parameterInvalid(name, 'is missing');
  if (isWhole(value)) return String(value);
  if (typeof value !== 'string') throw parameterInvalid(name, 'is not a string');
  return value;
}

/** An optional integer parameter within bounds, also as its digits. @throws ServiceError */
export function readInteger(
  body: JsonObject,
  name: string,
  bounds: { min: number; max: number; otherwise: number },
): number {
  const value = body[name];
  if (value === undefined || value === null) return bounds.otherwise;
  // What came to a client in an address is a text there.
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw parameterInvalid(name, 'is not an integer');
  if (number < bounds.min) throw parameterInvalid(name, `is below ${bounds.min}`);
  if (number > bounds.max) throw parameterInvalid(name, `is above ${bounds.max}`);
  return number;
}

function isWhole(value: Json | undefined): value is number | bigint {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}
