import type { CDPSession, Page } from '@playwright/test';
import { expect, openDemoTable, openTable, test } from './console';

// Machine code that the engine makes of what runs often is counted as heap: it grew by a megabyte in which nothing was kept.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--js-flags=--no-opt --no-maglev --no-sparkplug'];
    await use({ ...launchOptions, args });
  },
});

const tables = ['Cars', 'Movies', 'US states'];
const pages = ['Files', 'Provider', 'Events', 'Activity', 'Explorer', 'Settings', 'Jobs'];

/** A link of the sidebar; some have a number after their name. */
const rail = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first();

/** What the page holds once everything collectable is gone: the list of requests is kept deliberately, so it is cleared as a person would. */
async function held(page: Page, session: CDPSession): Promise<Record<'heap' | 'listeners' | 'nodes', number>> {
  await rail(page, 'Activity').click();
  await page.getByRole('main').getByRole('button', { name: 'Clear', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Clear/ })
    .click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: of('JSHeapUsedSize'), listeners: of('JSEventListeners'), nodes: of('Nodes') };
}

test('a thousand changes of page and table: the heap grows by less than a tenth, and no listener or query stays @long', async ({
  page,
}) => {
  test.setTimeout(25 * 60_000);
  await openDemoTable(page, 'Cars');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  let changes = 0;

  /** Once through the rail, and from one table to the next. */
  const round = async () => {
    for (const name of pages) {
      await rail(page, name).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      changes += 1;
    }
    await rail(page, 'Tables').click();
    for (const table of tables) {
      await openTable(page, table);
      changes += 1;
    }
  };

  // The code of every page and the rows of every table are there before it is counted.
  for (let turn = 0; turn < 15; turn += 1) await round();
  const before = await held(page, session);
  for (changes = 0; changes < 1000; ) await round();
  const after = await held(page, session);
  test.info().annotations.push({ type: 'soak', description: JSON.stringify({ before, after }) });
  console.log(`soak: ${JSON.stringify({ before, after })}`);
  expect(after.heap).toBeLessThan(before.heap * 1.1);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners * 1.02);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.1);

  // No page that was left asks anything any more: not one of the thousand, nor one that was kept up to date.
  await rail(page, 'Tables').click();
  await openTable(page, 'Cars');
  await page.getByRole('button', { name: /^Auto refresh/ }).click();
  await page.getByRole('radio', { name: 'every 10 s' }).check();
  await page.keyboard.press('Escape');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/openapi/')) asked.push(request.url());
  });
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await rail(page, 'Settings').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  asked.length = 0;
  await page.waitForTimeout(25_000);
  expect(asked).toEqual([]);
});
