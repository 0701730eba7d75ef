import { isAnyJson, isFile } from '../../contract/field-kinds';
import type { DwRecord } from '../../contract/records';
import type { JobField } from '../../storage/job-rows';
import { liveValue } from '../plan/record-key';
import { fieldText } from '../results/job-field';
import type { RowFinding } from './dry-run';

/** Fields of the row, and others, by which records are told apart in one line each, and characters of a value. */
const ownFields = 4;
const otherFields = 3;
const toldCharacters = 40;
/** Of a record itself: the last by which one would tell it from another. */
const ofRecord = ['created_on', 'updated_on'];

/** A field by its id; undefined for one that nobody can name. */
type FieldOf = (fieldId: string) => JobField | undefined;

/**
 * What tells each of the records apart that a row may mean, by name and value: the fields of the row, beside its key, in which they are not all alike, of
 * which the first few tell enough; and where two are still alike, their title included, other fields that were read with them and tell them apart.
 * @param keyFields ids of the fields by which rows are matched
 */
export function tellingApart(
  records: readonly DwRecord[],
  finding: Pick<RowFinding, 'cells'>,
  keyFields: readonly string[],
  fieldOf: FieldOf,
): (record: DwRecord) => string[] {
  const told = tellingFields(records, finding, keyFields, fieldOf);
  return (record) => told.map((id) => `${fieldOf(id)?.name || id} ${textOf(record, id, fieldOf) || '–'}`);
}

/** The ids of the fields that `tellingApart` tells. */
export function tellingFields(
  records: readonly DwRecord[],
  { cells }: Pick<RowFinding, 'cells'>,
  keyFields: readonly string[],
  fieldOf: FieldOf,
): string[] {
  const toldApart = (ids: readonly string[]): number =>
    new Set(records.map((record) => [record.title, ...ids.map((id) => textOf(record, id, fieldOf))].join('\n'))).size;
  const differ = (id: string): boolean => new Set(records.map((record) => textOf(record, id, fieldOf))).size > 1;
  const known = (id: string): boolean => fieldOf(id) !== undefined && !keyFields.includes(id);
  // A file is named by its link, which is signed; and what has no kind may be one.
  const isUntold = (id: string): boolean => {
    const field = fieldOf(id);
    return field !== undefined && (isFile(field.kind) || isAnyJson(field.kind));
  };
  const told = cells
    .map(({ field_id }) => field_id)
    .filter((id) => known(id) && differ(id))
    .slice(0, ownFields);
  const most = told.length + otherFields;
  const others = new Set([...records.flatMap(({ fields }) => Object.keys(fields)), ...ofRecord]);
  for (const id of others) {
    if (told.length === most || toldApart(told) === records.length) break;
    if (known(id) && !isUntold(id) && toldApart([...told, id]) > toldApart(told)) told.push(id);
  }
  return told;
}

function textOf(record: DwRecord, id: string, fieldOf: FieldOf): string {
  return fieldText(liveValue(record, id), fieldOf(id)).slice(0, toldCharacters);
}
