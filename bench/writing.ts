import type { CDPSession, Page } from 'playwright';
import { dryRun, updateById } from '../src/jobs/check/dry-run';
import { callInput, jobBuilder, planCalls } from '../src/jobs/plan/plan';
import type { BatchRow, JobRow, PayloadRow } from '../src/storage/job-rows';
import { type Bench, quietMoment } from './bench';
import { heapBytes } from './browser';
import { countDryRun } from './dry-running';
import { toldEnvironment } from './event-feed';
import { tables } from './pages';
import { type Measurement, median } from './results';
import { cell, recordId, rowsOfCall, spaceId, writtenColumn, writtenField, writtenValue } from './synthetic-service';

const environments = { free: 'bench', ten: 'slow', told: toldEnvironment } as const;
/** Of the browser's six connections one is a person's. */
const connectionsOfJob = 5;
const delayMs = 50;
/** One of these is the best for a loop. */
const concurrencies = [3, 4, 6];
const megabyte = 1e6;

/** Calls of a job that are sent before what its review read is too old, so that none is read again before it leaves. */
const callsJustRead = 200;
const callsReadAgain = 400;

interface Run {
  /** Rows a second from the first call to the last answer. */
  sending: number;
  /** Rows a second until the last of them was read back. */
  whole: number;
  /** Requests of each call: those that read its rows before and after it, and the write. */
  requestsOfCall: number;
}

/** Jobs through the real path – ledger, runner, proof – beside a loop in the same page that does nothing but the same requests. */
export async function measureWrite(bench: Bench): Promise<Measurement[]> {
  const { browsers, server, runs } = bench;
  const context = await browsers.open();
  const page = await context.newPage();
  const free = { loops: concurrencies.map((): number[] => []), console: [] as number[] };
  const read = {
    loops: concurrencies.map((): number[] => []),
    console: [] as number[],
    requestsOfCall: [] as number[],
  };
  const slow = { floor: [] as number[], console: [] as number[] };
  await connect(page, server.url, environments.free);
  for (let run = 0; run < runs; run += 1) {
    await quietMoment();
    for (const [index, atOnce] of concurrencies.entries()) {
      free.loops[index]?.push(await bareLoop(page, { calls: callsJustRead, atOnce, reads: 'none' }));
      read.loops[index]?.push(await bareLoop(page, { calls: callsReadAgain, atOnce, reads: 'both' }));
    }
    free.console.push((await runJob(bench, page, { calls: callsJustRead, read_at: Date.now() })).sending);
    const { whole, requestsOfCall } = await runJob(bench, page, { calls: callsReadAgain, read_at: 0 });
    read.console.push(whole);
    read.requestsOfCall.push(requestsOfCall);
    server.delay(delayMs);
    slow.floor.push(await bareLoop(page, { calls: callsJustRead, atOnce: connectionsOfJob, reads: 'none' }));
    slow.console.push((await runJob(bench, page, { calls: callsJustRead, read_at: Date.now() })).sending);
    server.delay(0);
  }
  await quietMoment();
  const heap = await heapOfMillion(bench, page, await context.newCDPSession(page));
  const told = await measureTold(bench, page);
  await connect(page, server.url, environments.ten);
  const ten = await requestsAtTen(bench, page);
  await context.close();
  const dry = await countDryRun(server.url, 10_000);
  return [
    {
      name: 'sending, no rate limit',
      unit: 'rows/s',
      floor: bestOf(free.loops),
      console: free.console,
      aims: [{ of: 'floor-least', least: 0.8 }],
      note: 'rows that the review has just read, while they are sent, against the same PUTs in a bare loop at its best concurrency',
    },
    {
      name: `sending, ${delayMs} ms an answer`,
      unit: 'rows/s',
      floor: slow.floor,
      console: slow.console,
      aims: [{ of: 'floor-least', least: 0.9 }],
      note: `the same against a bare loop over ${connectionsOfJob} connections: what these allow here, as a request takes its own time beside the ${delayMs} ms`,
    },
    {
      name: 'read, sent, read back',
      unit: 'rows/s',
      floor: bestOf(read.loops),
      console: read.console,
      aims: [{ of: 'floor-least', least: 0.8 }],
      note: 'a job that was checked long ago, until its last row is verified, against the three requests of each call in a bare loop at its best concurrency',
    },
    {
      name: '  requests of each call',
      unit: 'requests',
      floor: [],
      console: read.requestsOfCall,
      aims: [{ of: 'figure', most: 3 }],
    },
    ...told,
    {
      name: 'job, ten requests a second',
      unit: 'req/s',
      floor: [],
      console: [ten],
      aims: [{ of: 'figure-least', least: 9.5 }],
    },
    {
      name: 'JS heap, job of 1,000,000 rows',
      unit: 'MB',
      floor: [],
      console: [heap.bytes / megabyte],
      aims: [{ of: 'figure', most: 300 }],
      note: `the largest of ${heap.samples} samples on the job's page; ${heap.rows.toLocaleString('en')} rows were decided meanwhile`,
    },
    {
      name: 'frames there, 95th percentile',
      unit: 'ms',
      floor: [],
      console: [heap.frame],
      aims: [{ of: 'frames', most: 1 }],
    },
    ...dry,
  ];
}

