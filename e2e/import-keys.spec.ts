import type { Page } from '@playwright/test';
import { confirmSending, expect, openDemo, openTable, test } from './console';

/** Opens the import of a table from nothing, and brings rows of text to its columns step, as they are pasted. */
async function paste(page: Page, table: string, rows: readonly string[]): Promise<void> {
  await openDemo(page);
  await openTable(page, table);
  await page.getByRole('button', { name: 'Import' }).click();
  await pasteRows(page, rows);
}

async function pasteRows(page: Page, rows: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Paste rows' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.getByRole('button', { name: 'Map the columns' }).click();
}

const found = (page: Page, state: string) =>
  page.getByRole('group', { name: 'Found' }).locator(`[data-state="${state}"] b`);

test('a row with an id that no record has creates nothing; where its key finds a record, it asks', async ({ page }) => {
  await paste(page, 'US states', [
    'item_id,State,Population',
    '2300060000000001,Alabama,4863302',
    '02300060000000002,Alaska,741896',
    '9999,Nowhere,5',
    ',Atlantis,6',
  ]);
  await page.getByRole('button', { name: 'Choose the key' }).click();
  await page.getByRole('radio', { name: 'Record id, else State' }).check();
  // Nothing was looked up yet, and nothing is said to be found.
  await expect(page.getByText('3 rows name a record id', { exact: false }).first()).toContainText('the check looks');
  await page.getByRole('button', { name: 'Go to the check' }).click();
  await expect(found(page, 'id-unknown')).toHaveText('2');
  await expect(found(page, 'will-create')).toHaveText('1');
  await expect(page.getByText('1 row names a record id that no record has, while State finds a record')).toBeVisible();
  const row = (name: string) => page.getByRole('grid', { name: /^Rows and/ }).getByRole('row', { name });
  await expect(row('Alaska')).toContainText('“Alaska” finds “Alaska” by the key instead of the id');
  await expect(row('9999')).toContainText('No record has this id');

  await page.getByRole('radio', { name: 'Update the record that its key finds' }).click();
  await expect(found(page, 'will-update')).toHaveText('2');
  await expect(page.getByText('1 row was found by its key instead of its id: 1 taken for its record')).toBeVisible();
  await row('Alaska').click();
  const choice = page.getByRole('group', { name: 'No record has the id of this row. What does it mean?' });
  await expect(choice.getByRole('radio')).toHaveCount(2);
  await choice.getByRole('radio', { name: 'Leave it out' }).click();
  await expect(found(page, 'id-unknown')).toHaveText('2');

  await page.getByRole('button', { name: 'Go to sending' }).click();
  const left = page.getByRole('region', { name: '2 of 4 rows are not sent' });
  await expect(left).toContainText('1 row has a record id that no record has');
  await expect(left).toContainText('1 row is left out, as you said');
});

test('a check that is begun again and stopped leaves what the one before found, and what was chosen of it', async ({
  page,
}) => {
  await paste(page, 'US states', ['item_id,State,Population', ',Alabama,4863303', '9998,Alaska,741897', ',Utah,many']);
  await page.getByRole('button', { name: 'Choose the key' }).click();
  await page.getByRole('radio', { name: 'Record id, else State' }).check();
  await page.getByRole('button', { name: 'Go to the check' }).click();
  const update = page.getByRole('radio', { name: 'Update the record that its key finds' });
  await update.click();
  await expect(found(page, 'will-update')).toHaveText('2');

  await page.route('**/dw_item/list', () => {});
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('0 of 3 rows checked')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The table was read', { exact: false })).toBeVisible();
  await expect(found(page, 'will-update')).toHaveText('2');
  await expect(found(page, 'invalid')).toHaveText('1');
  await expect(update).toBeChecked();
  await expect(page.getByRole('grid', { name: /^Rows and/ }).getByRole('row', { name: 'Utah' })).toBeVisible();

  await page.unroute('**/dw_item/list');
  await page.getByRole('button', { name: 'Go to sending' }).click();
  await expect(page.getByRole('button', { name: 'Send 2 rows', exact: true })).toBeEnabled();
});

