import { cars, expect, openDemoTable, test } from './console';

test('the summary row has one figure per column, says over which rows, and is kept', async ({ page }) => {
  await openDemoTable(page, cars.name);
  await page.getByRole('button', { name: 'Summary' }).click();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(/\d+ loaded rows|all \d+ rows/);
  const power = summary.getByRole('button', { name: /^Horsepower:/ });
  await expect(power).toContainText('sum');
  await power.press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'max' }).click();
  await expect(power).toHaveText(/^max \d+$/);
  await page.reload();
  await expect(power).toHaveText(/^max \d+$/);
  await page.getByRole('button', { name: 'Summary' }).click();
  await expect(summary).toBeHidden();
});
