import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cars, cell, changesOf, countsOf, expect as expectSoon, openDemo, tablePath, test, typeInto } from './console';
import { type BuiltServer, startBuiltServer } from './server';

/** Its job has far more calls than are on their way at once. */
const movies = { name: 'Movies', id: '2100000000000003', rows: 3201, calls: 33 };
// Two servers load their data at the same time, and the platform takes ten requests per second.
const expect = expectSoon.configure({ timeout: 60_000 });

let folder = '';
let gateway: BuiltServer;

test.use({
  // A page is made before the hooks of a test, and needs its address.
  // biome-ignore lint/correctness/noEmptyPattern: a fixture takes what it needs by name, and this one needs nothing
  baseURL: async ({}, use) => {
    if (folder === '') {
      folder = mkdtempSync(join(tmpdir(), 'gateway-gone-'));
      const environments = [{ name: 'embedded', embedded: true, writable: true, requestsPerSecond: 10 }];
      writeFileSync(join(folder, 'config.json'), JSON.stringify({ environments }));
      await startGateway('0');
    }
    await use(gateway.origin);
  },
});

async function startGateway(port: string): Promise<void> {
  gateway = await startBuiltServer({
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    CONFIG: join(folder, 'config.json'),
  });
}

test.afterAll(async () => {
  await gateway.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Sends one value into every row of the table, and is on the page of the job then. */
async function sendToAll(page: Page, value: string): Promise<void> {
  await page.goto(tablePath(movies.id));
  await expect(cell(page, movies.name, 1, 1)).not.toBeEmpty();
  await cell(page, movies.name, 1, 2).click();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Change rows' });
  await dialog.getByRole('textbox', { name: 'Value' }).fill(value);
  await dialog.getByRole('radio', { name: 'All rows' }).click();
  await dialog.getByRole('button', { name: 'Load all rows' }).click();
  await expect(dialog).toContainText(`${movies.rows.toLocaleString('en')} rows change`);
  await dialog.getByRole('button', { name: /^Review/ }).click();
  await page
    .getByRole('dialog', { name: 'Review changes' })
    .getByRole('button', { name: /^Send \d/ })
    .click();
  await expect(page).toHaveURL(/\/jobs\/.+/);
}

/** How many rows of the table hold the value, asked of the service itself. */
async function rowsHolding(page: Page, value: string): Promise<number> {
  const ask = async (offset: number): Promise<number> => {
    const answer = await page.request.post('/openapi/v1/dw_item/list', {
      headers: { 'Open-Authorization': `Bearer ${process.env.DEMO_API_KEY}` },
      data: {
        table_id: Number(movies.id),
        limit: 100,
        offset,
        filter: { and: [{ field: 'title', query: { eq: value } }] },
      },
    });
    const { items } = (await answer.json()).data as { items: unknown[] };
    return items.length < 100 ? items.length : 100 + (await ask(offset + 100));
  };
  return ask(0);
}

test('a gateway that is killed, and back: rows and drafts stay, the job continues to its end, events arrive again @long', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const value = 'Written over an accident';
  await openDemo(page);
  const events = await context.newPage();
  await events.goto('/e/embedded/events');
  await expect(events.getByText('live', { exact: true })).toBeVisible();
  const drafts = await context.newPage();
  await drafts.goto(tablePath(cars.id));
  await expect(cell(drafts, cars.name, 1, 1)).not.toBeEmpty();
  await typeInto(drafts, cell(drafts, cars.name, 1, 2), 'Drafted before');
  const changes = changesOf(drafts);
  await expect(changes).toContainText('1 record changed');

  let writes = 0;
  context.on('request', (request) => {
    if (request.method() === 'PUT') writes += 1;
  });
  await sendToAll(page, value);
  await expect.poll(() => writes, { intervals: [5] }).toBeGreaterThanOrEqual(8);
  await gateway.stop('SIGKILL');

  await test.step('meanwhile', async () => {
    await drafts.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(drafts.getByText('Some rows could not be loaded')).toBeVisible();
    await expect(cell(drafts, cars.name, 1, 2)).toContainText('Drafted before');
    await typeInto(drafts, cell(drafts, cars.name, 2, 2), 'Changed meanwhile');
    await expect(changes).toContainText('2 records changed');
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    await expect(events.getByText('live', { exact: true })).toBeHidden();
  });
  await startGateway(new URL(gateway.origin).port);

  await expect(events.getByText('live', { exact: true })).toBeVisible();
  await drafts.getByRole('button', { name: 'Try again' }).click();
  await expect(drafts.getByText('Some rows could not be loaded')).toBeHidden();
  await expect(changes).toContainText('2 records changed');
  const open = async () => {
    const counts = await countsOf(page);
    return (counts['not-sent'] ?? 1) + (counts.sending ?? 0) + (counts.accepted ?? 0);
  };
  await expect.poll(open, { timeout: 120_000 }).toBe(0);
  const counts = await countsOf(page);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(movies.rows);
  expect(await rowsHolding(page, value)).toBe(counts.verified);
  // Each call left once, and what was not on its way waited until the platform was seen again.
  expect(writes).toBe(movies.calls);
  expect(counts.verified).toBeGreaterThan(movies.rows / 2);
});
