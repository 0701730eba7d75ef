import type { Json, JsonObject } from '../contract/json';
import { writeForm } from '../edits/same-value';
import type { JobField, Outcome } from '../storage/job-rows';
import type { ChangedRecord } from './changes';
import type { JobLine } from './job-lines';

/** Rows that may have been written: what a job can undo. */
export const undoable: ReadonlySet<Outcome> = new Set<Outcome>(['verified', 'differs', 'unknown', 'accepted']);

/**
 * What brings back the values before a job: for each row that may have been written, each written field with the value that was sent as what is expected
 * now, and the value before as what to write. Rows of which nothing was read before are counted, not guessed; so are fields that were missing, as they
 * can only be cleared.
 */
export function undoOf(
  lines: readonly JobLine[],
  fields: readonly JobField[],
): { changes: ChangedRecord[]; impossible: number; missing: number } {
  const fieldOf = new Map(fields.map((field) => [field.field_id, field]));
  const changes: ChangedRecord[] = [];
  let impossible = 0;
  let missing = 0;
  for (const { item_id, title, sent, before, result } of lines) {
    if (!undoable.has(result.outcome)) continue;
    if (item_id === null || before === null) {
      impossible += 1;
      continue;
    }
    missing += Object.keys(sent).filter((field_id) => !Object.hasOwn(before, field_id)).length;
    changes.push({
      item_id,
      title,
      cells: Object.entries(sent).map(([field_id, value]) => ({
        field_id,
        before: value,
        after: oldValue(before, field_id, fieldOf.get(field_id)),
      })),
    });
  }
  return { changes, impossible, missing };
}

/** A field that was missing is cleared: the API has no way to take it away. */
function oldValue(before: JsonObject, field_id: string, field: JobField | undefined): Json {
  const value = Object.hasOwn(before, field_id) ? before[field_id] : undefined;
  return writeForm(value, field?.kind ?? 'json', field?.options);
}
