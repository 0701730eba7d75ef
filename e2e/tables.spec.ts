import type { Locator } from '@playwright/test';
import { connect, expect, test } from './own-console';
import { platformSpace } from './platform';

const count = 20_000;

/** The item of a list that has the focus, by its place as it is told to screen readers. */
const focusedAt = (list: Locator, place: number) =>
  list.locator(`li[aria-posinset="${place}"][aria-setsize="${count}"]`).getByRole('link').and(list.locator(':focus'));

test('of 20,000 tables those in sight are drawn, and keys, focus and search know them all', async ({ page, own }) => {
  own.strange.world.moreTables = count - 1;
  await connect(page, own.console, 'strange');
  await page.goto(`${own.console.origin}/e/strange/w/${platformSpace}/tables/ext`);
  const list = page.getByRole('list', { name: 'Tables' });
  const search = page.getByRole('searchbox', { name: 'Find a table' });
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  await expect(list.getByRole('link').first()).toBeVisible();
  expect(await elements()).toBeLessThan(1000);

  await test.step('the arrows lead from the search through the list, Home and End to its ends', async () => {
    await search.focus();
    await page.keyboard.press('ArrowDown');
    await expect(focusedAt(list, 1)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('End');
    await expect(focusedAt(list, count)).toBeInViewport({ ratio: 1 });
    await expect(focusedAt(list, count)).toContainText(`Ships ${count}`);
    await page.keyboard.press('ArrowUp');
    await expect(focusedAt(list, count - 1)).toBeInViewport({ ratio: 1 });
  });
  await test.step('the focus stays where one scrolls away, and Tab leads on from there', async () => {
    await list.hover();
    await page.mouse.wheel(0, -count * 40);
    await expect(list.locator('li[aria-posinset="2"]')).toBeInViewport();
    await expect(focusedAt(list, count - 1)).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(focusedAt(list, count)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Shift+Tab');
    await expect(focusedAt(list, count - 1)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Home');
    await expect(focusedAt(list, 1)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('ArrowUp');
    await expect(search).toBeFocused();
  });
  await test.step('a search begins at its first table, which Enter opens', async () => {
    await list.hover();
    await page.mouse.wheel(0, 40_000);
    await expect(list.locator('li[aria-posinset="2"]')).toHaveCount(0);
    await search.fill('ships 1999');
    // In names and IDs.
    await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '24');
    await expect(list.getByRole('link').first()).toBeInViewport({ ratio: 1 });
    const first = (await list.locator('b').first().textContent()) ?? '';
    await search.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: first, exact: true })).toBeVisible();
  });
  await test.step('beside a table and in the palette there are no more of them', async () => {
    await search.fill('');
    await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', `${count}`);
    expect(await elements()).toBeLessThan(1500);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('ships 20000');
    await expect(page.getByRole('option').first()).toContainText('Ships 20000');
    expect(await elements()).toBeLessThan(1500);
    await page.keyboard.press('Escape');
  });
});
