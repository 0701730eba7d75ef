/** How the actions of the bar are shown, first as it takes most room. */
const rooms = ['words', 'signs', 'menu'];

/** A line with less of its width left, in px, shows no condition. */
const leastLine = 90;

/**
 * Gives the bar of the query its room: the actions have what whole conditions and a whole sort leave to them; without actions beside them conditions
 * are cut, as far as they can be read, and the name of the sort where one sees more of them then. The style sheets read what is decided.
 * @returns how many entries of the filter can be shown
 */
export function fitBar(bar: HTMLElement): number {
  const [query] = bar.children;
  const line = bar.querySelector<HTMLElement>('[data-conditions]');
  const order = query?.querySelector(':scope > button:last-of-type');
  if (!query || !order) return 0;
  bar.dataset.measured = 'whole';
  let isWhole = false;
  for (const room of rooms) {
    bar.dataset.room = room;
    isWhole = order.getBoundingClientRect().right <= query.getBoundingClientRect().right + 1;
    if (isWhole) break;
  }
  bar.dataset.measured = 'least';
  bar.toggleAttribute('data-tight', false);
  let fitting = line?.children.length ?? 0;
  if (!isWhole && line) {
    const before = fittingIn(line);
    bar.toggleAttribute('data-tight', true);
    fitting = fittingIn(line);
    bar.toggleAttribute('data-tight', fitting > before);
  }
  delete bar.dataset.measured;
  return fitting;
}

/** How many elements of a line are wholly in it. */
function fittingIn(line: HTMLElement): number {
  // On a phone it is no box of its own: entries wrap.
  if (getComputedStyle(line).display === 'contents') return line.children.length;
  const { right, width } = line.getBoundingClientRect();
  const ends = [...line.children].map((each) => each.getBoundingClientRect().right);
  // Where all of them have room, there is no count beside them.
  const counted = line.nextElementSibling?.matches('[data-count]') ? line.nextElementSibling.clientWidth : 0;
  if ((ends.at(-1) ?? 0) <= right + counted + 1) return ends.length;
  return Math.max(
    width < leastLine ? 0 : 1,
    ends.findIndex((end) => end > right + 1),
  );
}

/** Fits the bar whenever it, or something in it, has become wider or narrower. @param more elements to follow @returns a function that ends that */
export function followBar(bar: HTMLElement, more: readonly Element[], onFit: (fitting: number) => void): () => void {
  const fit = () => onFit(fitBar(bar));
  const observer = new ResizeObserver(fit);
  const [query] = bar.children;
  for (const each of [bar, ...(query ? [query, ...query.children] : []), ...more]) observer.observe(each);
  return () => observer.disconnect();
}
