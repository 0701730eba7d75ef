import type { RowFinding } from '../../../jobs/check/dry-run';
import { addSent, noRows, type SentRows } from './call-count';
import { addLeftOut, type Why } from './left-out';
import { addClears, addMisfits, addStanding, type MisfitCount } from './misfit-count';

/** What a check found, in numbers. */
export interface Tally {
  misfits: MisfitCount[];
  /** Blanks that stand over a value, by field. */
  stands: Map<string, number>;
  /** Values of records that are cleared, by field: by blanks, and by all there is. */
  clears: { blanks: Map<string, number>; all: Map<string, number> };
  sent: SentRows;
  leftOut: Map<Why, number>;
  near: NearCounts;
  alike: AlikeCounts;
  lost: LostCounts;
}

/** Rows that are created beside one of nearly the same key; the first of them with their lines. */
export interface AlikeCounts {
  rows: number;
  lines: { line: number; other: string }[];
}

const linesKept = 5;

/** Rows that nearly equal a record, and what the person said of them. */
export interface NearCounts {
  rows: number;
  /** Of them those that nearly equal several, so that *update* alone does not say which. */
  several: number;
  creates: number;
  /** Those that mean the record, whether it changes by them or not. */
  records: number;
  /** Those that the person left out; of the others nothing was said. */
  out: number;
}

/** Rows with a record id that no record has, of which the key finds one or several all the same. */
export interface LostCounts {
  rows: number;
  /** Of them those whose key several have. */
  several: number;
  /** Those of which the person said which record they mean. */
  records: number;
  /** Those that the person left out; of the others nothing was said. */
  out: number;
}

export function noTally(): Tally {
  return {
    misfits: [],
    stands: new Map(),
    clears: { blanks: new Map(), all: new Map() },
    sent: noRows,
    leftOut: new Map(),
    near: { rows: 0, several: 0, creates: 0, records: 0, out: 0 },
    alike: { rows: 0, lines: [] },
    lost: { rows: 0, several: 0, records: 0, out: 0 },
  };
}

/** Adds rows that were judged. `keyFields`: ids of the fields by which rows are matched. */
export function addToTally(tally: Tally, findings: readonly RowFinding[], keyFields: readonly string[]): void {
  addMisfits(tally.misfits, findings);
  addStanding(tally.stands, findings);
  addClears(tally.clears, findings);
  addLeftOut(tally.leftOut, findings, keyFields);
  tally.sent = addSent(tally.sent, findings);
  for (const { near, several, lost, chosen, alike, record } of findings) {
    if (alike !== undefined) {
      tally.alike.rows += 1;
      if (tally.alike.lines.length < linesKept) tally.alike.lines.push({ line: record.line ?? 0, other: alike });
    }
    if (near && lost) {
      tally.lost.rows += 1;
      if (near.length > 1) tally.lost.several += 1;
      if (chosen === 'out') tally.lost.out += 1;
      else if (chosen !== undefined) tally.lost.records += 1;
      continue;
    }
    if (!near || several) continue;
    tally.near.rows += 1;
    if (near.length > 1) tally.near.several += 1;
    if (chosen === 'out') tally.near.out += 1;
    else if (chosen === 'create') tally.near.creates += 1;
    else if (chosen !== undefined) tally.near.records += 1;
  }
}
