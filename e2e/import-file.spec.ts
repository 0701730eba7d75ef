import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cars, expect, openDemo, tablePath, test } from './console';

/** As a person does: the button opens the chooser of the system. */
async function bring(page: Page, button: string, name: string, text: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

test.beforeEach(async ({ page }) => {
  // The browser's own dialogs cannot be driven here: files come through the input, and leave as downloads.
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showOpenFilePicker');
    Reflect.deleteProperty(window, 'showSaveFilePicker');
  });
  await openDemo(page, `${tablePath(cars.id)}/import`);
});

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

  await bring(page, 'Choose a file', 'small.csv', 'Name,Horses\nAmc Gremlin,90\n');
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

test('a file exported with names in another language is imported by record ID and changes nothing @long', async ({
  page,
}) => {
  await page.goto(tablePath(cars.id));
  await expect(page.getByRole('grid', { name: cars.name })).toBeVisible();
  await page.getByRole('button', { name: '使用简体中文' }).click();
  await page.getByRole('button', { name: '导出' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '导出', exact: true }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text).toMatch(/^\uFEFF?记录,Name,/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Use English' }).click();
  await expect(page.getByRole('button', { name: '使用简体中文' })).toBeVisible();

  await page.goto(`${tablePath(cars.id)}/import`);
  await bring(page, 'Choose a file', 'again.csv', text);
  await page.getByRole('button', { name: 'Map columns' }).click();
  await expect(page.getByRole('combobox', { name: 'Field for 记录' })).toHaveValue('Record ID');
  await page.getByRole('button', { name: 'Choose key' }).click();
  await expect(page.getByRole('radio', { name: 'Record ID', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Go to check' }).click();
  const found = page.getByRole('group', { name: 'Found' });
  await expect(found.locator('[data-state="no-change"]')).toContainText('406', { timeout: 20_000 });
  await expect(found.getByRole('button').first()).toContainText('406');
});

test('rows with similar keys are listed by line where the key is chosen, and each is sent', async ({ page }) => {
  const rows = ['Name,Horses', 'Velvet Comet,90', 'velvet  comet,91', 'Plain Car,50', 'VELVET COMET,92'];
  await bring(page, 'Choose a file', 'alike.csv', `${rows.join('\n')}\n`);
  await page.getByRole('button', { name: 'Map columns' }).click();
  await page.getByRole('button', { name: 'Choose key' }).click();
  await page.getByRole('radio', { name: 'Name', exact: true }).check();
  const key = page.getByRole('region', { name: 'Key' });
  await expect(key).toContainText(/“Velvet Comet \/ velvet +comet \/ VELVET COMET” in lines 2, 3,/);
  await expect(key).not.toContainText('Plain Car');
  await page.getByRole('button', { name: 'Go to check' }).click();
  const check = page.getByRole('region', { name: 'Check' });
  await expect(check.locator('[data-state="will-create"] b').first()).toHaveText('4');
  await page.getByRole('button', { name: 'Go to send' }).click();
  await expect(page.getByRole('button', { name: 'Send 4 rows' })).toBeVisible();
});

test('a mapping is saved as a file and loaded again; one that does not fit says why and changes nothing', async ({
  page,
}) => {
  const columns = page.getByRole('region', { name: 'Columns' });
  const field = (column: string) => page.getByRole('combobox', { name: `Field for ${column}` });
  const misfit = page.getByRole('combobox', { name: 'Invalid values in Horses' });
  const told = page.getByRole('region', { name: 'Notifications' });
  const sendTo = async (column: string, name: string): Promise<void> => {
    await field(column).click();
    await field(column).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await expect(field(column)).toHaveValue(name);
  };
  await bring(page, 'Choose a file', 'horses.csv', 'Label,Horses,Note\nAmc Gremlin,90,x\nFord Pinto,n/a,y\n');
  await page.getByRole('button', { name: 'Map columns' }).click();
  await sendTo('Label', 'Name');
  await sendTo('Horses', 'Horsepower');
  await misfit.click();
  await page.getByRole('option', { name: 'clear the field' }).click();
  await page.getByRole('button', { name: 'Choose key' }).click();
  await page.getByRole('radio', { name: 'Name', exact: true }).check();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save mapping' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${cars.name}.mapping.json`);
  const text = await readFile(await saved.path(), 'utf8');
  // It says nothing about the rows.
  expect(text).not.toContain('Gremlin');

  await page.getByRole('button', { name: 'Reset suggestions' }).click();
  await expect(field('Label')).toHaveValue('Not imported');
  await bring(page, 'Load mapping', 'mapping.json', text);
  await expect(told.getByText('Mapping loaded: 2 columns mapped')).toBeVisible();
  await expect(field('Label')).toHaveValue('Name');
  await expect(field('Horses')).toHaveValue('Horsepower');
  await expect(misfit).toHaveText('clear the field');
  await page.getByRole('button', { name: 'Choose key' }).click();
  await expect(page.getByRole('radio', { name: 'Name', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();

  // A file without a mapping, or with another one, is reported; choices are kept.
  await sendTo('Note', 'Origin');
  const other = text.replace('"Label"', '"Title"').replace('"Horses"', '"Power"');
  for (const [file, said] of [
    ['Name,Horses\n', 'Not a mapping file'],
    [other, 'Not in this file: Title, Power. Nothing changed.'],
    [text.replaceAll(/"field_id": "\d+"/g, '"field_id": "1"'), 'Fields not in this table: Label, Horses.'],
  ] as const) {
    await bring(page, 'Load mapping', 'other.json', file);
    await expect(told.getByText(said)).toBeVisible();
    await expect(field('Label')).toHaveValue('Name');
    await expect(field('Horses')).toHaveValue('Horsepower');
    await expect(field('Note')).toHaveValue('Origin');
  }

  // Its columns may stand in another order, and one of them may be missing.
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await bring(page, 'Another file', 'turned.csv', 'Horses,Paint\n90,z\n');
  await page.getByRole('button', { name: 'Map columns' }).click();
  await bring(page, 'Load mapping', 'mapping.json', text);
  await expect(told.getByText('Not in this file: Label.')).toBeVisible();
  await expect(field('Horses')).toHaveValue('Horsepower');
  await expect(field('Paint')).toHaveValue('Not imported');
  await expect(columns).toContainText('1 column is not imported: Paint');
});

test('two lines that could be the header are both offered', async ({ page }) => {
  await bring(page, 'Choose a file', 'report.csv', 'Report\nName,Horses\nAmc Gremlin,of 90\n');
  const step = page.getByRole('region', { name: 'File' });
  await expect(step).toContainText('1 row · 2 columns');
  const lines = page.getByRole('radiogroup', { name: 'Correct header' });
  await expect(lines.getByRole('radio', { name: /Line 2/ })).toBeChecked();
  await lines.getByRole('radio', { name: /Line 2/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(lines.getByRole('radio', { name: /Line 1/ })).toBeChecked();
  await expect(step).toContainText('2 rows · 1 column');
});
