import { cars, cell, expect, openDemoTable, openSentJob, outcomeOf, sentFrom, storedRows, test } from './console';

const table = 'US states';

test('two selected rows are deleted once their number was typed, and undo brings them back', async ({ page }) => {
  await openDemoTable(page, table);
  const rows = page.getByRole('grid', { name: table });
  const first = { id: (await cell(page, table, 1, 1).textContent()) ?? '', name: 'Alabama' };
  const second = { id: (await cell(page, table, 2, 1).textContent()) ?? '', name: 'Alaska' };
  await cell(page, table, 1, 1).click();
  await cell(page, table, 2, 1).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete records' });
  await expect(dialog.getByRole('list', { name: 'First records to delete' }).getByRole('listitem')).toHaveText([
    `${first.name} ${first.id}`,
    `${second.name} ${second.id}`,
  ]);
  await expect(dialog.getByText('Each record is kept in this browser with all of its fields')).toBeVisible();
  const send = dialog.getByRole('button', { name: 'Delete 2 records' });

  await test.step('nothing else than their number will do', async () => {
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('3');
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await send.click();
    await expect(dialog).toBeHidden();
  });

  await test.step('they are gone from the rows, and told so', async () => {
    await expect(sentFrom(page).getByText('2 deleted', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(cell(page, table, 1, 1)).not.toHaveText(first.id);
    await expect(rows.getByText(first.id, { exact: true })).toHaveCount(0);
    await openSentJob(page);
    await expect(page.getByRole('heading', { name: `Delete 2 records of ${table}` })).toBeVisible();
    await expect(outcomeOf(page, 'verified')).toHaveAttribute('data-count', '2');
  });

  await test.step('undo creates them again under a key, with all of their fields', async () => {
    await page.getByRole('button', { name: 'Undo job' }).click();
    const review = page.getByRole('dialog', { name: 'Review undo' });
    await expect(review.getByText('They get new IDs')).toBeVisible();
    await review.getByRole('button', { name: 'Choose key' }).click();
    await page.getByRole('checkbox', { name: 'State', exact: true }).check();
    await page.keyboard.press('Escape');
    await review.getByRole('button', { name: 'Undo 2 rows' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send 2 rows' }).click();
    await expect(outcomeOf(page, 'verified')).toHaveAttribute('data-count', '2', { timeout: 30_000 });
    await page.getByRole('link', { name: 'Open table' }).click();
    // New records come last.
    await cell(page, table, 1, 1).click();
    await page.keyboard.press('Control+End');
    await expect(rows.getByText('Montgomery', { exact: true })).toBeVisible();
    await expect(rows.getByText('Juneau', { exact: true })).toBeVisible();
    await expect(rows.getByText(first.id, { exact: true })).toHaveCount(0);
  });
});

test('all matching rows are read and named; closing the dialog keeps and deletes nothing', async ({ page }) => {
  await openDemoTable(page, cars.name);
  await cell(page, cars.name, 3, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete records…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete records' });
  const named = dialog.getByRole('list', { name: 'First records to delete' }).getByRole('listitem');
  await expect(named).toHaveCount(1);
  await dialog.getByRole('radio', { name: /^All .*rows$/ }).click();
  await expect(named).toHaveCount(10);
  await expect(dialog.getByText(/^and \d+ more$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Delete \d+ records$/ })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  // What was read is dropped behind the page.
  await expect.poll(async () => (await storedRows(page, 'payloads')).length).toBe(0);
});

test('the open record is deleted from its panel, which closes; on a phone from its page', async ({ page }) => {
  await openDemoTable(page, table);
  const id = (await cell(page, table, 5, 1).textContent()) ?? '';
  const other = (await cell(page, table, 6, 1).textContent()) ?? '';
  const remove = page.getByRole('button', { name: 'Delete record…' });
  const dialog = page.getByRole('dialog', { name: 'Delete records' });
  const named = dialog.getByRole('list', { name: 'First records to delete' }).getByRole('listitem');
  const type = dialog.getByRole('textbox', { name: 'Type 1 to confirm' });

  await test.step('Cancel leaves it open', async () => {
    await page.goto(`${page.url()}?record=${id}`);
    await remove.click();
    await expect(named).toHaveCount(1);
    await expect(named).toContainText(id);
    await expect(dialog.getByRole('radiogroup')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(remove).toBeFocused();
  });

  await test.step('its panel closes as it is sent', async () => {
    await remove.click();
    await type.fill('1');
    await dialog.getByRole('button', { name: 'Delete 1 record' }).click();
    await expect(remove).toBeHidden();
    await expect(sentFrom(page).getByText('1 deleted', { exact: true })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${page.url()}?record=${other}`);
    await remove.click();
    await type.fill('1');
    await dialog.getByRole('button', { name: 'Delete 1 record' }).click();
    await expect(remove).toBeHidden();
    await openSentJob(page);
    await expect(outcomeOf(page, 'verified')).toHaveAttribute('data-count', '1', { timeout: 30_000 });
  });
});

test('while editing is off nothing is deleted, and each button says why', async ({ page }) => {
  await page.route('**/gateway/environments', async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    for (const environment of list.environments) environment.writable = false;
    await route.fulfill({ response: answer, json: list });
  });
  await openDemoTable(page, table);
  const id = (await cell(page, table, 5, 1).textContent()) ?? '';
  for (const name of ['Delete…', 'Delete record…']) {
    // Beside an open record the actions of the table are in a menu.
    if (name === 'Delete record…') await page.goto(`${page.url()}?record=${id}`);
    const remove = page.getByRole('button', { name, exact: true });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toHaveAccessibleDescription(/Editing is off for/);
    await remove.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
