import { cars, expect, openDemo, tablePath, test } from './console';

const rows = 100_000;

test('@long a hundred thousand rows into the embedded service, every row accounted for', async ({ page }) => {
  test.setTimeout(15 * 60_000);
  // The browser's own dialog cannot be driven here.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openDemo(page, `${tablePath(cars.id)}/import`);
  const lines = Array.from({ length: rows }, (_row, index) => `imported car ${index},${index % 60},${1000 + index}`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  const text = `Name,Miles per gallon,Weight (lbs)\n${lines.join('\n')}\n`;
  await chooser.setFiles({ name: 'cars.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Map columns' }).click();
  await page.getByRole('button', { name: 'Choose key' }).click();
  await page.getByRole('radio', { name: 'Name', exact: true }).check({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Go to check' }).click();
  await page.getByRole('button', { name: 'Check 100,000 rows' }).click();
  const found = page.getByRole('group', { name: 'Found' });
  await expect(found.locator('[data-state="will-create"]')).toContainText('100,000', { timeout: 5 * 60_000 });
  await page.getByRole('button', { name: 'Go to send' }).click();
  await page.getByRole('button', { name: 'Send 100,000 rows' }).click();
  await expect(page).toHaveURL(/\/jobs\/.+/, { timeout: 5 * 60_000 });
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await expect(outcome.locator('[data-outcome="verified"]')).toContainText('100,000', { timeout: 10 * 60_000 });
});
