import { isSystemField } from '../../contract/fields';
import type { GridColumn } from '../columns/columns-of';

/** Whether the API never writes this column (4.5 rule 7). */
export function isReadOnly(column: GridColumn): boolean {
  return column.source === 'system' || isSystemField(column.id);
}
