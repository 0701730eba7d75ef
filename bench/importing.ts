import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { type Bench, quietMoment } from './bench';
import { columns, kindOf, writeRows, writeWorkbook } from './files';
import { consolePage, floorPage, tables } from './pages';
import type { Measurement } from './results';

const megabyte = 1e6;
const sampleMs = 50;
const longestWaitMs = 300_000;

interface Reading {
  bare: number;
  open: number;
  map: number;
}

/** Files of rows: how long a worker takes for them, whether the page notices, and what they take of memory. */
export async function measureImport(bench: Bench): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-console-import-'));
  try {
    const small = await writeRows(join(folder, 'rows.csv'), 100_000);
    const readings: Reading[] = [];
    for (let run = -1; run < bench.runs; run += 1) {
      await quietMoment();
      const reading = await readInWorkers(bench, small);
      if (run >= 0) readings.push(reading);
    }
    const large = await writeRows(join(folder, 'million.csv'), 1_000_000);
    const wizards = [];
    for (let run = 0; run < Math.min(2, bench.runs); run += 1) {
      await quietMoment();
      wizards.push(await readInWizard(bench, small));
    }
    await quietMoment();
    const million = await readInWizard(bench, large);
    const book = await writeWorkbook(join(folder, 'million.xlsx'), 1_000_000);
    await quietMoment();
    const workbook = await readInWizard(bench, book);
    return [
      {
        name: 'parse and map 100,000 rows × 20 columns',
        unit: 'ms',
        floor: readings.map(({ bare }) => bare),
        console: readings.map(({ map }) => map),
        aims: [{ of: 'floor', most: 1.3 }],
        note: 'floor: TextDecoder and split, in a worker as well; every number and day is judged against its field',
      },
      {
        name: 'first reading of the same file',
        unit: 'ms',
        floor: readings.map(({ bare }) => bare),
        console: readings.map(({ open }) => open),
        aims: [],
        note: 'finds encoding, delimiter, header and whatever is wrong, and makes the index of its lines',
      },
      {
        name: 'longest task of the page, 100,000 rows read and mapped',
        unit: 'ms',
        floor: [],
        console: wizards.map(({ longestTask }) => longestTask),
        aims: [{ of: 'figure', most: 50 }],
      },
      {
        name: 'heap of page and worker at most, 1,000,000 rows × 20 columns',
        unit: 'MB',
        floor: [],
        console: [million.heap],
        aims: [{ of: 'figure', most: 400 }],
        note: noteOf(million),
      },
      {
        name: 'the same as a workbook (.xlsx)',
        unit: 'MB',
        floor: [],
        console: [workbook.heap],
        aims: [{ of: 'figure', most: 400 }],
        note: noteOf(workbook),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bare loop and the worker of the console over the same file, one after the other, from a page without anything else. */
async function readInWorkers({ browsers, server }: Bench, path: string): Promise<Reading> {
  const worker = readdirSync(join(process.cwd(), 'dist/bench/client/assets')).find((name) =>
    /^import-worker-.*\.js$/.test(name),
  );
  const mapped = Array.from({ length: columns }, (_column, column) => ({
    column,
    field_id: `f${column}`,
    kind: kindOf(column),
    config: null,
    blank: 'keep',
  }));
  const context = await browsers.shared();
  const page = await context.newPage();
  try {
    await page.goto(server.url + floorPage.path(tables.hundred));
    await page.setContent('<input type="file">');
    await page.locator('input').setInputFiles(path);
    return await page.evaluate(
      async ([url, fields]) => {
        const [file] = document.querySelector('input')?.files ?? [];
        const ask = (of: Worker, message: unknown): Promise<{ ms?: number; failure?: unknown }> =>
          new Promise((resolve) => {
            of.onmessage = ({ data }) => {
              if (!('progress' in data)) resolve(data);
            };
            of.postMessage(message);
          });
        const timed = async (of: Worker, message: unknown): Promise<number> => {
          const begun = performance.now();
          const answer = await ask(of, message);
          if (answer.failure) throw new Error(JSON.stringify(answer.failure));
          return performance.now() - begun;
        };
        const bareWorker = new Worker('/floor/bare-split.js');
        // As warm as the other one is when it maps.
        await timed(bareWorker, file);
        const bare = await timed(bareWorker, file);
        bareWorker.terminate();
        const own = new Worker(url, { type: 'module' });
        const open = await timed(own, { id: 1, name: 'open', input: { file, choice: {} } });
        // As warm as the bare one; not with the same mapping, of which the counts would be known.
        await timed(own, { id: 2, name: 'fit', input: { mapped: fields.map((of) => ({ ...of, blank: 'clear' })) } });
        const map = await timed(own, { id: 3, name: 'fit', input: { mapped: fields } });
        own.terminate();
        return { bare, open, map };
      },
      [`/assets/${worker}`, mapped] as const,
    );
  } finally {
    await page.close();
  }
}

function noteOf({ longestTask, ms }: WizardFigures): string {
  return `longest task of the page ${Math.round(longestTask)} ms; first reading ${(ms / 1000).toFixed(1)} s`;
}

interface WizardFigures {
  longestTask: number;
  heap: number;
  ms: number;
}

/** The wizard itself, up to the counts of what fits. */
async function readInWizard({ browsers }: Bench, path: string): Promise<WizardFigures> {
  return browsers.visit(consolePage, tables.million, async (page, session) => {
    const { origin, pathname } = new URL(page.url());
    await page.goto(`${origin}${pathname}/import`);
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await page.evaluate(() => {
      const seen = window as unknown as { longest: number };
      seen.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
      }).observe({ type: 'longtask' });
    });
    const heap = await watchHeap(session);
    const begun = Date.now();
    await page.locator('input[type=file]').first().setInputFiles(path);
    await page.getByRole('table', { name: 'Rows in file' }).waitFor({ timeout: longestWaitMs });
    const ms = Date.now() - begun;
    await mapAll(page);
    const longestTask = await page.evaluate(() => (window as unknown as { longest: number }).longest);
    return { longestTask, heap: (await heap()) / megabyte, ms };
  });
}

/** Sends some columns to fields, which counts what fits over the whole file, and then looks for keys. */
async function mapAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Map columns' }).click();
  for (const column of ['c1', 'c2', 'c4']) {
    await page.getByRole('combobox', { name: `Field for ${column}`, exact: true }).click();
    await page
      .getByRole('option')
      .nth(Number(column.slice(1)) + 2)
      .click();
  }
  await page
    .getByText(/ fit$| do not fit$/)
    .first()
    .waitFor({ timeout: longestWaitMs });
  await page.getByRole('button', { name: 'Choose key' }).click();
  await page.getByRole('radio').first().waitFor({ timeout: longestWaitMs });
}

