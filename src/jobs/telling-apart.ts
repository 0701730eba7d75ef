import { formatJson } from '../contract/json';
import type { DwRecord } from '../contract/records';
import type { JobField } from '../storage/job-rows';
import type { RowFinding } from './dry-run';
import { fieldName, fieldText, fieldWith } from './job-field';
import { liveValue } from './record-key';

/** Fields by which records are told apart in one line each, and characters of a value. */
const toldFields = 4;
const toldCharacters = 40;

/**
 * What tells each of the records apart that a row may mean: the fields of the row, beside its key, in which they are not all alike, by name and value. The
 * first few tell enough.
 * @param keyFields ids of the fields by which rows are matched
 */
export function tellingApart(
  records: readonly DwRecord[],
  { cells }: Pick<RowFinding, 'cells'>,
  fields: readonly JobField[],
  keyFields: readonly string[],
): (record: DwRecord) => string[] {
  const differ = (id: string): boolean =>
    !keyFields.includes(id) && new Set(records.map((record) => formatJson(liveValue(record, id)))).size > 1;
  const told = cells
    .map(({ field_id }) => field_id)
    .filter(differ)
    .slice(0, toldFields);
  return (record) =>
    told.map((id) => {
      const text = fieldText(liveValue(record, id), fieldWith(fields, id)).slice(0, toldCharacters);
      return `${fieldName(fields, id)} ${text || '–'}`;
    });
}
