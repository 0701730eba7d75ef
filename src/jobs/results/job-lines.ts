import type { Id } from '../../contract/ids';
import type { JsonObject } from '../../contract/json';
import { type ConsoleDatabase, database } from '../../storage/database';
import type { RowResult } from '../../storage/job-rows';
import { type Outcome, outcomeEntries } from '../../storage/outcomes';
import { decodeBatch, decodePayload, readPayload } from '../../storage/stored-jobs';
import type { CallSummary } from '../ledger/use-jobs';
import { createsRecord } from '../table/record-names';

/** One row of a job with everything that is known of it. */
export interface JobLine {
  /** In the file or list that it came from, from 1. */
  line: number;
  call: number;
  /** The record: named by the row, matched by its key, or created; null where that is not known. */
  item_id: Id | null;
  /** The row was to create a record. */
  creates: boolean;
  title: string | null;
  sent: JsonObject;
  /** Values of the written fields before; null where nothing was read. */
  before: JsonObject | null;
  result: RowResult;
  trace_id: string | null;
  /** When the rows of its call were last read back, epoch milliseconds; null: not yet. */
  read_at: number | null;
}

/** Whether an event confirmed a row, and no reading did: then none of its values was seen. */
export function isKnownByEvent({ result }: Pick<JobLine, 'result'>): boolean {
  return result.outcome === 'verified' && result.proof === 'event';
}

/** Whether there is a record to show for a row: it wrote one, may have, or found one that needed no change. */
export function hasRecord<Line extends Pick<JobLine, 'item_id' | 'result'>>(
  line: Line,
): line is Line & { item_id: Id } {
  const { outcome, reason } = line.result;
  const isThere = outcomeEntries[outcome].canUndo || outcome === 'no-change';
  return isThere && line.item_id !== null && reason !== 'deleted';
}

/** Rows of a call that have one of the outcomes; all when none is given. */
function rowsIn(call: Pick<CallSummary, 'counts' | 'size'>, wanted: ReadonlySet<Outcome>): number {
  if (wanted.size === 0) return call.size;
  let rows = 0;
  for (const outcome of wanted) rows += call.counts[outcome] ?? 0;
  return rows;
}

/** Where the n-th wanted row is: its call and its place among the wanted rows of that call. `starts` as `startsOf` gives them. */
export function placeOf(starts: readonly number[], index: number): { call: number; nth: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return { call: low, nth: index - (starts[low] ?? 0) };
}

/** For each call the number of wanted rows before it, and the number of all. */
export function startsOf(
  calls: readonly Pick<CallSummary, 'counts' | 'size'>[],
  wanted: ReadonlySet<Outcome>,
): { starts: number[]; total: number } {
  let total = 0;
  const starts = calls.map((call) => {
    const start = total;
    total += rowsIn(call, wanted);
    return start;
  });
  return { starts, total };
}

/** Every row of a call, in order; none once its job is deleted. @throws UnreadableError */
export async function linesOfCall(jobId: string, number: number, db: ConsoleDatabase = database): Promise<JobLine[]> {
  const [stored, body] = await db.transaction('r', db.batches, db.payloads, () =>
    Promise.all([db.batches.get([jobId, number]), db.payloads.get([jobId, number])]),
  );
  if (!stored) return [];
  const batch = decodeBatch(stored);
  const payload = decodePayload(body ?? { job_id: jobId, number });
  return batch.rows.map((result, index) => ({
    line: payload.lines[index] ?? batch.first_line + index,
    call: number,
    item_id: payload.items[index]?.item_id ?? result.item_id ?? payload.found[index] ?? null,
    creates: createsRecord(payload, index),
    title: payload.titles[index] ?? null,
    sent: payload.items[index]?.fields ?? {},
    before: payload.before[index] ?? null,
    result,
    trace_id: batch.trace_id,
    read_at: batch.read_at,
  }));
}

/** Rows of a job with one of the outcomes (all when none is given), call by call, so that a million of them need not be held at once. */
export async function* linesOfJob(
  jobId: string,
  calls: readonly CallSummary[],
  wanted: ReadonlySet<Outcome>,
  db: ConsoleDatabase = database,
): AsyncGenerator<JobLine[]> {
  for (const call of calls) {
    if (rowsIn(call, wanted) === 0) continue;
    const lines = await linesOfCall(jobId, call.number, db);
    yield wanted.size === 0 ? lines : lines.filter(({ result }) => wanted.has(result.outcome));
  }
}

/**
 * The same rows in the order of their file. Rows with an ID, rows with a key and unsent ones are in separate calls, with many lines between them: positions are
 * looked up first, and only rows ahead of their turn are held.
 */
export async function* linesInOrder(
  jobId: string,
  calls: readonly CallSummary[],
  wanted: ReadonlySet<Outcome>,
  db: ConsoleDatabase = database,
  signal?: AbortSignal,
): AsyncGenerator<JobLine[]> {
  const places: { call: CallSummary; first: number }[] = [];
  for (const call of calls) {
    if (rowsIn(call, wanted) === 0) continue;
    signal?.throwIfAborted();
    const payload = readPayload(await db.payloads.get([jobId, call.number]));
    places.push({ call, first: payload?.lines[0] ?? call.first_line });
  }
  places.sort((a, b) => a.first - b.first);
  let held: JobLine[] = [];
  for (const [index, { call }] of places.entries()) {
    for await (const lines of linesOfJob(jobId, [call], wanted, db)) held.push(...lines);
    held.sort((a, b) => a.line - b.line);
    const next = places[index + 1]?.first ?? Number.POSITIVE_INFINITY;
    const kept = held.findIndex(({ line }) => line >= next);
    const ready = kept === -1 ? held : held.slice(0, kept);
    held = kept === -1 ? [] : held.slice(kept);
    if (ready.length > 0) yield ready;
  }
}
