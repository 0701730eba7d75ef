import { formatJson, type JsonObject } from '../../contract/json';
import { limits } from '../../contract/limits';
import type { UpdateMode } from '../../contract/records';
import { jobNews } from '../../storage/change-broadcast';
import { ConsoleDatabase } from '../../storage/database';
import type { BatchRow, JobRow, PayloadRow } from '../../storage/job-rows';
import type { Outcome } from '../../storage/outcomes';
import { outcomes } from '../../storage/outcomes';
import { decodeBatch } from '../../storage/stored-jobs';
import { dryRun, type LiveRows, updateById } from '../check/dry-run';
import { sentBefore } from '../check/earlier-writes';
import { createLedger, type Ledger } from '../ledger/ledger';
import { prepareDelete } from '../make/delete-job';
import { planCalls } from '../plan/plan';
import type { ChangedRecord } from '../table/changes';
import { chunks } from '../table/request-size';
import { prepareJob, testJob } from '../test-job';
import { runJobs } from './run-jobs';
import { type SimulatedClock, simulatedClock } from './test-clock';
import { type Behaviour, type Circumstances, recordOf, SimulatedPlatform } from './test-simulation';
import { type Disk, openTab, type TabEnd } from './test-tab';

const open: ConsoleDatabase[] = [];
let names = 0;

/** Deletes the databases of every world made so far. */
export async function endWorlds(): Promise<void> {
  for (const db of open.splice(0)) await db.delete();
}

/** Running digests: they are computed on another thread, and no time may pass until they end. */
let digests = 0;
const digest = crypto.subtle.digest.bind(crypto.subtle);
Object.assign(crypto.subtle, {
  async digest(...about: Parameters<typeof digest>) {
    digests += 1;
    try {
      return await digest(...about);
    } finally {
      digests -= 1;
    }
  },
});

/** Resolves when nothing but time could move anything. */
async function settle(busy: () => number): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = busy() + digests === 0 ? quiet + 1 : 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Ids of the records that a job changes. */
export const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => String(1000 + index));

/** The outcomes of a job that have rows. */
export const outcomesOf = ({ counts }: JobRow): Partial<Record<Outcome, number>> =>
  Object.fromEntries(outcomes.flatMap((outcome) => (counts[outcome] ? [[outcome, counts[outcome]]] : [])));

export interface World {
  platform: SimulatedPlatform;
  clock: SimulatedClock;
  ledger: Ledger;
  db: ConsoleDatabase;
  /** Runs until no job is open, or as long as specified; ends the tab as specified and opens the next. */
  run(ends?: readonly TabEnd[], until?: () => Promise<boolean>): Promise<void>;
  add(ids: string[], value: (id: string) => JsonObject): Promise<string>;
  /** A job that deletes records. */
  remove(ids: string[]): Promise<string>;
  /** A job of mode `upsert` by the field `k`: the key of record 1000 is `k1000`, others are created. */
  upsert(keys: string[], value: (key: string) => JsonObject): Promise<string>;
  /** A job of mode `upsert` by a joint key, the same fields in each. Two records each have one `house`; none has both its fields from another. */
  upsertBy(keys: JsonObject[], value: (key: JsonObject) => JsonObject): Promise<string>;
  job(id: string): Promise<JobRow>;
  /** Lets time pass while no tab is open. */
  elapse(milliseconds: number): Promise<void>;
  rows(id: string): Promise<{ batch: BatchRow; payload: PayloadRow }[]>;
}

const field = { field_id: 'f', name: 'F', kind: 'text' as const, options: [] };
const keys = ['k', 'house', 'door'].map((field_id) => ({ ...field, field_id, name: field_id }));
const options = ['1', '2', '3'].map((id) => ({ id, name: `Option ${id}`, color: null }));
const others = [
  { ...field, field_id: 'list', kind: 'option' as const, options },
  { ...field, field_id: 'number', kind: 'number' as const },
];
const about = { ...testJob, fields: [field, ...keys, ...others] };

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** The joint key of the n-th record. */
export function addressOf(index: number): { house: string; door: string } {
  return { house: `house ${index >> 1}`, door: index % 2 === 0 ? 'left' : 'right' };
}

