import { readFile } from 'node:fs/promises';
import { cars, cell, expect, openDemoTable, tablePath, test } from './console';

test('a cell and an error link to their request; the support file holds all requests and no secret', async ({
  page,
}) => {
  await openDemoTable(page, cars.name);
  await cell(page, cars.name, 3, 2).click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Show row’s request' }).click();
  await expect(page).toHaveURL(/\/activity\?request=\d+/);
  await expect(page.getByRole('region', { name: /^Request \d/ })).toContainText('listRecords');
  await page.goto(tablePath('2199999999999999'));
  await expect(page.getByRole('alert').first()).toContainText('3500002');
  await page.getByRole('alert').getByRole('link', { name: 'Show request' }).click();
  await expect(page).toHaveURL(/\/activity\?request=\d+/);
  const panel = page.getByRole('complementary').or(page.getByRole('region', { name: /^Request \d/ }));
  await expect(panel.getByRole('heading', { name: 'Response' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Support file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support file' });
  await expect(dialog.getByRole('checkbox', { name: 'Include bodies' })).toBeChecked();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const told = JSON.parse(text);
  expect(told.console_version).toMatch(/^\d+\.\d+/);
  expect(told.requests.some(({ reply }: { reply: string | null }) => reply?.includes('trace_id'))).toBe(true);
  for (const secret of [process.env.DEMO_API_KEY, process.env.DEMO_APP_SECRET]) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/signature=/);
});
