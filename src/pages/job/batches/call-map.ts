import type { CallSummary } from '../../../jobs/ledger/use-jobs';

/** What a cell of the map shows: the worst of what its calls hold. */
export const mapStates = ['bad', 'unknown', 'sending', 'accepted', 'waiting', 'good', 'quiet'] as const;
export type MapState = (typeof mapStates)[number];

/** `first`, `last`: its calls, counted from 1 among those that are sent. */
export interface MapCell {
  first: number;
  last: number;
  rows: number;
  state: MapState;
}

type MapCall = Pick<CallSummary, 'state' | 'counts' | 'size'>;

/** What one call shows. */
export function mapStateOf({ state, counts }: MapCall): MapState {
  if (state === 'left-out') return 'quiet';
  if (state === 'waiting' || state === 'sending') return state;
  if ((counts.refused ?? 0) + (counts.differs ?? 0) > 0) return 'bad';
  if ((counts.unknown ?? 0) + (counts.reported ?? 0) > 0) return 'unknown';
  return (counts.accepted ?? 0) > 0 ? 'accepted' : 'good';
}

/** Cells for the calls that are sent, at most `most` of them: beyond, each stands for several calls in a row. */
export function mapCells(calls: readonly MapCall[], most: number): MapCell[] {
  const sent = calls.filter(({ state }) => state !== 'left-out');
  const each = Math.max(1, Math.ceil(sent.length / most));
  const cells: MapCell[] = [];
  for (let start = 0; start < sent.length; start += each) {
    const group = sent.slice(start, start + each);
    const states = new Set(group.map(mapStateOf));
    cells.push({
      first: start + 1,
      last: start + group.length,
      rows: group.reduce((sum, { size }) => sum + size, 0),
      state: mapStates.find((state) => states.has(state)) ?? 'good',
    });
  }
  return cells;
}
