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

export type ReadEnvelope = { ok: true; envelope: Envelope } | { ok: false; reason: string };

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
    return { ok: false, reason: text.trim() === '' ? 'the answer is empty' : 'the answer is not JSON' };
  }
  if (!isJsonObject(body)) return { ok: false, reason: 'the answer is JSON, but not an envelope' };
  const { code, message, data, meta, version } = body;
  if (!Number.isInteger(code)) return { ok: false, reason: 'the envelope has no integer "code"' };
  if (typeof message !== 'string') return { ok: false, reason: 'the envelope has no "message"' };
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
