import { type Bench, interleaved } from './bench';
import { mainThreadMs, viewport } from './browser';
import { type BenchPage, consolePage, floorAndConsole, tables } from './pages';
import type { Measurement } from './results';
import type { SyntheticTable } from './synthetic-service';

/** So large that every cell of 100 × 30 is visible, whatever is around the grid. */
const wall = { width: 7600, height: 4400 };
/** What follows the first frame on its own belongs to it. */
const settleMs = 300;
/** Until a page that waits for its first records is idle. */
const idleMs = 1500;

interface Mounted {
  ms: number;
  cells: number;
}

/** The work of the main thread from the answer with the first records on: everything else of the page is there already. */
export async function measureMount(bench: Bench): Promise<Measurement[]> {
  const hundred = await interleaved(bench.runs, (page) => mount(bench, page, tables.hundred, wall));
  const wide = await interleaved(
    bench.runs,
    (page) => mount(bench, consolePage, page === consolePage ? tables.wide : tables.million, viewport),
    { pages: floorAndConsole },
  );
  const cellsOf = (mounted: readonly Mounted[]): number => mounted[0]?.cells ?? 0;
  const ms = (mounted: readonly Mounted[]): number[] => mounted.map((each) => each.ms);
  return [
    {
      name: 'mount 100 × 30 cells, main thread',
      unit: 'ms',
      floor: ms(hundred.floor),
      plain: ms(hundred.plain),
      console: ms(hundred.console),
      aims: [
        { of: 'floor', most: 1.5 },
        { of: 'plain', most: 1.3 },
      ],
      note: `cells in the document: floor ${cellsOf(hundred.floor)}, plain ${cellsOf(hundred.plain)}, console ${cellsOf(hundred.console)}`,
    },
    {
      name: 'mount a window of 200 columns, against the console’s own of 30',
      unit: 'ms',
      floor: ms(wide.floor),
      console: ms(wide.console),
      aims: [],
      note: `cells in the document: of 30 columns ${cellsOf(wide.floor)}, of 200 columns ${cellsOf(wide.console)}`,
    },
  ];
}

async function mount(
  { browsers, server }: Bench,
  benchPage: BenchPage,
  table: SyntheticTable,
  size: { width: number; height: number },
): Promise<Mounted> {
  const context = await browsers.shared();
  const page = await context.newPage();
  const release = server.hold();
  try {
    await page.setViewportSize(size);
    await browsers.prepare(page, benchPage);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const loaded = browsers.load(page, benchPage, table);
    await page.waitForTimeout(idleMs);
    const before = await mainThreadMs(session);
    release();
    await loaded;
    await page.waitForTimeout(settleMs);
    const after = await mainThreadMs(session);
    return { ms: after - before, cells: await page.evaluate(() => probe.cells()) };
  } finally {
    release();
    await page.close();
  }
}
