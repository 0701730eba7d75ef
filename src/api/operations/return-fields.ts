import type { DwRecord } from '../../contract/records';

/**
 * Whether an environment leaves out what `X-Service-Return-Fields` (4.1) does not name. Nobody says so: it is seen from an answer, once a session. What is
 * not known is no promise.
 */
export type ReturnFieldsHonoured = 'unknown' | 'honoured' | 'ignored';

const storedPrefix = 'return-fields:';
const known = new Map<string, ReturnFieldsHonoured>();
const listeners = new Set<() => void>();

export function returnFieldsHonoured(environment: string): ReturnFieldsHonoured {
  const here = known.get(environment);
  if (here) return here;
  let stored: string | null = null;
  try {
    stored = sessionStorage.getItem(storedPrefix + environment);
  } catch {
    // Without storage it is found out once a page.
  }
  const read = stored === 'honoured' || stored === 'ignored' ? stored : 'unknown';
  known.set(environment, read);
  return read;
}

/** Keeps what an answer has shown, for this session of the browser's tab. */
export function noteReturnFields(environment: string, seen: ReturnFieldsHonoured): void {
  known.set(environment, seen);
  try {
    if (seen !== 'unknown') sessionStorage.setItem(storedPrefix + environment, seen);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

export function subscribeReturnFields(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const askedOf = new WeakMap<DwRecord, ReadonlySet<string>>();

/** Marks records as read with these fields only: the others are not missing from them, nobody asked. */
export function noteAskedFields(records: readonly DwRecord[], fields: readonly string[]): void {
  const asked = new Set(fields);
  for (const record of records) askedOf.set(record, asked);
}

/** The fields that a record was asked for; null: all. */
export function askedFields(record: DwRecord): ReadonlySet<string> | null {
  return askedOf.get(record) ?? null;
}

/** Whether a record was asked for all of these fields; null: for every field there is. */
export function wasAskedFor(record: DwRecord, fields: readonly string[] | null): boolean {
  const asked = askedFields(record);
  return asked === null || (fields?.every((id) => asked.has(id)) ?? false);
}
