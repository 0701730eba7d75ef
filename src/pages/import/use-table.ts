import { useTranslations } from 'use-intl';
import { tablesOptions, useTableLists } from '../../api/operations/tables';
import type { Client } from '../../api/wire/client';
import { queryClient } from '../../api/wire/query-client';
import { type FailingRead, failingRead } from '../../api/wire/retry';
import type { Id } from '../../contract/ids';
import { type DwTable, isWritableType, tableTypes } from '../../contract/tables';
import { useWritingStop } from '../../credentials/writing';

export interface ImportTable {
  table: DwTable | null;
  name: string;
  /** Why nothing can be sent to it; null when it can. */
  stop: string | null;
  /** Why it was not found: a list could not be read, and can be read anew. Null otherwise. */
  unread: { error: unknown; retry(): void } | null;
  /** A list that has failed and is tried again, while the table is not found; null when there is none. */
  failing: FailingRead | null;
}

/** The table of the address, looked for in the lists of all types (4.3), and whether rows may be sent to it. */
export function useImportTable(client: Client, space: Id, tableId: Id): ImportTable {
  const t = useTranslations('import.send');
  const lists = useTableLists(client, space);
  const stop = useWritingStop(client.environment);
  const table = lists.flatMap(({ data }) => data?.data ?? []).find(({ table_id }) => table_id === tableId) ?? null;
  const looking = table === null && lists.some(({ isPending }) => isPending);
  const failing = table
    ? null
    : failingRead(
        queryClient,
        tableTypes.flatMap((type, index) => {
          const result = lists[index];
          return result ? [{ queryKey: tablesOptions(client, space, type).queryKey, result }] : [];
        }),
      );
  const failed = table === null && !looking ? lists.filter(({ isError }) => isError) : [];
  const unread = failed[0]
    ? { error: failed[0].error, retry: () => void Promise.all(failed.map(({ refetch }) => refetch())) }
    : null;
  const environment = client.environment.title ?? client.environment.name;
  const found = { table, name: table?.name || tableId, unread, failing };
  if (stop === 'insecure') return { ...found, stop: t('insecure') };
  if (table !== null && !isWritableType(table.type)) return { ...found, stop: t('type') };
  if (stop === 'environment') return { ...found, stop: t('closed', { environment }) };
  if (unread) return { ...found, stop: t('unreadTable') };
  return { ...found, stop: table === null && !looking ? t('unknownTable') : null };
}
