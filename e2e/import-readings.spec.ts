import { cars, expect, openDemo, tablePath, test } from './console';
import { bring, toCheck, withoutPickers } from './import-steps';

withoutPickers();
test.beforeEach(({ page }) => openDemo(page, `${tablePath(cars.id)}/import`));

test('texts that do not fit are replaced, or read in another way, each where it stands', async ({ page }) => {
  const rows = ['car 0,31,2', 'car 1,n/a,2', 'car 2,-,2', 'car 3,32,2', 'car 4,33,2', 'car 5,15;5,2'];
  const text = ['Name,Miles per gallon,Cylinders', ...rows].map((row) => row.replaceAll(',', '\t').replace(';', ','));
  await bring(page, 'cars.tsv', `${text.join('\n')}\n`);
  await page.getByRole('button', { name: 'Map columns' }).click();
  const columnRow = (name: string) =>
    page.getByRole('region', { name: 'Columns' }).getByRole('row').filter({ hasText: name }).first();
  await test.step('deciding on one value does not move the others', async () => {
    const miles = columnRow('Miles per gallon');
    // In one row more fits when it is read otherwise: the offer goes when the text is spoken of.
    await expect(miles).toContainText('1 of them fits in another format');
    await page.getByRole('button', { name: 'Replace values of Miles per gallon' }).click();
    const decimal = page.getByRole('textbox', { name: 'Replace “15,5” with' });
    await decimal.fill('many');
    await decimal.press('Enter');
    await expect(page.getByText('This does not fit either.')).toBeVisible();
    await decimal.fill('15.5');
    const next = page.getByRole('textbox', { name: 'Replace “n/a” with' });
    const place = async () => (await next.boundingBox())?.y;
    const before = await place();
    await decimal.blur();
    await expect(miles).toContainText('1 replaced by your choice');
    await expect(miles).not.toContainText('in another format');
    expect(await place()).toBe(before);
  });
  await test.step('option IDs do not fit as names, and one press reads them as IDs', async () => {
    const cylinders = columnRow('Cylinders');
    await expect(cylinders).toContainText('6 do not fit');
    await cylinders.getByRole('button', { name: 'Use IDs' }).click();
    await expect(cylinders).toContainText('all 6 fit');
    await expect(cylinders).toContainText('2 becomes 4');
    await expect(cylinders.getByRole('combobox', { name: 'Format of Cylinders' })).toContainText('IDs');
  });
});

test('an option that does not fit is fixed by choosing another one from the list of the field', async ({ page }) => {
  await bring(page, 'cars.csv', 'Name,Cylinders\ntrabant 601,2\nford pinto,many\n');
  await toCheck(page, 'Name');
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
