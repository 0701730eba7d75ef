import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import type { BenchPage } from './pages';
import { installProbe } from './probe';
import type { SyntheticTable } from './synthetic-service';

/** As in playwright.config.ts. */
const flags = [
  // The sandbox of a browser refuses root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const viewport = { width: 1440, height: 900 };
/** What a browser does for itself after its start must not be measured along. */
const afterStartMs = 1200;
/** What a page does for itself after its first rows. */
const afterFirstRowsMs = 700;

/**
 * Browsers that only hold a connection.
 *
 * The person connects once, in a browser whose profile is then kept as a template: the sealing key cannot be extracted, so it travels as the files of
 * IndexedDB, and a copy of the profile is a browser that was closed and opened again. `sessionStorage` ends with its tab; the sealed text is put
 * back before the first script of the page, as a browser that reopens its tabs would. So each cold start is a new process with an empty HTTP and code
 * cache, and what the page does to unseal its key is all counted.
 */
export class Browsers {
  private readonly folder = mkdtempSync(join(tmpdir(), 'warehouse-console-bench-'));
  private readonly template = join(this.folder, 'template');
  private stored: Record<string, string> = {};
  private made = 0;
  private kept: Promise<BrowserContext> | null = null;

  constructor(
    private readonly executablePath: string,
    private readonly origin: string,
  ) {}

  /** Connects as a person does. To be called once, first. */
  async connect(): Promise<void> {
    const context = await this.launch(this.template);
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      for (const environment of ['slow', 'bench']) {
        await page.goto(`${this.origin}/connect?environment=${environment}`);
        await page.getByLabel('API key').fill('key-of-the-bench');
        await page.getByRole('button', { name: 'Connect', exact: true }).click();
        await page.waitForURL(new RegExp(`/e/${environment}/`));
      }
      await page.waitForFunction(() => sessionStorage.length > 0);
      this.stored = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
    } finally {
      await context.close();
    }
    for (const cache of ['Cache', 'Code Cache', 'GPUCache']) {
      rmSync(join(this.template, 'Default', cache), { recursive: true, force: true });
    }
  }

  /** A browser with a connection. It has settled, and its one tab is empty. */
  async open(): Promise<BrowserContext> {
    this.made += 1;
    const profile = join(this.folder, `profile-${this.made}`);
    cpSync(this.template, profile, { recursive: true });
    const context = await this.launch(profile);
    await new Promise((resolve) => setTimeout(resolve, afterStartMs));
    return context;
  }

  /** Makes a tab of a browser measure one of the pages. To be called once for each tab. @param pressesKey for `probe.usable` */
  async prepare(page: Page, benchPage: BenchPage, { pressesKey = false } = {}): Promise<void> {
    const parts: Parameters<typeof installProbe>[0] = [benchPage.selectors, this.stored, pressesKey];
    await page.addInitScript(installProbe, parts);
  }

  /** The one browser of everything but cold starts. */
  shared(): Promise<BrowserContext> {
    this.kept ??= this.open();
    return this.kept;
  }

  /** Opens a page in a new tab, of the shared browser unless another is given, runs something there when it has settled, and closes it. */
  async visit<Result>(
    benchPage: BenchPage,
    table: SyntheticTable,
    run: (page: Page, session: CDPSession) => Promise<Result>,
    within?: BrowserContext,
  ): Promise<Result> {
    const context = within ?? (await this.shared());
    const page = await context.newPage();
    try {
      await this.prepare(page, benchPage);
      await this.load(page, benchPage, table);
      await page.waitForTimeout(afterFirstRowsMs);
      return await run(page, await context.newCDPSession(page));
    } finally {
      await page.close();
    }
  }

  /** Navigates. @returns milliseconds from the start of the navigation to the first rows painted */
  async load(page: Page, benchPage: BenchPage, table: SyntheticTable): Promise<number> {
    await page.goto(this.origin + benchPage.path(table), { waitUntil: 'commit' });
    return patiently(() => page.evaluate(() => probe.firstRows));
  }

  async close(): Promise<void> {
    await (await this.kept)?.close();
    // A browser that has just ended may still be writing.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  private launch(profile: string): Promise<BrowserContext> {
    return chromium.launchPersistentContext(profile, {
      executablePath: this.executablePath,
      args: flags,
      viewport,
      locale: 'en-US',
    });
  }
}

/**
 * Milliseconds of processor time that the tasks of a page's main thread have taken so far: all of them, because of its parts the browser counts script only
 * where it is called by a task and not where an answer goes on. `Performance` must be enabled in the time domain of the thread, so that other work on the
 * machine is not counted along.
 */
export async function mainThreadMs(session: CDPSession): Promise<number> {
  const metrics = await metricsOf(session);
  return (metrics.get('TaskDuration') ?? Number.NaN) * 1000;
}

/** Bytes in use of the JavaScript heap, after garbage collection. */
export async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await metricsOf(session)).get('JSHeapUsedSize') ?? Number.NaN;
}

async function metricsOf(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** Asks a page for a promise that it keeps. The debugger may collect its own promise around it before it is fulfilled; what was measured is still there then. */
export async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (fault) {
      if (!String(fault).includes('garbage collected')) throw fault;
    }
  }
}
