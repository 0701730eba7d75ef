import { cars, cell, expect, openDemo, openTable, tablePath, test } from './console';

/** What stands between an address and its first rows, compressed as it is sent, in bytes. The names of its parts alone make it some tens more or less. */
const scriptMost = 154_500;

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
