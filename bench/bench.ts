import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { type BadWire, openBadWire } from '../e2e/bad-wire';
import { type BenchServer, startBenchServer } from './bench-server';
import { installProbe } from './probe';
import type { Aim, Figure } from './report';
import { type SyntheticTable, spaceId } from './synthetic-service';

/** Tables that are read here; each is made up as it is read. */
export const tables = {
  million: { table_id: '2100000000000001', name: 'A million', rows: 1_000_000, columns: 30 },
  /** Past the height that a browser can lay out. */
  tenMillion: { table_id: '2100000000000002', name: 'Ten million', rows: 10_000_000, columns: 30 },
  /** One page of records: in a window tall and wide enough every cell of it is in the document. */
  hundred: { table_id: '2100000000000003', name: 'A hundred', rows: 100, columns: 30 },
  /** Loaded whole, for insight. */
  millionOfTen: { table_id: '2100000000000005', name: 'A million of ten', rows: 1_000_000, columns: 10 },
  /** Changed whole. */
  tenThousand: { table_id: '2100000000000004', name: 'Ten thousand', rows: 10_000, columns: 20 },
} as const satisfies Record<string, SyntheticTable>;

interface Fixtures {
  /** The environment whose key `page` has. */
  environment: 'bench' | 'slow';
  /** A wire to the console that fails one in five requests of every kind, once it is bad. */
  wire: BadWire;
  /** Notes one figure of this run. */
  figure(name: string, value: number, aim: Aim): void;
}

/** A measurement. Its `page` is a new tab that has a key, with the probe, in a browser that has loaded the console before. */
export const test = base.extend<Fixtures, { server: BenchServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture takes what it needs by name, and this one needs nothing
    async ({}, use) => {
      const server = await startBenchServer(Object.values(tables));
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  environment: ['bench', { option: true }],
  wire: async ({ server }, use) => {
    const wire = await openBadWire(server.url, { write: 5, read: 5 });
    await use(wire);
    await wire.close();
  },
  baseURL: ({ server }, use) => use(server.url),
  page: async ({ context, environment }, use) => {
    const stored = await connect(context, environment);
    const page = await context.newPage();
    await page.addInitScript(installProbe, stored);
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  figure: async ({}, use, { annotations }) => {
    await use((name, value, aim) => {
      const figure: Figure = { name, value, ...aim };
      annotations.push({ type: 'figure', description: JSON.stringify(figure) });
    });
  },
});

/** Connects as a person does. @returns the sealed key, which ends with its tab; another tab that begins with it has the connection */
async function connect(context: BrowserContext, environment: string): Promise<Record<string, string>> {
  const page = await context.newPage();
  await connectHere(page, environment);
  await page.waitForFunction(() => sessionStorage.length > 0);
  const stored = await page.evaluate(() => ({ ...sessionStorage }));
  // What the page loads for later is on its way.
  await page.waitForLoadState('networkidle');
  await page.close();
  return stored;
}

/** Gives a tab the key, which it has from then on. */
export async function connectHere(page: Page, environment: string): Promise<void> {
  await page.goto(`/connect?environment=${environment}`);
  await page.getByLabel('API key').fill('key-of-the-bench');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(`**/e/${environment}/**`);
}

/** What a page does for itself after its first rows. */
const afterRowsMs = 700;

/** Begins to load a table; `open` waits until its rows are there and the page has settled. */
export async function load(page: Page, { table_id }: SyntheticTable, environment = 'bench'): Promise<void> {
  await page.goto(`/e/${environment}/w/${spaceId}/t/${table_id}`, { waitUntil: 'commit' });
}

/** Opens a table. */
export async function open(page: Page, table: SyntheticTable, environment = 'bench'): Promise<void> {
  await load(page, table, environment);
  await timeOf(page, 'rows');
  await page.waitForTimeout(afterRowsMs);
}

/** Waits for a time of the probe, and takes it. @returns milliseconds */
export async function timeOf(page: Page, name: string): Promise<number> {
  const found = await page.waitForFunction((wanted) => probe.times[wanted], name, { polling: 50 });
  await page.evaluate((wanted) => delete probe.times[wanted], name);
  return Number(await found.jsonValue());
}
