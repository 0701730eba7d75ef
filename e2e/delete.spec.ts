import { cars, cell, expect, openDemoTable, openSentJob, test } from './console';

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
    const sent = page.getByRole('region', { name: 'Sent from here' });
    await expect(sent.getByText('2 deleted', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(cell(page, table, 1, 1)).not.toHaveText(first.id);
    await expect(rows.getByText(first.id, { exact: true })).toHaveCount(0);
    await openSentJob(page);
    await expect(page.getByRole('heading', { name: `Delete 2 records of ${table}` })).toBeVisible();
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await expect(outcome.locator('[data-outcome="verified"]')).toHaveAttribute('data-count', '2');
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
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await expect(outcome.locator('[data-outcome="verified"]')).toHaveAttribute('data-count', '2', { timeout: 30_000 });
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
  const kept = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    let rows = 0;
    for (const name of names) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open(name);
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error);
      });
      if (db.objectStoreNames.contains('payloads'))
        rows += await new Promise<number>((resolve) => {
          const count = db.transaction('payloads').objectStore('payloads').count();
          count.onsuccess = () => resolve(count.result);
        });
      db.close();
    }
    return rows;
  });
  expect(kept).toBe(0);
});
