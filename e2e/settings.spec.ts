import { activeCell, cars, cell, changesOf, expect, openDemo, tablePath, test } from './console';

test('deleting the keys says what stays, removes them from every tab, and drafts return with the same key', async ({
  page,
  context,
}) => {
  await openDemo(page, tablePath(cars.id));
  await cell(page, cars.name, 1, 2).click();
  await expect(activeCell(page)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(changesOf(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(tablePath(cars.id));
  await expect(changesOf(other)).toBeVisible();

  await page.bringToFront();
  await page.getByRole('link', { name: 'Settings' }).click();
  // The palette leads to the page that is open, too.
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('Settings');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  const keys = page.getByRole('table', { name: 'Browser storage' }).getByRole('row', { name: /^Keys of this tab/ });
  await keys.getByRole('button', { name: 'Delete: Keys of this tab' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('Unsent changes and jobs are kept for the same key');
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(keys).toContainText('nothing');
  await expect(other).toHaveURL(/\/connect\?/);

  // The demo leads back to where the key was asked for.
  await other.getByRole('button', { name: 'Open demo workspace' }).click();
  await expect(other).toHaveURL(new RegExp(`/t/${cars.id}`));
  await expect(changesOf(other)).toContainText('1');
});
