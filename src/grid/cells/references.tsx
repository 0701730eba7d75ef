import type { Json } from '../../contract/json';
import type { FieldConfig } from '../../contract/table-config';
import { referencesOf } from '../../edits/same-value';

/** More than these are not told apart in a cell anyway. */
const shownMax = 8;

export interface Named {
  id: string | null;
  label: string;
}

/** What a value points to, by name where the value or the table config has one; null when the value is not of that shape. */
export function namedReferences(value: Json, config: FieldConfig | null): { shown: Named[]; more: number } | null {
  const references = referencesOf(Array.isArray(value) ? value.slice(0, shownMax) : value);
  if (references === null) return null;
  const shown = references.map(({ id, name }) => ({
    id,
    label: (name ?? optionName(id, config) ?? id ?? '').slice(0, 80),
  }));
  return { shown, more: Array.isArray(value) ? Math.max(0, value.length - shownMax) : 0 };
}

function optionName(id: string | null, config: FieldConfig | null): string | undefined {
  return config?.config.options?.find((option) => option.id === id)?.name || undefined;
}
