import type { Page } from '@playwright/test';
import { cars, cell, changesOf, expect, hold, openDemo, openDemoTable, tablePath, test } from './console';

/** What a person has to wait for before the cells can be used, compressed as it is sent, in bytes. */
const scriptMost = 206_000;

/** Holds back what an address gives until a request for the first rows has left. @returns the offsets of all that were asked for */
async function holdUntilRowsRequested(page: Page, held: RegExp): Promise<unknown[]> {
  const asked: unknown[] = [];
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  page.on('request', (request) => {
    if (!request.url().endsWith('/dw_item/list')) return;
    asked.push(request.postDataJSON().offset);
    leave();
  });
  await page.route(held, async (route) => {
    await left;
    await route.continue();
  });
  return asked;
}

for (const [what, held] of [
  ['the script of the page has come', /\/assets\/records-.*\.js$/],
  ['the gateway has told which environments there are', /\/gateway\/environments$/],
] as const) {
  test(`the first rows are requested once, before ${what}`, async ({ page }) => {
    await openDemoTable(page, cars.name);
    const asked = await holdUntilRowsRequested(page, held);
    await page.goto(tablePath(cars.id), { waitUntil: 'commit' });
    await expect(cell(page, cars.name, 1, 1)).toBeVisible();
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(asked.filter((offset) => offset === 0)).toEqual([0]);
  });
}

test('little script is needed until the cells answer a key; primitives, editors and the database load later', async ({
  page,
}) => {
  await openDemoTable(page, cars.name);
  await page.goto('about:blank');
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const active = document.querySelector<HTMLElement>('[role=grid] [role=gridcell][data-active]');
      if (!active) return;
      if (active.closest('[role=row]')?.matches('[data-row="0"]')) {
        if (performance.getEntriesByName('pressed').length > 0) return;
        performance.mark('pressed');
        active.focus();
        active.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
        return;
      }
      observer.disconnect();
      performance.mark('usable');
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(tablePath(cars.id));
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('usable').length)).toBe(1);
  const scripts = await page.evaluate(() => {
    const [pressed] = performance.getEntriesByName('pressed');
    // What is loaded on a sign of activity was not waited for.
    return performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= (pressed?.startTime ?? 0))
      .map(({ name, encodedBodySize }) => ({ name: name.replace(/.*\/|-[\w-]{8}\.js$/g, ''), encodedBodySize }));
  });
  expect(scripts.map(({ name }) => name)).toContain('records');
  expect(scripts.map(({ name }) => name)).not.toContain('parts');
  expect(scripts.map(({ name }) => name)).not.toContain('database');
  const sum = scripts.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
  test.info().annotations.push({ type: 'script', description: `${sum} bytes` });
  expect(sum).toBeLessThanOrEqual(scriptMost);
});

test('a part that failed to load says so, and comes with another try or with the page', async ({ page }) => {
  await openDemo(page);
  const missing = page.getByRole('alert').filter({ hasText: 'Part of the page could not be loaded.' });
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // Without a network the console of this very machine is whole.
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await expect(missing).toBeHidden();

  const part = /\/assets\/later-.*\.js$/;
  await page.route(part, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(missing).toBeVisible();
  await expect(missing.getByRole('button', { name: 'Reload page' })).toBeVisible();
  await page.unroute(part);
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toBeVisible();
  await expect(missing).toBeHidden();
});

test('cells pasted before their code has come go in when it comes, also after it failed to load', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDemoTable(page, cars.name);
  const place = cell(page, cars.name, 1, 2);
  const part = /\/assets\/later-.*\.js$/;
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await place.click();
    await page.keyboard.press('Control+V');
  };
  const come = await hold(page, part);
  await page.reload();
  await paste('first\nsecond');
  await expect(place).not.toContainText('first');
  come();
  await page.getByRole('button', { name: 'Into 2 rows' }).click();
  await expect(place).toContainText('first');
  await expect(changesOf(page)).toContainText('2 records changed');
  await page.unroute(part);

  await page.route(part, (route) => route.abort());
  await page.reload();
  await paste('third');
  const again = page.getByRole('region', { name: 'Notifications' }).getByText('Try again');
  await expect(again).toBeVisible();
  await page.unroute(part);
  await again.click();
  await expect(place).toContainText('third');
});
