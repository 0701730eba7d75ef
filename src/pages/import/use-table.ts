import { useTranslations } from 'use-intl';
import type { Client } from '../../api/client';
import { useTableLists } from '../../api/use-table-lists';
import type { Id } from '../../contract/ids';
import { type DwTable, isWritableType } from '../../contract/tables';
import { useWritingStop } from '../../credentials/writing';

export interface ImportTable {
  table: DwTable | null;
  name: string;
  /** Why nothing can be sent to it; null when it can. */
  stop: string | null;
}

/** The table of the address, looked for in the lists of all types (4.3), and whether rows may be sent to it. */
export function useImportTable(client: Client, space: Id, tableId: Id): ImportTable {
  const t = useTranslations('import.send');
  const lists = useTableLists(client, space);
  const stop = useWritingStop(client.environment);
  const table = lists.flatMap(({ data }) => data?.data ?? []).find(({ table_id }) => table_id === tableId) ?? null;
  const looking = table === null && lists.some(({ isPending }) => isPending);
  const environment = client.environment.title ?? client.environment.name;
  const name = table?.name || tableId;
  if (stop === 'insecure') return { table, name, stop: t('insecure') };
  if (table !== null && !isWritableType(table.type)) return { table, name, stop: t('type') };
  if (stop === 'environment') return { table, name, stop: t('closed', { environment }) };
  return { table, name, stop: table === null && !looking ? t('unknownTable') : null };
}