/** Watches the heaps of a page and of its workers, with what they hold outside of it. @returns the most at any moment, in bytes */
async function watchHeap(session: CDPSession): Promise<() => Promise<number>> {
  const heaps = new Map<string, number>();
  let most = 0;
  let number = 0;
  let watching = true;
  const note = (
    of: string,
    { usedSize, backingStorageSize = 0 }: { usedSize: number; backingStorageSize?: number },
  ) => {
    heaps.set(of, usedSize + backingStorageSize);
    most = Math.max(
      most,
      [...heaps.values()].reduce((sum, size) => sum + size, 0),
    );
  };
  const workers = new Set<string>();
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId));
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    workers.delete(sessionId);
    heaps.delete(sessionId);
  });
  session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
    const { result } = JSON.parse(message) as { result?: { usedSize?: number } };
    if (result?.usedSize !== undefined) note(sessionId, result as { usedSize: number });
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const watch = (async () => {
    while (watching) {
      note('page', await session.send('Runtime.getHeapUsage'));
      for (const sessionId of workers) {
        number += 1;
        const message = JSON.stringify({ id: number, method: 'Runtime.getHeapUsage' });
        await session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => {});
      }
      await new Promise((resolve) => setTimeout(resolve, sampleMs));
    }
  })();
  return async () => {
    watching = false;
    await watch;
    if (workers.size === 0) throw new Error('the worker of the import was not seen');
    return most;
  };
}
