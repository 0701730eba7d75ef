import type { FieldKind } from '../contract/fields';
import { formatJson, type Json } from '../contract/json';
import type { FieldConfig } from '../contract/table-config';
import { isEmptyValue, referencesOf } from './same-value';

/**
 * The text of a value as an editor starts with it, a copy takes it and a results file holds it. `coerce` gives the value back for it.
 * Empty in every way (missing, `null`, `""`, `[]`) is the empty text.
 */
export function cellText(value: Json | undefined, kind: FieldKind, config?: FieldConfig): string {
  if (isEmptyValue(value)) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (kind === 'option' || kind === 'user' || kind === 'relation' || kind === 'file') {
    const names = referencesOf(value)?.map(({ id, name }) => name ?? nameOf(id, config) ?? id ?? '');
    if (names) return names.join(', ');
  }
  return formatJson(value);
}

function nameOf(id: string | null, config: FieldConfig | undefined): string | undefined {
  return config?.config.options?.find((option) => option.id === id)?.name || undefined;
}
