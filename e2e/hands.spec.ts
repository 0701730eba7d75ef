import type { Locator, Page } from '@playwright/test';
import { cars, cell, expect, openDemo, openTable, test } from './console';

/** Counts clicks and keys; typed text is not counted. */
function counted(page: Page) {
  let presses = 0;
  return {
    count: () => presses,
    async click(on: Locator) {
      presses += 1;
      await on.click();
    },
    async key(name: string) {
      presses += 1;
      await page.keyboard.press(name);
    },
  };
}

test('few presses: from the table search to the first cell, a filter of A and (B or C), and clearing it', async ({
  page,
}) => {
  await openDemo(page);
  const finder = counted(page);
  await finder.key('Control+K');
  await expect(page.getByRole('combobox', { name: /palette/i })).toBeFocused();
  await page.keyboard.type(cars.name);
  await expect(page.getByRole('option').first()).toContainText(cars.name);
  await finder.key('Enter');
  await expect(page.getByRole('grid', { name: cars.name }).locator('[data-active]')).toBeFocused();
  expect(finder.count()).toBeLessThanOrEqual(2);

  const bar = page.getByRole('toolbar', { name: 'Query' });
  const form = page.getByRole('dialog', { name: 'Add condition' });
  const filter = counted(page);
  const condition = async (field: string, value: string) => {
    await expect(form.getByRole('combobox', { name: 'Field' })).toBeFocused();
    await page.keyboard.type(field);
    await expect(page.getByRole('option').first()).toContainText(field);
    await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted');
    await filter.key('Enter');
    await expect(form.getByRole('textbox', { name: 'Value' })).toBeFocused();
    await page.keyboard.type(value);
  };
  await filter.click(bar.getByRole('button', { name: 'Add condition' }));
  await condition('Horse', '>=150');
  await filter.key('Enter');
  await expect(page).toHaveURL(/filter=/);
  await filter.click(bar.getByRole('button', { name: 'Add condition' }));
  await condition('Miles', '>= 16');
  await filter.click(form.getByRole('button', { name: 'Or…' }));
  await expect(form).toContainText('Miles per gallon ≥ 16 or …');
  await condition('Weight', '< 3500');
  await filter.key('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText(/^\s*14 rows/);
  expect(filter.count()).toBeLessThanOrEqual(9);
  expect(JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '')).toEqual({
    and: [
      { field: '2200000000020005', query: { gte: 150 } },
      {
        or: [
          { field: '2200000000020002', query: { gte: 16 } },
          { field: '2200000000020006', query: { lt: 3500 } },
        ],
      },
    ],
  });

  const clear = counted(page);
  await clear.click(bar.getByRole('button', { name: 'Clear filter' }));
  await expect(page).not.toHaveURL(/filter=/);
  expect(clear.count()).toBe(1);
});

test('the table search leads to the first cell of another table; the list keeps its order; Explorer sends at once', async ({
  page,
}) => {
  await openDemo(page);
  const names = page.getByRole('list', { name: 'Tables' }).getByRole('link');
  const order = await names.locator('b').allInnerTexts();
  await openTable(page, 'Movies');
  await page.getByRole('searchbox', { name: 'Find a table' }).fill('cars');
  await page.getByRole('searchbox', { name: 'Find a table' }).press('Enter');
  await expect(page.getByRole('grid', { name: cars.name }).locator('[data-active]')).toBeFocused();
  await expect(cell(page, cars.name, 1, 1)).not.toBeEmpty();
  await page.getByRole('searchbox', { name: 'Find a table' }).fill('');
  await expect(names.locator('b')).toHaveText(order);

  // At once: as soon as the page is seen, wherever the focus is.
  await page.evaluate(() => {
    const press = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    new MutationObserver((_, seen) => {
      if (document.querySelector('h1')?.textContent !== 'Explorer') return;
      seen.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('link', { name: 'Explorer' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Response: / })).toBeAttached();
});
