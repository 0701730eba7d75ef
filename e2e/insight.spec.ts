import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { look } from './axe';
import { cars, expect, openDemo, tablePath, test } from './console';

const insightPath = `${tablePath(cars.id)}/insight`;
const carRows = 406;
const groups = (page: Page) => page.getByRole('table', { name: 'Groups' });
/** What says how many rows are loaded, and when. */
const loaded = (page: Page) => page.getByText(new RegExp(`^${carRows} rows · loaded`));
/** To compile the engine takes a second, and many where other tests have the processor. */
const engineStart = { timeout: 60_000 };

test('rows load by themselves, and the count of the largest group leads to exactly its rows', async ({ page }) => {
  await openDemo(page, tablePath(cars.id));
  await page.getByRole('navigation', { name: 'Rows or insight' }).getByRole('link', { name: 'Insight' }).click();
  await expect(loaded(page)).toContainText('whole table', engineStart);
  await expect(groups(page).getByRole('row', { name: `All ${carRows}` })).toBeVisible();
  await look(page, ['light', 'dark']);

  await test.step('the file has the groups of the table', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    // Heads and the line of all rows stand in both.
    expect(lines).toHaveLength(await groups(page).getByRole('row').count());
    expect(lines.at(-1)).toMatch(new RegExp(`^All,${carRows}`));
  });

  const figure = groups(page).locator('tbody tr').first().locator('td').first().getByRole('button');
  const rows = Number(await figure.textContent());
  expect(rows).toBeGreaterThan(1);
  await figure.click();
  await expect(page).toHaveURL(/\/t\/\d+\?.*filter=/);
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText(/more available|≥ /);
  await status.getByRole('button', { name: 'Count' }).click();
  await expect(status).toContainText(new RegExp(`^\\s*${rows} rows`));
});

test('a query counts the rows that are kept over a reload, without a request for them', async ({ page }) => {
  await openDemo(page, insightPath);
  await expect(loaded(page)).toContainText('whole table', engineStart);
  await page.getByRole('button', { name: 'Profile' }).click();
  await expect(page.getByText(`over ${carRows} rows`)).toBeVisible();
  await look(page, ['light', 'dark']);

  await page.reload();
  await expect(page.getByText(`over ${carRows} rows`)).toBeVisible(engineStart);
  // What was loaded just now says in how many seconds; what was kept does not.
  await expect(loaded(page)).not.toContainText(/ in \d+ s/);

  await page.getByRole('button', { name: 'SQL' }).click();
  const editor = page.getByRole('textbox', { name: 'SQL query' });
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('select count(*) as all_rows from "Cars"');
  await page.keyboard.press('Control+Enter');
  const result = page.getByRole('table', { name: 'Result' });
  await expect(result.getByRole('columnheader')).toHaveText(['all_rows']);
  await expect(result.getByRole('cell')).toHaveText([String(carRows)]);
});
