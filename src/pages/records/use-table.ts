import { useTranslations } from 'use-intl';
import { useTableById } from '../../api/queries/tables';
import type { Client } from '../../api/wire/client';
import type { Id } from '../../contract/ids';
import { type DwTable, isWritableType } from '../../contract/tables';
import { useWritingStop, type WritingStop } from '../../credentials/write-permission';

/** The table of the page, and whether its cells can be edited. */
export interface OpenTable {
  id: Id;
  space: Id;
  /** Null while it is in none of the lists. */
  table: DwTable | null;
  /** Some of the lists are on their way. */
  coming: boolean;
  /** Why no cell can be edited; null when they can be. */
  readOnly: 'type' | WritingStop | 'unknown' | null;
  /** The same in a sentence. */
  readOnlyText: string | null;
}

/**
 * A table by its ID. Only `ext` tables of an environment with editing on can be changed (4.5 rule 2, configuration), and only from a secure page. While the
 * type of a table is loading its cells accept input: nothing is sent from a cell, and fast typing would be lost otherwise.
 */
export function useTable(client: Client, space: Id, id: Id): OpenTable {
  const t = useTranslations('records');
  const { table, coming } = useTableById(client, space, id);
  const stop = useWritingStop(client.environment);
  const readOnly = table === null && !coming ? 'unknown' : table && !isWritableType(table.type) ? 'type' : stop;
  const readOnlyText =
    readOnly &&
    {
      type: t('readOnlyReason', { type: table?.type || t('noType') }),
      environment: t('closedReason', { environment: client.environment.name }),
      insecure: t('insecureReason'),
      unknown: t('unknownReason'),
    }[readOnly];
  return { id, space, table, coming, readOnly, readOnlyText };
}
