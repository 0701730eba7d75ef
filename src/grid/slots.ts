/**
 * Which element draws which row. A row that stays keeps its element (it may hold the focus), a row that comes takes that of one that went: elements are
 * changed, not made and thrown away.
 * @param before rows drawn last, with their slots
 * @param rows rows to draw now
 * @param kept elements that stay whether they are used or not
 * @returns slots from 0 by row, no two rows on one
 */
export function assignSlots(
  before: ReadonlyMap<number, number>,
  rows: readonly number[],
  kept = rows.length,
): Map<number, number> {
  const slots = new Map<number, number>();
  const taken = new Set<number>();
  for (const row of rows) {
    const slot = before.get(row);
    if (slot === undefined || slot >= Math.max(kept, rows.length)) continue;
    slots.set(row, slot);
    taken.add(slot);
  }
  let free = 0;
  for (const row of rows) {
    if (slots.has(row)) continue;
    while (taken.has(free)) free += 1;
    slots.set(row, free);
    taken.add(free);
  }
  return slots;
}
