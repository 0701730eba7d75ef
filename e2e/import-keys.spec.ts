import { expect, tablePath, test } from './console';
import { found, openImport, pasteText, states, toCheck } from './import-steps';

test('a row with an unknown ID creates nothing; if its key matches a record, the person decides', async ({ page }) => {
  await openImport(page, states.id, [
    'item_id,State,Population',
    '2300060000000001,Alabama,4863302',
    '02300060000000002,Alaska,741896',
    '9999,Nowhere,5',
    ',Atlantis,6',
  ]);
  await page.getByRole('button', { name: 'Map columns' }).click();
  await page.getByRole('button', { name: 'Choose key' }).click();
  await page.getByRole('radio', { name: 'Record ID, else State' }).check();
  // Nothing was looked up yet, and nothing is reported as found.
  await expect(page.getByText('3 rows have record IDs.')).toContainText('Unknown IDs are skipped.');
  await expect(
    page.getByText('Rows with a record ID are matched by it; unknown IDs are skipped.').first(),
  ).toBeVisible();
  await expect(page.getByText('others create one')).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to check' }).click();
  await expect(found(page, 'id-unknown')).toHaveText('2');
  await expect(found(page, 'will-create')).toHaveText('1');
  await expect(page.getByText('1 row has an unknown record ID, but matches by State')).toBeVisible();
  const row = (name: string) => page.getByRole('grid', { name: /^Rows and/ }).getByRole('row', { name });
  await expect(row('Alaska')).toContainText('“Alaska” matches “Alaska” by key instead of ID');
  await expect(row('9999')).toContainText('No record has this ID');

  await page.getByRole('radio', { name: 'Update record by key' }).click();
  await expect(found(page, 'will-update')).toHaveText('2');
  await expect(page.getByText('1 row matched by key instead of ID: 1 to update')).toBeVisible();
  await row('Alaska').click();
  const choice = page.getByRole('group', { name: 'Its record ID does not exist. How should this row be handled?' });
  await expect(choice.getByRole('radio')).toHaveCount(2);
  await choice.getByRole('radio', { name: 'Skip' }).click();
  await expect(found(page, 'id-unknown')).toHaveText('2');

  await page.getByRole('button', { name: 'Go to send' }).click();
  const left = page.getByRole('region', { name: '2 of 4 rows are skipped' });
  await expect(left).toContainText('1 row has an unknown record ID');
  await expect(left).toContainText('1 row skipped by your choice');
});

test('no key is chosen where none is safe; a check is left after a question; rows are pasted by keys alone', async ({
  page,
  context,
}) => {
  await test.step('no key is preselected where none is safe', async () => {
    await openImport(page, states.id, ['State,Hurricanes', 'Utah,1', 'Utah,2', ',3', 'Ohio,4', ',5', 'Ohio,6']);
    await page.getByRole('button', { name: 'Map columns' }).click();
    await page.getByRole('button', { name: 'Choose key' }).click();
    await expect(page.getByText('No key is certain to identify a record.')).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  });
  await test.step('a finished check is left for another page only after confirmation', async () => {
    await page.goto(`${tablePath(states.id)}/import`);
    await pasteText(page, ['item_id,State,Population', '2300060000000001,Alabama,4863303']);
    await toCheck(page, 'Record ID');
    await expect(found(page, 'will-update')).toHaveText('1');
    const leave = page.getByRole('alertdialog', { name: 'Leave this import?' });
    await page.getByRole('link', { name: 'Table records' }).click();
    await leave.getByRole('button', { name: 'Stay' }).click();
    await expect(leave).toBeHidden();
    await expect(found(page, 'will-update')).toHaveText('1');
    await page.getByRole('link', { name: 'Table records' }).click();
    await leave.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('grid', { name: 'US states' })).toBeVisible();
  });
  await test.step('rows are pasted by keys alone, and the step goes on', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Import' }).click();
    await test.step('also on the page, without a field for them', async () => {
      await page.evaluate(() => navigator.clipboard.writeText('State\tCapital\nOhio\tColumbus\nIowa\tDes Moines'));
      await expect(page.getByText('Drop or choose a file')).toBeVisible();
      await page.keyboard.press('Control+V');
      await expect(page.getByRole('region', { name: 'File', exact: true })).toContainText('2 rows · 2 columns');
    });
    const open = page.getByRole('button', { name: 'Paste rows' });
    await open.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Paste rows' });
    await expect(dialog.getByRole('textbox', { name: 'Rows' })).toBeFocused();
    // Nothing is taken while there is nothing.
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('State,Capital');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ohio,Columbus');
    await page.keyboard.press('Control+Enter');
    const file = page.getByRole('region', { name: 'File', exact: true });
    await expect(file).toContainText('1 row · 2 columns');
    await expect(file).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('region', { name: 'Columns', exact: true })).toBeFocused();
  });
});

test('JSON lines leave unnamed fields unchanged; values to be cleared are listed before sending, and can be kept', async ({
  page,
}) => {
  await openImport(page, states.id, [
    '{"item_id":"2300060000000001","Population":1}',
    '{"item_id":"2300060000000002","Population":null,"State":"Alaska"}',
  ]);
  await toCheck(page, 'Record ID');
  const left = page.getByRole('status').filter({ hasText: '1 blank cell leaves its value unchanged' });
  await expect(left).toContainText('Population (1)');
  await left.getByRole('button', { name: 'Clear values' }).click();
  const cleared = page.getByRole('status').filter({ hasText: '1 value is cleared by blank cells' });
  await expect(cleared).toContainText('Population (1)');
  await expect(found(page, 'will-update')).toHaveText('2');
  await cleared.getByRole('button', { name: 'Keep values' }).click();
  await expect(found(page, 'will-update')).toHaveText('1');
  await left.getByRole('button', { name: 'Clear values' }).click();
  await expect(cleared).toBeVisible();
  await page.getByRole('button', { name: 'Go to send' }).click();
  const warning = '1 existing value is cleared: Population (1).';
  await expect(page.getByText(warning)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send 2 rows', exact: true })).toBeEnabled();
});
