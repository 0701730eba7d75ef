import { ApiError, knownCodes } from '../../contract/errors';
import { sameJson } from '../../contract/json';
import type { DwRecord, RecordListInput } from '../../contract/records';
import { createListeners } from '../../state/store';
import type { Client } from '../wire/client';
import { send } from '../wire/send';

/**
 * Whether an environment leaves out what `X-Service-Return-Fields` (4.1) does not name. Nobody says so: it is seen from an answer, once a session. What is
 * not known is no promise.
 */
export type ReturnFieldsHonoured = 'unknown' | 'honoured' | 'ignored';

const storedPrefix = 'return-fields:';
const known = new Map<string, ReturnFieldsHonoured>();
const changes = createListeners();

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
  changes.tell();
}

export const subscribeReturnFields = changes.subscribe;

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

/** Records that are compared to see whether hidden fields are left out. */
const comparedMax = 10;

/**
 * Asks for some fields of the first records of a question, and notes what the answer shows.
 * @param firstPage its first records, read whole
 */
export function tryReturnFields(
  client: Client,
  query: Omit<RecordListInput, 'limit' | 'offset'>,
  firstPage: readonly DwRecord[],
  fields: readonly string[],
): void {
  const environment = client.environment.name;
  const whole = firstPage.slice(0, comparedMax);
  send(
    client,
    'listRecords',
    { ...query, limit: comparedMax, offset: 0 },
    { priority: 'prefetch', returnFields: { own: ['*'], collection: { fields: [...fields] } } },
  ).then(
    ({ data }) => noteReturnFields(environment, judgeReturnFields(whole, data.items, new Set(fields))),
    (error) => {
      // A service that refuses the header, or answers something that is no page to it, does not honour it. Other errors say nothing of it.
      const refused =
        error instanceof ApiError && (error.kind === 'malformed' || error.code === knownCodes.parameterInvalid);
      if (refused) noteReturnFields(environment, 'ignored');
    },
  );
}

/**
 * What an answer to a request for some fields shows, beside the same records read whole.
 * @param fields ids of the fields that were asked for
 * @returns `ignored` also when it lost what was asked for: then the header does harm. `unknown` when no record could have shown it
 */
export function judgeReturnFields(
  whole: readonly DwRecord[],
  answered: readonly DwRecord[],
  fields: ReadonlySet<string>,
): ReturnFieldsHonoured {
  const byId = new Map(whole.map((record) => [record.item_id, record]));
  let leftOut = false;
  for (const record of answered) {
    const before = byId.get(record.item_id);
    // Another record, or changed meanwhile: it proves nothing.
    if (!before || before.updated_on !== record.updated_on) continue;
    if (before.title !== record.title) return 'ignored';
    for (const id of Object.keys(before.fields)) {
      const here = Object.hasOwn(record.fields, id);
      if (!fields.has(id)) {
        if (here) return 'ignored';
        leftOut = true;
      } else if (!here || !sameJson(before.fields[id], record.fields[id])) return 'ignored';
    }
  }
  return leftOut ? 'honoured' : 'unknown';
}
