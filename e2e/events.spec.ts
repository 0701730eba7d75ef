import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, openDemo, test } from './console';

const proof = (trace: string) =>
  JSON.stringify({
    event: 'dw_item.batch_update',
    trace_id: trace,
    table_id: '2100000000000002',
    success: [],
    fail: [],
  });

async function openEvents(page: Page): Promise<string> {
  await openDemo(page);
  await page.getByRole('link', { name: 'Events' }).click();
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  return (await page.getByRole('region', { name: 'Callback address' }).locator('code').textContent()) ?? '';
}

const list = (page: Page) => page.getByRole('grid', { name: 'Events' });

test('events arrive live, are found, exported and deleted; an encrypted one is shown unchanged', async ({
  page,
  request,
}) => {
  const address = await openEvents(page);
  await request.post(address, { data: { encrypted: 'c2VjcmV0' } });
  await request.post(address, { data: proof('trace-live') });
  await expect(list(page).getByText('dw_item.batch_update')).toHaveCount(1);
  // Narrowed to a kind, and to a stretch of time.
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: /^encrypted/ }).click();
  await expect(list(page).getByText('dw_item.batch_update')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Received' }).click();
  await page.getByRole('option', { name: 'Last hour' }).click();
  await list(page).getByText('encrypted').first().click();
  await expect(page.getByText('shown unchanged', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: /^All types/ }).click();
  await page.getByRole('searchbox', { name: 'Find an event' }).fill('trace-live');
  await expect(list(page).getByText('encrypted')).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export 1' }).click();
  const exported = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(exported).toMatchObject([{ body: proof('trace-live') }]);

  await page.getByRole('button', { name: 'Delete all', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByText('No events in this inbox')).toBeVisible();
});

test('an event delivered elsewhere is pasted, judged before it is added, and marked as imported manually', async ({
  page,
}) => {
  await openEvents(page);
  await page.getByRole('button', { name: 'Import event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import event' });
  const body = dialog.getByRole('textbox', { name: 'Event body' });
  await body.fill('not json');
  await expect(dialog.getByText('This is not JSON')).toBeVisible();
  await body.fill(proof('trace-pasted'));
  await expect(dialog.getByText(/No job of this key in this browser sent request trace-pasted/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to inbox' }).click();
  await expect(dialog).toBeHidden();
  await list(page).getByText('trace-pasted').click();
  await expect(page.getByText('imported manually')).toBeVisible();
});

test('ten thousand events in a minute do not slow the page down @long', async ({ page }) => {
  test.setTimeout(180_000);
  const address = await openEvents(page);
  const body = JSON.stringify({ event: 'flood', filler: 'x'.repeat(900) });
  for (let sent = 0; sent < 10_000; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => fetch(address, { method: 'POST', body })));
  }
  await fetch(address, { method: 'POST', body: proof('after-the-flood') });
  await expect(list(page).getByText('after-the-flood')).toBeVisible({ timeout: 30_000 });
  expect(await list(page).getByRole('row').count()).toBeLessThan(80);
  const began = Date.now();
  await page.getByRole('searchbox', { name: 'Find an event' }).fill('after-the-flood');
  await expect(list(page).getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Files' }).click();
  await expect(page.getByRole('textbox', { name: 'File IDs' })).toBeVisible();
  expect(Date.now() - began).toBeLessThan(5000);
});
