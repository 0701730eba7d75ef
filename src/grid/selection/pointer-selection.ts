import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import {
  type CellPlace,
  isSingle,
  rectangleOf,
  type Selection,
  selectAll,
  selectCell,
  selectColumns,
  selectRows,
} from './selection';

/** What of a selection the view goes to: nothing, the row of its head alone (whole rows reach to the far side), or that cell. */
export type Follow = 'none' | 'row' | 'cell';

/** A press without a drag that does more than select, or by a finger. */
interface Press {
  place: CellPlace;
  file: string | undefined;
  isTouch: boolean;
  /** The finger had chosen this cell before. */
  isAgain: boolean;
  x: number;
  y: number;
}

interface PointerSelectionOptions {
  scroller: RefObject<HTMLDivElement | null>;
  selection: Selection;
  rows: number;
  columns: number;
  select(selection: Selection, follow: Follow): void;
  isEditing: boolean;
  /** Ends an edit in the active cell; false if it stays open, and the selection stays. */
  endEdit(): boolean;
  /** A press on a file (`data-file`) in a cell, without a drag. */
  onFile(place: CellPlace, file: string): void;
  /** A double press on a cell or a row number, a second tap on a cell, a tap on a row number. On the record ID it opens the record, like on the number. */
  onTwice(onNumber: boolean): void;
}

/** Where a pointer is: `column` is -1 on the row number; null outside of the rows. */
export function placeAt(target: EventTarget | null): CellPlace | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest('[aria-colindex]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  // The row numbers are the first column for those who listen.
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.ariaColIndex) - 2 } : null;
}

/**
 * Selection by pointer: a press, a drag, Shift and a press; whole rows from their number, everything from the corner above those. A secondary press keeps
 * a range that it falls into.
 */
