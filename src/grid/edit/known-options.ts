import type { FieldOption } from '../../contract/table-config';
import type { GridColumn } from '../columns/columns-of';

/** Options that an editor can offer: those of the table config, else those that were seen in the records. */
export function knownOptions(column: GridColumn): FieldOption[] {
  const configured = column.config?.config.options;
  if (configured?.length) return configured;
  return [...(column.profile?.references ?? [])].map(([id, name]) => ({ id, name, color: null }));
}
