import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { isPressed } from '../../ui/shortcuts/shortcuts';
import type { LaidColumn } from './column-layout';
import type { HeadTools } from './head-tools';

interface HeadFocusOptions {
  header: RefObject<HTMLElement | null>;
  laid: readonly LaidColumn[];
  heads: HeadTools;
  /** Brings a column into view. */
  reveal(index: number): void;
  /** Gives the focus back to the cells; with the place of a column, to a cell of it. */
  onLeave(index: number | null): void;
}

/** So many px wider or narrower by a key. */
const widthStep = 16;

/**
 * The heads as one stop of the Tab key: arrows go from one to the next, Enter orders, and the column of the head with the focus is moved, made wider or
 * narrower, or asked for its menu by key.
 */
export function useHeadFocus({ header, laid, heads, reveal, onLeave }: HeadFocusOptions) {
  const [stop, setStop] = useState<string | null>(null);
  /** The head that gets the focus when it is drawn: a column far away comes with the next drawing only. */
  const wanted = useRef<string | null>(null);

  const giveFocus = useCallback(() => {
    const index = laid.findIndex(({ column }) => column.id === wanted.current);
    const name = index < 0 ? null : header.current?.querySelector<HTMLElement>(`[data-head="${index}"] [data-name]`);
    if (!name) return;
    wanted.current = null;
    name.focus({ preventScroll: true });
  }, [header, laid]);
  // Each drawing may bring the head that is waited for.
  useLayoutEffect(giveFocus);

  const focus = useCallback(
    (index: number) => {
      const column = laid[Math.max(0, Math.min(laid.length - 1, index))];
      if (!column) return;
      wanted.current = column.column.id;
      setStop(column.column.id);
      reveal(column.index);
      // The head that was the stop already is drawn anew by nothing.
      giveFocus();
    },
    [laid, reveal, giveFocus],
  );

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const head = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-head]') : null;
    const index = Number(head?.dataset.head ?? Number.NaN);
    const id = laid[index]?.column.id;
    if (!head || id === undefined || event.ctrlKey || event.metaKey || !answer(event, head, index, id)) return;
    event.preventDefault();
  }

  /** @returns whether the key is one of the heads' */
  function answer(event: KeyboardEvent, head: HTMLElement, index: number, id: string): boolean {
    const { key, altKey } = event;
    const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    if (isPressed('columnLeft', event) || isPressed('columnRight', event)) {
      wanted.current = id;
      heads.onStep(id, step as -1 | 1);
    } else if (isPressed('columnMenu', event) || isPressed('menu', event) || key === 'ContextMenu') {
      const { left, bottom } = head.getBoundingClientRect();
      heads.onMenu(id, { x: left + 12, y: bottom - 4 });
    } else if (altKey) return false;
    else if (step !== 0) focus(index + step);
    else if (key === 'Home') focus(0);
    else if (key === 'End') focus(laid.length - 1);
    else if (key === 'ArrowDown') onLeave(index);
    else if (key === 'Escape') onLeave(null);
    else if (key === '+' || key === '=') heads.onWiden(id, widthStep);
    else if (key === '-') heads.onWiden(id, -widthStep);
    else return false;
    return true;
  }

  return { stop, setStop, focus, onKeyDown };
}
