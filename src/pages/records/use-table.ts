import { useTranslations } from 'use-intl';
import { useTableLists } from '../../api/operations/tables';
import type { Client } from '../../api/wire/client';
import type { Id } from '../../contract/ids';
import { type DwTable, isWritableType } from '../../contract/tables';
import { useWritingStop, type WritingStop } from '../../credentials/writing';

/** Why no cell of a table can be edited; null when they can be. */
export type ReadOnlyReason = 'type' | WritingStop | 'unknown' | null;

/** A table by its id. The API lists tables by type only (4.3), so it is looked for in the lists of all types; null while it is in none, `coming` while some are on their way. */
export function useTable(client: Client, space: Id, tableId: Id): { table: DwTable | null; coming: boolean } {
  const lists = useTableLists(client, space);
  for (const list of lists) {
    const table = list.data?.data.find(({ table_id }) => table_id === tableId);
    if (table) return { table, coming: false };
  }
  return { table: null, coming: lists.some(({ isPending }) => isPending) };
}

/**
 * Only `ext` tables of an environment that is open for writing can be changed (4.5 rule 2, configuration), and only from a secure page. While the type of
 * a table is on its way its cells take what is typed: nothing is sent from a cell, and the first keys of somebody quick would be lost.
 */
export function useReadOnlyReason(
  client: Client,
  { table, coming }: { table: DwTable | null; coming: boolean },
): ReadOnlyReason {
  const stop = useWritingStop(client.environment);
  if (table === null) return coming ? stop : 'unknown';
  if (!isWritableType(table.type)) return 'type';
  return stop;
}

/** Why no cell can be edited, in a sentence; null when they can be. */
export function useReadOnlyText(reason: ReadOnlyReason, table: DwTable | null, environment: string): string | null {
  const t = useTranslations('records');
  if (reason === null) return null;
  return {
    type: t('readOnlyReason', { type: table?.type ?? '' }),
    environment: t('closedReason', { environment }),
    insecure: t('insecureReason'),
    unknown: t('unknownReason'),
  }[reason];
}
