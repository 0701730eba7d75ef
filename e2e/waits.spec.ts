import type { Page } from '@playwright/test';
import { expect, test } from './own-console';
import { platformKey } from './platform';

test('a wait of 30 years is one of five minutes, is shown, outlives the browser, and ends by a press', async ({
  own,
  page,
}) => {
  own.bad.fault = 'busy-says-when';
  own.bad.asksToWait = { 'retry-after': '946080000' };
  const connect = async (tab: Page): Promise<void> => {
    await tab.goto(`${own.console.origin}/connect?environment=bad`);
    await tab.getByRole('textbox', { name: 'API key' }).fill(platformKey);
    await tab.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  const waits = (tab: Page) =>
    tab.getByRole('status').filter({ hasText: /The platform asked to wait.*Retrying in [34] min/ });
  await connect(page);
  await expect(page.getByText('Too many requests')).toBeVisible();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(waits(page)).toBeVisible();

  // A browser that is killed has not written what was put into `localStorage` in its last seconds.
  await page.evaluate(() => localStorage.clear());
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  own.bad.calls.length = 0;
  await connect(next);
  await expect(waits(next)).toBeVisible();
  expect(own.bad.calls).toEqual([]);
  own.bad.fault = null;
  await next.getByRole('button', { name: 'Try now' }).click();
  await expect(next.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
});
