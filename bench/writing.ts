import type { CDPSession, Page } from 'playwright';
import { dryRun, updateById } from '../src/jobs/check/dry-run';
import { callInput, jobBuilder, planCalls } from '../src/jobs/plan/plan';
import type { BatchRow, JobRow, PayloadRow } from '../src/storage/job-rows';
import { type Bench, quietMoment } from './bench';
import { heapBytes } from './browser';
import { countDryRun } from './dry-running';
import { tables } from './pages';
import { type Measurement, median } from './results';
import { recordId, spaceId, writtenField, writtenValue } from './synthetic-service';

const rowsOfCall = 100;
const environments = { free: 'bench', ten: 'slow' } as const;
/** Of the browser's six connections one is a person's. */
const connectionsOfJob = 5;
const delayMs = 50;
/** One of these is the best for a loop. Which one the medians of all runs say: the best of each run would be chance as well, and the job has none. */
const concurrencies = [3, 4, 6];
const megabyte = 1e6;

interface Run {
  /** Rows a second from the first call to the last answer. */
  rowsPerSecond: number;
  proofs: number;
}

/** Jobs through the real path – ledger, runner, proof – beside a loop in the same page that does nothing but the same PUTs. */
export async function measureWrite(bench: Bench): Promise<Measurement[]> {
  const { browsers, server, runs } = bench;
  const context = await browsers.open();
  const page = await context.newPage();
  const free = { loops: concurrencies.map((): number[] => []), console: [] as number[], proofs: 0 };
  const slow = { floor: [] as number[], console: [] as number[] };
  const reckoned = [(connectionsOfJob * 1000 * rowsOfCall) / delayMs];
  await connect(page, server.url, environments.free);
  for (let run = 0; run < runs; run += 1) {
    await quietMoment();
    server.delay(0);
    for (const [index, atOnce] of concurrencies.entries()) free.loops[index]?.push(await bareLoop(page, 1000, atOnce));
    const { rowsPerSecond, proofs } = await runJob(bench, page, environments.free, 1000);
    free.console.push(rowsPerSecond);
    free.proofs = proofs;
    server.delay(delayMs);
    slow.floor.push(await bareLoop(page, 400, connectionsOfJob));
    slow.console.push((await runJob(bench, page, environments.free, 400)).rowsPerSecond);
    server.delay(0);
  }
  await quietMoment();
  const heap = await heapOfMillion(bench, page, await context.newCDPSession(page));
  await connect(page, server.url, environments.ten);
  const ten = await requestsAtTen(bench, page);
  await context.close();
  const dry = await countDryRun(server.url, 10_000);
  return [
    {
      name: 'job, no rate limit',
      unit: 'rows/s',
      floor: free.loops.sort((a, b) => median(b) - median(a))[0] ?? [],
      console: free.console,
      aims: [{ of: 'floor-least', least: 0.8 }],
      note: `while sending, against the same PUTs in a bare loop at its best concurrency; ${free.proofs} requests for proof of 1,000 calls beside it`,
    },
    {
      name: `job, ${delayMs} ms an answer`,
      unit: 'rows/s',
      floor: slow.floor,
      console: slow.console,
      aims: [{ of: 'floor-least', least: 0.9 }],
      note: `against a bare loop of the same PUTs over ${connectionsOfJob} connections: what these allow here, as a request takes its own time beside the ${delayMs} ms`,
    },
    {
      name: `  of the ${delayMs} ms alone`,
      unit: 'rows/s',
      floor: reckoned,
      console: slow.console,
      aims: [],
      note: `the floor is ${connectionsOfJob} connections on which nothing but the ${delayMs} ms takes time; the bare loop reaches ${(median(slow.floor) / median(reckoned)).toFixed(2)} × of it`,
    },
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

async function connect(page: Page, url: string, environment: string): Promise<void> {
  await page.goto(`${url}/connect?environment=${environment}`);
  await page.getByLabel('API key').fill('bench');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(new RegExp(`/e/${environment}/`));
  await page.waitForFunction(async (name) => {
    const { held = [] } = await navigator.locks.query();
    return held.some((lock) => lock.name?.startsWith(`jobs:${name}:`));
  }, environment);
}

/** One call of a plan, made by the console's own code; the page makes the others of it. */
async function templateOf(
  environment: string,
): Promise<{ job: JobRow; batch: BatchRow; payload: PayloadRow; body: string }> {
  const field = { field_id: writtenField, name: 'Words', kind: 'text' as const, options: [] };
  const changes = Array.from({ length: rowsOfCall }, (_, row) => ({
    row: recordId(row),
    line: null,
    item_id: recordId(row),
    title: `Row ${row}`,
    cells: [{ field_id: writtenField, before: `amber birch ${row}`, after: writtenValue }],
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
    read_at: Date.now(),
  };
  const builder = jobBuilder(about, 'template');
  const part = await builder.add(call, 'waiting');
  return { ...part, job: builder.job(Date.now()), body: JSON.stringify(callInput(table_id, call)) };
}

/** Writes a job of so many calls into the browser's ledger, as a plan of the console would be, and orders it. @returns its id */
async function orderJob(page: Page, environment: string, calls: number): Promise<string> {
  const template = await templateOf(environment);
  return page.evaluate(
    async ([made, environmentName, count]) => {
      const { job, batch, payload } = JSON.parse(made) as { job: JobRow; batch: BatchRow; payload: PayloadRow };
      const { held = [] } = await navigator.locks.query();
      const lock = held.find(({ name }) => name?.startsWith(`jobs:${environmentName}:`))?.name ?? '';
      const identity = lock.split(':').slice(2).join(':');
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
        .add({ ...job, id, identity, total, calls: count, counts, changes: count, created_at: Date.now() });
      await done(last);
      db.close();
      // Closed, what was posted is still delivered; dropped, it may be collected before.
      const channel = new BroadcastChannel('warehouse-console:jobs');
      channel.postMessage({ job_id: id, about: 'order' });
      channel.close();
      return id;
    },
    [JSON.stringify(template), environment, calls] as const,
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

async function runJob({ server }: Bench, page: Page, environment: string, calls: number): Promise<Run> {
  server.arrivals();
  const id = await orderJob(page, environment, calls);
  const job = await ended(page, id);
  const { writes, reads } = server.arrivals();
  if (job.counts.verified !== calls * rowsOfCall)
    throw new Error(`not every row was verified: ${JSON.stringify(job.counts)}`);
  return { rowsPerSecond: (calls * rowsOfCall * 1000) / spanOf(writes), proofs: reads.length };
}

/** Milliseconds from the first to the last. */
function spanOf(times: readonly number[]): number {
  return (times.at(-1) ?? 0) - (times[0] ?? 0);
}

/** PUTs as those of a job from the same page and nothing else: each of its own records, and made before the clock starts. @returns rows a second */
async function bareLoop(page: Page, calls: number, concurrency: number): Promise<number> {
  const { body } = await templateOf(environments.free);
  return page.evaluate(
    async ([text, count, atOnce]) => {
      const { items, ...about } = JSON.parse(text) as { items: { item_id: string }[] };
      const bodies = Array.from({ length: count }, (_, number) => {
        // Past the records of the job: that these are written must not prove its rows.
        const from = Number(items[0]?.item_id) + (5000 + number) * items.length;
        return JSON.stringify({ ...about, items: items.map((item, row) => ({ ...item, item_id: `${from + row}` })) });
      });
      const begun = performance.now();
      const work = async (): Promise<void> => {
        for (let own = bodies.pop(); own !== undefined; own = bodies.pop()) {
          await fetch('/env/bench/openapi/v1/dw_item', {
            method: 'PUT',
            headers: { 'Content-Type': 'application/json', 'Open-Authorization': 'Bearer bench' },
            body: own,
          }).then((answer) => answer.text());
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return (count * items.length * 1000) / (performance.now() - begun);
    },
    [body, calls, concurrency] as const,
  );
}

/** Requests a second that a job uses of the ten that are allowed. */
async function requestsAtTen({ server }: Bench, page: Page): Promise<number> {
  server.arrivals();
  const id = await orderJob(page, environments.ten, 100);
  await ended(page, id);
  const { writes, reads } = server.arrivals();
  const all = [...writes, ...reads].sort((a, b) => a - b);
  // The last read-backs wait for their rows, not for the budget.
  const busy = all.slice(0, Math.floor(all.length * 0.9));
  return ((busy.length - 1) * 1000) / spanOf(busy);
}

const heapSamples = 12;
const betweenSamplesMs = 4000;

async function heapOfMillion({ server }: Bench, page: Page, session: CDPSession) {
  const id = await orderJob(page, environments.free, 10_000);
  await page.goto(`${server.url}/e/bench/jobs/${id}`);
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
