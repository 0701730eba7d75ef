import { ApiError, knownCodes } from '../../contract/errors';
import { sameJson } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { Client } from '../wire/client';
import { send } from '../wire/send';
import type { RecordQuery } from './records';
import { noteReturnFields, type ReturnFieldsHonoured } from './return-fields';

/** Records that are compared to see whether hidden fields are left out. */
const comparedMax = 10;

/**
 * Asks for some fields of the first records of a question, and notes what the answer shows.
 * @param firstPage its first records, read whole
 */
export function tryReturnFields(
  client: Client,
  query: RecordQuery,
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
