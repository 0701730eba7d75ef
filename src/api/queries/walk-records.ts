import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { DwRecord, RecordPage } from '../../contract/records';
import type { Priority } from '../wire/budget';
import type { Client } from '../wire/client';
import { readPatiently } from '../wire/query-client';
import { type RecordQuery, readRecords } from './records';

/** What a walk hands out after each page. */
export interface WalkStep {
  /** Records that were not handed out before, in the order read. */
  records: DwRecord[];
  /** Of the page that they came with. */
  traceId: string | null;
  requests: number;
  /** How often the table was found to have changed under the paging. */
  drifted: number;
  /** Records that came once more, beside the one by which pages overlap, and were left out. */
  repeated: number;
}

/** Progress of a walk. Another walk over the same query continues from it, also after an error. */
export interface WalkState {
  seen: Set<Id>;
  offset: number;
  /** The record expected at `offset`; null if none. */
  anchor: Id | null;
  /** Steps back since the last one forward. */
  backwards: number;
  requests: number;
  drifted: number;
  repeated: number;
  ended: boolean;
}

export function startOfWalk(): WalkState {
  return {
    seen: new Set(),
    offset: 0,
    anchor: null,
    backwards: 0,
    requests: 0,
    drifted: 0,
    repeated: 0,
    ended: false,
  };
}

interface WalkOptions {
  signal?: AbortSignal;
  priority?: Priority;
  /** Pages under way at a time; it begins with one, so that a short table costs one request. */
  parallel?: number;
  /** The number of records counted so far: past them nothing is requested ahead. */
  expected?: number | null;
  /** Where to continue, and where the walk stores its progress. */
  state?: WalkState;
}

/** Going back so often without coming on means that the order itself does not hold still: each step is twice as far as the one before. */
const backwardsMax = 60;
/** Pages overlap by one record. */
const step = limits.pageSizeMax - 1;

/**
 * Reads every page of a query. Each page begins with the last record of the one before: if another record is there, the table has changed, and the walk goes
 * back to a record that it knows. So each record that stays and keeps its place among the others is returned exactly once, whatever is added or removed; also
 * when later pages were read before earlier ones, as a page that begins with a known record omits none before it.
 * @throws ApiError of a page that failed after its retries, or where the platform ignores offsets; the signal's reason when it is stopped; RangeError when
 *   the order keeps changing
 */
export async function* walkRecords(
  client: Client,
  query: RecordQuery,
  { signal, priority = 'job', parallel = 1, expected = null, state = startOfWalk() }: WalkOptions = {},
): AsyncGenerator<WalkStep> {
  const ahead = readAhead(client, query, {
    signal,
    priority,
    parallel,
    expected,
    onRequest: () => (state.requests += 1),
  });
  const { seen } = state;
  try {
    while (!state.ended) {
      const { page, traceId } = await ahead.take(state.offset);
      const { items, has_more } = page;
      const first = items[0]?.item_id;
      const overlaps = state.anchor !== null && first === state.anchor;
      if (state.anchor !== null && !overlaps) state.drifted += 1;
      if (state.offset > 0 && (first === undefined || !seen.has(first))) {
        // Unknown rows at the start: others moved up past them, and were not read.
        state.backwards += 1;
        if (state.backwards > backwardsMax) throw new RangeError('the order of the records does not hold still');
        state.offset = Math.max(0, state.offset - step * 2 ** Math.min(state.backwards - 1, 20));
        state.anchor = null;
        ahead.forget();
        continue;
      }
      if (state.offset > 0) state.backwards = 0;
      const records: DwRecord[] = [];
      for (const record of items) {
        const known = seen.size;
        // One look, not two: an export of a million records takes a million.
        if (seen.add(record.item_id).size > known) records.push(record);
      }
      state.repeated += items.length - records.length - (overlaps ? 1 : 0);
      state.anchor = items.at(-1)?.item_id ?? null;
      state.offset += items.length - 1;
      state.ended = items.length < limits.pageSizeMax || has_more === false;
      const { requests, drifted, repeated } = state;
      yield { records, traceId, requests, drifted, repeated };
    }
  } finally {
    ahead.forget();
  }
}

