import { isAnyJson, isOption, isText } from '../../contract/field-kinds';
import type { Json, JsonObject } from '../../contract/json';
import { isSystemField } from '../../contract/records';
import type { FieldConfig } from '../../contract/tables';
import { cellText, referenceText } from '../../edits/cell-text';
import { type Coerced, coerce } from '../../edits/coerce';
import { changesNothing, referencesOf } from '../../edits/same-value';
import type { JobField, JobRow, RowResult } from '../../storage/job-rows';
import { isHeld } from '../proof/proof';

/** A row of a job with what it sends, what was there before, and what became of it. */
interface SentRow {
  title: string | null;
  sent: JsonObject;
  before: JsonObject | null;
  result: RowResult;
}

/** The field with an id, where it is known. */
export function fieldWith(fields: readonly JobField[], id: string): JobField | undefined {
  return fields.find(({ field_id }) => field_id === id);
}

/** The name of a field; its ID where no name is known. */
export function fieldName(fields: readonly JobField[], id: string): string {
  return fieldWith(fields, id)?.name || id;
}

/** The names of the fields that are a key, joined. */
export function keyName(fields: readonly JobField[], key: readonly string[]): string {
  return key.map((id) => fieldName(fields, id)).join(' + ');
}

/** A field as in the table config, as far as a job knows. */
export function configOf({ field_id, name, options }: Pick<JobField, 'field_id' | 'name' | 'options'>): FieldConfig {
  return { field_id, name, field_type: '', required: false, config: { options } };
}

/** A value as an editor of its field starts with it; empty for what is missing, null or empty. */
export function fieldText(value: Json | undefined, field: JobField | undefined): string {
  return cellText(value, field?.kind ?? 'json', field && configOf(field));
}

/** A value as a person is shown it: as `fieldText`, with the ids of options that share their name, as old and new would look the same. */
export function shownText(value: Json | undefined, field: JobField | undefined): string {
  const text = fieldText(value, field);
  if (!field || !isOption(field.kind) || text === '') return text;
  const first = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const { id, name } of field.options) {
    const other = first.get(name);
    if (other === undefined) first.set(name, id);
    else for (const own of [other, id]) ids.set(own, `${name} (${own})`);
  }
  const held = ids.size === 0 ? null : referencesOf(value);
  return held?.map((own) => ids.get(own.id ?? '') ?? referenceText([own], configOf(field))).join(', ') ?? text;
}

/** The fields of a row, by id, whose value the job changes or was to change: not those that only match, and not those that held the value already. */
export function changedFields(
  { sent, before }: Pick<SentRow, 'sent' | 'before'>,
  fields: readonly JobField[],
): string[] {
  return writable(sent).filter((id) => {
    const was = before !== null && Object.hasOwn(before, id) ? before[id] : undefined;
    return before === null || !changesNothing(was, sent[id] ?? null, fieldWith(fields, id));
  });
}

/** The fields of a row that differs, by id, that were read back with another value than was sent; none where nothing was read. */
export function differingFields(
  { sent, result: { outcome, now } }: Pick<SentRow, 'sent' | 'result'>,
  fields: readonly JobField[],
): string[] {
  if (outcome !== 'differs' || !now) return [];
  return writable(sent).filter((id) => !isHeld(sent[id], now[id], fieldWith(fields, id)));
}

/** The fields of a row, by id, whose text in the file cannot become a value (`does-not-fit`). @param before values of the record, where it has any */
export function misfitFields(
  { sent, before }: Pick<SentRow, 'sent' | 'before'>,
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
  { title, sent }: Pick<SentRow, 'title' | 'sent'>,
  { fields, update_by_fields }: Pick<JobRow, 'fields' | 'update_by_fields'>,
): string | null {
  if (title) return title;
  const key = update_by_fields.map((id) => fieldText(sent[id], fieldWith(fields, id)));
  return key.filter((text) => text !== '').join(' · ') || null;
}

function writable(sent: SentRow['sent']): string[] {
  return Object.keys(sent).filter((id) => !isSystemField(id));
}
