import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { recordPageOptions } from '../../../api/operations/records';
import { tableConfigOptions } from '../../../api/operations/tables';
import type { Client } from '../../../api/wire/client';
import { queryClient } from '../../../api/wire/query-client';
import { type FailingRead, failingRead } from '../../../api/wire/retry';
import type { Id } from '../../../contract/ids';
import { readColumnChoice } from '../../../grid/columns/column-choice';
import { readColumnsAtOnce } from '../../../storage/column-choices';
import type { JobField } from '../../../storage/job-rows';
import type { TargetField } from '../../../transfer/in/mapping/mapping';
import { targetsOf } from './targets';

export interface TableFields {
  /** Fields that a column can go to, the record id first; null while they are read. */
  targets: readonly TargetField[] | null;
  /** Nothing tells the fields of the table: it is empty, or could not be read. */
  error: unknown;
  /** The read of its first records has failed and is tried again; null when not. */
  failing: FailingRead | null;
  /** Reads them anew. */
  retry(): void;
  jobField(fieldId: string, kind: TargetField['kind']): JobField;
}

/** The fields of a table: those of its config and those seen in its first records, with the names and kinds that the person gave them. */
export function useTableFields(client: Client, tableId: Id): TableFields {
  const config = useQuery(tableConfigOptions(client, tableId));
  const options = recordPageOptions(client, { table_id: tableId, filter: null, order: null }, 0);
  const first = useQuery(options);
  const environment = client.environment.name;
  const targets = useMemo(() => {
    if (config.isPending || first.isPending) return null;
    const choice = readColumnChoice(readColumnsAtOnce({ environment, table_id: tableId }));
    return targetsOf(first.data?.data.items ?? [], config.data?.data ?? null, choice);
  }, [config.isPending, first.isPending, config.data, first.data, environment, tableId]);
  return {
    targets,
    error: first.error,
    failing: failingRead(queryClient, [{ queryKey: options.queryKey, result: first }]),
    retry: () => void Promise.all([config.refetch(), first.refetch()]),
    jobField: (fieldId, kind) => {
      const field = targets?.find(({ field_id }) => field_id === fieldId);
      return { field_id: fieldId, name: field?.name ?? fieldId, kind, options: field?.config?.config.options ?? [] };
    },
  };
}
