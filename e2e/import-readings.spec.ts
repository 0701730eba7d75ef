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
  // The browser's own dialog cannot be driven here: files come through the input.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openDemo(page, `${tablePath(cars.id)}/import`);
});

test('how values are read: decimals, replacements, option names and their IDs', async ({ page }) => {
  await test.step('a number whose point may separate thousands stays a decimal, and one press changes that', async () => {
    const weights = ['3.436', '3504', '3693', '3433', '3449', '4341', '4354', '4312', '4425', '3850', '3563', '3609'];
    await choose(page, 'cars.csv', `Name,Weight (lbs)\n${weights.map((text, at) => `car ${at},${text}\n`).join('')}`);
    await page.getByRole('button', { name: 'Map columns' }).click();
    const weight = columnRow(page, 'Weight (lbs)');
    await expect(weight).toContainText('all 12 fit');
    await expect(weight).toContainText('“3.436” is read as a decimal.');
    await weight.getByRole('button', { name: /^Use / }).click();
    await expect(weight).toContainText('3.436 becomes 3436');
  });
  await page.goto(`${tablePath(cars.id)}/import`);
  await test.step('deciding on one value does not move the others', async () => {
    const texts = ['31', 'n/a', '-', '32', '33', '15,5'];
    await choose(page, 'cars.csv', `Name;Miles per gallon\n${texts.map((text, at) => `car ${at};${text}\n`).join('')}`);
    await page.getByRole('button', { name: 'Map columns' }).click();
    const miles = columnRow(page, 'Miles per gallon');
    // In one row more fits when it is read otherwise: the offer goes when the text is spoken of.
    await expect(miles).toContainText('1 of them fits in another format');
    await page.getByRole('button', { name: 'Replace values of Miles per gallon' }).click();
    await page.getByRole('textbox', { name: 'Replace “15,5” with' }).fill('15.5');
    const next = page.getByRole('textbox', { name: 'Replace “n/a” with' });
    const place = async () => (await next.boundingBox())?.y;
    const before = await place();
    await page.getByRole('textbox', { name: 'Replace “15,5” with' }).blur();
    await expect(miles).toContainText('1 replaced by your choice');
    await expect(miles).not.toContainText('in another format');
    expect(await place()).toBe(before);
  });
  await page.goto(`${tablePath(cars.id)}/import`);
  await test.step('option IDs do not fit as names, and one press reads them as IDs; under the field’s ID they are read so', async () => {
    await choose(page, 'cars.csv', 'Name,Cylinders\nford pinto,2\ntoyota corolla,2\n');
    await page.getByRole('button', { name: 'Map columns' }).click();
    const cylinders = columnRow(page, 'Cylinders');
    await expect(cylinders).toContainText('2 do not fit');
    await expect(cylinders).toContainText('2 of them fit in another format:');
    await cylinders.getByRole('button', { name: 'Use IDs' }).click();
    await expect(cylinders).toContainText('all 2 fit');
    await expect(cylinders).toContainText('2 becomes 4');
    await expect(cylinders.getByRole('combobox', { name: 'Format of Cylinders' })).toContainText('IDs');

    await page.goto(`${tablePath(cars.id)}/import`);
    await choose(page, 'cars.csv', 'Name,2200000000020003\nford pinto,2\ntoyota corolla,2\n');
    await page.getByRole('button', { name: 'Map columns' }).click();
    await expect(columnRow(page, '2200000000020003')).toContainText('all 2 fit');
    await expect(columnRow(page, '2200000000020003')).toContainText('detected from header ID');
  });
  await page.goto(`${tablePath(cars.id)}/import`);
  await test.step('a number in an option column is an option’s name, never the ID of another; the check shows the file’s text', async () => {
    await choose(page, 'cars.csv', 'Name,Cylinders,Weight\ntrabant 601,2,"1,355"\namc gremlin,4,"2,648"\n');
    await page.getByRole('button', { name: 'Map columns' }).click();
    const cylinders = columnRow(page, 'Cylinders');
    await expect(cylinders).toContainText('1 does not fit');
    await expect(cylinders).toContainText('line 2: “2” – no option or record with this name');
    await expect(cylinders).not.toContainText('becomes');
    await page.getByRole('button', { name: 'Replace values of Cylinders' }).click();
    await expect(region(page, 'Values of Cylinders that do not fit')).toContainText('“2”');

    await page.getByRole('button', { name: 'Choose key' }).click();
    await page.getByRole('radio', { name: 'Name', exact: true }).check();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await region(page, 'Check').getByRole('row').filter({ hasText: 'trabant' }).click();
    const details = page.getByRole('complementary', { name: 'Line 2' });
    await expect(details.getByRole('row').filter({ hasText: 'Cylinders' })).toContainText('2');
    await expect(details.getByRole('row').filter({ hasText: 'Cylinders' })).not.toContainText('4');
    await expect(details.getByRole('row').filter({ hasText: 'Weight' })).toContainText('1,355 becomes 1355');
  });
});

test('an option that does not fit is fixed by choosing another one from the list of the field', async ({ page }) => {
  await choose(page, 'cars.csv', 'Name,Cylinders\ntrabant 601,2\nford pinto,many\n');
  await page.getByRole('button', { name: 'Map columns' }).click();
  await page.getByRole('button', { name: 'Choose key' }).click();
  await page.getByRole('radio', { name: 'Name', exact: true }).check();
  await page.getByRole('button', { name: 'Go to check' }).click();
  await page.getByRole('button', { name: 'Fix line 2' }).click();
  const field = page.getByRole('combobox', { name: 'Line 2, Cylinders' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('placeholder', '2');
  // The list is the console's, not the browser's.
  await expect(field).not.toHaveAttribute('list');
  await field.press('ArrowDown');
  await expect(page.getByRole('option').first()).not.toHaveText('blank');
  await page.getByRole('option', { name: '8' }).click();
  const fixed = page.getByRole('button', { name: 'Line 2, Cylinders: 8' });
  await expect(page.getByText('was “2”')).toBeVisible();

  // Escape closes the list, then the field; another press elsewhere leaves it as it was.
  await fixed.click();
  await field.press('ArrowDown');
  await expect(page.getByRole('option', { name: '8' })).toBeVisible();
  await field.press('Escape');
  await expect(page.getByRole('option', { name: '8' })).toBeHidden();
  await field.press('Escape');
  await expect(fixed).toBeFocused();
  await fixed.click();
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Line 2, Name: trabant 601' }).click();
  await expect(field).toBeHidden();
  await expect(fixed).toBeVisible();
});
