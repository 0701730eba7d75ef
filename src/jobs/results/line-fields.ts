import { isAnyJson, isText } from '../../contract/field-kinds';
import { isSystemField } from '../../contract/fields';
import type { Json } from '../../contract/json';
import { type Coerced, coerce } from '../../edits/coerce';
import { changesNothing } from '../../edits/same-value';
import type { JobField, JobRow } from '../../storage/job-rows';
import { configOf, fieldText, fieldWith } from './job-field';
import type { JobLine } from './job-lines';

/** The fields of a row, by id, whose value the job changes or was to change: not those that only match, and not those that held the value already. */
export function changedFields(
  { sent, before }: Pick<JobLine, 'sent' | 'before'>,
  fields: readonly JobField[],
): string[] {
  return writable(sent).filter((id) => {
    const was = before !== null && Object.hasOwn(before, id) ? before[id] : undefined;
    return before === null || !changesNothing(was, sent[id] ?? null, fieldWith(fields, id)?.options);
  });
}

/** The fields of a row, by id, whose text in the file cannot become a value (`does-not-fit`). @param before values of the record, where it has any */
export function misfitFields(
  { sent, before }: Pick<JobLine, 'sent' | 'before'>,
  fields: readonly JobField[],
): string[] {
  return writable(sent).filter((id) => !valueOfText(sent[id] ?? null, fieldWith(fields, id), before?.[id]).ok);
}

/** What a text of a file becomes as a value of its field; what is no text, or belongs to a field of texts, stays as it is. */
export function valueOfText(written: Json, field: JobField | undefined, before: Json | undefined): Coerced {
  if (typeof written !== 'string' || !field || isText(field.kind) || isAnyJson(field.kind))
    return { ok: true, value: written };
  return coerce(written, field.kind, before, field.options.length > 0 ? configOf(field) : undefined);
}

/** What a row is called: the title of its record, else the key that it was to be found by; null where it has neither. */
export function lineName(
  { title, sent }: Pick<JobLine, 'title' | 'sent'>,
  { fields, update_by_fields }: Pick<JobRow, 'fields' | 'update_by_fields'>,
): string | null {
  if (title) return title;
  const key = update_by_fields.map((id) => fieldText(sent[id], fieldWith(fields, id)));
  return key.filter((text) => text !== '').join(' · ') || null;
}

function writable(sent: JobLine['sent']): string[] {
  return Object.keys(sent).filter((id) => !isSystemField(id));
}
