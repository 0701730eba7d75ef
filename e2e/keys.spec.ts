import { cars, cell, embedded, expect, openDemo, openLocking, openTable, tablePath, test } from './console';

const key = process.env.DEMO_API_KEY ?? '';

test('a reload keeps the key; it is in no storage, address or page text; Forget ends it in every tab', async ({
  page,
  context,
}) => {
  await page.goto('/connect');
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(/\/w/);
  await page.goto(tablePath(cars.id));
  await page.reload();
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(key);
  expect(page.url()).not.toContain(key);
  expect(await page.content()).not.toContain(key);

  // A new tab is handed the key by the open one.
  const second = await context.newPage();
  await second.goto(tablePath(cars.id));
  await expect(cell(second, cars.name, 1, 1)).toBeVisible();

  await second.goto('/connect');
  await second
    .getByRole('button', { name: /^Forget/ })
    .first()
    .click();
  await second
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Forget/ })
    .click();
  // The button that was pressed goes with the key: the place for another one has the focus.
  await expect(second.getByRole('textbox', { name: 'API key' })).toBeFocused();
  await expect(page).toHaveURL(/\/connect/);
  // Nor is the name left that the key was remembered by.
  expect(await page.evaluate(() => localStorage.getItem('remembered:connections'))).toBe('[]');
  await page.goto(tablePath(cars.id));
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
});

test('a key stands in no HTML while it is typed, revealed or tried', async ({ page }) => {
  await page.goto('/connect');
  const field = page.getByRole('textbox', { name: 'API key' });
  await field.pressSequentially('not-a-key-either');
  await expect(field).toHaveValue('not-a-key-either');
  expect(await page.content()).not.toContain('not-a-key-either');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(field).toHaveValue('not-a-key-either');
  expect(await page.content()).not.toContain('not-a-key-either');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('alert')).toContainText('100');
  expect(await page.content()).not.toContain('not-a-key-either');
});

test('a key that the service does not know is refused with code and trace id, and nothing is kept', async ({
  page,
}) => {
  await page.goto('/connect');
  await page.getByRole('textbox', { name: 'API key' }).fill('not-a-key');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('alert')).toContainText('100');
  await page.goto(`${embedded}/w`);
  await expect(page).toHaveURL(/\/connect/);
});

test('without a key an address leads to the connect page and back', async ({ page }) => {
  await page.goto(tablePath(cars.id));
  await expect(page).toHaveURL(/\/connect/);
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.keyboard.press('Enter');
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
});

test('two tabs share one rate budget', async ({ page, context }) => {
  await openDemo(page);
  await openTable(page, cars.name);
  const other = await context.newPage();
  await other.goto(tablePath(cars.id));
  await expect(cell(other, cars.name, 1, 1)).toBeVisible();
  const budgets = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('budget:')));
  expect(budgets.filter((name) => !name.endsWith(':'))).toHaveLength(1);
});

test('a key is locked after as long without input as was chosen, and its page is there again with it @long', async ({
  page,
}) => {
  await page.clock.install();
  await openLocking(page);
  await page.clock.fastForward('14:00');
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
  await page.clock.fastForward('02:00');
  await expect(page.getByText(/^The key was locked/)).toBeVisible();
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.keyboard.press('Enter');
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
});
