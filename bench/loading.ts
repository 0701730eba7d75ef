import type { Page } from 'playwright';
import { type Bench, each, type Figures, interleaved } from './bench';
import { patiently } from './browser';
import { tables } from './pages';
import type { Measurement } from './results';
import { scriptOf } from './script-bytes';

/** Navigation → usable and first rows painted, in a new browser that holds only the connection: see `Browsers`. And the script that is on that way. */
export async function measureCold(bench: Bench): Promise<Measurement[]> {
  const { browsers } = bench;
  const cold = await interleaved(bench.runs, async (benchPage) => {
    const context = await browsers.open();
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      await browsers.prepare(page, benchPage, { pressesKey: true });
      return await loaded(page, browsers.load(page, benchPage, tables.million));
    } finally {
      await context.close();
    }
  });
  return [
    {
      name: 'records page, cold → usable',
      unit: 'ms',
      ...usable(cold),
      aims: [
        { of: 'floor', most: 2 },
        { of: 'plain', most: 1.35 },
      ],
      note: usableMeans,
    },
    { name: 'records page, cold → first rows painted', unit: 'ms', ...rows(cold), aims: [{ of: 'floor', most: 1.9 }] },
    await scriptOf(bench),
  ];
}

/** The same in a browser that has been there before: HTTP cache and code cache warm. */
export async function measureWarm(bench: Bench): Promise<Measurement[]> {
  const { browsers } = bench;
  const visitsBefore = 3;
  const context = await browsers.shared();
  const warm = await interleaved(bench.runs, async (benchPage) => {
    const page = await context.newPage();
    await browsers.prepare(page, benchPage, { pressesKey: true });
    for (let visit = 0; visit < visitsBefore; visit += 1) {
      await browsers.load(page, benchPage, tables.million);
      // The browser writes its caches when the page is idle.
      await page.waitForTimeout(1000);
      await page.goto('about:blank');
    }
    await page.waitForTimeout(300);
    const times = await loaded(page, browsers.load(page, benchPage, tables.million));
    await page.close();
    return times;
  });
  return [
    {
      name: 'warm HTTP cache → usable',
      unit: 'ms',
      ...usable(warm),
      aims: [
        { of: 'floor', most: 2.1 },
        { of: 'plain', most: 1.35 },
      ],
      note: usableMeans,
    },
    { name: 'warm HTTP cache → first rows painted', unit: 'ms', ...rows(warm), aims: [{ of: 'floor', most: 2 }] },
  ];
}

const usableMeans = 'rows are painted, and an arrow key pressed then has moved to another cell';

/** Milliseconds from the start of the navigation. */
interface Loaded {
  rows: number;
  usable: number;
}

async function loaded(page: Page, load: Promise<number>): Promise<Loaded> {
  return { rows: await load, usable: (await patiently(() => page.evaluate(() => probe.usable))) ?? Number.NaN };
}

const rows = (figures: Figures<Loaded>): Figures<number> => each(figures, (times) => times.rows);
const usable = (figures: Figures<Loaded>): Figures<number> => each(figures, (times) => times.usable);
