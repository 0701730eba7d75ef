/** About so wide is a letter of a change, and what stands around its texts, in pixels. */
const letter = 6.6;
const around = 34;
/** The number of those that are not shown. */
const more = 30;

/** How many changes of a row fit into its place, one at least; all the others are counted beside them. @param room in pixels @param letters of each change */
export function cellsThatFit(letters: readonly number[], room: number): number {
  const widths = letters.map((count) => count * letter + around);
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) return letters.length;
  let used = more;
  const fit = widths.findIndex((width) => {
    used += width;
    return used > room;
  });
  return Math.max(1, fit);
}