/** Jobs whose rows are verified by trusted events, beside a loop that makes the same requests. */
async function measureTold(bench: Bench, page: Page): Promise<Measurement[]> {
  const environment = environments.told;
  const loops = { read: concurrencies.map((): number[] => []), sent: concurrencies.map((): number[] => []) };
  const console_ = { read: [] as number[], sent: [] as number[], requestsOfCall: [] as number[] };
  await connect(page, bench.server.url, environment);
  for (let run = 0; run < bench.runs; run += 1) {
    await quietMoment();
    for (const [index, atOnce] of concurrencies.entries()) {
      loops.sent[index]?.push(await bareLoop(page, { environment, calls: callsJustRead, atOnce, reads: 'none' }));
      loops.read[index]?.push(await bareLoop(page, { environment, calls: callsReadAgain, atOnce, reads: 'before' }));
    }
    console_.sent.push((await runJob(bench, page, { environment, calls: callsJustRead, read_at: Date.now() })).sending);
    const { whole, requestsOfCall } = await runJob(bench, page, { environment, calls: callsReadAgain, read_at: 0 });
    console_.read.push(whole);
    console_.requestsOfCall.push(requestsOfCall);
  }
  return [
    {
      name: 'sending, trusted events',
      unit: 'rows/s',
      floor: bestOf(loops.sent),
      console: console_.sent,
      aims: [{ of: 'floor-least', least: 0.8 }],
      note: 'rows that the review has just read, where events that the environment trusts prove them, against the same PUTs',
    },
    {
      name: 'read, sent, trusted events',
      unit: 'rows/s',
      floor: bestOf(loops.read),
      console: console_.read,
      aims: [{ of: 'floor-least', least: 0.8 }],
      note: 'a job that was checked long ago, until its last row is verified, against the two requests of each call in a bare loop',
    },
    {
      name: '  requests of each call',
      unit: 'requests',
      floor: [],
      console: console_.requestsOfCall,
      aims: [{ of: 'figure', most: 2.1 }],
    },
  ];
}

/** Of one concurrency, by the medians of all runs: the best of each run would be chance as well, and the job has none. */
function bestOf(loops: number[][]): number[] {
  return [...loops].sort((a, b) => median(b) - median(a))[0] ?? [];
}

async function connect(page: Page, url: string, environment: string): Promise<void> {
  await page.goto(`${url}/connect?environment=${environment}`);
  await page.getByLabel('API key').fill('key-of-the-bench');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(new RegExp(`/e/${environment}/`));
}

