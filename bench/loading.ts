import type { Page } from 'playwright';
import { type Bench, each, type Figures, interleaved } from './bench';
import { tables } from './pages';
import type { Measurement } from './results';
import { scriptOf } from './script-bytes';

/** Navigation → first rows painted, in a new browser that holds only the connection: see `Browsers`. And the script that is on that way. */
export async function measureCold(bench: Bench): Promise<Measurement[]> {
  const { browsers } = bench;
  const cold = await interleaved(bench.runs, async (benchPage) => {
    const context = await browsers.open();
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      await browsers.prepare(page, benchPage);
      return await loaded(page, browsers.load(page, benchPage, tables.million));
    } finally {
      await context.close();
    }
  });
  return [
    { name: 'records page, cold → first rows painted', unit: 'ms', ...rows(cold), aim: { of: 'floor', most: 1.7 } },
    { name: 'records page, cold → frame, router and grid', unit: 'ms', ...usable(cold), aim: null },
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
    await browsers.prepare(page, benchPage);
    for (let visit = 0; visit < visitsBefore; visit += 1) {
      await browsers.load(page, benchPage, tables.million);
      // The browser writes its caches when the page is at rest.
      await page.waitForTimeout(1000);
      await page.goto('about:blank');
    }
    await page.waitForTimeout(300);
    const times = await loaded(page, browsers.load(page, benchPage, tables.million));
    await page.close();
    return times;
  });
  return [
    { name: 'warm HTTP cache → first rows painted', unit: 'ms', ...rows(warm), aim: { of: 'floor', most: 1.6 } },
    { name: 'warm HTTP cache → frame, router and grid', unit: 'ms', ...usable(warm), aim: null },
  ];
}

/** Milliseconds from the start of the navigation. */
interface Loaded {
  rows: number;
  /** To the page that listens. */
  usable: number;
}

async function loaded(page: Page, load: Promise<number>): Promise<Loaded> {
  return { rows: await load, usable: await page.evaluate(() => probe.usable) };
}

const rows = (figures: Figures<Loaded>): Figures<number> => each(figures, (times) => times.rows);
const usable = (figures: Figures<Loaded>): Figures<number> => each(figures, (times) => times.usable);
