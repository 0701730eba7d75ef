import type { FieldKind } from '../../../contract/field-kinds';
import type { FieldConfig } from '../../../contract/tables';
import type { GridColumn } from '../../../grid/columns/columns-of';

/** A column for tests, as if from the table config. */
export function column(id: string, kind: FieldKind, config: Partial<FieldConfig['config']> = {}): GridColumn {
  return {
    id,
    name: null,
    kind,
    source: 'config',
    confidence: 1,
    config: { field_id: id, name: '', field_type: '', required: false, config },
    profile: null,
    distribution: null,
  };
}
