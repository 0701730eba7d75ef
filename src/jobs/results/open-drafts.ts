import { useFormatter, useTranslations } from 'use-intl';
import type { Id } from '../../contract/ids';
import { type JsonObject, sameJson } from '../../contract/json';
import { isSystemField } from '../../contract/records';
import { draftStore, nextSequence } from '../../edits/draft-store';
import { type CellEdit, type CellPlace, type Drafts, newRecordId, type RecordDraft, stage } from '../../edits/drafts';
import { keepKey, newRecordsOf, savedKey } from '../../edits/new-records';
import type { JobRow } from '../../storage/job-rows';
import { type Outcome, outcomesThat } from '../../storage/outcomes';
import { joinSentences } from '../../texts/join-sentences';
import type { CallSummary } from '../ledger/use-jobs';
import { differingFields, fieldName, fieldWith, keyName, valueOfText } from '../table/job-field';
import { onlyByFile, whyNotSent } from '../table/row-reasons';
import { type JobLine, linesOfJob } from './job-lines';

/** Outcomes whose rows can be fixed and sent again. */
export const retryable = outcomesThat('canRetry');

/** Texts that did not fit and are quoted; the others by their number. */
const mostNamed = 3;
/** Lines that are not opened and are named by their number; the others by theirs. */
const mostLines = 12;

/** What the user is told of rows that cannot be sent as they are. */
interface OpeningNotice {
  kind: 'bad';
  title: string;
  text: string;
  key: string;
}

/**
 * Puts rows of a job back into the grid as unsent changes, to be fixed and sent again.
 * @returns a function of the wanted outcomes, and of which rows with them are wanted; it resolves to the first cell to fix of each record that was opened, in order
 */
export function useOpenDrafts(job: JobRow, say: (notice: OpeningNotice) => void) {
  const t = useTranslations('jobs');
  const c = useTranslations('common');
  const format = useFormatter();
  const { environment, identity, table_id, update_by_fields } = job;

  const sayUnfit = (rows: readonly OpenedRow[]): void => {
    const unfit = rows.flatMap((row) => row.unfit.map((id) => [row.line, id] as const));
    if (unfit.length === 0) return;
    const textOf = ([{ line, sent }, id]: readonly [JobLine, string]) =>
      t('unfitAt', { of: job.kind, line, field: fieldName(job.fields, id), text: String(sent[id]) });
    const named = unfit.slice(0, mostNamed).map(textOf).join(t('unfitBetween'));
    const text = t('unfitLeftText', { named, count: unfit.length, more: Math.max(0, unfit.length - mostNamed) });
    say({ kind: 'bad', title: t('unfitLeft', { count: unfit.length }), text, key: 'unfit-left' });
  };
  const sayLeft = (rows: readonly OpenedRow[], other: readonly string[]): void => {
    const left = rows.filter(({ why }) => why !== null);
    if (left.length === 0) return;
    const whys = notOpened.flatMap((why) => {
      const own = left.filter((row) => row.why === why);
      const count = own.length;
      const named = own.slice(0, mostLines).map(({ line: { line } }) => format.number(line));
      const lines = t('linesNamed', {
        of: job.kind,
        lines: named.join(c('comma')),
        count,
        more: Math.max(0, count - mostLines),
      });
      return count > 0
        ? [
            t(`rowsLeftWhy.${why}`, {
              lines,
              key: keyName(job.fields, update_by_fields),
              other: keyName(job.fields, other),
            }),
          ]
        : [];
    });
    const text = joinSentences(...whys, t('rowsLeftText'));
    say({ kind: 'bad', title: t('rowsLeft', { count: left.length }), text, key: 'rows-left' });
  };

  return async (
    calls: readonly CallSummary[],
    wanted: ReadonlySet<Outcome>,
    isWanted: (line: JobLine) => boolean = () => true,
  ): Promise<CellPlace[]> => {
    const read: JobLine[] = [];
    for await (const some of linesOfJob(job.id, calls, wanted)) read.push(...some.filter(isWanted));
    const twins = await twinsOf(read, job.id, calls);
    const lines = read.map((line) => {
      const twin = twins.get(line.result.twin ?? '');
      return twin ? overTwin(line, twin) : line;
    });
    const store = draftStore({ environment, identity, table_id });
    await store.settled();
    const { drafts } = store.read().history;
    const unsent = newRecordsOf(drafts);
    const own = new Set(lines.map((line) => openedRow(line, job, { unsent }).row));
    const waiting = unsent.some(({ record }) => !own.has(record.item_id));
    const other = savedKey(environment, table_id);
    const isOtherKey = waiting && !sameKey(other, update_by_fields);
    const opened = lines.map((line) => openedRow(line, job, { unsent, isOtherKey }));
    const rows = withoutCollisions(opened, drafts);
    const edits = rows.flatMap((row) => row.edits);
    // A row that finds its record by the key of the job, or is created, does so by no other: under another key it might be created twice.
    if (rows.some(({ byKey, why }) => byKey && why === null)) keepKey(environment, table_id, update_by_fields);
    store.change((history) => stage(history, edits, nextSequence(history, Date.now())));
    await store.settled();
    sayUnfit(rows);
    sayLeft(rows, other);
    return rows.flatMap(({ row, edits, unfit }) => {
      const field_id = unfit[0] ?? edits[0]?.field_id;
      return field_id === undefined ? [] : [{ item_id: row, field_id }];
    });
  };
}

