/**
 * Rows of an import that look like records which are there already, under another writing of their key,
 * and what a person chooses for each: that record, or one more.
 */

import { isAnyJson, isFile } from '../../contract/field-kinds';
import type { Id } from '../../contract/ids';
import { isEmptyValue } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { type ConsoleDatabase, database } from '../../storage/database';
import type { CheckRow, JobField } from '../../storage/job-rows';
import { fieldText } from '../table/job-field';
import { liveValue } from '../table/record-key';
import { cellJudge } from './cell-judge';
import { judgeAsRecord, type RowFinding, reasonOfLostId } from './dry-run';
import { changePieces } from './stored-check';

/** The choice for a row that does not name its record: a new one, the one with this ID, or skipped; null: none, so that it is skipped too. */
export type SimilarChoice = 'create' | 'out' | Id | null;

interface ChoiceOptions {
  /** Cells whose change of JSON kind is allowed, as in `DryRunOptions`. */
  agreed?: ReadonlySet<string>;
  /** Each such row, as it is then. */
  onRow?(finding: RowFinding): void;
  db?: ConsoleDatabase;
}

/**
 * Judges the rows of a check that are similar to records, match several, or have an unknown ID, by the choices made, and stores the result. A record that
 * another row already means, in the file or by such a choice, is written by that row only. No record is created with an existing key: it would be a
 * duplicate.
 * @param choose the new choice for a row; undefined: the previous one
 * @returns the check with its new counts
 * @throws where it was dropped, or a job is being made of it
 */
export async function chooseSimilar(
  check: CheckRow,
  choose: (finding: RowFinding) => SimilarChoice | undefined,
  { agreed, onRow, db = database }: ChoiceOptions = {},
): Promise<CheckRow> {
  const { fields, update_type, update_by_fields } = check;
  const mode = { update_type, update_by_fields };
  const judgeCells = cellJudge(fields, mode, agreed);
  const options = { fields, mode, agreed };
  const meant = new Map(Object.entries(check.meant));
  const settle = (finding: RowFinding): RowFinding => {
    const choice = choose(finding);
    const chosen = choice === undefined ? (finding.chosen ?? null) : choice;
    const record = finding.candidates?.find(({ item_id }) => item_id === chosen);
    if (record) {
      const keptByBlank = finding.record.blank?.filter((id) => !isEmptyValue(liveValue(record, id))) ?? [];
      const judged = { ...judgeAsRecord(finding, record, options), ...(keptByBlank.length > 0 ? { keptByBlank } : {}) };
      const twin = meant.get(record.item_id);
      if (twin !== undefined) return { ...judged, state: 'duplicate', reason: 'same-record-twice', twin };
      meant.set(record.item_id, finding.record.row);
      return judged;
    }
    const { chosen: _chosen, twin: _twin, keptByBlank: _stands, ...about } = finding;
    const rest: RowFinding = chosen === 'out' ? { ...about, chosen } : about;
    if (rest.unknownId) {
      const cells = judgeCells(rest.record, { match: null, live: null });
      const reason = reasonOfLostId(rest.record.item_id ?? '');
      return { ...rest, cells, live: null, match: null, state: 'id-unknown', reason };
    }
    const cells = judgeCells(rest.record, { match: 'key', live: null });
    const found = { ...rest, cells, live: null, match: 'key' as const, reason: null };
    if (rest.several) return { ...found, state: 'refused', reason: 'several-match' };
    return chosen === 'create' ? { ...found, state: 'will-create', chosen } : { ...found, state: 'near' };
  };
  const numbers = check.pieces.flatMap(({ candidates }, index) => (candidates > 0 ? [index + 1] : []));
  const settleAll = (findings: RowFinding[]): RowFinding[] =>
    findings.map((finding) => {
      if (!finding.candidates) return finding;
      const settled = settle(finding);
      onRow?.(settled);
      return settled;
    });
  return changePieces(check, numbers, settleAll, db);
}

interface RowDecision {
  choice: Exclude<SimilarChoice, null>;
  /** Text of the row's key, and the record id that it names. */
  key: string | undefined;
  item_id: Id | null;
  /** IDs of the records it was chosen for. */
  candidates: ReadonlySet<Id>;
}

