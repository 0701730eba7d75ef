import { cell, expect, openDemo, openTable, test } from './console';

test('a paste over rows never read reads them first; what does not fit is listed; one undo takes it back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDemo(page);
  await openTable(page, 'Cars');
  const changes = page.getByRole('region', { name: 'Changes' });
  const rows = Array.from({ length: 150 }, (_, row) => (row === 40 ? 'many' : String(row + 1000)));
  await page.evaluate((text) => navigator.clipboard.writeText(text), rows.join('\n'));

  // Row 81: the paste reaches past the first page, far below what has been on the screen.
  await cell(page, 'Cars', 1, 1).click();
  await page.keyboard.press('Control+g');
  await page.getByRole('textbox', { name: 'Go to row' }).fill('81');
  await page.keyboard.press('Enter');
  const weight = page.getByRole('columnheader', { name: /Weight/ });
  const column = Number(await weight.getAttribute('aria-colindex')) - 1;
  await cell(page, 'Cars', 81, column).click();
  await page.keyboard.press('Control+V');

  await expect(changes).toContainText('149 records changed');
  await expect(page.getByText('1 cell was left unchanged')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('150 cells selected');
  await page.getByRole('button', { name: 'Show the list' }).click();
  const list = page.getByRole('dialog', { name: 'Cells that were left unchanged' });
  await expect(list.getByRole('row').filter({ hasText: 'many' })).toContainText('This is not a number.');
  await list.getByRole('row').filter({ hasText: 'many' }).click();
  await expect(cell(page, 'Cars', 121, column)).toBeVisible();

  await page.keyboard.press('Control+z');
  await expect(changes).toContainText('0 records changed');
});

test('one value on all matching rows: read, shown, staged as one step', async ({ page }) => {
  await openDemo(page);
  await openTable(page, 'Cars');
  await cell(page, 'Cars', 1, 2).click();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Set value' });
  await dialog.getByRole('textbox', { name: 'Value' }).fill('The same for all');
  await dialog.getByRole('radio', { name: 'Every row of the table' }).click();
  await dialog.getByRole('button', { name: 'Read the rows' }).click();
  await expect(dialog).toContainText(/406 rows change/);
  await dialog.getByRole('button', { name: /^Change/ }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText('406 records changed');
  await changes.getByRole('button', { name: /^Undo/ }).click();
  await expect(changes).toContainText('0 records changed');
});
