/** The menu of the active cell, as the secondary press on it would open it. */
export function openMenu(element: HTMLElement | null): void {
  const cell = element?.querySelector<HTMLElement>('[data-active]')?.closest<HTMLElement>('[data-column]');
  if (!cell) return;
  const { left, bottom } = cell.getBoundingClientRect();
  cell.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left + 12,
      clientY: bottom - 4,
      button: 2,
    }),
  );
}

/** Whether an event comes from the head of a column. */
export function isInHead(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-head]') !== null;
}