export function usePointerSelection(options: PointerSelectionOptions) {
  const { scroller, selection, rows, columns, select } = options;
  const drag = useRef<{ from: CellPlace; wholeRows: boolean } | null>(null);
  const pressed = useRef<Press | null>(null);
  /** The cell that a finger chose: another tap on it edits. */
  const tapped = useRef<CellPlace | null>(null);
  /** The last press was refused, as an edit cannot end with its text. */
  const isRefused = useRef(false);

  /** What the press falls on, a file or for a finger anything: the selection may scroll it away from the pointer before that is let go. */
  function notePress(event: PointerEvent): void {
    const { target, button, shiftKey, ctrlKey, metaKey, clientX, clientY, pointerType } = event;
    const file = target instanceof Element ? target.closest<HTMLElement>('[data-file]')?.dataset.file : undefined;
    const place = placeAt(target);
    const isPlain = button === 0 && !shiftKey && !ctrlKey && !metaKey;
    const isTouch = pointerType === 'touch';
    pressed.current =
      isPlain && place && (file || isTouch) ? { place, file, isTouch, isAgain: false, x: clientX, y: clientY } : null;
  }

  /** A finger is lifted where it came down: only now it is known that it did not scroll. */
  function onTap(press: Press): void {
    const { row, column } = press.place;
    press.isAgain = isAt(tapped.current, press.place) && isAt(selection.active, press.place) && isSingle(selection);
    tapped.current = press.place;
    if (column < 0) select(selectRows(row, row, columns), 'row');
    else if (!press.isAgain) select(selectCell(row, column), 'cell');
  }

  function extendTo(place: CellPlace): void {
    const { from, wholeRows } = drag.current ?? { from: selection.active, wholeRows: false };
    if (wholeRows) select(selectRows(from.row, place.row, columns), 'row');
    else select({ active: from, head: { row: place.row, column: Math.max(0, place.column) } }, 'cell');
  }

  function selectForMenu({ row, column }: CellPlace): void {
    const { top, bottom, left, right } = rectangleOf(selection);
    const inside = row >= top && row <= bottom && column >= left && column <= right;
    select(inside ? selection : selectCell(row, Math.max(0, column)), 'none');
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    const place = placeAt(event.target);
    if (!place || event.button === 1) return;
    // The focus follows the selection, not the element under the pointer.
    event.preventDefault();
    // It may be the start of a scroll: a tap selects when the finger is lifted.
    if (event.pointerType === 'touch') return;
    if (event.button === 2) {
      selectForMenu(place);
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
    const listening = new AbortController();
    const { signal } = listening;
    dragWithAutoScroll(scroller.current, signal, (over) => {
      const to = placeAt(over);
      if (to) extendTo(to);
    });
    const onUp = () => {
      drag.current = null;
      listening.abort();
    };
    document.addEventListener('pointerup', onUp, { signal });
    document.addEventListener('pointercancel', onUp, { signal });
  }

  /** A whole column, by a press on its head beside the name. */
  function onHeadPress(event: PointerEvent<HTMLDivElement>): boolean {
    const head = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-head]') : null;
    if (!head || isIn(event.target, 'button, [data-edge]') || event.button !== 0) return false;
    const column = Number(head.dataset.head);
    select(selectColumns(event.shiftKey ? selection.active.column : column, column, rows), 'none');
    return true;
  }

  /** A press that was refused does nothing else either: no order by a head, no menu. */
  function dropRefused(event: MouseEvent<HTMLDivElement>): void {
    if (!isRefused.current || !options.isEditing || isIn(event.target, '[data-editing]')) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    onPointerDownCapture(event: PointerEvent<HTMLDivElement>): void {
      isRefused.current = false;
      pressed.current = null;
      // A press on the scroll bar, below the rows or on the edge of a head: one may look away from what is typed.
      if (event.target === event.currentTarget || isIn(event.target, '[data-editing], [data-edge]')) return;
      isRefused.current = !options.endEdit();
      if (!isRefused.current) return;
      // The focus stays with the text.
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDown(event: PointerEvent<HTMLDivElement>): void {
      const { target } = event;
      if (target === event.currentTarget || isIn(target, '[data-editing]')) return;
      notePress(event);
      if (isIn(target, '[data-corner]') && event.button === 0) {
        event.preventDefault();
        select(selectAll(selection, { rows, columns }), 'none');
      } else if (!onHeadPress(event)) onPointerDown(event);
    },
    onClickCapture: dropRefused,
    onContextMenuCapture(event: MouseEvent<HTMLDivElement>): void {
      dropRefused(event);
      // A finger that was held: its press selected nothing yet.
      if (pressed.current?.isTouch) selectForMenu(pressed.current.place);
      pressed.current = null;
    },
    onPointerUp({ clientX, clientY }: PointerEvent<HTMLDivElement>): void {
      const press = pressed.current;
      if (press?.isTouch && Math.hypot(clientX - press.x, clientY - press.y) < dragFrom) onTap(press);
    },
    onClick({ clientX, clientY }: MouseEvent<HTMLDivElement>): void {
      const press = pressed.current;
      pressed.current = null;
      if (!press || Math.hypot(clientX - press.x, clientY - press.y) >= dragFrom) return;
      const onNumber = press.place.column < 0;
      if (press.file) options.onFile(press.place, press.file);
      else if (onNumber || press.isAgain) options.onTwice(onNumber);
    },
    onDoubleClick({ target }: MouseEvent<HTMLDivElement>): void {
      const place = placeAt(target);
      if (!place || isRefused.current || isIn(target, '[data-editing], [data-file]')) return;
      options.onTwice(place.column < 0);
    },
  };
}

function isIn(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

function isAt(one: CellPlace | null, other: CellPlace): boolean {
  return one?.row === other.row && one.column === other.column;
}

/** A press that moves so far, in px, is a drag. */
const dragFrom = 5;

/** So near to the edge of what scrolls, in px, the pointer scrolls it; and by how much a picture. */
const edge = 24;
const step = 18;

/**
 * Follows a held pointer: reports what is under it, and scrolls while it is at an edge or beyond.
 * @param onOver receives the element under the pointer, or at the nearest edge
 * @param signal ends it
 */
function dragWithAutoScroll(
  scroller: HTMLElement | null,
  signal: AbortSignal,
  onOver: (element: Element | null) => void,
): void {
  let pointer: { x: number; y: number } | null = null;
  let frame = 0;

  function look(): void {
    if (!scroller || !pointer) return;
    const { left, top } = scroller.getBoundingClientRect();
    const { clientWidth, clientHeight } = scroller;
    const head = scroller.firstElementChild?.clientHeight ?? 0;
    const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
    const x = within(pointer.x, left + 1, left + clientWidth - 2);
    const y = within(pointer.y, top + head + 2, top + clientHeight - 2);
    onOver(document.elementFromPoint(x, y));
    const before = [scroller.scrollLeft, scroller.scrollTop];
    if (pointer.y > top + clientHeight - edge) scroller.scrollTop += step;
    if (pointer.y < top + head + edge / 2) scroller.scrollTop -= step;
    if (pointer.x > left + clientWidth - edge) scroller.scrollLeft += step;
    if (pointer.x < left + edge) scroller.scrollLeft -= step;
    // Where nothing scrolls any more, the next move of the pointer is waited for.
    const scrolls = before[0] !== scroller.scrollLeft || before[1] !== scroller.scrollTop;
    frame = scrolls ? requestAnimationFrame(look) : 0;
  }

  function onMove({ clientX, clientY }: globalThis.PointerEvent): void {
    pointer = { x: clientX, y: clientY };
    if (frame === 0) look();
  }

  document.addEventListener('pointermove', onMove, { signal });
  signal.addEventListener('abort', () => cancelAnimationFrame(frame));
}
