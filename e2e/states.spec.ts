import { cars, cell, embedded, expect, openDemoTable, test } from './console';

test('a failed refresh keeps the rows, says so, and recovers with one press @long', async ({ page }) => {
  await openDemoTable(page, cars.name);
  // Opening a table means its rows: the arrows work at once.
  await expect(cell(page, cars.name, 1, 1)).toBeFocused();
  // What the page fetches for later has come.
  await page.waitForLoadState('networkidle');
  const place = () => cell(page, cars.name, 3, 2).boundingBox();
  const before = await place();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  const said = page.getByText('Some rows could not be loaded');
  await expect(said).toBeVisible({ timeout: 15_000 });
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
  // Nothing that one reads has moved.
  expect(await place()).toEqual(before);
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Status' }).getByRole('alert')).toHaveText(
    'Counting failed: No response',
    {
      timeout: 15_000,
    },
  );
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(said).toBeHidden();
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
});

test('an environment that does not exist leads to the connect page or says so @long', async ({ page }) => {
  await openDemoTable(page, cars.name);
  await page.goto(embedded.replace('embedded', 'nowhere'));
  await expect(page.getByText(/nowhere/).first()).toBeVisible();
});
