/** The figures of a million rows of ten columns, in the tab, once they are loaded. */
import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { tables, test } from './bench';
import { fieldId, spaceId } from './synthetic-service';

const table = tables.millionOfTen;
/** As many requests as the table has pages; the platform allows a thousand a second here. */
const loadMs = 900_000;

test('insight into a million rows', async ({ page, browser, figure }) => {
  test.setTimeout(loadMs + 300_000);
  await page.goto(`/e/bench/w/${spaceId}/t/${table.table_id}/insight`);
  await page.getByRole('button', { name: 'Load rows' }).click();
  await expect(page.getByText(/^1,000,000 rows · .*whole table$/)).toBeVisible({ timeout: loadMs });
  figure('insight, memory of the tab', await rendererMb(browser), { unit: 'MB', most: 700 });

  await page.getByRole('button', { name: 'Profile' }).click();
  await expect(page.getByText(/columns over 1,000,000 rows/)).toBeVisible({ timeout: 120_000 });
  figure('insight, profile of all columns', await answered(page), { unit: 'ms', most: 3000 });

  await page.getByRole('button', { name: 'Group', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Groups' })).toBeVisible();
  await watchTasks(page);
  await page.getByRole('button', { name: 'Add group' }).or(page.getByText('+ Group')).first().click();
  const pressed = Date.now();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: fieldId(5) })
    .click();
  // The answer before stays until this one is there.
  await expect(page.getByRole('table', { name: 'Groups' })).toContainText(' › ', { timeout: 120_000 });
  figure('insight, groups of two fields', await answered(page), { unit: 'ms', most: 500 });
  await expect(page.getByRole('img', { name: /^Chart of/ })).toBeVisible();
  figure('insight, from a press to its chart', Date.now() - pressed, { unit: 'ms', most: 700 });

  await page.getByRole('button', { name: 'Find anywhere' }).click();
  await page.getByRole('searchbox', { name: 'Find in all rows' }).fill('amber pine 99');
  await expect(page.getByText(/rows? found/)).toBeVisible({ timeout: 120_000 });
  figure('insight, text in all columns', await answered(page), { unit: 'ms', most: 2000 });
  figure('insight, longest task of the page', await longestTask(page), { unit: 'ms', most: 100 });
});

/** Milliseconds that the engine took for the answer that is shown, once there is one. */
async function answered(page: Page): Promise<number> {
  const timing = page.getByText(/[\d,.]+ ms · exact/).first();
  await expect(timing).toBeVisible({ timeout: 120_000 });
  const [, ms = ''] = /([\d,.]+) ms · exact/.exec((await timing.textContent()) ?? '') ?? [];
  return Number(ms.replaceAll(',', ''));
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { longest: 1 });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        Object.assign(window, { longest: Math.max(duration, Reflect.get(window, 'longest')) });
    }).observe({ entryTypes: ['longtask'] });
  });
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Reflect.get(window, 'longest'));
}

/** Resident memory of the largest renderer, megabytes. */
async function rendererMb(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0));
  return Math.max(...sizes) / 1024;
}
