import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { countRecords } from '../../api/queries/count-records';
import { type RecordQuery, recordPageOptions, recordQueryKey } from '../../api/queries/records';
import { tableConfigOptions, useTableById } from '../../api/queries/tables';
import type { Client } from '../../api/wire/client';
import type { Filter } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import { formatJson, type Json } from '../../contract/json';
import { limits } from '../../contract/limits';
import type { RecordPage } from '../../contract/records';
import { columnsAsChosen, readColumnChoice } from '../../grid/columns/column-choice';
import { columnLabel } from '../../grid/columns/column-label';
import { columnsOf, type GridColumn } from '../../grid/columns/columns-of';
import type { LoadScope } from '../../insight/snapshot/run-state';
import { readColumnsAtOnce } from '../../storage/column-choices';
import { paths } from '../../url/paths';

/** A table, what of it would be loaded, and what of it is known before that. */
export interface TableScope {
  client: Client;
  space: Id;
  tableId: Id;
  tableName: string;
  type: string | null;
  /** Columns as people named them; empty until they are known. */
  columns: readonly GridColumn[];
  /** With the filter, and without. */
  filtered: LoadScope;
  whole: LoadScope;
  hasFilter: boolean;
  /** Bytes that the rows take in this browser, roughly; null while their number is not known. */
  bytes: number | null;
  isReady: boolean;
  error: unknown;
  retry(): void;
  recordsPath(search: string): string;
}

interface ScopeOptions {
  client: Client;
  space: Id;
  tableId: Id;
  filter: Filter | null;
}

/** By the first page of rows, the table config, and a count where the service reports none. */
export function useLoadScope({ client, space, tableId, filter }: ScopeOptions): TableScope {
  const t = useTranslations('grid');
  const query = useMemo<RecordQuery>(() => ({ table_id: tableId, filter, order: null }), [tableId, filter]);
  const first = useQuery(recordPageOptions(client, query, 0));
  const config = useQuery(tableConfigOptions(client, tableId));
  const { table } = useTableById(client, space, tableId);
  const page = first.data?.data;
  const reported = page ? reportedRows(page, filter) : null;
  const counted = useQuery({
    queryKey: [...recordQueryKey(client, query), 'count'],
    queryFn: async ({ signal }) =>
      (await countRecords(client, query, { signal, start: page?.items.length ?? 0 })).atLeast,
    enabled: page !== undefined && reported === null,
  });
  const expected = reported ?? counted.data ?? null;
  const tableName = table?.name || config.data?.data?.name || tableId;
  const environment = client.environment.name;

  return useMemo(() => {
    const known = page && !config.isPending ? columnsOf(page.items, config.data?.data ?? null) : [];
    const columns = columnsAsChosen(known, readColumnChoice(readColumnsAtOnce({ environment, table_id: tableId })));
    const labelled = columns.map((column) => ({ id: column.id, label: columnLabel(column, t), kind: column.kind }));
    const scopeOf = (of: Filter | null, rows: number | null): LoadScope => ({
      query: { table_id: tableId, filter: of },
      columns: labelled,
      tableName,
      expected: rows,
    });
    const sample = page?.items.slice(0, 100) ?? [];
    const bytesOfRow = formatJson(sample as unknown as Json).length / Math.max(1, sample.length);
    return {
      client,
      space,
      tableId,
      tableName,
      type: table?.type ?? null,
      columns,
      filtered: scopeOf(filter, expected),
      whole: scopeOf(null, filter === null ? expected : null),
      hasFilter: filter !== null,
      bytes: expected === null ? null : expected * bytesOfRow,
      isReady: page !== undefined && !config.isPending,
      error: first.error,
      retry: () => void first.refetch(),
      recordsPath: (search: string) => {
        const path = paths.records({ env: environment, space, table: tableId });
        return search === '' ? path : `${path}?${search}`;
      },
    };
  }, [
    client,
    space,
    tableId,
    tableName,
    table,
    page,
    config.data,
    config.isPending,
    environment,
    filter,
    expected,
    first.error,
    first.refetch,
    t,
  ]);
}

/** The number of rows that a page of them tells; null where it tells none. */
function reportedRows(page: RecordPage, filter: Filter | null): number | null {
  if (page.items.length < limits.pageSizeMax) return page.items.length;
  return page.filtered ?? (filter === null ? page.total : null);
}
