/** The browser's clock is corrected by a day, or its tab sleeps for hours: running work stays correct. */
import type { Page } from '@playwright/test';
import {
  cars,
  cell,
  expect,
  openDemo,
  openDrill,
  openLocking,
  sendOne,
  tablePath,
  test,
  typeInto,
  useProviderKey,
} from './console';

const hour = 60 * 60_000;
const day = 24 * hour;
const late = { id: '2100000000000101', name: 'Applies 20 seconds late' };

const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });
const verified = (page: Page) => outcome(page).locator('[data-outcome="verified"]');

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
  await expect(outcome(page).locator('[data-outcome="accepted"]')).toHaveAttribute('data-count', '1');
  return () => writes;
}

for (const [how, by] of [
  ['ahead', day],
  ['back', -day],
] as const) {
  test(`a clock set ${how} by a day during a job: it waits no longer than otherwise, and is sent once @long`, async ({
    page,
  }) => {
    await page.clock.install();
    const writes = await sendLate(page, how === 'back' ? 3 : 4);
    await expect(outcome(page)).toContainText(/Until \d\d:\d\d:\d\d · (1 min \d+|\d\d) s left/);
    await setClock(page, by);
    // Correct as soon as it checks again: never given up, and never delayed until tomorrow.
    await expect(outcome(page)).toContainText(/Until \d\d:\d\d:\d\d · (1 min \d+|\d\d) s left/, { timeout: 20_000 });
    await expect(verified(page)).toHaveAttribute('data-count', '1', { timeout: 40_000 });
    await expect(page.getByText('ended', { exact: true })).toBeVisible();
    if (how === 'back') await expect(outcome(page)).toContainText(/(?<![\d.:])\d+(\.\d)? s in total/);
    expect(writes()).toBe(1);
  });
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

test('drafts stay in order while the clock is set ahead and back by a day and a tab sleeps for hours @long', async ({
  page,
}) => {
  await page.clock.install();
  await openDemo(page, tablePath(cars.id));
  await expect(cell(page, cars.name, 1, 1)).not.toBeEmpty();
  const changes = page.getByRole('region', { name: 'Changes' });
  const draft = (index: number) => cell(page, cars.name, 8 + index, 2);
  // A clock set ahead looks like a night's sleep: the key must be entered again, and unsent changes are kept.
  const unlock = async () => {
    // The page reloads without its key a moment after it asks for one, which would drop what was typed before.
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Shift')]);
    await expect(page.getByText('your unsent changes and jobs')).toBeVisible();
    await page.getByRole('textbox', { name: 'API key' }).fill(process.env.DEMO_API_KEY ?? '');
    await page.keyboard.press('Enter');
    await expect(draft(0)).toContainText('draft 0');
  };
  const steps = [
    () => Promise.resolve(),
    () => setClock(page, day).then(unlock),
    () => setClock(page, -2 * day),
    () => page.clock.fastForward(5 * hour),
    () => page.clock.fastForward(14 * hour).then(unlock),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    await typeInto(page, draft(index), `draft ${index}`);
    await expect(changes).toContainText(`${index + 1} record`);
    // The work behind the page has begun, and has kept what was typed.
    await page.waitForLoadState('networkidle');
  }
  await page.reload();
  for (const index of steps.keys()) await expect(draft(index)).toContainText(`draft ${index}`);
  // The last change is undone first, whatever the clock was at each.
  for (let left = steps.length - 1; left > 0; left -= 1) {
    await changes.getByRole('button', { name: 'Undo' }).click();
    await expect(changes).toContainText(`${left} record`);
    await expect(draft(left - 1)).toContainText(`draft ${left - 1}`);
    await expect(draft(left)).not.toHaveText(/^draft/);
  }
  await changes.getByRole('button', { name: 'Discard' }).click();
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
