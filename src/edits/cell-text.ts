import { type FieldKind, isReference } from '../contract/field-kinds';
import { formatJson, isEmptyValue, type Json } from '../contract/json';
import type { FieldConfig } from '../contract/tables';
import { type Reference, referencesOf } from './same-value';

/**
 * The text of a value as an editor starts with it, a copy takes it and a results file holds it. `coerce` gives the value back for it.
 * Empty in every way (missing, `null`, `""`, `[]`) is the empty text.
 */
export function cellText(value: Json | undefined, kind: FieldKind, config?: FieldConfig): string {
  if (isEmptyValue(value)) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (isReference(kind)) {
    const references = referencesOf(value);
    if (references) return referenceText(references, config);
  }
  return formatJson(value);
}

/** The names of options, people, records or files; the id where there is none. */
export function referenceText(references: readonly Reference[], config?: FieldConfig): string {
  const [first] = references;
  if (first && references.length === 1) return textOf(first, config);
  return references.map((reference) => textOf(reference, config)).join(', ');
}

function textOf({ id, name }: Reference, config: FieldConfig | undefined): string {
  return name ?? optionName(id, config) ?? id ?? '';
}

/** What an option of a field is called; undefined where its config does not say. */
export function optionName(id: string | null, config: FieldConfig | null | undefined): string | undefined {
  return config?.config.options?.find((option) => option.id === id)?.name || undefined;
}

/**
 * The text that means the option, person or record with this id, whatever any of them is called: as the API takes it, `["8"]`. For what is picked from a
 * list, and for where a name alone would leave it open.
 */
export function textOfId(id: string): string {
  return formatJson([id]);
}
