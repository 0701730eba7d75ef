/** Loads a table, or what changed of it, into a snapshot: it can pause, fail, and go on where it stopped, also after a reload of the page. */

import { startOfWalk, type WalkState, walkRecords } from '../../api/queries/walk-records';
import type { Client } from '../../api/wire/client';
import { readPatiently } from '../../api/wire/query-client';
import { send } from '../../api/wire/send';
import { ApiError } from '../../contract/errors';
import { bothFilters, type Filter } from '../../contract/filter';
import { formatJson, type Json } from '../../contract/json';
import type { DwRecord, Order } from '../../contract/records';
import { createStore } from '../../state/store';
import type { SnapshotInfo } from '../../storage/snapshot-files';
import type { EngineClient } from '../engine/engine-client';
import { EngineError } from '../engine/engine-session';
import type { InputColumn } from './encode';
import type { Progress, TableFacts } from './kept-table';
import type { RunState } from './run-state';
import { quoteName } from './snapshot-column';

/** A load or update, which goes on without its page. */
export interface SnapshotRun {
  state(): RunState;
  subscribe(listener: () => void): () => void;
  pause(): void;
  /** @param client whose key is used from now on */
  goOn(client?: Client): void;
  /** Ends it, and keeps what came. */
  stop(): Promise<void>;
}

export interface RunPlan {
  client: Client;
  engine: EngineClient;
  info: SnapshotInfo;
  columns: readonly InputColumn[];
  expected: number | null;
  /** Reads what was changed since the newest change that is known. */
  isUpdate: boolean;
  /** Called with what is new of the snapshot. */
  onFacts(facts: TableFacts, info: SnapshotInfo): void;
}

/** As far as a walk has come, in the file with the rows. */
interface Walked {
  /** Null: no walk is under way. */
  walk: Omit<WalkState, 'seen'> | null;
  /** `walk` is of an update. */
  isUpdate: boolean;
  /** Every row of the query was read once. */
  complete: boolean;
  order: Order | null;
  /** The latest change before the walk, and before the last one that ended: as the service writes it. */
  newest: string | null;
  since: string | null;
}

const pagesAtATime = 8;
/** Rows go to the engine in portions: the first page at once, so that there is something to ask; then so many, or after so long. */
const rowsAtATime = 2000;
const portionMs = 1000;
const byRecordId: Order = { field_id: 'item_id', type: 'asc' };

const beginning: Walked = {
  walk: null,
  isUpdate: false,
  complete: false,
  order: byRecordId,
  newest: null,
  since: null,
};

/** Whether later changes can be asked for. */
export function canUpdate({ progress }: TableFacts): boolean {
  const { complete, since } = walkedOf(progress);
  return complete && since !== null;
}

/** Whether a load was begun and has not ended. */
export function isUnfinished({ progress }: TableFacts): boolean {
  return walkedOf(progress).walk !== null;
}

function walkedOf(progress: Progress | null): Walked {
  return { ...beginning, ...(progress as Partial<Walked> | null) };
}

