import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Request, Response } from '@playwright/test';
import { cars, cell, expect as expectSoon, openDemo, openTable, test, useProviderKey } from './console';
import { type BuiltServer, startBuiltServer } from './server';

const minute = 60_000;
// Two servers load their data at the same time.
const expect = expectSoon.configure({ timeout: 30_000 });
const secrets = { key: 'demo-key-of-six-hours', appSecret: 'secret-of-six-hours' };
const files = ['6100000000000001', '6100000000000011', '6100000000000012', '6100000000000017', '6100000000000002'];

let server: BuiltServer;

test.use({
  // A page is made before the hooks of a test, and needs its address.
  // biome-ignore lint/correctness/noEmptyPattern: a fixture takes what it needs by name, and this one needs nothing
  baseURL: async ({}, use) => {
    const clock = pathToFileURL(resolve('e2e/simulated-clock.mjs')).href;
    const env = {
      DEMO_API_KEY: secrets.key,
      DEMO_APP_ID: 'app-of-six-hours',
      DEMO_APP_SECRET: secrets.appSecret,
    };
    server = await startBuiltServer(env, ['--import', clock]);
    await use(server.origin);
    await server.stop('SIGTERM');
  },
});

/** Calls of the API that a page has under way. */
function callsOf(page: Page): { underWay: number } {
  const calls = { underWay: 0 };
  const counts = (by: number) => (request: Request) => {
    if (request.url().includes('/openapi/v1/')) calls.underWay += by;
  };
  page.on('request', counts(1));
  page.on('requestfinished', counts(-1));
  page.on('requestfailed', counts(-1));
  return calls;
}

/** Both clocks go ahead together: the server's, then the page's with whatever is due there. No call takes simulated time, however busy the machine is. */
async function passes(page: Page, calls: { underWay: number }, milliseconds: number): Promise<void> {
  const told = once(server.process, 'message');
  server.process.send(milliseconds);
  await told;
  await page.clock.fastForward(milliseconds);
  await page.waitForTimeout(25);
  await expect.poll(() => calls.underWay).toBe(0);
}

test('six hours: no call fails, no picture breaks, no key ends in use, and no secret is anywhere @long', async ({
  page,
}) => {
  test.setTimeout(10 * minute);
  const failed: string[] = [];
  const issued = new Set<string>();
  const judge = async (response: Response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400) failed.push(`${response.status()} ${pathname}`);
    if (!pathname.includes('/openapi/v1/')) return;
    const answer = await response.json().catch(() => null);
    // A page that is left gives up what it still asked.
    if (answer === null && response.request().failure()?.errorText === 'net::ERR_ABORTED') return;
    if (answer?.code !== 0) failed.push(`code ${answer?.code} ${pathname}`);
    for (const value of [answer?.data?.access_token, answer?.data?.api_key]) if (value) issued.add(value);
  };
  page.on('response', (response) => void judge(response));
  const calls = callsOf(page);
  await page.clock.install();

  await openDemo(page);
  // The server prints the demo's credentials at its start.
  const greeted = server.log().length;
  await useProviderKey(page);
  await page.getByRole('switch', { name: 'Renew automatically' }).click();
  await page.getByRole('link', { name: 'Files' }).click();
  await page.getByRole('textbox', { name: 'File IDs' }).fill(files.join(' '));
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Files' });
  await expect(list.getByRole('listitem')).toHaveCount(files.length);

  for (let hour = 0; hour < 6; hour += 1) {
    for (let at = 0; at < 60; at += 1) {
      await passes(page, calls, minute);
      if (at % 10 !== 9) continue;
      const pictures = () =>
        list.locator('img').evaluateAll((images) =>
          (images as HTMLImageElement[]).map((image) => ({
            link: image.src,
            broken: image.complete && image.naturalWidth === 0,
          })),
        );
      expect((await pictures()).length).toBeGreaterThan(3);
      // The clocks stop at the same time: what is broken stays so.
      await expect.poll(async () => (await pictures()).filter(({ broken }) => broken)).toEqual([]);
      // The links are of now: who copies one can follow it.
      const statuses = async () =>
        Promise.all((await pictures()).slice(0, 2).map(async ({ link }) => (await page.request.get(link)).status()));
      await expect.poll(statuses).toEqual([200, 200]);
    }
    await page.getByRole('link', { name: 'Tables' }).click();
    await openTable(page, cars.name);
    await page.getByRole('button', { name: 'Refresh', exact: true }).first().click();
    await expect(cell(page, cars.name, 1, 1)).toBeVisible();
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('textbox', { name: 'File IDs' }).fill(files.join(' '));
    await page.keyboard.press('Enter');
    await expect(list.getByRole('listitem')).toHaveCount(files.length);
  }

  expect(failed).toEqual([]);
  // Four keys in six hours: each was renewed before its end.
  expect(issued.size).toBeGreaterThanOrEqual(8);
  const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const secret of [...Object.values(secrets), ...issued]) {
    for (const place of [storage, page.url(), await page.content(), server.log().slice(greeted)])
      expect(place.includes(secret)).toBe(false);
  }
});
