import type { RefObject } from 'react';
import { type RecordQuery, recordQueryKey } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import type { GridAreaHandle } from '../grid-area-handle';
import type { CreatedRecords } from '../review/created-record';
import type { Extent } from '../rows/extent';
import { findRecord } from '../rows/find-record';
import type { RecordPages } from '../rows/use-record-pages';

interface CreatedOptions {
  client: Client;
  query: RecordQuery;
  pages: RecordPages;
  extent: Extent;
  area: RefObject<GridAreaHandle | null>;
  onRefresh(): void;
  onOpen(id: Id): void;
}

/** The ways to a record that was just created, among the rows of the query. */
export function useCreatedRecords(options: CreatedOptions): CreatedRecords {
  const { client, query, pages, extent, area } = options;
  return {
    queryKey: recordQueryKey(client, query),
    find: (id, signal) => findRecord(client, query, id, extent.exactly, signal),
    show(id, row, asked) {
      if (!asked && !isFree(document.activeElement, area.current)) return;
      // A page that was read before the record was there does not have it.
      const page = Math.floor(row / limits.pageSizeMax);
      const isOld = pages.rowOf(id) !== row && [...pages.loadedPages()].some(({ index }) => index === page);
      if (isOld) options.onRefresh();
      // A failed read is reported by the rows.
      area.current?.goTo(row).catch(() => {});
    },
    open: options.onOpen,
  };
}

/** Whether nothing is being edited or open over the rows, so that the user is not interrupted. */
function isFree(active: Element | null, area: GridAreaHandle | null): boolean {
  if (active?.closest('[role=grid]')) return area?.isEditing() === false;
  return !active?.closest('input, textarea, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]');
}
