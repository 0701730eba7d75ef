import { isSystemField } from '../contract/fields';
import type { Json } from '../contract/json';
import { coerce } from '../edits/coerce';
import { changesNothing } from '../edits/same-value';
import type { JobField } from '../storage/job-rows';
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
  return writable(sent).filter((id) => !canBeValue(sent[id] ?? null, fieldWith(fields, id), before?.[id]));
}

function writable(sent: JobLine['sent']): string[] {
  return Object.keys(sent).filter((id) => !isSystemField(id));
}

function fieldWith(fields: readonly JobField[], id: string): JobField | undefined {
  return fields.find(({ field_id }) => field_id === id);
}

function canBeValue(after: Json, field: JobField | undefined, before: Json | undefined): boolean {
  if (typeof after !== 'string' || !field || ['text', 'long-text', 'json'].includes(field.kind)) return true;
  const { field_id, name, kind, options } = field;
  const config =
    options.length > 0 ? { field_id, name, field_type: '', required: false, config: { options } } : undefined;
  return coerce(after, kind, before, config).ok;
}
