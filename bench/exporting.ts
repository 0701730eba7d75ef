import type { Page } from 'playwright';
import { type Bench, interleaved, quietMoment } from './bench';
import { type BenchPage, consolePage, floorAndConsole, floorPage, tables } from './pages';
import type { Measurement } from './results';
import { spaceId } from './synthetic-service';

interface Exported {
  ms: number;
  /** The longest task of the main thread during it. */
  longestTaskMs: number;
}

/** Requests under way that a browser has connections for. */
const connections = 6;

/**
 * All rows into a CSV file, from the press to the word that it is there, against pages that are fetched in parallel and parsed and nothing else; and how
 * much of a rate limit is used.
 */
export async function measureExport(bench: Bench): Promise<Measurement[]> {
  const { browsers, runs } = bench;
  const exported = await interleaved(
    runs,
    (benchPage) =>
      browsers.visit(benchPage, tables.hundredThousand, (page) =>
        benchPage === floorPage ? bareLoop(page) : exportAll(page),
      ),
    { pages: floorAndConsole },
  );
  const slowPage: BenchPage = { ...consolePage, path: ({ table_id }) => `/e/slow/w/${spaceId}/t/${table_id}` };
  const paced: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await quietMoment();
    paced.push(await browsers.visit(slowPage, tables.tenThousand, gapOfRequests));
  }
  return [
    {
      name: 'export of 100,000 × 20 as CSV, no rate limit',
      unit: 'ms',
      floor: exported.floor.map(({ ms }) => ms),
      console: exported.console.map(({ ms }) => ms),
      aims: [{ of: 'floor', most: 1 / 0.8 }],
    },
    {
      name: 'longest task of the main thread meanwhile',
      unit: 'ms',
      floor: exported.floor.map(({ longestTaskMs }) => longestTaskMs),
      console: exported.console.map(({ longestTaskMs }) => longestTaskMs),
      aims: [{ of: 'figure', most: 50 }],
    },
    {
      name: 'export at ten requests a second: time for each',
      unit: 'ms',
      floor: [],
      console: paced,
      // Nine and a half of the ten.
      aims: [{ of: 'figure', most: 1000 / 9.5 }],
      note: `${(1000 / (paced.reduce((sum, gap) => sum + gap, 0) / paced.length)).toFixed(2)} a second`,
    },
  ];
}

function bareLoop(page: Page): Promise<Exported> {
  return page.evaluate(
    async ({ table, rows, connections }) => {
      let longestTaskMs = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
      });
      observer.observe({ type: 'longtask' });
      const began = performance.now();
      let offset = 0;
      let read = 0;
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (offset < rows) {
            const own = offset;
            offset += 100;
            const response = await fetch('/env/bench/openapi/v1/dw_item/list', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', 'Open-Authorization': 'Bearer key-of-the-bench' },
              body: JSON.stringify({ table_id: table, limit: 100, offset: own }),
            });
            const answer = await response.json();
            read += answer.data.items.length;
          }
        }),
      );
      if (read !== rows) throw new Error(`${read} of ${rows} rows came`);
      const ms = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, 100));
      observer.disconnect();
      return { ms, longestTaskMs };
    },
    { table: Number(tables.hundredThousand.table_id), rows: tables.hundredThousand.rows, connections },
  );
}

async function openDialog(page: Page) {
  // The picker is the browser's own window, which cannot be driven here.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const begin = dialog.getByRole('button', { name: 'Export' });
  await begin.waitFor();
  return { dialog, begin };
}

async function exportAll(page: Page): Promise<Exported> {
  const { begin } = await openDialog(page);
  return begin.evaluate(async (button) => {
    let longestTaskMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
    });
    observer.observe({ type: 'longtask' });
    const began = performance.now();
    (button as HTMLElement).click();
    await new Promise<void>((resolve) => {
      // Notified of changes, as polling would be measured too.
      const watch = new MutationObserver(() => {
        if (!/100,000 rows are in /.test(document.querySelector('[role=dialog] [role=status]')?.textContent ?? ''))
          return;
        watch.disconnect();
        resolve();
      });
      watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    const ms = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    return { ms, longestTaskMs };
  });
}

/** Milliseconds between two requests, on average. */
async function gapOfRequests(page: Page): Promise<number> {
  const { dialog, begin } = await openDialog(page);
  const times: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/dw_item/list')) times.push(performance.now());
  });
  await begin.click();
  await dialog.getByText(/10,000 rows are in /).waitFor({ timeout: 60_000 });
  return ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1);
}
