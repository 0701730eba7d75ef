import { cars, cell, expect, openDemo, tablePath, test } from './console';

test('wiping the keys says what stays, ends them in every tab, and drafts are there again with the same key', async ({
  page,
  context,
}) => {
  await openDemo(page);
  await page.goto(tablePath(cars.id));
  await cell(page, cars.name, 1, 2).click();
  await expect(page.getByRole('grid').locator('[data-active]')).toBeFocused();
  await page.keyboard.press('Delete');
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toBeVisible();
  const other = await context.newPage();
  await other.goto(tablePath(cars.id));
  await expect(other.getByRole('region', { name: 'Changes' })).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  const keys = page
    .getByRole('table', { name: 'Kept in this browser' })
    .getByRole('row', { name: /^Keys of this tab/ });
  await keys.getByRole('button', { name: 'Wipe' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('Unsent changes and jobs stay in this browser');
  await ask.getByRole('button', { name: 'Wipe' }).click();
  await expect(keys).toContainText('nothing');
  await expect(other).toHaveURL(/\/connect\?/);

  // The demo leads back to where the key was asked for.
  await other.getByRole('button', { name: 'Open the demo workspace' }).click();
  await expect(other).toHaveURL(new RegExp(`/t/${cars.id}`));
  await expect(other.getByRole('region', { name: 'Changes' })).toContainText('1');
});
