import { cars, cell, expect, openDemo, openTable, tablePath, test } from './console';

/** What stands between an address and its first rows, compressed as it is sent, in bytes. */
const scriptMost = 200_000;

test('the first rows are asked for once, before the script of the frame and the grid has come', async ({ page }) => {
  await openDemo(page);
  await openTable(page, cars.name);

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
  // Held back until the read has left: if it waited for them, nothing would ever come.
  await page.route(/\/assets\/(?:main|vendor)-.*\.js$/, async (route) => {
    await left;
    await route.continue();
  });
  await page.goto(tablePath(cars.id), { waitUntil: 'commit' });
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(asked.filter((offset) => offset === 0)).toEqual([0]);
});

test('the first rows are drawn before the script of the frame has come, and the page takes them over as they stand', async ({
  page,
}) => {
  await openDemo(page);
  await openTable(page, cars.name);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(?:main|vendor)-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(tablePath(cars.id), { waitUntil: 'commit' });
  // No grid is there yet, and nothing that somebody who listens could find.
  const drawn = page.locator('[role=row][data-row="0"] [data-column="0"]');
  await expect(drawn).toHaveText(/^\d{10,}$/);
  await expect(page.getByRole('grid')).toHaveCount(0);
  const before = await drawn.boundingBox();
  const element = await drawn.elementHandle();
  release();
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
  expect(await element?.evaluate((each) => each.closest('[role=grid]') !== null)).toBe(true);
  const after = await drawn.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1);
  expect(after?.x).toBe(before?.x);
});

test('little script stands between an address and its first rows; primitives, editors and the database come after them', async ({
  page,
}) => {
  await openDemo(page);
  await openTable(page, cars.name);
  await page.goto('about:blank');
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      // Of the page that listens: rows alone are drawn before.
      if (document.querySelectorAll('[role=grid] [role=gridcell]').length === 0) return;
      observer.disconnect();
      performance.mark('first rows');
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(tablePath(cars.id));
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
  const scripts = await page.evaluate(() => {
    const [rows] = performance.getEntriesByName('first rows');
    return performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= (rows?.startTime ?? 0))
      .map(({ name, encodedBodySize }) => ({ name: name.replace(/.*\/|-[\w-]{8}\.js$/g, ''), encodedBodySize }));
  });
  expect(scripts.map(({ name }) => name)).toContain('main');
  expect(scripts.map(({ name }) => name)).not.toContain('parts');
  expect(scripts.map(({ name }) => name)).not.toContain('database');
  expect(scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)).toBeLessThan(scriptMost);
});
