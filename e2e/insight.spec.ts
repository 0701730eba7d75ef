import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { look } from './axe';
import { cars, cell, expect, openDemo, openDemoTable, tablePath, test } from './console';

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
  await expect(page.getByText(`over ${carRows} rows`)).toBeVisible(engineStart);
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

test('a file is compared with the table, and the value that differs becomes an unsent change', async ({ page }) => {
  // A browser without the way to the disk: the file comes as a download.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await openDemoTable(page, 'Cars');
  const lines =
    await test.step('a file as the table exports it, with one value changed, one row missing and one new', async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export' });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Export' }).click(),
      ]);
      await page.keyboard.press('Escape');
      return (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    });
  const [head = '', first = '', second = '', ...rest] = lines;
  expect(rest).toHaveLength(carRows - 2);
  const [id = ''] = first.split(',');
  const changed = first.replace('chevrolet chevelle malibu', 'Chevelle Malibu');
  expect(changed).not.toBe(first);
  const added = second.replace(/^\d+/, '99');
  const csv = [head, changed, ...rest, added].join('\n');

  await page.getByRole('navigation', { name: 'Rows or insight' }).getByRole('link', { name: 'Insight' }).click();
  await expect(loaded(page)).toBeVisible(engineStart);
  const kinds = page.getByRole('radiogroup', { name: 'Changes' });
  await test.step('a full reload keeps the rows before it, which the new ones are compared with', async () => {
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByText('Compare these rows')).toBeVisible();
    await page.getByRole('button', { name: 'Loaded rows' }).click();
    await page.getByRole('button', { name: /^Full reload/ }).click();
    await expect(kinds.getByRole('radio', { name: `Same ${carRows}`, exact: true })).toBeVisible(engineStart);
  });

  await page.getByRole('button', { name: /^loaded / }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose file/ }).click(),
  ]);
  await chooser.setFiles({ name: 'cars.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  for (const count of ['Added 1', 'Removed 1', 'Changed 1', `Same ${carRows - 2}`])
    await expect(kinds.getByRole('radio', { name: count, exact: true })).toBeVisible();
  await look(page, ['light', 'dark']);
  await kinds.getByRole('radio', { name: 'Changed 1' }).click();
  const table = page.getByRole('table', { name: 'Changes' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').nth(1)).toContainText('chevrolet chevelle malibuChevelle Malibu');
  await expect(table.getByRole('link', { name: `Open record ${id}` })).toBeVisible();

  await test.step('the list of changes as a file', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const [, line, ...more] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(line).toBe(`Changed,${id},Name,chevrolet chevelle malibu,Chevelle Malibu`);
    expect(more).toEqual([]);
  });

  await page.getByRole('button', { name: 'Stage 1 changed row' }).click();
  await expect(page.getByText('1 change in 1 record staged')).toBeVisible();
  await page.getByRole('link', { name: 'Review in Rows' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('1 record changed');
  await expect(cell(page, 'Cars', 1, 2)).toContainText('Chevelle Malibu');
});
