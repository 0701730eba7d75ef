import type { Misfit } from '../../jobs/changes';

/** Texts of one column that do not fit and count as blank. */
export interface MisfitCount extends Pick<Misfit, 'field_id' | 'does'> {
  count: number;
}

/** Adds those of a row. */
export function addMisfits(counts: MisfitCount[], misfits: readonly Misfit[]): void {
  for (const { field_id, does } of misfits) {
    const known = counts.find((own) => own.field_id === field_id);
    if (known) known.count += 1;
    else counts.push({ field_id, does, count: 1 });
  }
}
