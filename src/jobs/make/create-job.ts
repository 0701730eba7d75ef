import { type ConsoleDatabase, database } from '../../storage/database';
import type { CheckRow, RowReason } from '../../storage/job-rows';
import { askToPersist, deleteUnmade } from '../../storage/storage-usage';
import type { CheckAbout } from '../check/check-rows';
import type { RowFinding, RowState } from '../check/dry-run';
import { findingsOfCheck } from '../check/stored-check';
import type { Ledger } from '../ledger/ledger';
import { ledger } from '../ledger/ledger';
import {
  callsOfPlan,
  FillingCalls,
  type JobPart,
  jobBuilder,
  type NewJob,
  type Plan,
  type PlannedCall,
  placeOfRow,
  preparedJob,
} from '../plan/plan';
import { newJobId } from '../table/job-state';

/**
 * How to start a job from rows:
 *
 * 1. Make a `ChangedRecord` of each row: `row` its name, `line` its line in the file, `item_id` or null, `cells` with the values to write (for
 *    `upsert` including the key's fields), `unseen: true` where the previous values were never loaded, as in a file.
 * 2. Choose the mode: `{ update_type: 'update', update_by_fields: [] }`, or `upsert` with at least one field of a key. Without a key a new record could
 *    not be verified or told from a duplicate, so no job creates records without one.
 * 3. Judge. Few rows, held in memory and changed by a person: `readPieces` of a `createLiveReader` and `dryRun`, then `planCalls(findings, excluded)` and `createJob(plan, about)`. Any
 *    number of rows, from an iterable: `checkRows(rows, about, { reading: tableReading(client), … })`, its findings by `findingsOfCheck`, then
 *    `createJobOfCheck(check, about)`.
 * 4. The job runs automatically in a tab that has the key; its page is `paths.job({ env, id })`.
 *
 * This one makes a job of a plan.
 * @returns its ID
 * @throws when the browser refuses to store it; nothing is sent then
 */
export function createJob(plan: Plan, about: NewJob): Promise<string> {
  return makeJob(callsOfPlan(plan), about);
}

/**
 * Makes a job of a check by `checkRows`, part by part, and deletes the check. Every row is a part of it: an undecided one is listed with what is open, and not
 * sent. The job is visible and sent only when all of it is stored. Until then it owns the check, which nobody else can change.
 * @returns its ID
 * @throws when the browser refuses to store it, or the check is dropped meanwhile, was changed, or is another job's; the signal's reason: nothing is sent then
 */
export function createJobOfCheck(
  check: CheckRow,
  about: Omit<NewJob, keyof CheckAbout | 'read_at' | 'changed_on'>,
  { creates = true, onProgress, ...options }: CheckChoice = {},
): Promise<string> {
  const { environment, identity, table_id, update_type, update_by_fields, fields, changed_on } = check;
  const owner = { environment, identity, table_id };
  return makeJob(
    callsOfCheck(check, creates, options.kept?.db, onProgress),
    { ...about, ...owner, update_type, update_by_fields, fields, read_at: check.read_from, changed_on },
    { ...options, check },
  );
}

interface MakeOptions {
  signal?: AbortSignal;
  /** Where it is stored; this browser's own by default. */
  kept?: { db: ConsoleDatabase; ledger: Ledger };
  /** The check that the rows are of. */
  check?: CheckRow;
}

export interface CheckChoice extends Omit<MakeOptions, 'check'> {
  /** Records that are not in the table yet are created; unless this is false. */
  creates?: boolean;
  onProgress?(rows: number): void;
}

/** Parts written in one transaction. */
const partsAtOnce = 50;

/** Writes rows to the ledger as a new job. */
async function makeJob(
  calls: Iterable<PlannedCall> | AsyncIterable<PlannedCall>,
  about: NewJob,
  { signal, kept = { db: database, ledger }, check }: MakeOptions = {},
): Promise<string> {
  const { db } = kept;
  const now = Date.now();
  const id = newJobId(now);
  const builder = jobBuilder(about, id);
  const parts: JobPart[] = [];
  if (check) await takeCheck(check, id, db);
  try {
    for await (const call of calls) {
      signal?.throwIfAborted();
      parts.push(await builder.add(call));
      // Only by its check is found what a tab that ended had begun.
      if (check && parts.length >= partsAtOnce) await kept.ledger.prepare(parts.splice(0));
    }
    if (check) await kept.ledger.prepare(parts.splice(0));
    signal?.throwIfAborted();
    await kept.ledger.create(preparedJob(builder.job(now), parts), check);
  } catch (error) {
    if (check) await giveBack(check, id, db);
    throw error;
  }
  // Only the stored ledger knows which rows were sent, so the browser is asked not to evict it.
  if (db === database) void askToPersist();
  return id;
}

/** Should this tab end now, the next dry run clears away what is begun of the job. */
async function takeCheck({ id, changes }: CheckRow, job_id: string, db: ConsoleDatabase): Promise<void> {
  const own = db.checks.where('id').equals(id);
  const taken = await own.and((row) => row.job_id === null && row.changes === changes).modify({ job_id });
  if (taken === 0) throw new Error('The check was dropped or changed, or a job is being made of it already.');
}

async function giveBack({ id }: CheckRow, jobId: string, db: ConsoleDatabase): Promise<void> {
  await deleteUnmade(db, jobId);
  const own = db.checks.where('id').equals(id);
  await own.and(({ job_id }) => job_id === jobId).modify({ job_id: null });
}

/** Why a row is not sent without a decision of the user. */
const undecided: Partial<Record<RowState, RowReason>> = {
  near: 'near-undecided',
  asks: 'kind-not-allowed',
  unread: 'not-checked',
  conflict: 'changed-meanwhile',
};

/** Why a row is skipped that could have been sent: the job lists every row of an imported file. */
function whyStaysOut({ state, chosen }: RowFinding, creates: boolean): RowReason | undefined {
  if (chosen === 'out') return 'left-out';
  return state === 'will-create' && !creates ? 'not-to-create' : undecided[state];
}

/** All rows of a check as calls, and as parts that are only listed. */
async function* callsOfCheck(
  check: CheckRow,
  creates: boolean,
  db: ConsoleDatabase | undefined,
  onProgress?: (rows: number) => void,
): AsyncGenerator<PlannedCall> {
  const filling = new FillingCalls();
  let rows = 0;
  for await (const findings of findingsOfCheck(check, undefined, db)) {
    for (const finding of findings) {
      const reason = whyStaysOut(finding, creates);
      const row: RowFinding = reason ? { ...finding, state: 'invalid', reason } : finding;
      const place = placeOfRow(row);
      yield* filling.add(row, place === 'stays-out' ? 'left-out' : place);
    }
    rows += findings.length;
    onProgress?.(rows);
  }
  yield* filling.rest();
}
