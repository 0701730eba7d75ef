import { look } from './axe';
import { cars, cell, drills, embedded, expect, openDemo, openTable, tablePath, test } from './console';

test.beforeEach(({ page }) => openDemo(page));

const where = (condition: object): string => `filter=${encodeURIComponent(JSON.stringify({ and: [condition] }))}`;

test('a filter without a match is not an empty table, and can be cleared', async ({ page }) => {
  await page.goto(`${tablePath(cars.id)}?${where({ field: '2200000000020001', query: { eq: ['no such car'] } })}`);
  await expect(page.getByText('No records match the filter')).toBeVisible();
  // Beside the sentence; the one of the bar has no text.
  await page.getByRole('button', { name: 'Clear filter' }).filter({ hasText: 'Clear filter' }).click();
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
});

test('a malformed address is reported and harmless @long', async ({ page }) => {
  await page.goto(`${tablePath(cars.id)}?filter={"and":&order=[1]`);
  await expect(page.getByText('Part of the address was ignored')).toBeVisible();
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
});

test('a deleted table is reported with code and trace ID', async ({ page }) => {
  await page.goto(tablePath('2100000000009999'));
  await expect(page.getByRole('alert').first()).toContainText('3500002');
});

test('a field that the service does not know is refused with its message @long', async ({ page }) => {
  await page.goto(`${tablePath(cars.id)}?${where({ field: '42', query: { eq: ['x'] } })}`);
  await expect(page.getByRole('alert').first()).toContainText('502');
});

test('an undocumented operator is marked until rows show that it filters @long', async ({ page }) => {
  const query = page.getByRole('toolbar', { name: 'Query' });
  const table = { id: '2100000000000120', name: 'Ignores unknown operators', amount: '2200000001200003' };
  await page.goto(`${tablePath(table.id, drills)}?${where({ field: table.amount, query: { between: [1, 2] } })}`);
  await expect(cell(page, table.name, 1, 1)).toBeVisible();
  await expect(query).toContainText('operator not documented');
  // Whoever speaks to the computer says what is shown.
  await expect(query.getByRole('button', { name: 'Edit condition on Amount between 1, 2' })).toBeVisible();
  await look(page, ['light', 'dark']);
});

test('a failed refresh keeps the rows, says so, and recovers with one press @long', async ({ page }) => {
  await openTable(page, cars.name);
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

test('a table that is not ext says why its cells cannot be edited @long', async ({ page }) => {
  await page.getByRole('tab', { name: /^sync/ }).click();
  await page.getByRole('list', { name: 'Tables' }).getByRole('link').first().click();
  const grid = page.getByRole('grid');
  await grid.getByRole('gridcell').nth(1).click();
  await page.keyboard.press('F2');
  await expect(page.getByText('The API can change only ext tables').first()).toBeVisible();
});

test('an environment that does not exist leads to the connect page or says so @long', async ({ page }) => {
  await page.goto(embedded.replace('embedded', 'nowhere'));
  await expect(page.getByText(/nowhere/).first()).toBeVisible();
});
