import { isEmptyValue } from '../../../edits/same-value';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import type { Misfit } from '../../../jobs/plan/changes';

/** Texts of one column that do not fit and count as blank, in rows that are to be sent. */
export interface MisfitCount extends Pick<Misfit, 'field_id' | 'does'> {
  state: RowState;
  count: number;
}

/** Adds those of rows that were judged; what does not fit in a row that is not sent does nothing. */
export function addMisfits(counts: MisfitCount[], findings: readonly RowFinding[]): void {
  for (const { state, record } of findings) {
    if (state !== 'will-update' && state !== 'will-create') continue;
    for (const { field_id, does } of record.misfits ?? []) {
      const known = counts.find((own) => own.field_id === field_id && own.state === state);
      if (known) known.count += 1;
      else counts.push({ field_id, does, state, count: 1 });
    }
  }
}

/** Counts values of records that are to be cleared, by field: `blanks` those that a blank clears, `all` also those that a text does which does not fit. */
export function addClears(
  { blanks, all }: { blanks: Map<string, number>; all: Map<string, number> },
  findings: readonly RowFinding[],
): void {
  for (const { state, cells } of findings) {
    if (state !== 'will-update') continue;
    for (const { field_id, after, now, text, state: does } of cells) {
      if (does !== 'will-update' || !isEmptyValue(after) || isEmptyValue(now)) continue;
      all.set(field_id, (all.get(field_id) ?? 0) + 1);
      if (text === '') blanks.set(field_id, (blanks.get(field_id) ?? 0) + 1);
    }
  }
}

/** Counts blanks that stand over a value, by field, in rows that mean a record. */
export function addStanding(counts: Map<string, number>, findings: readonly RowFinding[]): void {
  for (const { state, stands = [] } of findings) {
    if (state !== 'will-update' && state !== 'no-change') continue;
    for (const field_id of stands) counts.set(field_id, (counts.get(field_id) ?? 0) + 1);
  }
}