/** Starts, or goes on with what the file says was begun. */
export function startRun(plan: RunPlan): SnapshotRun {
  const { engine } = plan;
  let { client, info } = plan;
  let control = new AbortController();
  const now = Date.now();
  const state = createStore<RunState>({
    phase: 'opening',
    isUpdate: plan.isUpdate,
    rows: info.rows,
    read: 0,
    requests: 0,
    expected: plan.expected,
    drifted: 0,
    repeated: 0,
    beganAt: now,
    endedAt: null,
    runningSince: now,
    ranMs: 0,
    readBefore: 0,
    kept: 'memory',
    error: null,
  });
  const change = (next: Partial<RunState>): void => state.set({ ...state.get(), ...next });

  async function tell(facts: TableFacts, complete = info.complete): Promise<void> {
    info = { ...info, rows: facts.rows, bytes: facts.bytes, complete, loadedAt: Date.now() };
    change({ rows: facts.rows, kept: facts.kept });
    plan.onFacts(facts, info);
  }

  /** The walk as the file has it: what was read after that is read again. */
  async function resumed(): Promise<{ walked: Walked; walk: WalkState }> {
    const facts = await openSnapshot(engine, info, plan.columns);
    await tell(facts);
    const walked = walkedOf(facts.progress);
    if (plan.isUpdate && walked.since === null) throw new EngineError('The rows to update are gone.');
    // A page that is reloaded finds it by that.
    await writeInfo();
    if (walked.walk !== null && walked.isUpdate === plan.isUpdate) {
      // An update reads records that are there: which of them it has read is not known, so it begins again.
      if (!plan.isUpdate) return { walked, walk: { ...walked.walk, seen: await recordIds(engine, facts) } };
    }
    return { walked: { ...walked, order: byRecordId, isUpdate: plan.isUpdate }, walk: startOfWalk() };
  }

  async function load(): Promise<void> {
    const { signal } = control;
    let { walked, walk } = await resumed();
    signal.throwIfAborted();
    change({ phase: 'running', runningSince: Date.now() });
    const filter = plan.isUpdate ? changedSince(info.filter, walked.since) : info.filter;
    if (walk.seen.size === 0) walked = { ...walked, newest: await newestChange(client, info, signal) };
    const attempt = () => walkThrough({ table_id: info.table_id, filter, order: walked.order }, walked, walk, signal);
    try {
      await attempt();
    } catch (error) {
      // A service that cannot sort by record ID (4.4 allows that) returns its own order.
      const isRefused = error instanceof ApiError && (error.kind === 'business' || error.kind === 'system');
      if (!isRefused || walk.seen.size > 0 || walked.order === null) throw error;
      walked = { ...walked, order: null };
      await attempt();
    }
    const since = walked.newest ?? walked.since;
    const ended: Walked = { ...walked, walk: null, complete: true, since };
    await tell(await put([], ended), true);
    await writeInfo();
    change({ phase: 'done', endedAt: Date.now() });
  }

  async function walkThrough(
    query: { table_id: string; filter: Filter | null; order: Order | null },
    walked: Walked,
    walk: WalkState,
    signal: AbortSignal,
  ): Promise<void> {
    let waiting: DwRecord[] = [];
    let [sentAt, isFirst] = [performance.now(), true];
    // One portion is under way while the next one is read.
    let putting: Promise<void> = Promise.resolve();
    const flush = async (): Promise<void> => {
      await putting;
      const [records, { seen: _, ...place }] = [waiting, walk];
      waiting = [];
      sentAt = performance.now();
      isFirst = false;
      putting = put(records, { ...walked, walk: { ...place } }).then((facts) => tell(facts));
      putting.catch(() => {});
    };
    const options = { signal, parallel: pagesAtATime, expected: plan.isUpdate ? null : plan.expected, state: walk };
    try {
      for await (const { records, requests, drifted, repeated } of walkRecords(client, query, options)) {
        for (const record of records) waiting.push(record);
        change({ read: state.get().read + records.length, requests, drifted, repeated });
        if (isFirst || waiting.length >= rowsAtATime || performance.now() - sentAt > portionMs) await flush();
      }
    } finally {
      if (waiting.length > 0) await flush();
      await putting;
    }
  }

  function put(records: readonly DwRecord[], walked: Walked): Promise<TableFacts> {
    const progress = walked as unknown as { [name: string]: Json };
    return engine.ask('add', { id: info.id, records, progress, replaces: plan.isUpdate });
  }

  async function writeInfo(): Promise<void> {
    await engine.ask('describe', { id: info.id, info: formatJson(info as unknown as Json) });
  }

  async function run(): Promise<void> {
    const { signal } = control;
    try {
      await load();
    } catch (error) {
      // Ended by the person; what else went wrong on the way out is said when it goes on.
      change({ phase: 'paused', error: signal.aborted ? null : error });
      await writeInfo().catch(() => {});
    } finally {
      const { ranMs, runningSince, read } = state.get();
      change({ ranMs: ranMs + Date.now() - runningSince, readBefore: read });
    }
  }

  let running = run();
  return {
    state: state.get,
    subscribe: state.subscribe,
    pause: () => control.abort(new DOMException('Paused', 'AbortError')),
    goOn(next = client) {
      if (state.get().phase !== 'paused') return;
      client = next;
      control = new AbortController();
      change({ phase: 'opening', error: null, runningSince: Date.now() });
      running = running.then(run);
    },
    async stop() {
      control.abort(new DOMException('Stopped', 'AbortError'));
      await running;
      if (state.get().phase !== 'paused') return;
      change({ phase: 'done', endedAt: Date.now(), error: null });
    },
  };
}

/** Takes a snapshot into the engine, with what its file holds. */
export function openSnapshot(
  engine: EngineClient,
  { id, tableName }: SnapshotInfo,
  columns: readonly InputColumn[] = [],
): Promise<TableFacts> {
  return engine.ask('open', { id, labelled: tableName, columns, isKept: true });
}

/** The IDs of all records that are there. They come in lists, as so many single rows would take the page's thread. */
async function recordIds(engine: EngineClient, { table }: TableFacts): Promise<Set<string>> {
  const id = `CAST(${quoteName('item_id')} AS VARCHAR)`;
  const { rows } = await engine.run(`SELECT list(${id}) FROM ${table} GROUP BY rowid // 20000`, { most: 1_000_000 });
  const seen = new Set<string>();
  for (const [ids] of rows) for (const each of ids as string[]) seen.add(each);
  return seen;
}

/** The latest change of all rows, as the service writes it; null where it does not sort by that. */
async function newestChange(client: Client, info: SnapshotInfo, signal: AbortSignal): Promise<string | null> {
  const order: Order = { field_id: 'updated_on', type: 'desc' };
  const query = { table_id: info.table_id, filter: info.filter, order, limit: 1, offset: 0 };
  try {
    const answer = await readPatiently(
      client,
      () => send(client, 'listRecords', query, { signal, priority: 'job' }),
      signal,
    );
    return answer.data.items[0]?.updated_on ?? null;
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'business' || error.kind === 'system')) return null;
    throw error;
  }
}

/** A filter for what was changed at a time or later. */
function changedSince(filter: Filter | null, since: string | null): Filter {
  return bothFilters(filter, { and: [{ field: 'updated_on', query: { gte: since } }] });
}
