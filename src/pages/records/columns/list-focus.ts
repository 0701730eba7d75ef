import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';

/** A control of a row, by its place in it. */
export interface RowControl {
  /** The row, `data-row` of its element. */
  id: string;
  at: number;
}

interface ListFocusOptions {
  list: RefObject<HTMLElement | null>;
  /** The rows in order; the one with the stop is drawn wherever the list is scrolled to. */
  ids: readonly string[];
  /** The control that has the stop first. */
  first: number;
}

/**
 * Makes a list whose rows have several controls one stop of the Tab key: the arrows lead from row to row and from control to control, Home and End to the
 * first and the last row.
 */
export function useListFocus({ list, ids, first }: ListFocusOptions) {
  const [last, setLast] = useState<RowControl | null>(null);
  const index = Math.max(0, last ? ids.indexOf(last.id) : 0);
  const stop: RowControl = { id: ids[index] ?? '', at: last?.at ?? first };

  const find = ({ id, at }: RowControl): HTMLElement | undefined => {
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
    return row ? controlsOf(row)[at] : undefined;
  };

  /** Gives the focus to a control, also of a row that is drawn with it or moved just now: at once, as the next key is for it. */
  function focusControl(control: RowControl): void {
    flushSync(() => setLast(control));
    find(control)?.focus();
  }

  /** Gives the focus to a row of this index, or to the nearest one. */
  function focusRow(wanted: number, at = stop.at): void {
    const id = ids[Math.max(0, Math.min(ids.length - 1, wanted))];
    if (id !== undefined) focusControl({ id, at });
  }

  /** Whether the key led somewhere. */
  function followKey({ key }: KeyboardEvent, { id, at }: RowControl): boolean {
    const row = ids.indexOf(id);
    const target = { ArrowDown: row + 1, ArrowUp: row - 1, Home: 0, End: ids.length - 1 }[key];
    if (target !== undefined) focusRow(target, at);
    else if (key === 'ArrowRight' && find({ id, at: at + 1 })) focusControl({ id, at: at + 1 });
    else if (key === 'ArrowLeft' && at > 0) focusControl({ id, at: at - 1 });
    else return false;
    return true;
  }

  return {
    /** Index of the row with the stop. */
    stopRow: index,
    tabIndexOf: (id: string, at: number): 0 | -1 => (id === stop.id && at === stop.at ? 0 : -1),
    focusControl,
    focusRow,
    followKey,
    onFocus(event: FocusEvent): void {
      const control = controlOf(event.target);
      if (control) setLast(control);
    },
  };
}

/** The control of a row that an element is; null for others. */
export function controlOf(element: EventTarget): RowControl | null {
  const row = element instanceof HTMLElement ? element.closest<HTMLElement>('[data-row]') : null;
  const at = row ? controlsOf(row).indexOf(element as HTMLElement) : -1;
  return row?.dataset.row === undefined || at < 0 ? null : { id: row.dataset.row, at };
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('button, [role=checkbox]')];
}
