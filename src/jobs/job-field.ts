import type { Json } from '../contract/json';
import type { FieldConfig } from '../contract/table-config';
import { cellText } from '../edits/cell-text';
import type { JobField } from '../storage/job-rows';

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