/** Identity of the key that runs the jobs of an environment, read from the lock that its page holds; waits until it does. */
function identityOf(page: Page, environment: string): Promise<string> {
  return page.evaluate(async (prefix) => {
    for (;;) {
      const { held = [] } = await navigator.locks.query();
      const lock = held.find(({ name }) => name?.startsWith(prefix));
      if (lock?.name) return lock.name.slice(prefix.length);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, `jobs:${environment}:`);
}

/** One call of a plan, made by the console's own code; the page makes the others of it. */
async function templateOf(
  environment: string,
  read_at: number,
): Promise<{ job: JobRow; batch: BatchRow; payload: PayloadRow; body: string }> {
  const field = { field_id: writtenField, name: 'Words', kind: 'text' as const, options: [] };
  const changes = Array.from({ length: rowsOfCall }, (_, row) => ({
    row: recordId(row),
    line: null,
    item_id: recordId(row),
    title: `Row ${row}`,
    cells: [{ field_id: writtenField, before: cell(row, writtenColumn), after: writtenValue }],
  }));
  const records = changes.map(({ item_id, title, cells }) => {
    const fields = { [writtenField]: cells[0]?.before ?? null };
    return { item_id, title, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
  });
  const live = {
    records: new Map(records.map((record) => [record.item_id, record])),
    missing: new Set<string>(),
    read_at: Date.now(),
  };
  const [call = []] = planCalls(dryRun(changes, live, { fields: [field] })).calls;
  const { table_id, name } = tables.million;
  const about = {
    environment,
    identity: '',
    kind: 'edit' as const,
    ...updateById,
    space_id: spaceId,
    table_id,
    table_name: name,
    fields: [field],
    undoes: null,
    read_at,
  };
  const builder = jobBuilder(about, 'template');
  const part = await builder.add(call, 'waiting');
  return { ...part, job: builder.job(Date.now()), body: JSON.stringify(callInput(table_id, call)) };
}

interface Order {
  environment: string;
  calls: number;
  /** When its review read the rows, epoch milliseconds. */
  read_at: number;
}

/** Writes a job of this many calls into the browser's ledger, as the console would plan it, over freshly created records, and starts it. @returns its id */
async function orderJob({ server }: Bench, page: Page, { environment, calls, read_at }: Order): Promise<string> {
  server.forgetWrites();
  const template = await templateOf(environment, read_at);
  const identity = await identityOf(page, environment);
  return page.evaluate(
    async ([made, owner, count]) => {
      const { job, batch, payload } = JSON.parse(made) as { job: JobRow; batch: BatchRow; payload: PayloadRow };
      const id = `bench-${Date.now()}`;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open('warehouse-console');
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error);
      });
      const done = (transaction: IDBTransaction): Promise<void> =>
        new Promise((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error);
        });
      const first = BigInt(payload.items[0]?.item_id ?? 0);
      // As the plan keeps them: one for all rows that wait, which the text above cannot say.
      const [row] = batch.rows;
      const rows = batch.rows.map(() => row);
      const size = payload.items.length;
      for (let from = 0; from < count; from += 100) {
        const transaction = db.transaction(['batches', 'payloads'], 'readwrite');
        for (let number = from + 1; number <= Math.min(from + 100, count); number += 1) {
          const start = (number - 1) * size;
          const items = payload.items.map((item, index) => ({
            ...item,
            item_id: String(first + BigInt(start + index)),
          }));
          const lines = items.map((_, index) => start + index + 1);
          transaction.objectStore('payloads').add({ ...payload, job_id: id, number, items, lines });
          transaction
            .objectStore('batches')
            .add({ ...batch, rows, job_id: id, number, first_line: start + 1, changed: number });
        }
        await done(transaction);
      }
      const last = db.transaction(['jobs'], 'readwrite');
      const total = count * size;
      const counts = { ...job.counts, 'not-sent': total };
      last
        .objectStore('jobs')
        .add({ ...job, id, identity: owner, total, calls: count, counts, changes: count, created_at: Date.now() });
      await done(last);
      db.close();
      // Closed, what was posted is still delivered; dropped, it may be collected before.
      const channel = new BroadcastChannel('warehouse-console:jobs');
      channel.postMessage({ job_id: id, about: 'order' });
      channel.close();
      return id;
    },
    [JSON.stringify(template), identity, calls] as const,
  );
}

function jobOf(page: Page, id: string): Promise<JobRow> {
  return page.evaluate(
    (wanted) =>
      new Promise<JobRow>((resolve) => {
        const open = indexedDB.open('warehouse-console');
        open.onsuccess = () => {
          const read = open.result.transaction(['jobs']).objectStore('jobs').get(wanted);
          read.onsuccess = () => {
            open.result.close();
            resolve(read.result as JobRow);
          };
        };
      }),
    id,
  );
}

async function ended(page: Page, id: string): Promise<JobRow> {
  for (;;) {
    const job = await jobOf(page, id);
    if (job.open === 0) return job;
    await page.waitForTimeout(250);
  }
}

async function runJob(
  bench: Bench,
  page: Page,
  order: Omit<Order, 'environment'> & { environment?: string },
): Promise<Run> {
  const { server } = bench;
  const rows = order.calls * rowsOfCall;
  server.arrivals();
  const job = await ended(page, await orderJob(bench, page, { environment: environments.free, ...order }));
  const { writes, reads } = server.arrivals();
  if (job.counts.verified !== rows) throw new Error(`not every row was verified: ${JSON.stringify(job.counts)}`);
  const all = [...writes, ...reads].sort((a, b) => a - b);
  return {
    sending: (rows * 1000) / spanOf(writes),
    whole: (rows * 1000) / spanOf(all),
    requestsOfCall: all.length / order.calls,
  };
}

