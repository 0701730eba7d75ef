import writeExcelFile from 'write-excel-file/node';
import { cars, expect, openDemo, tablePath, test } from './console';
import { bring, withoutPickers } from './import-steps';

withoutPickers();
test.beforeEach(({ page }) => openDemo(page, `${tablePath(cars.id)}/import`));

test('a workbook is described in spreadsheet terms; its date format is readable at any width', async ({ page }) => {
  const sheet = [
    ['Name', 'Model year'],
    ['ford pinto', '3/14/1982'],
    ['amc hornet', '12/31/1981'],
  ];
  const cells = sheet.map((row) => row.map((value) => ({ value })));
  const file = await writeExcelFile([
    { data: cells, sheet: 'Films' },
    { data: cells, sheet: 'More' },
  ] as never).toBuffer();

  await bring(page, 'films.xlsx', file as Buffer);
  const step = page.getByRole('region', { name: 'File' });
  await expect(step).toContainText('Excel workbook · 2 rows · 2 columns');
  await expect(step).toContainText('No problems found');
  await expect(step).not.toContainText('quotes');
  const sheets = page.getByRole('combobox', { name: 'Sheet 1 of 2' });
  await expect(sheets).toHaveText('Films2 rows');
  await sheets.click();
  // Which line of it is a header is not known before it is read.
  await expect(page.getByRole('option', { name: /^More/ })).toHaveText('More3 lines');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Map columns' }).click();
  const written = page.getByRole('combobox', { name: 'Format of Model year' });
  await expect(written).toHaveText('12/31/2026 (month first)');
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await written.locator('> span').evaluate((text) => text.scrollWidth - text.clientWidth);
    expect(cut, `at ${width}`).toBe(0);
  }
});

test('merged cells of a sheet are filled by choice, with the keyboard', async ({ page }) => {
  const year = { value: '1982', rowSpan: 2 };
  const rows = [
    [{ value: 'Name' }, { value: 'Model year' }],
    [{ value: 'ford pinto' }, year],
    [{ value: 'amc hornet' }],
  ];
  const file = await writeExcelFile(rows as never).toBuffer();

  await bring(page, 'years.xlsx', file as Buffer);
  const hornet = page.getByRole('table', { name: 'Rows in file' }).getByRole('row', { name: /amc hornet/ });
  await expect(page.getByRole('list', { name: 'File problems' })).toContainText('B2:B3');
  await expect(hornet).not.toContainText('1982');
  const fill = page.getByRole('checkbox', { name: 'Fill merged cells with their value' });
  await fill.focus();
  await page.keyboard.press('Space');
  await expect(hornet).toContainText('1982');
  await expect(fill).toBeChecked();
});