/** The choices for rows of one file, by row name. */
export type RowDecisions = Map<string, RowDecision>;

/** Stores the choice for a row; a revoked one is deleted. */
export function noteDecision(said: RowDecisions, { record, key, candidates = [], chosen }: RowFinding): void {
  if (chosen === undefined) said.delete(record.row);
  else
    said.set(record.row, {
      choice: chosen,
      key: key?.text,
      item_id: record.item_id,
      candidates: new Set(candidates.map(({ item_id }) => item_id)),
    });
}

/**
 * The choice made for a row, if it still holds in a later check of the same file: the row has the same key, and is still similar to the chosen record. One that
 * was skipped, or was to be created, has to be similar to the very same records: another one was never decided on.
 * @returns undefined where nothing was chosen, or it no longer holds
 */
export function standingDecision(
  said: RowDecisions,
  { record, key, candidates = [] }: RowFinding,
): SimilarChoice | undefined {
  const about = said.get(record.row);
  if (!about || about.key !== key?.text || about.item_id !== record.item_id) return undefined;
  const { choice } = about;
  const same =
    candidates.length === about.candidates.size && candidates.every(({ item_id }) => about.candidates.has(item_id));
  return same || candidates.some(({ item_id }) => item_id === choice) ? choice : undefined;
}

/** Fields of the row, and others, that distinguish records in one line each, and characters of a value. */
const ownFields = 4;
const otherFields = 3;
const comparedCharacters = 40;
/** Of a record itself: the last resort to distinguish it. */
const ofRecord = ['created_on', 'updated_on'];

/** A field by its ID; undefined for an unnamed one. */
type FieldOf = (fieldId: string) => JobField | undefined;

/**
 * What distinguishes each of a row's candidate records, by name and value: the row's fields, apart from its key, that are not all equal, as few as needed; and
 * where two are still equal, their title included, other loaded fields that distinguish them.
 * @param keyFields IDs of the fields by which rows are matched
 */
export function disambiguation(
  records: readonly DwRecord[],
  finding: Pick<RowFinding, 'cells'>,
  keyFields: readonly string[],
  fieldOf: FieldOf,
): (record: DwRecord) => string[] {
  const fields = disambiguatingFields(records, finding, keyFields, fieldOf);
  return (record) => fields.map((id) => `${fieldOf(id)?.name || id} ${textOf(record, id, fieldOf) || '–'}`);
}

/** The IDs of the fields in `disambiguation`. */
export function disambiguatingFields(
  records: readonly DwRecord[],
  { cells }: Pick<RowFinding, 'cells'>,
  keyFields: readonly string[],
  fieldOf: FieldOf,
): string[] {
  const distinguishedBy = (ids: readonly string[]): number =>
    new Set(records.map((record) => [record.title, ...ids.map((id) => textOf(record, id, fieldOf))].join('\n'))).size;
  const differ = (id: string): boolean => new Set(records.map((record) => textOf(record, id, fieldOf))).size > 1;
  const known = (id: string): boolean => fieldOf(id) !== undefined && !keyFields.includes(id);
  // A file is named by its link, which is signed; and what has no kind may be one.
  const isExcluded = (id: string): boolean => {
    const field = fieldOf(id);
    return field !== undefined && (isFile(field.kind) || isAnyJson(field.kind));
  };
  const fields = cells
    .map(({ field_id }) => field_id)
    .filter((id) => known(id) && differ(id))
    .slice(0, ownFields);
  const most = fields.length + otherFields;
  const others = new Set([...records.flatMap(({ fields }) => Object.keys(fields)), ...ofRecord]);
  for (const id of others) {
    if (fields.length === most || distinguishedBy(fields) === records.length) break;
    if (known(id) && !isExcluded(id) && distinguishedBy([...fields, id]) > distinguishedBy(fields)) fields.push(id);
  }
  return fields;
}

function textOf(record: DwRecord, id: string, fieldOf: FieldOf): string {
  return fieldText(liveValue(record, id), fieldOf(id)).slice(0, comparedCharacters);
}