const mayHaveWritten: ReadonlySet<Outcome> = new Set<Outcome>(['verified', 'differs']);

/** The earlier rows that mean the same as some of these, by their lines, where they may have written. */
async function twinsOf(
  lines: readonly JobLine[],
  jobId: string,
  calls: readonly CallSummary[],
): Promise<Map<string, JobLine>> {
  const wanted = new Set(lines.flatMap(({ result }) => result.twin ?? []));
  const found = new Map<string, JobLine>();
  if (wanted.size === 0) return found;
  for await (const some of linesOfJob(jobId, calls, mayHaveWritten))
    for (const each of some) if (wanted.has(`${each.line}`)) found.set(`${each.line}`, each);
  return found;
}

function sameKey(one: readonly string[], other: readonly string[]): boolean {
  return one.length === 0 || [...one].sort().join() === [...other].sort().join();
}

/**
 * Why a row of a job cannot be opened as unsent changes: `line`: its line in the file cannot be trusted · `id`: its record ID is wrong, which no change fixes
 * · `key`: it is matched by system fields, which a change cannot hold · `other`: unsent new records are matched by another key · `near`: it is similar to an
 * existing record, which an import decides · `left`: it was skipped by choice · `duplicate`: it means the record of another opened row, or one with unsent
 * changes · `create`: it would create a record, and that was off · `nothing`: nothing in it can be written.
 */
const notOpened = ['line', 'id', 'key', 'other', 'near', 'left', 'duplicate', 'create', 'nothing'] as const;
type NotOpened = (typeof notOpened)[number];

/** A row of a job as unsent changes. */
export interface OpenedRow {
  line: JobLine;
  /** Of the record, or the name of a new one: the same each time the row is opened. */
  row: Id;
  /** It has no record id: its record is found by the key of the job, or created. */
  byKey: boolean;
  /** None where it is not opened. */
  edits: CellEdit[];
  /** Fields, by ID, whose text does not fit: they are in their cells as written, and the row is not sent until they are fixed. */
  unfit: string[];
  /** Why it is not opened; null: it is. */
  why: NotOpened | null;
}

/**
 * A row that means the same record as an earlier one, over what that one has written since it was read. Unchanged if its twin is not verified.
 * @param twin the earlier row, as the job left it
 */
