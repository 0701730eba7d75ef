import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '../../api/client';
import { recordPageOptions } from '../../api/records';
import { tableConfigOptions } from '../../api/tables';
import { isSystemField } from '../../contract/fields';
import type { Id } from '../../contract/ids';
import type { FieldConfig } from '../../contract/table-config';
import { chosenFor, readColumnChoice } from '../../grid/column-choice';
import { columnsOf, type GridColumn } from '../../grid/columns-of';
import type { JobField } from '../../storage/job-rows';
import { readRemembered } from '../../storage/remembered';
import { recordIdField, type TargetField } from '../../transfer/in/mapping';

export interface TableFields {
  /** Fields that a column can go to, the record id first; null while they are read. */
  targets: readonly TargetField[] | null;
  /** Nothing tells the fields of the table: it is empty, or could not be read. */
  error: unknown;
  jobField(fieldId: string, kind: TargetField['kind']): JobField;
}

/** The fields of a table: those of its config and those seen in its first records, with the names and kinds that the person gave them. */
export function useTableFields(client: Client, tableId: Id): TableFields {
  const config = useQuery(tableConfigOptions(client, tableId));
  const first = useQuery(recordPageOptions(client, { table_id: tableId, filter: null, order: null }, 0));
  const environment = client.environment.name;
  const targets = useMemo(() => {
    if (config.isPending || first.isPending) return null;
    const choice = readColumnChoice(readRemembered(`columns:${environment}:${tableId}`));
    const columns = columnsOf(first.data?.data.items ?? [], config.data?.data ?? null);
    const fields = columns.filter(({ id }) => !isSystemField(id));
    return [
      recordIdField,
      ...fields.map((column): TargetField => {
        const name = chosenFor(choice.names, column.id) ?? column.name ?? column.id;
        const kind = chosenFor(choice.kinds, column.id) ?? column.kind;
        return { field_id: column.id, name, kind, config: configOf(column) };
      }),
    ];
  }, [config.isPending, first.isPending, config.data, first.data, environment, tableId]);
  return {
    targets,
    error: first.error,
    jobField: (fieldId, kind) => {
      const field = targets?.find(({ field_id }) => field_id === fieldId);
      return { field_id: fieldId, name: field?.name ?? fieldId, kind, options: field?.config?.config.options ?? [] };
    },
  };
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
