import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { followAtEdge } from './follow-at-edge';
import { type CellPlace, type Selection, selectAll, selectCell, selectColumns, selectRows } from './selection';

/** What of a selection the view goes to: nothing, the row of its head alone (whole rows reach to the far side), or that cell. */
export type Follow = 'none' | 'row' | 'cell';

interface PointerSelectionOptions {
  scroller: RefObject<HTMLDivElement | null>;
  selection: Selection;
  rows: number;
  columns: number;
  select(selection: Selection, follow: Follow): void;
  /** Two presses on a cell, or on the number of a row. The record id can be edited by nobody: there they mean the record, as on the number. */
  onTwice(onNumber: boolean): void;
}

/** Where a pointer is: `column` is -1 on the row number; null outside of the rows. */
export function placeAt(target: EventTarget | null): CellPlace | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : null;
}

/**
 * Selection by pointer: a press, a drag, Shift and a press; whole rows from their number, everything from the corner above those. A secondary press keeps
 * a range that it falls into.
 */
export function usePointerSelection(options: PointerSelectionOptions) {
  const { scroller, selection, rows, columns, select } = options;
  const drag = useRef<{ from: CellPlace; wholeRows: boolean } | null>(null);

  function extendTo(place: CellPlace): void {
    const { from, wholeRows } = drag.current ?? { from: selection.active, wholeRows: false };
    if (wholeRows) select(selectRows(from.row, place.row, columns), 'row');
    else select({ active: from, head: { row: place.row, column: Math.max(0, place.column) } }, 'cell');
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    const place = placeAt(event.target);
    if (!place || event.button === 1) return;
    // The focus goes where the selection goes, not to what lies under the pointer.
    event.preventDefault();
    if (event.button === 2) {
      const { active, head } = selection;
      const inside =
        place.row >= Math.min(active.row, head.row) &&
        place.row <= Math.max(active.row, head.row) &&
        place.column >= Math.min(active.column, head.column) &&
        place.column <= Math.max(active.column, head.column);
      select(inside ? selection : selectCell(place.row, Math.max(0, place.column)), 'none');
      return;
    }
    const wholeRows = place.column < 0;
    if (event.shiftKey) {
      drag.current = { from: selection.active, wholeRows };
      extendTo(place);
    } else {
      drag.current = { from: place, wholeRows };
      if (wholeRows) select(selectRows(place.row, place.row, columns), 'row');
      else select(selectCell(place.row, place.column), 'cell');
    }
    const stop = followAtEdge(scroller.current, (over) => {
      const to = placeAt(over);
      if (to) extendTo(to);
    });
    const onUp = () => {
      drag.current = null;
      stop();
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
    };
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
  }

  /** A whole column, by a press on its head beside the name. */
  function onHeadPress(event: PointerEvent<HTMLDivElement>): boolean {
    const head = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-head]') : null;
    const onControl = event.target instanceof Element && event.target.closest('button, [data-edge]') !== null;
    if (!head || onControl || event.button !== 0) return false;
    const column = Number(head.dataset.head);
    select(selectColumns(event.shiftKey ? selection.active.column : column, column, rows), 'none');
    return true;
  }

  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>): void {
      const { target } = event;
      if (!(target instanceof Element) || target.closest('[data-editing]')) return;
      if (target.closest('[data-corner]') && event.button === 0) {
        event.preventDefault();
        select(selectAll({ rows, columns }), 'none');
      } else if (!onHeadPress(event)) onPointerDown(event);
    },
    onDoubleClick({ target }: MouseEvent<HTMLDivElement>): void {
      const place = placeAt(target);
      if (!place || (target instanceof Element && target.closest('[data-editing]'))) return;
      options.onTwice(place.column < 0);
    },
  };
}
