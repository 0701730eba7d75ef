import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { recordPageOptions } from '../../api/queries/records';
import { tableConfigOptions, tablesOptions, useTableLists } from '../../api/queries/tables';
import type { Client } from '../../api/wire/client';
import { type FailingRead, failingRead, queryClient } from '../../api/wire/query-client';
import { isShortText } from '../../contract/field-kinds';
import type { Id } from '../../contract/ids';
import { type DwRecord, isSystemField } from '../../contract/records';
import { type DwTable, type FieldConfig, isWritableType, type TableConfig, tableTypes } from '../../contract/tables';
import { useWritingStop } from '../../credentials/write-permission';
import { type ColumnChoice, chosenFor, readColumnChoice } from '../../grid/columns/column-choice';
import { columnsOf, type GridColumn } from '../../grid/columns/columns-of';
import { useKept } from '../../state/store';
import { readColumnsAtOnce } from '../../storage/column-choices';
import type { JobField } from '../../storage/job-rows';
import { recordIdField, type TargetField } from '../../transfer/in/mapping/mapping';

interface ImportTable {
  table: DwTable | null;
  name: string;
  /** Why nothing can be sent to it; null when it can. */
  stop: string | null;
  /** Why it was not found: a list could not be loaded, and can be reloaded. Null otherwise. */
  unread: { error: unknown; retry(): void } | null;
  /** A failed and retried list, while the table is not found; null when there is none. */
  failing: FailingRead | null;
}

/** The table of the address, looked for in the lists of all types (4.3), and whether rows may be sent to it. */
export function useImportTable(client: Client, space: Id, tableId: Id): ImportTable {
  const t = useTranslations('import.send');
  const lists = useTableLists(client, space);
  const stop = useWritingStop(client.environment);
  const table = lists.flatMap(({ data }) => data?.data ?? []).find(({ table_id }) => table_id === tableId) ?? null;
  const looking = table === null && lists.some(({ isPending }) => isPending);
  const reads = tableTypes.flatMap((type, index) => {
    const result = lists[index];
    return result ? [{ queryKey: tablesOptions(client, space, type).queryKey, result }] : [];
  });
  const failed = table === null && !looking ? lists.filter(({ isError }) => isError) : [];
  const unread = failed[0]
    ? { error: failed[0].error, retry: () => void Promise.all(failed.map(({ refetch }) => refetch())) }
    : null;
  const failing = table ? null : failingRead(queryClient, reads);
  const environment = client.environment.title ?? client.environment.name;
  const found = { table, name: table?.name || tableId, unread, failing };
  if (stop === 'insecure') return { ...found, stop: t('insecure') };
  if (table !== null && !isWritableType(table.type)) return { ...found, stop: t('type') };
  if (stop === 'environment') return { ...found, stop: t('closed', { environment }) };
  if (unread) return { ...found, stop: t('unreadTable') };
  return { ...found, stop: table === null && !looking ? t('unknownTable') : null };
}

export interface TableFields {
  /** Fields that a column can go to, the record id first; null while they are read. */
  targetFields: readonly TargetField[] | null;
  /** The fields of the table are unknown: it is empty, or could not be read. */
  error: unknown;
  /** The read of its first records has failed and is tried again; null when not. */
  failing: FailingRead | null;
  /** Reloads them. */
  retry(): void;
  jobField(fieldId: string, kind: TargetField['kind']): JobField;
}

const firstRecords = (client: Client, tableId: Id) =>
  recordPageOptions(client, { table_id: tableId, filter: null, order: null }, 0);

/** The fields of a table: those of its config and those seen in its first records, with the names and types that the user gave them. */
export function useTableFields(client: Client, tableId: Id): TableFields {
  const config = useQuery(tableConfigOptions(client, tableId));
  const first = useQuery(firstRecords(client, tableId));
  const environment = client.environment.name;
  const found = useMemo(() => {
    if (config.isPending || first.isPending) return null;
    return targetFieldsOf(first.data?.data.items ?? [], config.data?.data ?? null, ownColumns(environment, tableId));
  }, [config.isPending, first.isPending, config.data, first.data, environment, tableId]);
  // One's own running job has the first records loaded again every second: what is made of the fields is made again only where they differ.
  const targetFields = useKept(found, hasSameFields);
  const jobField = useCallback(
    (fieldId: string, kind: TargetField['kind']): JobField => {
      const field = targetFields?.find(({ field_id }) => field_id === fieldId);
      return { field_id: fieldId, name: field?.name ?? fieldId, kind, options: field?.config?.config.options ?? [] };
    },
    [targetFields],
  );
  return {
    targetFields,
    error: first.error,
    failing: failingRead(queryClient, [{ queryKey: firstRecords(client, tableId).queryKey, result: first }]),
    retry: () => void Promise.all([config.refetch(), first.refetch()]),
    jobField,
  };
}

/** Whether two lists are of the same fields; the texts that their records hold do not count. */
export function hasSameFields(a: readonly TargetField[] | null, b: readonly TargetField[] | null): boolean {
  const textOf = (fields: typeof a) => JSON.stringify(fields?.map(({ seen: _seen, ...field }) => field));
  return textOf(a) === textOf(b);
}

/** The same fields, waited for: what cannot be read is left out. */
export async function readTargetFields(client: Client, tableId: Id): Promise<TargetField[]> {
  const [config, first] = await Promise.all([
    queryClient.ensureQueryData(tableConfigOptions(client, tableId)).catch(() => null),
    queryClient.ensureQueryData(firstRecords(client, tableId)).catch(() => null),
  ]);
  return targetFieldsOf(first?.data.items ?? [], config?.data ?? null, ownColumns(client.environment.name, tableId));
}

function ownColumns(environment: string, table_id: Id): ColumnChoice {
  return readColumnChoice(readColumnsAtOnce({ environment, table_id }));
}

/** The fields that a column of a file can go to, the record id first: those of the config and of some records, with the user's names. */
export function targetFieldsOf(
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
      return { field_id: column.id, name, kind, config: configOf(column), seen: seenTexts(records, column, kind) };
    }),
  ];
}

/** A longer text names nothing that another record has as well. */
const longestSeen = 80;

/** The texts of a field in some records, to recognize a column with an unknown name. Numbers and dates are not distinctive enough. */
function seenTexts(records: readonly DwRecord[], { id }: GridColumn, kind: TargetField['kind']): Set<string> {
  const texts = new Set<string>();
  if (!isShortText(kind)) return texts;
  for (const { fields } of records) {
    const value = fields[id];
    if (typeof value === 'string' && value.length <= longestSeen && value.trim() !== '') texts.add(value.trim());
  }
  return texts;
}

/** The config of a column; if there is none, one with the options seen in records. */
function configOf({ id, name, config, profile }: GridColumn): FieldConfig | null {
  const seen = [...(profile?.references ?? [])].map(([id, name]) => ({ id, name, color: null }));
  if (seen.length === 0 || config?.config.options?.length) return config;
  return {
    field_id: id,
    name: name ?? '',
    field_type: config?.field_type ?? '',
    required: false,
    config: { ...config?.config, options: seen },
  };
}
