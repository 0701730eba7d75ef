import { limits } from '../../../contract/limits';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { placeOfRow } from '../../../jobs/plan/plan';

/** Rows that are to be sent, by how their records are located and whether they are created: a call takes those located by id, or those by key (4.5). */
export interface SentRows {
  id: number;
  key: number;
  /** Of those, rows that create a record. */
  idCreates: number;
  keyCreates: number;
}

export const noRows: SentRows = { id: 0, key: 0, idCreates: 0, keyCreates: 0 };

export function addSent(sent: SentRows, findings: readonly RowFinding[]): SentRows {
  const sum = { ...sent };
  for (const finding of findings) {
    const place = placeOfRow(finding);
    if (place !== 'id' && place !== 'key') continue;
    sum[place] += 1;
    if (finding.state === 'will-create') sum[`${place}Creates`] += 1;
  }
  return sum;
}

/** Calls that a job of them makes. */
export function callsOf({ id, key, idCreates, keyCreates }: SentRows, create: boolean): number {
  const calls = (rows: number): number => Math.ceil(rows / limits.itemsPerUpdate);
  return create ? calls(id) + calls(key) : calls(id - idCreates) + calls(key - keyCreates);
}
