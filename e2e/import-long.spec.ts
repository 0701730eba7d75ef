import { cars, expect, openDemo, outcomeOf, tablePath, test } from './console';
import { bring, found, withoutPickers } from './import-steps';

withoutPickers();

const rows = 100_000;

test('@long a hundred thousand rows into the embedded service, every row accounted for', async ({ page }) => {
  test.setTimeout(15 * 60_000);
  await openDemo(page, `${tablePath(cars.id)}/import`);
  const lines = Array.from({ length: rows }, (_row, index) => `imported car ${index},${index % 60},${1000 + index}`);
  await bring(page, 'cars.csv', `Name,Miles per gallon,Weight (lbs)\n${lines.join('\n')}\n`);
  await page.getByRole('button', { name: 'Map columns' }).click();
  await page.getByRole('button', { name: 'Choose key' }).click();
  await page.getByRole('radio', { name: 'Name', exact: true }).check({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Go to check' }).click();
  await page.getByRole('button', { name: 'Check 100,000 rows' }).click();
  await expect(found(page, 'will-create')).toHaveText('100,000', { timeout: 5 * 60_000 });
  await page.getByRole('button', { name: 'Go to send' }).click();
  await page.getByRole('button', { name: 'Send 100,000 rows' }).click();
  await expect(page).toHaveURL(/\/jobs\/.+/, { timeout: 5 * 60_000 });
  await expect(outcomeOf(page, 'verified')).toContainText('100,000', { timeout: 10 * 60_000 });
});
