/** What a person waits for on the records page. Aims are what a person feels: a second to arrive, a tenth to answer a press, every frame while moving. */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { load, open, tables, test, timeOf } from './bench';
import { type Aim, median } from './report';
import { fieldId } from './synthetic-service';

const press: Aim = { unit: 'ms', most: 100 };
const twoFrames: Aim = { unit: 'ms', most: 34 };

test('cold', async ({ page, figure }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await load(page, tables.million);
  await page.evaluate(() => probe.pressKey());
  figure('cold → first rows', await timeOf(page, 'rows'), { unit: 'ms', most: 1000 });
  figure('cold → usable', await timeOf(page, 'usable'), { unit: 'ms', most: 1000 });
  figure('script until usable (brotli)', (await timeOf(page, 'script')) / 1000, { unit: 'KB', most: 165 });
});

test('warm', async ({ page, figure }) => {
  // A browser keeps compiled script from the third visit on, and writes it when the page is idle.
  for (let visit = 0; visit < 3; visit += 1) {
    await open(page, tables.million);
    await page.goto('about:blank');
  }
  await load(page, tables.million);
  await page.evaluate(() => probe.pressKey());
  figure('warm → first rows', await timeOf(page, 'rows'), { unit: 'ms', most: 500 });
  figure('warm → usable', await timeOf(page, 'usable'), { unit: 'ms', most: 500 });
});

test('mount', async ({ page, server, figure }) => {
  // So large that every cell of 100 × 30 is visible, whatever is around the grid.
  await page.setViewportSize({ width: 7600, height: 4400 });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const release = server.hold();
  await load(page, tables.hundred);
  // Everything else of the page is there when the records come.
  await page.waitForTimeout(1500);
  const before = await mainThreadMs(session);
  release();
  await timeOf(page, 'rows');
  // What follows the first frame on its own belongs to it.
  await page.waitForTimeout(300);
  figure('mount 100 × 30 cells, main thread', (await mainThreadMs(session)) - before, { unit: 'ms', most: 200 });
});

test('scroll', async ({ page, figure }) => {
  await open(page, tables.million);
  await page.evaluate(() => probe.scroll(20_000, 3000));
  figure('scroll 3 s at 20,000 px/s, frames over 25 ms', (await timeOf(page, 'late')) - 1, { unit: 'frames', most: 3 });
  figure('the same, blank', (await timeOf(page, 'blank')) - 1, { unit: 'ms', most: 50 });
});

for (const table of [tables.million, tables.tenMillion]) {
  test(`jump in ${table.name.toLowerCase()}`, async ({ page, figure }) => {
    await open(page, table);
    await page.evaluate((rows) => probe.jump(0.9, rows), table.rows);
    figure(`jump to 90 % of ${table.rows.toLocaleString('en')} rows`, await timeOf(page, 'jump'), press);
  });
}

test('sort', async ({ page, figure }) => {
  await open(page, tables.million);
  // After the row numbers, the record ID and the number.
  const heading = page.getByRole('columnheader').nth(3).getByRole('button').first();
  figure('sort → other records', await clicked(page, heading), press);
});

test('filter', async ({ page, figure }) => {
  await open(page, tables.million);
  await page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: 'JSON', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(JSON.stringify({ and: [{ field: fieldId(0), query: { gte: 1 } }] }));
  figure('filter → other records', await clicked(page, dialog.getByRole('button', { name: 'Apply' })), press);
});

test('edit', async ({ page, figure }) => {
  await open(page, tables.million);
  const { x, y } = await page.evaluate(() => probe.textCell());
  await page.mouse.click(x, y);
  await page.waitForTimeout(restMs);
  const times: Record<'editor' | 'character' | 'commit', number[]> = { editor: [], character: [], commit: [] };
  for (let edit = 0; edit < 12; edit += 1) {
    times.editor.push(await typed(page, 'q', 'editor', 'q'));
    times.character.push(await typed(page, 'w', 'editor', 'qw'));
    times.commit.push(await typed(page, 'Enter', 'committed', 'qw'));
  }
  figure('edit: key → editor', median(times.editor), twoFrames);
  figure('edit: key → character', median(times.character), twoFrames);
  figure('edit: Enter → committed', median(times.commit), twoFrames);
});

/** Between two keys, so that each begins with an idle page. */
const restMs = 120;

/** From a key to the picture of what it does. */
async function typed(page: Page, key: string, expected: 'editor' | 'committed', text: string): Promise<number> {
  await page.evaluate(([what, wanted]) => probe.after('keydown', what, wanted), [expected, text] as const);
  await page.keyboard.press(key);
  const time = await timeOf(page, 'after');
  await page.waitForTimeout(restMs);
  return time;
}

/** From a click to the picture of other records. */
async function clicked(page: Page, button: Locator): Promise<number> {
  await button.hover();
  await page.evaluate(() => probe.after('click', 'records'));
  await button.click();
  return timeOf(page, 'after');
}

/** Processor time of all tasks of the page's main thread so far: of its parts the browser counts script only where a task begins with it. */
async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