export function overTwin(line: JobLine, twin: JobLine): JobLine {
  const written = twin.result.outcome === 'verified' ? twin.sent : twin.result.now;
  const item_id = line.item_id ?? twin.item_id;
  if (!written || item_id === null) return line;
  return { ...line, item_id, title: line.title ?? twin.title, before: { ...line.before, ...written } };
}

/** Whether the check kept a row out because an earlier row of the file means the same record, or did in the job that the file comes from. */
function isDuplicate({ result: { reason } }: JobLine): boolean {
  return whyNotSent(reason) === 'duplicate';
}

/**
 * Rows of which no duplicate takes the place of another row's changes: one that means the record of another opened row, or a record that has changes of its
 * own, is not opened.
 * @param drafts that wait unsent
 */
export function withoutCollisions(rows: readonly OpenedRow[], drafts: Drafts): OpenedRow[] {
  const taken = new Set(rows.flatMap(({ line, row, why }) => (why === null && !isDuplicate(line) ? [row] : [])));
  return rows.map((opened): OpenedRow => {
    const { line, row, why } = opened;
    if (why !== null || !isDuplicate(line)) return opened;
    const waiting = [...(drafts.get(row)?.cells.values() ?? [])];
    const free = !taken.has(row) && waiting.every(({ double }) => double !== undefined);
    taken.add(row);
    return free ? opened : { ...opened, edits: [], unfit: [], why: 'duplicate' };
  });
}

/** New records that wait unsent. */
interface WaitingRecords {
  /** One that the job never sent is still among them. */
  unsent?: readonly RecordDraft[];
  /** They are matched by another key than the job's. */
  isOtherKey?: boolean;
}

type OpenedJob = Pick<JobRow, 'fields' | 'update_type' | 'update_by_fields' | 'created_at'>;

/**
 * A row over the values loaded when the job was planned: later changes by others are so shown as theirs, and never overwritten silently. Without loaded values,
 * over what was read back; a missing record becomes a new one again, matched by the job's key.
 */
export function openedRow(
  line: JobLine,
  job: OpenedJob,
  { unsent = [], isOtherKey = false }: WaitingRecords = {},
): OpenedRow {
  const { item_id, title, creates, sent, before, result } = line;
  // By key also where no record had the id that the row gave (4.5 rule 4), or none has the key any more that had found one.
  const byKey =
    item_id === null ||
    creates ||
    result.reason === 'key-lost' ||
    (job.update_type === 'upsert' && before === null && !result.now);
  const still = byKey ? unsent.find(({ cells }) => holdsAll(cells, sent)) : undefined;
  const row = still?.record.item_id ?? (byKey ? newRecordId(job.created_at, (line.line + 0.5) / 36 ** 6) : item_id);
  const record = { item_id: row, title, updated_on: null };
  const known = byKey ? {} : (before ?? result.now ?? {});
  const double = isDuplicate(line) ? { double: result.twin ?? '' } : {};
  const { outcome, reason, message, code, twin } = result;
  const became = { line: line.line, result: { outcome, reason, message, code, twin } };
  const unfit: string[] = [];
  const edits: CellEdit[] = [];
  // Of a partly written row only what is missing.
  const missing = reason === 'in-part' && !byKey ? differingFields(line, job.fields) : null;
  for (const [field_id, asked] of Object.entries(sent)) {
    if (isSystemField(field_id) || missing?.includes(field_id) === false) continue;
    const field = fieldWith(job.fields, field_id);
    const value = valueOfText(asked, field, known[field_id]);
    const edit = {
      record,
      field_id,
      before: known[field_id],
      kind: field?.kind,
      ...double,
      retried: { ...became, sent: asked },
    };
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
    return byKey && isOtherKey ? 'other' : null;
  }
}

function holdsAll(cells: RecordDraft['cells'], sent: JsonObject): boolean {
  const fields = Object.keys(sent);
  return fields.length === cells.size && fields.every((id) => sameJson(cells.get(id)?.after, sent[id]));
}
