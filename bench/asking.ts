import type { Page } from 'playwright';
import { type Bench, each, interleaved, quietMoment } from './bench';
import { type BenchPage, consolePage, floorPage, tables } from './pages';
import type { Painted } from './probe';
import type { Measurement } from './results';
import { fieldId } from './synthetic-service';

/** Another order, another filter: from the press to the other records. Both as a person does it. */
export async function measureAsk(bench: Bench): Promise<Measurement[]> {
  const { browsers, runs } = bench;
  const sorted = await interleaved(runs, (benchPage) =>
    browsers.visit(benchPage, tables.million, (page) => sort(page, benchPage)),
  );
  const filtered: Painted[] = [];
  for (let run = 0; run < runs; run += 1) {
    await quietMoment();
    filtered.push(await browsers.visit(consolePage, tables.million, filter));
  }
  const lessNetwork = ({ ms, networkMs }: Painted): number => ms - networkMs;
  return [
    {
      name: 'sort → painted, less network',
      unit: 'ms',
      ...each(sorted, lessNetwork),
      aims: [
        { of: 'floor', most: 1.3 },
        { of: 'plain', most: 1.3 },
      ],
    },
    {
      name: 'filter → painted, less network',
      unit: 'ms',
      floor: [],
      console: filtered.map(lessNetwork),
      aims: [{ of: 'figure', most: 70 }],
    },
  ];
}

async function sort(page: Page, benchPage: BenchPage): Promise<Painted> {
  // In the console after the column of row numbers.
  const heading =
    benchPage === consolePage
      ? page.getByRole('columnheader').nth(3).getByRole('button').first()
      : page.locator(benchPage === floorPage ? '#head > div' : '.head button').nth(2);
  await heading.hover();
  await page.evaluate(() => probe.arm('click', 'other-records'));
  await heading.click();
  return page.evaluate(() => probe.armed);
}

/** By its JSON: one press applies it, whatever the form for conditions looks like. */
async function filter(page: Page): Promise<Painted> {
  await page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: 'JSON', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(JSON.stringify({ and: [{ field: fieldId(0), query: { gte: 1 } }] }));
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await apply.hover();
  // The first record stays the first one: every second record is left out.
  await page.evaluate(() => probe.arm('click', 'other-records'));
  await apply.click();
  return page.evaluate(() => probe.armed);
}
