import { type ConsoleDatabase, database } from '../../storage/database';
import type { CheckRow, RowReason } from '../../storage/job-rows';
import { askToPersist, deleteUnmade } from '../../storage/storage-usage';
import { type CheckAbout, findingsOfCheck } from '../check/check-rows';
import type { RowFinding, RowState } from '../check/dry-run';
import type { Ledger } from '../ledger/ledger';
import { ledger } from '../runner/run-connection';
import {
  FillingCall,
  type JobPart,
  jobBuilder,
  type NewJob,
  newJobId,
  type Plan,
  placeOfRow,
  prepareJob,
} from './plan';

/**
 * How to start a job from rows:
 *
 * 1. Make a `ChangedRecord` of each row: `row` its name, `line` its line in the file, `item_id` or null, `cells` with the values to write (for
 *    `upsert` including the key's fields), `unseen: true` where the previous values were never loaded, as in a file.
 * 2. Choose the mode: `{ update_type: 'update', update_by_fields: [] }`, or `upsert` with at least one field of a key. Without a key a new record could
 *    not be verified or told from a duplicate, so no job creates records without one.
 * 3. Judge. Few rows, held in memory and changed by a person: `createLiveReader(tableReading(client), …).read(rows)` and `dryRun(rows, live, { fields, mode
 * })`,
 *    then `planCalls(findings, excluded)` and `createJob(plan, about)`. Any number of rows, from an iterable: `checkRows(rows, about, { reading:
 *    tableReading(client), … })`, its findings by `findingsOfCheck`, then `createJobOfCheck(check, about)`.
 * 4. The job runs automatically in a tab that has the key; its page is `paths.job({ env, id })`.
 *
 * This one writes a plan to the ledger as a new job.
 * @returns its ID
 * @throws when the browser refuses to store it; nothing is sent then
 */
export async function createJob(plan: Plan, about: NewJob): Promise<string> {
  const now = Date.now();
  const id = newJobId(now);
  await ledger.create(await prepareJob(plan, about, id, now));
  // Only the stored ledger knows which rows were sent, so the browser is asked not to evict it.
  void askToPersist();
  return id;
}

export interface CheckChoice {
  /** Records that are not in the table yet are created; unless this is false. */
  creates?: boolean;
  signal?: AbortSignal;
  onProgress?(rows: number): void;
  /** Where it is stored; this browser's own by default. */
  kept?: { db: ConsoleDatabase; ledger: Ledger };
}

/** Parts written in one transaction. */
const partsAtOnce = 50;

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

/**
 * Makes a job of a check by `checkRows`, part by part, and deletes the check. Every row is a part of it: an undecided one is listed with what is open, and not
 * sent. The job is visible and sent only when all of it is stored, and the check is still the one that it was made of.
 * @returns its ID
 * @throws when the browser refuses to store it, or the check is dropped or changed meanwhile; the signal's reason: nothing is sent then, and the check is kept
 */
export async function createJobOfCheck(
  check: CheckRow,
  about: Omit<NewJob, keyof CheckAbout | 'read_at' | 'changed_on'>,
  { creates = true, signal, onProgress, kept = { db: database, ledger } }: CheckChoice = {},
): Promise<string> {
  const { db } = kept;
  const now = Date.now();
  const id = newJobId(now);
  const { environment, identity, table_id, update_type, update_by_fields, fields, changed_on } = check;
  const builder = jobBuilder(
    {
      ...about,
      ...{ environment, identity, table_id, update_type, update_by_fields, fields, changed_on },
      read_at: check.read_from,
    },
    id,
  );
  const places = ['id', 'key', 'left-out'] as const;
  const filling = Object.fromEntries(places.map((place) => [place, new FillingCall(place)])) as Record<
    (typeof places)[number],
    FillingCall
  >;
  const parts: JobPart[] = [];
  let rows = 0;
  const add = async (calls: RowFinding[][], place: keyof typeof filling): Promise<void> => {
    for (const call of calls) parts.push(await builder.add(call, place === 'left-out' ? 'left-out' : 'waiting'));
    if (parts.length >= partsAtOnce) await kept.ledger.prepare(parts.splice(0));
  };
  const own = () => db.checks.where('id').equals(check.id);
  // Should this tab end now, the next dry run clears away what was begun.
  const taken = await own()
    .and(({ job_id }) => job_id === null)
    .modify({ job_id: id });
  if (taken === 0) throw new Error('The check was dropped, or a job is being made of it already.');
  try {
    for await (const findings of findingsOfCheck(check.id, undefined, db)) {
      signal?.throwIfAborted();
      for (const finding of findings) {
        const reason = whyStaysOut(finding, creates);
        const row: RowFinding = reason ? { ...finding, state: 'invalid', reason } : finding;
        const wanted = placeOfRow(row);
        const place = wanted === 'stays-out' ? 'left-out' : wanted;
        await add(filling[place].add(row), place);
      }
      rows += findings.length;
      onProgress?.(rows);
    }
    for (const place of places) await add(filling[place].rest(), place);
    await kept.ledger.prepare(parts);
    signal?.throwIfAborted();
    await kept.ledger.create({ job: builder.job(now), batches: [], payloads: [] }, check);
  } catch (error) {
    await deleteUnmade(db, id);
    await own()
      .and(({ job_id }) => job_id === id)
      .modify({ job_id: null });
    throw error;
  }
  if (db === database) void askToPersist();
  return id;
}
