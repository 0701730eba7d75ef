/** Where the bars of a distribution begin and end: at numbers and days that a person would choose. */

export const barsMax = 12;

const dayMs = 86_400_000;
/** Tens of the leading digit of a step, so that every edge is a whole number of them. */
const leads = [10, 20, 25, 50];
/** Beyond this a number is no longer told from the next one. */
const stepsMax = Number.MAX_SAFE_INTEGER / 100;

/**
 * The edges of at most `barsMax` bars from `low` to `high`, at multiples of 1, 2, 2.5 or 5 × 10^k; a bar is from its edge to before the next one, and `high`
 * may be the last edge.
 * @param whole the values are whole numbers, and the edges too; where the step is 1, each number has its own bar
 */
export function numberEdges(low: number, high: number, whole: boolean): number[] {
  let power = Math.floor(Math.log10((high - low) / barsMax)) - 1;
  for (; ; power += 1) {
    for (const lead of leads) {
      const step = Number(`${lead}e${power}`);
      if ((whole && !Number.isInteger(step)) || Math.max(-low, high) / step > stepsMax) continue;
      // Written as a decimal, an edge is exact: a multiple of 0.1 is not.
      const edges = edgesAt((index) => Number(`${index * lead}e${power}`), Math.floor(low / step), [low, high]);
      if (whole && step === 1) edges.push(high + 1);
      if (edges.length <= barsMax + 1) return edges;
    }
  }
}

/** Days in a step, then months: weeks begin on Monday, months and years on their first day. */
const daySteps = [1, 2, 7, 14];
const monthSteps = [1, 2, 3, 6, ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((years) => years * 12)];
/** The first Monday, in days since 1970-01-01. */
const monday = 4;

/** As `numberEdges`, of days since 1970-01-01; `high` is before the last edge. */
export function dayEdges(low: number, high: number): number[] {
  const end = high + 1;
  for (const step of daySteps) {
    const edges = edgesAt((index) => index * step + monday, Math.floor((low - monday) / step), [low, end]);
    if (edges.length <= barsMax + 1) return edges;
  }
  for (const step of monthSteps) {
    const edges = edgesAt((index) => firstOfMonth(index * step), Math.floor(monthOf(low) / step), [low, end]);
    if (edges.length <= barsMax + 1) return edges;
  }
  return [low, end];
}

/** Edges from the last one not above `low` to the first one not below `high`; no more than needed to see that they are too many. */
function edgesAt(edge: (index: number) => number, near: number, [low, high]: readonly [number, number]): number[] {
  let index = near;
  // The division that found it was rounded.
  while (edge(index) > low) index -= 1;
  while (edge(index + 1) <= low) index += 1;
  const edges = [edge(index)];
  while ((edges.at(-1) ?? high) < high && edges.length <= barsMax + 1) {
    index += 1;
    edges.push(edge(index));
  }
  return edges;
}

function monthOf(day: number): number {
  const date = new Date(day * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function firstOfMonth(month: number): number {
  const year = Math.floor(month / 12);
  return new Date(0).setUTCFullYear(year, month - year * 12, 1) / dayMs;
}
