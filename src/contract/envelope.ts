/** An answer of the platform: its envelope, and what it holds, read by the schema of its operation. */

import * as v from 'valibot';
import { isJsonObject, type Json, parseJson } from './json';

/** The response envelope of 2.1. `version` comes with file details only. */
export interface Envelope {
  code: number;
  message: string;
  data: Json | undefined;
  /** `meta.trace_id`; null when the answer came without one. */
  traceId: string | null;
  version: string | null;
}

/** Why a response is no envelope: a code for translated messages, and a sentence for records. */
const answerFaults = {
  empty: 'the answer is empty',
  notJson: 'the answer is not JSON',
  notEnvelope: 'the answer is JSON, but not an envelope',
  noCode: 'the envelope has no integer "code"',
  noMessage: 'the envelope has no "message"',
} as const;
export type AnswerFault = keyof typeof answerFaults;

export type ReadEnvelope = { ok: true; envelope: Envelope } | { ok: false; fault: AnswerFault; reason: string };

/** Codes below this are system exceptions, others business exceptions (2.1). */
const firstBusinessCode = 10000;

/** What a code other than 0 means (2.1). */
export function kindOfCode(code: number): 'system' | 'business' {
  return code < firstBusinessCode ? 'system' : 'business';
}

/**
 * Reads the text of an answer as the envelope of 2.1. Judged by its shape alone, never by the HTTP status.
 * `code` and `message` are required; a missing trace id or `data` is kept as null / undefined, so that a real answer is not thrown away for it.
 */
export function readEnvelope(text: string): ReadEnvelope {
  let body: Json;
  try {
    body = parseJson(text);
  } catch {
    return noEnvelope(text.trim() === '' ? 'empty' : 'notJson');
  }
  if (!isJsonObject(body)) return noEnvelope('notEnvelope');
  const { code, message, data, meta, version } = body;
  if (!Number.isInteger(code)) return noEnvelope('noCode');
  if (typeof message !== 'string') return noEnvelope('noMessage');
  const traceId = isJsonObject(meta) ? meta.trace_id : undefined;
  return {
    ok: true,
    envelope: {
      code: code as number,
      message,
      data,
      traceId: typeof traceId === 'string' && traceId !== '' ? traceId : null,
      version: typeof version === 'string' ? version : null,
    },
  };
}

function noEnvelope(fault: AnswerFault): ReadEnvelope {
  return { ok: false, fault, reason: answerFaults[fault] };
}

/** The envelope of 2.1 as a JSON value, for the one who answers. */
export function formatEnvelope(answer: {
  code: number;
  message: string;
  data: Json;
  traceId: string;
  version?: string;
}): Json {
  const { code, message, data, traceId, version } = answer;
  return { code, message, data, meta: { trace_id: traceId }, ...(version === undefined ? {} : { version }) };
}

/** Data that does not match the contract; `path` names the place, as in `items.3.item_id`. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  constructor(
    message: string,
    readonly path: string,
  ) {
    super(path === '' ? message : `${path}: ${message}`);
  }
}

/**
 * Reads unknown JSON by a schema.
 * @throws DecodeError naming the first place that does not fit
 */
export function decode<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw new DecodeError(issue.message, v.getDotPath(issue) ?? '');
}

/** A string, or null where the key is missing, null or of another kind: what may be left out by return fields (4.1). */
export const optionalText = v.fallback(v.nullable(v.string()), null);
