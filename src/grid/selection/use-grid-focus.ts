import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Roving focus: the active cell has it, and keeps it when its row renders again, leaves the window or is replaced. Copy and cut keys reach it although no text
 * is selected.
 * @param place changes with the element that should have it
 * @returns a function that focuses the active cell after the next render
 */
export function useGridFocus(scroller: RefObject<HTMLDivElement | null>, place: string): () => void {
  const owns = useRef(false);

  const give = useCallback(() => {
    const target = scroller.current?.querySelector<HTMLElement>('[data-active]') ?? scroller.current;
    if (target && document.activeElement !== target) target.focus({ preventScroll: true });
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is the reason to move the focus
  useLayoutEffect(() => {
    const { activeElement } = document;
    // A head that has it keeps it: it is within the grid, and what it asked for may well have moved the active cell.
    if (!owns.current || isInHead(activeElement)) return;
    // Cells that were to get it under a panel did not: then a field elsewhere may have it by now.
    if (activeElement === document.body || scroller.current?.contains(activeElement)) give();
  }, [place, scroller, give]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onIn = () => {
      owns.current = true;
    };
    const onOut = (event: FocusEvent) => {
      const { target, relatedTarget } = event;
      if (relatedTarget instanceof Node) {
        owns.current = element.contains(relatedTarget);
        return;
      }
      // Removing the focused element moves focus nowhere; then the grid still owns it. Only afterwards it is known which element it was.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected) owns.current = element.contains(document.activeElement);
        // Who removed a head gives the focus to the one in its place.
        else if (owns.current && document.activeElement === document.body && !isInHead(target)) give();
      });
    };
    // Browsers send the events of these keys only when the event before them is taken. While a cell is edited its own text is copied.
    const takeCopy = (event: Event) => {
      if (!element.querySelector('[data-editing]')) event.preventDefault();
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('beforecopy', takeCopy, { signal });
    element.addEventListener('beforecut', takeCopy, { signal });
    element.addEventListener('focusin', onIn, { signal });
    element.addEventListener('focusout', onOut, { signal });
    return () => listening.abort();
  }, [scroller, give]);

  return useCallback(() => {
    owns.current = true;
    queueMicrotask(give);
  }, [give]);
}

function isInHead(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-head]') !== null;
}
