import { cars, cell, embedded, expect, tablePath, test } from './console';

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
  // The pressed button disappears with the key: the field for another key has the focus.
  await expect(second.getByRole('textbox', { name: 'API key' })).toBeFocused();
  await expect(page).toHaveURL(/\/connect/);
  // Nor is the name left under which the key was remembered.
  expect(await page.evaluate(() => localStorage.getItem('remembered:connections'))).toBe('[]');
  await page.goto(tablePath(cars.id));
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
});

test('a key is in no HTML while it is typed, revealed or tested', async ({ page }) => {
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

test('an unknown key is refused with code and trace ID, and nothing is kept', async ({ page }) => {
  await page.goto('/connect');
  const field = page.getByRole('textbox', { name: 'API key' });
  await field.fill('not-a-key');
  const connect = page.getByRole('button', { name: 'Connect' });
  const place = await field.boundingBox();
  const under = await connect.boundingBox();
  await connect.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('100');
  // The field stays where it was, the button nearly; what support needs is folded.
  expect((await field.boundingBox())?.y).toBe(place?.y);
  expect((await connect.boundingBox())?.y).toBeLessThan((under?.y ?? 0) + 40);
  await expect(field).toHaveAccessibleDescription(/^API key refused/);
  await expect(alert.getByText('Trace ID')).toBeHidden();
  await alert.getByText('Details', { exact: true }).click();
  await expect(alert.getByText('Trace ID')).toBeVisible();
  // There are no unsent changes to speak of.
  await expect(page.getByText(/unsent changes/)).toHaveCount(0);
  await page.goto(`${embedded}/w`);
  await expect(page).toHaveURL(/\/connect/);
});
