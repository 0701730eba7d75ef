import type { ChangedRecord } from '../../../jobs/plan/changes';

/** What the person ticked and unticked of a review, by the names of rows. */
export type Ticks = ReadonlyMap<string, boolean>;

/** The names of the rows that are not sent: those that are unticked, and duplicates of an import that nobody has ticked. */
export function leftOutRows(changes: readonly ChangedRecord[], ticks: Ticks): ReadonlySet<string> {
  const left = changes.filter(({ row, double }) => !(ticks.get(row) ?? double === undefined));
  return new Set(left.map(({ row }) => row));
}

/** The rows that ticking all of them means: a duplicate is ticked by itself, unless there is nothing else. */
export function rowsOfAll(changes: readonly Pick<ChangedRecord, 'row' | 'double'>[]): string[] {
  const others = changes.filter(({ double }) => double === undefined);
  return [...new Set((others.length > 0 ? others : changes).map(({ row }) => row))];
}

/** Ticks after rows were ticked or unticked. */
export function ticked(ticks: Ticks, rows: readonly string[], include: boolean): Ticks {
  return new Map([...ticks, ...rows.map((row) => [row, include] as const)]);
}
