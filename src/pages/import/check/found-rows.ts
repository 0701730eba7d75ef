/** The findings of a check as its page shows them, and how the user's choices for rows change them. */

import type { KnownRows } from '../../../jobs/check/check-rows';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import { judgeAgain, type RowPlace } from '../../../jobs/check/judge-again';
import {
  chooseSimilar,
  noteDecisions,
  type RowDecisions,
  type SimilarChoice,
  standingDecision,
} from '../../../jobs/similar/similar-records';
import type { CheckRow } from '../../../storage/job-rows';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import { addToCounts, type CheckCounts, noCounts } from './check-counts';
import { changeOf } from './file-changes';

/** Rows of a piece of the findings: for paging through them. */
export interface PieceCounts {
  states: Readonly<Record<string, number>>;
  /** Those with cells that the user fixed. */
  fixed: number;
}

export interface FoundRows {
  check: CheckRow;
  pieces: readonly PieceCounts[];
  counts: CheckCounts;
}

/** The rows that a list shows: those in one of the states, those with cells that were fixed, or all. */
export type ShownRows = RowState | 'all' | 'fixed';

export function rowsIn({ states, fixed }: PieceCounts, shown: ShownRows): number {
  if (shown === 'fixed') return fixed;
  return shown === 'all' ? Object.values(states).reduce((sum, count) => sum + count, 0) : (states[shown] ?? 0);
}

export function isShown({ state, record }: RowFinding, shown: ShownRows): boolean {
  return shown === 'all' || (shown === 'fixed' ? record.fixed !== undefined : state === shown);
}

/** A piece of which the rows were counted together with those before it. */
export function pieceOf(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
  findings: readonly RowFinding[],
): PieceCounts {
  const states = Object.entries(after).map(([state, count]) => [state, count - (before[state] ?? 0)]);
  return { states: Object.fromEntries(states), fixed: fixedRows(findings) };
}

function fixedRows(findings: readonly RowFinding[]): number {
  return findings.filter(({ record }) => record.fixed).length;
}

/** What judging single rows anew begins from. */
export interface FoundBase {
  /** Of the rows without similar records. */
  counts: CheckCounts;
  agreed: ReadonlySet<string> | undefined;
  known: KnownRows | null;
  /** The user's choices for rows so far. */
  said: RowDecisions;
}

export const noBase: FoundBase = { counts: noCounts(), agreed: undefined, known: null, said: new Map() };

/** What was found, with rows that have similar records judged by what was said of them. */
async function chosenIn(
  found: FoundRows,
  { counts: before, agreed }: FoundBase,
  choice: (finding: RowFinding) => SimilarChoice | undefined,
  onSimilar: (rows: readonly RowFinding[]) => void = () => {},
): Promise<FoundRows> {
  const counts = structuredClone(before);
  const pieces = [...found.pieces];
  const onPiece = (number: number, states: PieceCounts['states'], similar: readonly RowFinding[]): void => {
    pieces[number - 1] = { fixed: 0, ...pieces[number - 1], states };
    addToCounts(counts, similar, found.check.update_by_fields);
    onSimilar(similar);
  };
  const check = await chooseSimilar(found.check, choice, { agreed, onPiece });
  return { check, pieces, counts };
}

/** As `chosenIn`, with a new choice, which is kept for later checks of the file. */
export function chooseIn(
  found: FoundRows,
  base: FoundBase,
  choice: (finding: RowFinding) => SimilarChoice | undefined,
): Promise<FoundRows> {
  return chosenIn(found, base, choice, (rows) => noteDecisions(base.said, rows));
}

/** By what was said of rows before; what is chosen already stays so. */
export function standingIn(found: FoundRows, base: FoundBase): Promise<FoundRows> {
  return chosenIn(found, base, (finding) =>
    finding.chosen === undefined ? standingDecision(base.said, finding) : undefined,
  );
}

/** What was found, with one row judged again as its cells are now. The counts of the base follow. */
export async function judgedAgainIn(
  found: FoundRows,
  base: FoundBase,
  place: RowPlace,
  { importer, mapped }: { importer: ImportClient; mapped: readonly MappedColumn[] },
): Promise<FoundRows> {
  if (!base.known) return found;
  const { signal } = new AbortController();
  const rowOf = ({ piece, nth }: RowPlace): number =>
    found.pieces.slice(0, piece - 1).reduce((sum, own) => sum + rowsIn(own, 'all'), nth);
  const { check, judged } = await judgeAgain(found.check, base.known, place, {
    signal,
    rowsAt: async (places) =>
      (await importer.ask('recordsAt', { mapped: [...mapped], rows: places.map(rowOf) })).map(changeOf),
  });
  const pieces = [...found.pieces];
  for (const { piece, before, after } of judged) {
    for (const [finding, by] of [
      [before, -1],
      [after, 1],
    ] as const) {
      if (!finding.candidates) addToCounts(base.counts, [finding], check.update_by_fields, by);
      const { states, fixed } = pieces[piece - 1] ?? { states: {}, fixed: 0 };
      pieces[piece - 1] = {
        states: { ...states, [finding.state]: (states[finding.state] ?? 0) + by },
        fixed: fixed + by * fixedRows([finding]),
      };
    }
  }
  return standingIn({ check, pieces, counts: base.counts }, base);
}
