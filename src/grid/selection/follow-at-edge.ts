/** So near to the edge of what scrolls, in px, the pointer scrolls it; and by how much a picture. */
const edge = 24;
const step = 18;

/**
 * Follows a pointer that is held down: tells what is under it, and scrolls as long as it stands at an edge or beyond.
 * @param onOver takes the element under the pointer, or at the edge that is nearest to it
 * @returns the way to end it
 */
export function followAtEdge(scroller: HTMLElement | null, onOver: (element: Element | null) => void): () => void {
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

  function onMove({ clientX, clientY }: PointerEvent): void {
    pointer = { x: clientX, y: clientY };
    if (frame === 0) look();
  }

  document.addEventListener('pointermove', onMove);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('pointermove', onMove);
  };
}
