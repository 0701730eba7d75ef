/** The browser's clock is corrected by a day, or its tab sleeps for hours: running work stays correct. */
import type { Page } from '@playwright/test';
import { expect, openDemo, openDrill, openLocking, outcomeOf, sendOne, test, useProviderKey } from './console';

const hour = 60 * 60_000;
const day = 24 * hour;
const late = { id: '2100000000000101', name: 'Applies 20 seconds late' };

const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });
const verified = (page: Page) => outcomeOf(page, 'verified');

/** Sets the clock of the page by so much, and lets it look at it. */
async function setClock(page: Page, by: number): Promise<void> {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + by);
  await page.clock.runFor(2500);
}

/** Sends one row that is applied later, and opens its job. @returns how many writes were made */
async function sendLate(page: Page, row: number): Promise<() => number> {
  let writes = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/dw_item')) writes += 1;
  });
  await openDrill(page, late);
  await sendOne(page, late.name, row, `sent at ${Date.now()}`);
  await expect(outcomeOf(page, 'accepted')).toHaveAttribute('data-count', '1');
  return () => writes;
}

test('a tab that slept while its event arrived reads the outcome on waking and sends nothing again @long', async ({
  page,
}) => {
  await page.clock.install();
  await page.route('**/gateway/events**', (route) => route.abort());
  const writes = await sendLate(page, 5);
  // No timer fires in a sleeping tab, for longer than the platform takes to apply and report it.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await new Promise((resolve) => setTimeout(resolve, 25_000));
  await expect(verified(page)).toHaveAttribute('data-count', '0');
  await page.unroute('**/gateway/events**');
  await page.clock.fastForward(5 * hour);
  await page.clock.resume();
  await expect(verified(page)).toHaveAttribute('data-count', '1', { timeout: 20_000 });
  await expect(page.getByText('ended', { exact: true })).toBeVisible();
  await expect(outcome(page)).toContainText(/5 h \d min in total/);
  expect(writes()).toBe(1);
});

test('a two-hour key lives no longer when the clock is set back, and is still shown as valid when it is set ahead', async ({
  page,
}) => {
  await page.clock.install();
  await openDemo(page);
  await useProviderKey(page);
  const life = page.getByRole('region', { name: 'Credential lifetime' });
  const soon = life.getByText(/^[12] h \d+ min left$/);
  await expect(soon).toHaveCount(2);
  await setClock(page, -day);
  await expect(soon).toHaveCount(2);

  // Set ahead they have expired, as after a sleep; issued again, both show their reported expiry.
  await setClock(page, day);
  await expect(life.getByText('expired', { exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Get access token' }).click();
  await expect(soon).toHaveCount(1);
  await page.getByRole('button', { name: 'Exchange', exact: true }).click();
  await expect(soon).toHaveCount(2);
});

test('a key is locked without input also where the clock is set back @long', async ({ page }) => {
  await page.clock.install();
  await openLocking(page);
  await setClock(page, -day);
  await page.clock.runFor(30_000);
  await page.clock.fastForward(16 * 60_000);
  await expect(page.getByText(/^The key is locked/)).toBeVisible();
});