/** A simulated platform, a ledger in a database of its own, and tabs that come and go. */
export function world(
  schedule: readonly Behaviour[],
  records: number,
  withEvents = true,
  circumstances: Circumstances = {},
  rowsOfCall: number = limits.itemsPerUpdate,
  writes: readonly ReturnType<Disk>[] = [],
): World {
  const clock = simulatedClock();
  const left = [...writes];
  const disk: Disk = () => left.shift() ?? null;
  const db = new ConsoleDatabase(`runner-${names++}`);
  open.push(db);
  const ledger = createLedger(db);
  const kept = { ledger, sentBefore: (job: JobRow, names: ReadonlySet<string>) => sentBefore(job, names, db) };
  const all = Array.from({ length: records }, (_, index): [string, JsonObject] => [
    String(1000 + index),
    { f: 'old', k: `k${1000 + index}`, ...addressOf(index), list: ['3'], number: index + 0.5 },
  ]);
  const platform = new SimulatedPlatform(clock, schedule, withEvents, all, circumstances);
  const orders = (listener: () => void): (() => void) =>
    jobNews.hear(({ about }) => {
      if (about === 'order') listener();
    });
  const create = async (changes: ChangedRecord[], live: LiveRows, mode: UpdateMode): Promise<string> => {
    const { calls, ...left } = planCalls(dryRun(changes, live, { fields: about.fields, mode }));
    const plan = { ...left, calls: calls.flatMap((rows) => chunks(rows, rowsOfCall)) };
    const id = `job-${(await db.jobs.count()) + 1}`;
    await ledger.create(await prepareJob(plan, { ...about, ...mode }, id, clock.now() + names));
    return id;
  };
  const upsertBy: World['upsertBy'] = (wanted, value) => {
    const by = Object.keys(wanted[0] ?? {});
    const textOf = (values: JsonObject): string =>
      by.length === 1 ? formatJson(values[by[0] ?? '']) : formatJson(by.map((name) => formatJson(values[name])));
    const byKey = new Map(all.map(([id, fields]) => [textOf(fields), [recordOf(id, fields)]]));
    const changes = wanted.map((values) => ({
      row: textOf(values),
      line: null,
      item_id: null,
      title: null,
      cells: Object.entries({ ...values, ...value(values) }).map(([field_id, after]) => ({
        field_id,
        before: undefined,
        after,
      })),
    }));
    const found = new Map(wanted.map((values) => [textOf(values), byKey.get(textOf(values)) ?? []]));
    const live = { records: new Map(), missing: new Set<string>(), keys: found, read_at: 0 };
    return create(changes, live, { update_type: 'upsert', update_by_fields: by });
  };
  const done = async (): Promise<boolean> => (await ledger.openJobs(testJob)).length === 0;
  return {
    platform,
    clock,
    ledger,
    db,
    async run(ends = [], until = done) {
      for (let life = 0; ; life += 1) {
        const tab = openTab(platform, kept, clock, orders, ends[life] ?? null, disk);
        const stopped = new AbortController();
        let ended = false;
        let fault: { error: unknown } | null = null;
        runJobs(tab.ports, AbortSignal.any([stopped.signal, tab.closed]))
          .catch((error: unknown) => {
            fault = { error };
          })
          .finally(() => {
            ended = true;
          });
        for (let turns = 0; ; turns += 1) {
          await settle(tab.busy);
          if (tab.dead() || ended || (await until())) break;
          if (turns > 3000) throw new Error('the runner does not come to an end');
          clock.advance();
        }
        stopped.abort();
        // What a killed tab had under way at the platform still happens there.
        while (!ended && !tab.dead()) {
          await settle(tab.busy);
          if (!ended) clock.advance();
        }
        // A page begins anew where the browser stored nothing.
        if (fault !== null && !isFull((fault as { error: unknown }).error)) throw (fault as { error: unknown }).error;
        if (!tab.dead() && (await until())) return;
      }
    },
    async add(ids, value) {
      const live = {
        records: new Map(all.map(([id, fields]) => [id, recordOf(id, fields)])),
        missing: new Set<string>(),
        read_at: 0,
      };
      const changes = ids.map((item_id) => ({
        row: item_id,
        line: null,
        item_id,
        title: null,
        cells: Object.entries(value(item_id)).map(([field_id, after]) => ({
          field_id,
          before: live.records.get(item_id)?.fields[field_id],
          after,
        })),
      }));
      return create(changes, live, updateById);
    },
    async remove(ids) {
      async function* pages() {
        yield all.filter(([id]) => ids.includes(id)).map(([id, fields]) => recordOf(id, fields));
      }
      const prepared = await prepareDelete(pages(), { ...about, read_at: 0 }, { kept: { db, ledger } });
      return prepared.start();
    },
    upsert: (keys, value) =>
      upsertBy(
        keys.map((k) => ({ k })),
        ({ k }) => value(String(k)),
      ),
    upsertBy,
    async elapse(milliseconds) {
      const until = clock.now() + milliseconds;
      while (clock.now() < until && clock.advance()) await settle(() => 0);
    },
    async job(id) {
      const job = await ledger.job(id);
      if (!job) throw new Error('no such job');
      return job;
    },
    async rows(id) {
      const batches = (await db.batches.filter((batch) => batch.job_id === id).toArray()).map(decodeBatch);
      const payloads = await db.payloads.bulkGet(batches.map(({ number }): [string, number] => [id, number]));
      return batches.map((batch, index) => ({ batch, payload: payloads[index] as PayloadRow }));
    },
  };
}
