import { useLayoutEffect, useRef } from 'react';
import type { RecordQuery } from '../../../api/queries/records';
import type { Id } from '../../../contract/ids';
import { isSingle, type Selection, selectCell } from '../../../grid/selection/selection';
import type { RecordPages } from './use-record-pages';

/**
 * A selected cell stays with its record when the rows are read again and it is on another one, as after one's own change of the sorted field: what is typed
 * next is for that record.
 * @param isEditing whether a value is being typed, which stays where it is
 */
export function useFollowedRecord(
  query: RecordQuery,
  pages: RecordPages,
  selection: Selection,
  isEditing: () => boolean,
  onSelection: (selection: Selection) => void,
): void {
  const held = useRef<{ query: RecordQuery; selection: Selection; id: Id } | null>(null);
  useLayoutEffect(() => {
    if (pages.loading || pages.older) return;
    const { row, column } = selection.active;
    const here = pages.recordAt(row)?.item_id;
    const before = held.current;
    if (before?.query !== query || before.selection !== selection) {
      held.current = here === undefined ? null : { query, selection, id: here };
      return;
    }
    // A row that is on its way may have it still.
    if (here === undefined || here === before.id || !isSingle(selection) || isEditing()) return;
    const now = pages.rowOf(before.id);
    if (now === null) return;
    const moved = selectCell(now, column);
    held.current = { ...before, selection: moved };
    onSelection(moved);
  });
}
