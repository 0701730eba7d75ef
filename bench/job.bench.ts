/** A change of all rows of a table, from the press to the last row verified. */
import type { Page } from '@playwright/test';
import { countsOf } from '../e2e/console';
import { open, tables, test } from './bench';
import type { BenchServer } from './bench-server';
import type { SyntheticTable } from './synthetic-service';

const rowsOfCall = 100;

test('job', async ({ page, server, figure }, { repeatEachIndex }) => {
  const arrivals = await changeAll(page, server, tables.tenThousand, `written ${repeatEachIndex}`);
  const requestsOfCall = arrivals.length / (tables.tenThousand.rows / rowsOfCall);
  // Ten times what a platform allows that is called ten times a second, three times for each hundred rows.
  const rows = { unit: 'rows/s', least: 3300 } as const;
  figure('job of 10,000 rows, no rate limit', (rateOf(arrivals) * rowsOfCall) / requestsOfCall, rows);
  // Its rows are read before it leaves, written and read back; the page itself reads as well.
  figure('requests of each call', requestsOfCall, { unit: 'requests', most: 3.1 });
});

test.describe(() => {
  test.use({ environment: 'slow' });
  test('job at ten requests a second', async ({ page, server, environment, figure }, { repeatEachIndex }) => {
    const value = `written slowly ${repeatEachIndex}`;
    const arrivals = await changeAll(page, server, tables.twoThousand, value, environment);
    // The last ones wait for their rows, not for the rate.
    const busy = arrivals.slice(0, Math.floor(arrivals.length * 0.9));
    figure('job, ten requests a second', rateOf(busy), { unit: 'requests/s', least: 9.5 });
  });
});

/** Writes a value into the second field of all rows, as a person does it. @returns when each request for it arrived, in epoch milliseconds */
async function changeAll(
  page: Page,
  server: BenchServer,
  table: SyntheticTable,
  value: string,
  environment = 'bench',
): Promise<number[]> {
  await open(page, table, environment);
  const { x, y } = await page.evaluate(() => probe.textCell());
  await page.mouse.click(x, y);
  await page.getByRole('button', { name: 'Change all matching…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change rows' });
  await dialog.getByRole('textbox', { name: 'Value' }).fill(value);
  await dialog.getByRole('button', { name: 'Load all and review' }).click();
  const send = page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: /^Send \d/ });
  await send.click({ trial: true, timeout: 120_000 });
  server.arrivals();
  await send.click();
  while ((await countsOf(page)).verified !== table.rows) await page.waitForTimeout(200);
  return server.arrivals();
}

/** How many there are a second. */
function rateOf(arrivals: readonly number[]): number {
  return ((arrivals.length - 1) * 1000) / ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0));
}
