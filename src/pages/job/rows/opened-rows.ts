import { isSystemField } from '../../../contract/fields';
import type { Id } from '../../../contract/ids';
import type { CellEdit, Drafts } from '../../../edits/drafts';
import { newRecordId } from '../../../edits/new-record-id';
import { fieldWith } from '../../../jobs/results/job-field';
import type { JobLine } from '../../../jobs/results/job-lines';
import { valueOfText } from '../../../jobs/results/line-fields';
import { onlyByFile, whyNotSent } from '../../../jobs/results/not-sent';
import type { JobRow } from '../../../storage/job-rows';

/**
 * Why a row of a job cannot be opened as unsent changes: `line`: its line in the file cannot be trusted · `id`: what is wrong is its record id, which no change puts right · `key`: it is found by system
 * fields, which a change cannot hold · `other`: new records that wait unsent are found by another key · `near`: it would create what is nearly there, of which
 * an import asks · `left`: the person left it out · `double`: it means the record of another row that is opened, or one that has unsent changes · `create`: it would create a record, and none was to be created · `nothing`: nothing in it can be written.
 */
export const notOpened = ['line', 'id', 'key', 'other', 'near', 'left', 'double', 'create', 'nothing'] as const;
export type NotOpened = (typeof notOpened)[number];

/** A row of a job as unsent changes. */
export interface OpenedRow {
  line: JobLine;
  /** Of the record, or the name of a new one: the same each time the row is opened. */
  row: Id;
  /** It has no record id: its record is found by the key of the job, or created. */
  byKey: boolean;
  /** None where it is not opened. */
  edits: CellEdit[];
  /** Fields, by id, whose text cannot be a value of theirs: they stand in their cells as they were written, and keep the row back until they are put right. */
  unfit: string[];
  /** Why it is not opened; null: it is. */
  why: NotOpened | null;
}

/**
 * A row that means the same record as an earlier one, over what that one has written since it was read: nobody else did. As it is where its twin is not proven
 * to have written anything.
 * @param twin the earlier row, as the job left it
 */
export function overTwin(line: JobLine, twin: JobLine): JobLine {
  const written = twin.result.outcome === 'verified' ? twin.sent : twin.result.now;
  const item_id = line.item_id ?? twin.item_id;
  if (!written || item_id === null) return line;
  return { ...line, item_id, title: line.title ?? twin.title, before: { ...line.before, ...written } };
}

/** Whether the check kept a row out because an earlier row of the file means the same record, or did in the job that the file comes from. */
function isDouble({ result: { reason } }: JobLine): boolean {
  return whyNotSent(reason) === 'double';
}

/**
 * Rows of which no duplicate takes the place of another row's changes: one that means the record of another opened row, or a record that has changes of its
 * own, is not opened.
 * @param drafts that wait unsent
 */
export function withoutCollisions(rows: readonly OpenedRow[], drafts: Drafts): OpenedRow[] {
  const taken = new Set(rows.flatMap(({ line, row, why }) => (why === null && !isDouble(line) ? [row] : [])));
  return rows.map((opened): OpenedRow => {
    const { line, row, why } = opened;
    if (why !== null || !isDouble(line)) return opened;
    const waiting = [...(drafts.get(row)?.cells.values() ?? [])];
    const free = !taken.has(row) && waiting.every(({ double }) => double !== undefined);
    taken.add(row);
    return free ? opened : { ...opened, edits: [], unfit: [], why: 'double' };
  });
}

type OpenedJob = Pick<JobRow, 'fields' | 'update_type' | 'update_by_fields' | 'created_at'>;

/**
 * A row over what was read when the job was planned: what somebody else wrote meanwhile is so told by the review as theirs, and never overwritten unasked.
 * Where nothing was read then, over what was read back; a record that is not there is a new one again, found by the key of the job.
 * @param otherKey new records that wait unsent are found by another key than the job's
 */
export function openedRow(line: JobLine, job: OpenedJob, otherKey: boolean): OpenedRow {
  const { item_id, title, creates, sent, before, result } = line;
  // By key also where no record had the id that the row gave (4.5 rule 4), or none has the key any more that had found one.
  const byKey =
    item_id === null ||
    creates ||
    result.reason === 'key-lost' ||
    (job.update_type === 'upsert' && before === null && !result.now);
  const row = byKey ? newRecordId(job.created_at, (line.line + 0.5) / 36 ** 6) : item_id;
  const record = { item_id: row, title, updated_on: null };
  const known = byKey ? {} : (before ?? result.now ?? {});
  const double = isDouble(line) ? { double: result.twin ?? '' } : {};
  const unfit: string[] = [];
  const edits: CellEdit[] = [];
  for (const [field_id, asked] of Object.entries(sent)) {
    if (isSystemField(field_id)) continue;
    const value = valueOfText(asked, fieldWith(job.fields, field_id), known[field_id]);
    const edit = { record, field_id, before: known[field_id], ...double };
    if (!value.ok) {
      unfit.push(field_id);
      edits.push({ ...edit, after: asked, unfit: true });
    }
    // Where nothing did not fit, what was asked for is a value already.
    else edits.push({ ...edit, after: result.reason === 'does-not-fit' ? value.value : asked });
  }
  const why = whyNot();
  return { line, row, byKey, edits: why === null ? edits : [], unfit: why === null ? unfit : [], why };

  function whyNot(): NotOpened | null {
    const wrong = whyNotSent(result.reason);
    if (onlyByFile(wrong)) return wrong;
    if (byKey && job.update_type === 'update') return 'id';
    if (byKey && job.update_by_fields.some(isSystemField)) return 'key';
    if (edits.length === 0) return 'nothing';
    return byKey && otherKey ? 'other' : null;
  }
}
