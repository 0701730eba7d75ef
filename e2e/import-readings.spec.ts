import type { Page } from '@playwright/test';
import { cars, expect, openDemo, tablePath, test } from './console';

function region(page: Page, name: string) {
  return page.getByRole('region', { name });
}

/** As a person does: the button opens the chooser of the system. */
async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** The row of a column in the second step. */
function columnRow(page: Page, name: string) {
  return region(page, 'Columns').getByRole('row').filter({ hasText: name }).first();
}

test.beforeEach(async ({ page }) => {
  // The browser's own window has nobody to answer it here: files come through the input.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openDemo(page);
  await page.goto(`${tablePath(cars.id)}/import`);
});

test('a number in an option column is the name of an option, never the id of another; the check shows the text of the file', async ({
  page,
}) => {
  await choose(page, 'cars.csv', 'Name,Cylinders,Weight\ntrabant 601,2,"1,355"\namc gremlin,4,"2,648"\n');
  await page.getByRole('button', { name: 'Map the columns' }).click();
  const cylinders = columnRow(page, 'Cylinders');
  await expect(cylinders).toContainText('1 does not fit');
  await expect(cylinders).toContainText('line 2: “2” – no option or record of this name');
  await expect(cylinders).not.toContainText('becomes');
  await page.getByRole('button', { name: 'Say what each text of Cylinders means' }).click();
  await expect(region(page, 'What the texts of Cylinders that do not fit mean')).toContainText('“2”');

  await page.getByRole('button', { name: 'Choose the key' }).click();
  await page.getByRole('radio', { name: 'Name', exact: true }).check();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await region(page, 'Check').getByRole('row').filter({ hasText: 'trabant' }).click();
  const details = page.getByRole('complementary', { name: 'Line 2' });
  await expect(details.getByRole('row').filter({ hasText: 'Cylinders' })).toContainText('2');
  await expect(details.getByRole('row').filter({ hasText: 'Cylinders' })).not.toContainText('4');
  await expect(details.getByRole('row').filter({ hasText: 'Weight' })).toContainText('1,355 becomes 1355');
});
