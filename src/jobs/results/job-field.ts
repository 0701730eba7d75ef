import { isOption } from '../../contract/field-kinds';
import type { Json } from '../../contract/json';
import type { FieldConfig } from '../../contract/table-config';
import { cellText, referenceText } from '../../edits/cell-text';
import { referencesOf } from '../../edits/same-value';
import type { JobField } from '../../storage/job-rows';

/** The field with an id, where it is known. */
export function fieldWith(fields: readonly JobField[], id: string): JobField | undefined {
  return fields.find(({ field_id }) => field_id === id);
}

/** What a field is called; its id where nobody knows a name for it. */
export function fieldName(fields: readonly JobField[], id: string): string {
  return fieldWith(fields, id)?.name || id;
}

/** A field as the config of a table says it, as far as a job knows. */
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
