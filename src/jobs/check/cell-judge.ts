import { isOption, isReference } from '../../contract/field-kinds';
import { formatJson, isEmptyValue, type Json } from '../../contract/json';
import { type DwRecord, isSystemField, type UpdateMode } from '../../contract/records';
import { cellText } from '../../edits/cell-text';
import { type JsonKind, jsonKindOf } from '../../edits/coerce';
import { changesNothing, referencesOf, sameValue, writeForm } from '../../edits/same-value';
import type { JobField } from '../../storage/job-rows';
import type { ChangedCell, ChangedRecord } from '../table/changes';
import { configOf } from '../table/job-field';
import { liveValue } from '../table/record-key';

/**
 * What sending a cell would do. `conflict`: someone else changed it since it was loaded; `asks`: the JSON type would change, which is not allowed yet;
 * `only-matches`: a field of the key, or a system field, which is never written (4.5 rule 7); `unfit`: the file's text does not fit the field; `unread`: the
 * platform leaves the field out, so that it is not known what it holds.
 */
type CellState = 'will-update' | 'no-change' | 'conflict' | 'asks' | 'only-matches' | 'unfit' | 'unread';

export interface CellFinding extends ChangedCell {
  /** The value in the live record; undefined when the field is missing, or nothing was read. */
  now: Json | undefined;
  state: CellState;
  /** With `asks`: from which JSON kind to which. */
  kinds?: { from: JsonKind; to: JsonKind };
}

/** The record that a row means, as loaded, and how it was matched; null if there is none. */
interface Located {
  match: 'id' | 'key' | null;
  live: DwRecord | null;
}

/**
 * Judges the cells of a row against the record that it means.
 * @param agreed cells whose change of JSON kind the person agreed to, as in `DryRunOptions`
 */
export function cellJudge(fields: readonly JobField[], mode: UpdateMode, agreed: ReadonlySet<string> = new Set()) {
  const fieldOf = new Map(fields.map((field) => [field.field_id, field]));
  return (record: ChangedRecord, found: Located, hidden?: ReadonlySet<string>): CellFinding[] => {
    const before = found.match === 'key' || record.unseen === true;
    return record.cells.map((cell) => {
      const allowed = agreed.has(`${record.row}/${cell.field_id}`) || agreed.has(`*/${cell.field_id}`);
      const read = before ? { ...cell, before: found.live ? liveValue(found.live, cell.field_id) : undefined } : cell;
      const finding = findCell(read, found, fieldOf.get(cell.field_id), allowed, mode);
      return hidden?.has(cell.field_id) && mustBeRead(cell, found, before) ? { ...finding, state: 'unread' } : finding;
    });
  };
}

/**
 * Whether a cell can be judged only if what the record holds is known, and the record lacks the field: it had a value when it was loaded, or it is to be
 * cleared where nothing was loaded.
 * @param unseen nothing was loaded of the record before
 */
export function mustBeRead(
  { field_id, before, after }: ChangedCell,
  { live }: Pick<Located, 'live'>,
  unseen: boolean,
): boolean {
  if (live === null || isSystemField(field_id) || liveValue(live, field_id) !== undefined) return false;
  return unseen ? isEmptyValue(after) : !isEmptyValue(before);
}

function findCell(
  cell: ChangedCell,
  { live, match }: Located,
  field: JobField | undefined,
  agreed: boolean,
  mode: UpdateMode,
): CellFinding {
  const now = live ? liveValue(live, cell.field_id) : undefined;
  const inKey = match === 'key' && mode.update_by_fields.includes(cell.field_id);
  if (isSystemField(cell.field_id) || inKey) return { ...cell, now, state: 'only-matches' };
  if (live !== null && cell.text !== undefined && readsAs(now, cell.text, field, cell.ids))
    return { ...cell, now, state: 'no-change' };
  if (cell.unfit) {
    // Ids that the field does not have any more: a record that holds just them stays as it is.
    const same = live !== null && cell.after !== null && sameValue(now, cell.after, field);
    return { ...cell, now, state: same ? 'no-change' : 'unfit' };
  }
  if (live === null) return { ...cell, now, state: 'will-update' };
  if (changesNothing(now, cell.after, field)) return { ...cell, now, state: 'no-change' };
  if (!sameValue(now, cell.before, field)) return { ...cell, now, state: 'conflict' };
  const kinds = changeOfKind(cell.before, cell.after, field);
  if (kinds && !agreed) return { ...cell, now, state: 'asks', kinds };
  return { ...cell, now, state: 'will-update' };
}

/**
 * Whether a live value is written like this in a file: references by name, or by ID where the file has IDs. A `2` may be the ID of an option and the name of
 * another one, and is compared with only one of the two.
 * A name shared by several options is what an export by name writes for each of them: over a record with any of them it changes nothing. Once an option is
 * chosen, the text means that one, and is no name (`textOfId`).
 */
function readsAs(now: Json | undefined, text: string, field: JobField | undefined, byIds = false): boolean {
  if (now === undefined || now === null) return text === '';
  if (typeof now !== 'object') return String(now) === text;
  const kind = field?.kind ?? 'json';
  if (byIds) return referenceTextById(now) === text;
  // An option that came without its name has one all the same.
  if (cellText(now, kind, field && isOption(kind) ? configOf(field) : undefined) === text) return true;
  return formatJson(writeForm(now, kind, field?.options)) === text;
}

/** References as an export with IDs writes them; undefined if a value is none. */
function referenceTextById(now: Json): string | undefined {
  return referencesOf(now)
    ?.map(({ id, name }) => id ?? name ?? '')
    .join(', ');
}

/** The JSON kinds between which a value would change; null when it keeps its kind, was or becomes nothing, or is written as references (field notes). */
function changeOfKind(
  before: Json | undefined,
  after: Json,
  field: JobField | undefined,
): { from: JsonKind; to: JsonKind } | null {
  const from = jsonKindOf(before);
  const to = jsonKindOf(after);
  if (from === to || from === 'empty' || to === 'empty') return null;
  if (field && isReference(field.kind) && to === 'array' && from === 'object') return null;
  return { from, to };
}