/** Roughly how many requests reading this many records takes. */
export function walkRequests(records: number): number {
  return Math.max(1, Math.floor((records - 1) / step) + 1);
}

interface Read {
  page: RecordPage;
  traceId: string | null;
}

interface AheadOptions {
  signal: AbortSignal | undefined;
  priority: Priority;
  parallel: number;
  expected: number | null;
  onRequest(): void;
}

/** Pages requested ahead of their turn. */
function readAhead(client: Client, query: RecordQuery, options: AheadOptions) {
  const { signal, priority, parallel, expected, onRequest } = options;
  let now = fresh();
  // The known end of the rows: requesting past it would waste a request.
  let end = expected ?? Number.POSITIVE_INFINITY;

  async function ask(offset: number, gone: AbortSignal): Promise<Read> {
    const options = { signal: signal ? AbortSignal.any([signal, gone]) : gone, priority };
    const read = await readPage(client, query, offset, options, onRequest);
    const { items, has_more, filtered, total } = read.page;
    const told = filtered ?? (query.filter ? null : total);
    const reached = offset + items.length;
    const isLast = items.length < limits.pageSizeMax || has_more === false;
    if (told !== null) end = told;
    else if (isLast) end = Math.min(end, reached);
    // There are more rows than counted, and the number is unknown now.
    if (!isLast && reached > end) end = Number.POSITIVE_INFINITY;
    return read;
  }

  function start(offset: number, run: Run): void {
    run.underWay += 1;
    const read = ask(offset, run.control.signal).finally(() => {
      run.underWay -= 1;
      if (run === now) fill(run);
    });
    run.reads.set(offset, read);
    // A page that fails before its turn reports it in its turn.
    read.catch(() => {
      run.failed = true;
    });
  }

  /** As many running pages as wanted; and no more than that again loaded and waiting for their turn. */
  function fill(run: Run): void {
    const most = run.width === 1 ? 1 : 2 * run.width;
    for (let index = 1; index < most && run.underWay < run.width && !run.failed; index += 1) {
      const offset = run.offset + index * step;
      if (offset >= end) return;
      if (!run.reads.has(offset)) start(offset, run);
    }
  }

  return {
    /** The page at an offset, while those after it are on their way. */
    async take(offset: number): Promise<Read> {
      const run = now;
      run.offset = offset;
      if (!run.reads.has(offset)) start(offset, run);
      fill(run);
      try {
        return await (run.reads.get(offset) as Promise<Read>);
      } finally {
        run.reads.delete(offset);
        // Slowly: while the end is unknown, each page requested past it is wasted.
        run.width = Math.min(parallel, run.width + 1);
      }
    },
    /** Lets go of everything that was asked ahead. */
    forget(): void {
      now.control.abort(new DOMException('Not needed any more', 'AbortError'));
      now = fresh();
      end = Number.POSITIVE_INFINITY;
    },
  };
}

/** Pages asked for from one place on; to go back makes all of them worthless. */
interface Run {
  control: AbortController;
  reads: Map<number, Promise<Read>>;
  /** Of the page whose turn it is. */
  offset: number;
  underWay: number;
  width: number;
  /** One of them has failed: what comes after it may never be wanted. */
  failed: boolean;
}

function fresh(): Run {
  return { control: new AbortController(), reads: new Map(), offset: 0, underWay: 0, width: 1, failed: false };
}

/** One page of `limits.pageSizeMax` records, tried again where that may help. @throws ApiError; the signal's reason */
export async function readPage(
  client: Client,
  query: RecordQuery,
  offset: number,
  options: { signal: AbortSignal; priority: Priority },
  onRequest: () => void,
): Promise<Read> {
  return readPatiently(
    client,
    async () => {
      onRequest();
      const answer = await readRecords(client, query, offset, options);
      return { page: answer.data, traceId: answer.traceId };
    },
    options.signal,
  );
}
