import { isSystemField } from '../../../contract/fields';
import type { DwRecord } from '../../../contract/records';
import type { FieldConfig, TableConfig } from '../../../contract/table-config';
import { type ColumnChoice, chosenFor } from '../../../grid/columns/column-choice';
import { columnsOf, type GridColumn } from '../../../grid/columns/columns-of';
import { recordIdField, type TargetField } from '../../../transfer/in/mapping/mapping';

/** The fields that a column of a file can go to, the record id first: those of the config and of some records, as the person called them. */
export function targetsOf(
  records: readonly DwRecord[],
  config: TableConfig | null,
  choice: Pick<ColumnChoice, 'names' | 'kinds'>,
): TargetField[] {
  const fields = columnsOf(records, config).filter(({ id }) => !isSystemField(id));
  return [
    recordIdField,
    ...fields.map((column): TargetField => {
      const name = chosenFor(choice.names, column.id) ?? column.name ?? column.id;
      const kind = chosenFor(choice.kinds, column.id) ?? column.kind;
      return { field_id: column.id, name, kind, config: configOf(column) };
    }),
  ];
}

/** The config of a column; where there is none, one with the options that were seen in the records. */
function configOf(column: GridColumn): FieldConfig | null {
  const seen = [...(column.profile?.references ?? [])].map(([id, name]) => ({ id, name, color: null }));
  if (column.config?.config.options?.length || (seen.length === 0 && column.config)) return column.config;
  if (seen.length === 0) return null;
  return {
    field_id: column.id,
    name: column.name ?? '',
    field_type: column.config?.field_type ?? '',
    required: false,
    config: { ...column.config?.config, options: seen },
  };
}