test('a check that is done is left for another page only when the person agrees', async ({ page }) => {
  await paste(page, 'US states', ['item_id,State,Population', '2300060000000001,Alabama,4863303']);
  await page.getByRole('button', { name: 'Choose the key' }).click();
  await page.getByRole('radio', { name: 'Record id', exact: true }).check();
  await page.getByRole('button', { name: 'Go to the check' }).click();
  await expect(found(page, 'will-update')).toHaveText('1');
  const leave = page.getByRole('alertdialog', { name: 'Leave this import?' });
  await page.getByRole('link', { name: 'Records of the table' }).click();
  await leave.getByRole('button', { name: 'Stay' }).click();
  await expect(leave).toBeHidden();
  await expect(found(page, 'will-update')).toHaveText('1');
  await page.getByRole('link', { name: 'Records of the table' }).click();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('grid', { name: 'US states' })).toBeVisible();
});

test('of JSON lines a field that is not named is untouched; what is cleared is told with its way back, and before it is sent', async ({
  page,
}) => {
  await paste(page, 'US states', [
    '{"item_id":"2300060000000001","Population":1}',
    '{"item_id":"2300060000000002","Population":null,"State":"Alaska"}',
  ]);
  await page.getByRole('button', { name: 'Choose the key' }).click();
  await page.getByRole('radio', { name: 'Record id', exact: true }).check();
  await page.getByRole('button', { name: 'Go to the check' }).click();
  const left = page.getByRole('status').filter({ hasText: '1 blank cell stands over a value' });
  await expect(left).toContainText('Population (1)');
  await left.getByRole('button', { name: 'Clear them' }).click();
  const cleared = page.getByRole('status').filter({ hasText: '1 value will be cleared' });
  await expect(cleared).toContainText('Population (1)');
  await expect(found(page, 'will-update')).toHaveText('2');
  await cleared.getByRole('button', { name: 'Leave them' }).click();
  await expect(found(page, 'will-update')).toHaveText('1');
  await left.getByRole('button', { name: 'Clear them' }).click();
  await expect(cleared).toBeVisible();
  await page.getByRole('button', { name: 'Go to sending' }).click();
  const warning = '1 value that is in the table is cleared: Population (1).';
  await expect(page.getByText(warning)).toBeVisible();
  await page.getByRole('button', { name: 'Send 2 rows', exact: true }).click();
  await expect(page.getByRole('alertdialog').getByText(warning)).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
});

test('where no key is safe none is chosen beforehand', async ({ page }) => {
  await paste(page, 'US states', ['State,Hurricanes', 'Utah,1', 'Utah,2', ',3', 'Ohio,4', ',5', 'Ohio,6']);
  await page.getByRole('button', { name: 'Choose the key' }).click();
  await expect(page.getByText('so none is proposed')).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('the key that the table was last written by is proposed for a file with another header', async ({ page }) => {
  await paste(page, 'US states', ['State,Hurricanes', 'Alabama,23', 'Alaska,2', 'Arizona,3']);
  const address = page.url();
  await page.getByRole('button', { name: 'Choose the key' }).click();
  await page.getByRole('radio', { name: 'State', exact: true }).check();
  await page.getByRole('button', { name: 'Go to the check' }).click();
  await page.getByRole('button', { name: 'Go to sending' }).click();
  await page.getByRole('button', { name: 'Send 3 rows', exact: true }).click();
  await confirmSending(page);
  const verified = page.getByRole('region', { name: 'Outcome' }).locator('[data-outcome="verified"]');
  await expect(verified).toHaveAttribute('data-count', '3', { timeout: 20_000 });

  const rows = [
    'item_id,State,Population',
    '2300060000000001,Alabama,1',
    ',,2',
    ',Texas,3',
    ',,4',
    '2300060000000003,,3',
  ];
  await page.goto(address);
  await pasteRows(page, rows);
  await page.getByRole('button', { name: 'Choose the key' }).click();
  const key = page.getByRole('radio', { name: 'Record id, else State' });
  await expect(key).toBeChecked();
  await expect(page.getByRole('row').filter({ has: key })).toContainText('as last time');
});
