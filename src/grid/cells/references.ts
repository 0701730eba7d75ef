import type { Json } from '../../contract/json';
import type { FieldConfig } from '../../contract/table-config';
import { referencesOf } from '../../edits/same-value';
import type { CellPart } from './cell-content';

/** More than these are not told apart in a cell anyway. */
const shownMax = 8;

export interface Named {
  id: string | null;
  label: string;
}

/**
 * What a value points to, by name where the value or the table config has one, and how many more there are; null when the value is not of that shape.
 * @param partOf draws one of them
 */
export function namedParts(
  value: Json,
  config: FieldConfig | null,
  partOf: (named: Named) => CellPart,
): readonly CellPart[] | null {
  if (typeof value === 'boolean') return null;
  const references = referencesOf(Array.isArray(value) ? value.slice(0, shownMax) : value);
  if (references === null) return null;
  const parts = references.map(({ id, name }) =>
    partOf({ id, label: (name ?? optionName(id, config) ?? id ?? '').slice(0, 80) }),
  );
  const more = Array.isArray(value) ? value.length - shownMax : 0;
  return more > 0 ? [...parts, { text: `+${more}`, look: 'more' }] : parts;
}

function optionName(id: string | null, config: FieldConfig | null): string | undefined {
  return config?.config.options?.find((option) => option.id === id)?.name || undefined;
}
