import type { Json } from '../../contract/json';
import type { FieldConfig } from '../../contract/table-config';
import { cellText } from '../../edits/cell-text';
import { type Coerced, coerce } from '../../edits/coerce';
import type { GridColumn } from '../columns/columns-of';
import { knownOptions } from './known-options';

/**
 * Turns typed or pasted text into the value to write. Names are looked up among the options of the config; where there is no config, among those seen
 * in the records (then other ids are possible too).
 */
export function coerceCell(text: string, column: GridColumn, before: Json | undefined): Coerced {
  const config = column.config ?? undefined;
  // Of a kind that a person gave the field: what was read says no more which kind of value to write. Its own text still gives it back untouched.
  if (column.source === 'hand' && text !== cellText(before, column.kind, config)) {
    return coerce(text, column.kind, undefined, config?.config.options?.length ? config : seenConfig(column));
  }
  const first = coerce(text, column.kind, before, config);
  if (first.ok || first.reason !== 'unknown-name' || config?.config.options?.length) return first;
  return coerce(text, column.kind, before, seenConfig(column));
}

function seenConfig(column: GridColumn): FieldConfig {
  return {
    field_id: column.id,
    name: column.name ?? '',
    field_type: column.config?.field_type ?? '',
    required: false,
    config: { ...column.config?.config, options: knownOptions(column) },
  };
}
