import { formatJson } from '../contract/json';
import type { DwRecord } from '../contract/records';
import type { RowFinding } from './dry-run';
import { liveValue } from './record-key';

/** Fields by which records are told apart in one line each. */
const toldFields = 4;

/** Fields of a row, by id and beside its key, in which the records that it may mean are not all alike; the first few tell enough. */
export function tellingApart(
  records: readonly DwRecord[],
  { cells }: Pick<RowFinding, 'cells'>,
  keyFields: readonly string[],
): string[] {
  const differ = ({ field_id }: { field_id: string }): boolean =>
    !keyFields.includes(field_id) && new Set(records.map((record) => formatJson(liveValue(record, field_id)))).size > 1;
  return cells
    .filter(differ)
    .map(({ field_id }) => field_id)
    .slice(0, toldFields);
}
