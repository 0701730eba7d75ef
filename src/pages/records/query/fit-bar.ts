/** How the actions of the bar are shown, first as it takes most room. */
const rooms = ['words', 'signs', 'menu'];

/**
 * A ref of the bar of the query: shows its actions as wide as costs the query beside them no further line. The style sheets read what is decided.
 * @returns a function that ends that
 */
export function fitBar(bar: HTMLElement | null) {
  const query = bar?.firstElementChild;
  if (!bar || !query) return;
  const fit = (): void => {
    const heights = rooms.map((room) => {
      bar.dataset.room = room;
      return query.scrollHeight;
    });
    bar.dataset.room = rooms[heights.indexOf(Math.min(...heights))];
  };
  const resized = new ResizeObserver(fit);
  resized.observe(bar);
  resized.observe(query);
  const changed = new MutationObserver(fit);
  changed.observe(query, { childList: true, subtree: true, characterData: true });
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
}
