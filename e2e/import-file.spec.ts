import { readFile } from 'node:fs/promises';
import { cars, expect, openDemo, tablePath, test } from './console';
import { bring, withoutPickers } from './import-steps';

withoutPickers();
test.beforeEach(({ page }) => openDemo(page, `${tablePath(cars.id)}/import`));

test('loading a large file can be cancelled and started again with the same file or another one @long', async ({
  page,
}) => {
  // Made in the page, of one part again and again: no test hands over so many bytes, and no disk holds them.
  const drop = async (millions: number): Promise<void> => {
    const dropped = await page.evaluateHandle((times) => {
      const row = (_row: unknown, index: number): string => `car ${index},${index % 60},a long remark on it\n`;
      const part = new Blob([Array.from({ length: 50_000 }, row).join('')]);
      const million = new Blob(new Array(20).fill(part));
      const data = new DataTransfer();
      data.items.add(new File(['Name,Miles per gallon,Remark\n', ...new Array(times).fill(million)], 'large.csv'));
      return data;
    }, millions);
    await page.getByText('Drop or choose a file').dispatchEvent('drop', { dataTransfer: dropped });
  };
  const step = page.getByRole('region', { name: 'File' });
  const progress = step.getByRole('progressbar', { name: /^Loading large\.csv/ });

  await drop(40);
  await expect(progress).toBeVisible();
  await expect(step.getByText(/^Loading large\.csv: [1-9][\d,]* rows so far$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Map columns' })).toBeDisabled();
  const workers = page.workers().length;
  await step.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toBeHidden();
  await expect(step.getByText('Drop or choose a file')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Map columns' })).toBeDisabled();
  // Its reader has ended, and does not continue in the background.
  await expect.poll(() => page.workers().length).toBe(workers - 1);
  // The keyboard continues from here.
  await expect(step).toBeFocused();

  await bring(page, 'small.csv', 'Name,Horses\nAmc Gremlin,90\n');
  await expect(step).toContainText('1 row · 2 columns');
  await expect(step).toContainText('small.csv');
  await page.reload();

  await drop(40);
  await expect(progress).toBeVisible();
  await step.getByRole('button', { name: 'Cancel' }).click();
  await drop(1);
  await expect(step).toContainText('1,000,000 rows · 3 columns', { timeout: 40_000 });
  await page.getByRole('button', { name: 'Map columns' }).click();
  await expect(page.getByRole('combobox', { name: 'Field for Name' })).toHaveValue('Name');
});

test('a mapping is saved as a file and loaded again; one that does not fit says why and changes nothing', async ({
  page,
}) => {
  const field = (column: string) => page.getByRole('combobox', { name: `Field for ${column}` });
  const misfit = page.getByRole('combobox', { name: 'Invalid values in Horses' });
  const told = page.getByRole('region', { name: 'Notifications' });
  await bring(page, 'horses.csv', 'Label,Horses\nAmc Gremlin,90\nFord Pinto,n/a\n');
  await page.getByRole('button', { name: 'Map columns' }).click();
  for (const [column, name] of [
    ['Label', 'Name'],
    ['Horses', 'Horsepower'],
  ] as const) {
    await field(column).click();
    await field(column).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await expect(field(column)).toHaveValue(name);
  }
  await misfit.click();
  await page.getByRole('option', { name: 'clear the field' }).click();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save mapping' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${cars.name}.mapping.json`);
  const text = await readFile(await saved.path(), 'utf8');
  // It says nothing about the rows.
  expect(text).not.toContain('Gremlin');

  await page.getByRole('button', { name: 'Reset suggestions' }).click();
  await expect(field('Label')).toHaveValue('Not imported');
  await bring(page, 'mapping.json', text, 'Load mapping');
  await expect(told.getByText('Mapping loaded: 2 columns mapped')).toBeVisible();
  await expect(field('Label')).toHaveValue('Name');
  await expect(field('Horses')).toHaveValue('Horsepower');
  await expect(misfit).toHaveText('clear the field');

  // A file without a mapping, or with another one, is reported; choices are kept.
  for (const [file, said] of [
    ['Name,Horses\n', 'Not a mapping file'],
    [
      text.replace('"Label"', '"Title"').replace('"Horses"', '"Power"'),
      'Not in this file: Title, Power. Nothing changed.',
    ],
    [text.replaceAll(/"field_id": "\d+"/g, '"field_id": "1"'), 'Fields not in this table: Label, Horses.'],
  ] as const) {
    await bring(page, 'other.json', file, 'Load mapping');
    await expect(told.getByText(said)).toBeVisible();
    await expect(field('Label')).toHaveValue('Name');
  }
});

test('two lines that could be the header are both offered', async ({ page }) => {
  await bring(page, 'report.csv', 'Report\nName,Horses\nAmc Gremlin,of 90\n');
  const step = page.getByRole('region', { name: 'File' });
  await expect(step).toContainText('1 row · 2 columns');
  const lines = page.getByRole('radiogroup', { name: 'Correct header' });
  await expect(lines.getByRole('radio', { name: /Line 2/ })).toBeChecked();
  await lines.getByRole('radio', { name: /Line 2/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(lines.getByRole('radio', { name: /Line 1/ })).toBeChecked();
  await expect(step).toContainText('2 rows · 1 column');
});
