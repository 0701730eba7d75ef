import type { Misfit } from '../../jobs/changes';
import type { RowFinding, RowState } from '../../jobs/dry-run';

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

/** Counts blanks that stand over a value, by field, in rows that mean a record. */
export function addStanding(counts: Map<string, number>, findings: readonly RowFinding[]): void {
  for (const { state, stands = [] } of findings) {
    if (state !== 'will-update' && state !== 'no-change') continue;
    for (const field_id of stands) counts.set(field_id, (counts.get(field_id) ?? 0) + 1);
  }
}