/** Milliseconds from the first to the last. */
function spanOf(times: readonly number[]): number {
  return (times.at(-1) ?? 0) - (times[0] ?? 0);
}

/**
 * Only the PUTs of a job from the same page: each for its own records, prepared before the clock starts.
 * @param reads whether each record is read before as well, or before and after @returns rows a second
 */
async function bareLoop(
  page: Page,
  {
    environment = environments.free,
    ...about
  }: { environment?: string; calls: number; atOnce: number; reads: 'none' | 'before' | 'both' },
): Promise<number> {
  const { body } = await templateOf(environment, Date.now());
  return page.evaluate(
    async ([text, name, { calls, atOnce, reads }]) => {
      const { items, ...rest } = JSON.parse(text) as { table_id: string; items: { item_id: string }[] };
      const { table_id } = rest;
      const bodies = Array.from({ length: calls }, (_, number) => {
        const from = Number(items[0]?.item_id) + number * items.length;
        const ids = items.map((_item, row) => `${from + row}`);
        const filter = { and: [{ field: 'item_id', query: { in: ids } }] };
        return {
          write: JSON.stringify({ ...rest, items: items.map((item, row) => ({ ...item, item_id: ids[row] })) }),
          read: JSON.stringify({ table_id, filter, limit: ids.length, offset: 0 }),
        };
      });
      const call = async (method: string, path: string, said: string): Promise<unknown> => {
        const headers = { 'Content-Type': 'application/json', 'Open-Authorization': 'Bearer key-of-the-bench' };
        const answer = await fetch(`/env/${name}/openapi/v1/${path}`, { method, headers, body: said });
        return answer.json();
      };
      const begun = performance.now();
      const work = async (): Promise<void> => {
        for (let own = bodies.pop(); own !== undefined; own = bodies.pop()) {
          if (reads !== 'none') await call('POST', 'dw_item/list', own.read);
          await call('PUT', 'dw_item', own.write);
          if (reads === 'both') await call('POST', 'dw_item/list', own.read);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return (calls * items.length * 1000) / (performance.now() - begun);
    },
    [body, environment, about] as const,
  );
}

/** Requests a second that a job uses of the ten that are allowed. */
async function requestsAtTen(bench: Bench, page: Page): Promise<number> {
  const { server } = bench;
  server.arrivals();
  const id = await orderJob(bench, page, { environment: environments.ten, calls: 100, read_at: Date.now() });
  await ended(page, id);
  const { writes, reads } = server.arrivals();
  const all = [...writes, ...reads].sort((a, b) => a - b);
  // The last read-backs wait for their rows, not for the budget.
  const busy = all.slice(0, Math.floor(all.length * 0.9));
  return ((busy.length - 1) * 1000) / spanOf(busy);
}

const heapSamples = 12;
const betweenSamplesMs = 4000;

async function heapOfMillion(bench: Bench, page: Page, session: CDPSession) {
  const id = await orderJob(bench, page, { environment: environments.free, calls: 10_000, read_at: Date.now() });
  await page.goto(`${bench.server.url}/e/bench/jobs/${id}`);
  let bytes = 0;
  const frames: number[] = [];
  for (let sample = 0; sample < heapSamples; sample += 1) {
    frames.push(
      ...(await page.evaluate(
        (ms) =>
          new Promise<number[]>((resolve) => {
            const times: number[] = [];
            const until = performance.now() + ms;
            const next = (time: number): void => {
              times.push(time);
              if (time < until) requestAnimationFrame(next);
              else resolve(times.slice(1).map((each, index) => each - (times[index] ?? each)));
            };
            requestAnimationFrame(next);
          }),
        betweenSamplesMs,
      )),
    );
    bytes = Math.max(bytes, await heapBytes(session));
  }
  const { counts } = await jobOf(page, id);
  frames.sort((a, b) => a - b);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: /Stop/ }).click();
  return {
    bytes,
    samples: heapSamples,
    rows: counts.verified,
    frame: frames[Math.floor(frames.length * 0.95)] ?? Number.NaN,
  };
}
