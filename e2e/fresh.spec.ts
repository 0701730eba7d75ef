import type { Page } from '@playwright/test';
import { cell, expect, openDemoTable, review, sentFrom, test, typeInto } from './console';
import { found, openImport, states, toCheck } from './import-steps';

/** The second column. */
const state = '2200000000060001';
const [one, two, third] = ['2300060000000020', '2300060000000021', '2300060000000022'];

/** Writes behind the console's back, as any other client of the API may, and waits until it is there. */
async function somebodyWrites(page: Page, item_id: string, value: string): Promise<void> {
  const headers = { 'Open-Authorization': `Bearer ${process.env.DEMO_API_KEY}` };
  const items = [{ item_id, fields: { [state]: value } }];
  await page.request.put('/openapi/v1/dw_item', {
    headers,
    data: { table_id: states.id, update_type: 'update', items },
  });
  const filter = { and: [{ field: 'item_id', query: { in: [item_id] } }] };
  await expect(async () => {
    const answer = await page.request.post('/openapi/v1/dw_item/list', {
      headers,
      data: { table_id: Number(states.id), filter },
    });
    expect(await answer.text()).toContain(value);
  }).toPass();
}

test('a row changed by someone else between the check of an import and its sending is skipped with that reason', async ({
  page,
}) => {
  await openImport(page, states.id, ['item_id,State', `${one},Mine one`, `${two},Mine two`]);
  await toCheck(page);
  await expect(found(page, 'will-update')).toHaveText('2');

  await somebodyWrites(page, two, 'Theirs');
  await page.getByRole('button', { name: 'Go to send' }).click();
  await page.getByRole('button', { name: /^Send 2 rows/ }).click();

  await expect(page.getByText('1 row saved and verified')).toBeVisible();
  await expect(page.getByText('1 changed by someone else since it was loaded')).toBeVisible();
  await expect(page.getByText('Changed by someone else after the check. It was not overwritten.')).toBeVisible();
});

test('a change by someone else while the review is open is shown by Send; without one it sends at once', async ({
  page,
}) => {
  await openDemoTable(page, 'US states');
  await expect(cell(page, 'US states', 22, 1)).toHaveText(third);
  await typeInto(page, cell(page, 'US states', 22, 2), 'mine');
  const dialog = await review(page);
  const send = dialog.getByRole('button', { name: 'Send 1 row' });
  await expect(send).toBeEnabled();

  await somebodyWrites(page, third, 'Theirs too');
  await send.click();
  await expect(dialog).toContainText('someone else has changed records since the check');
  const row = dialog.getByRole('row').filter({ hasText: third });
  await expect(row).toContainText('Theirs too');
  await expect(row).toContainText('mine');

  await test.step('both decisions are seen in a narrow window', async () => {
    await page.setViewportSize({ width: 768, height: 800 });
    for (const name of ['Take theirs', 'Keep mine'])
      await expect(row.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  });
  await row.getByRole('button', { name: 'Keep mine' }).click();
  await send.click();
  await expect(dialog).toHaveCount(0);
  await expect(sentFrom(page)).toContainText('1');
});
