/** A change of all rows of a table, from the press to the last row verified, at the ten requests a second that a platform allows (field notes). */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ledgerOf, paceOf } from '../e2e/bad-wire';
import { countsOf } from '../e2e/console';
import { connectHere, open, tables, test } from './bench';
import { fieldId } from './synthetic-service';

const environment = 'slow';
const table = tables.tenThousand;
const calls = table.rows / 100;

test.use({ environment });

test('a job on a good wire', async ({ page, server, figure }, { repeatEachIndex }) => {
  const send = await changeAll(page, `written ${repeatEachIndex}`);
  server.arrivals();
  await send();
  while ((await countsOf(page)).verified !== table.rows) await page.waitForTimeout(200);
  const arrivals = server.arrivals();
  // The last ones wait for their rows, not for the rate.
  const busy = arrivals.slice(0, Math.floor(arrivals.length * 0.9));
  const seconds = ((busy.at(-1) ?? 0) - (busy[0] ?? 0)) / 1000;
  figure('job, of ten requests a second', (busy.length - 1) / seconds, { unit: 'requests/s', least: 9.5 });
  // Its rows are read before it leaves, written and read back; the page itself reads as well.
  figure('requests of each call', arrivals.length / calls, { unit: 'requests', most: 3.1 });
});

test.describe(() => {
  test.use({ baseURL: ({ wire }, use) => use(wire.origin) });
  test('a job on a bad wire', async ({ page, context, server, wire, figure }, { repeatEachIndex }) => {
    const value = `written badly ${repeatEachIndex}`;
    const send = await changeAll(page, value);
    wire.bad = true;
    await send();
    let tab = page;
    const killed: number[] = [];
    for (const share of [0.25, 0.5, 0.75]) {
      await expect.poll(() => wire.writes, { timeout: 300_000, intervals: [5] }).toBeGreaterThanOrEqual(calls * share);
      await tab.close({ runBeforeUnload: false });
      killed.push(Date.now());
      tab = await connectAgain(context);
    }
    await tab.getByRole('link', { name: 'Jobs' }).click();
    await tab
      .getByRole('link', { name: new RegExp(`^Update .* ${table.name}`) })
      .first()
      .click();
    await expect(tab.getByRole('region', { name: 'Outcome' })).toBeVisible();
    await expect(tab.getByText('ended', { exact: true })).toBeVisible({ timeout: 400_000 });

    const { sending, seconds } = paceOf(wire, killed);
    figure('on a bad wire, of ten requests a second', sending / seconds, { unit: 'requests/s', least: 6 });
    const said = await ledgerOf(tab);
    const held = await server.values(table, fieldId(1));
    const ids = [...held.keys()];
    const none = { unit: 'rows', most: 0 } as const;
    figure('rows that the job lost', ids.filter((id) => said[id] === undefined).length, none);
    figure('calls that were written twice', wire.written.length - new Set(wire.written).size, {
      unit: 'requests',
      most: 0,
    });
    const wrong = ids.filter((id) => said[id] !== 'unknown' && (said[id] === 'verified') !== (held.get(id) === value));
    figure('rows wrongly told', wrong.length, none);
    // Reading shows what was written: unknown may only be what got no clear answer, and is still as it was.
    figure(
      'rows unknown although written',
      ids.filter((id) => said[id] === 'unknown' && held.get(id) === value).length,
      {
        ...none,
      },
    );
    const counts = await countsOf(tab);
    console.log(`${wire.writes} writes, failed: ${wire.faults.join(' ')}; outcomes: ${JSON.stringify(counts)}`);
  });
});

/** A new tab with the key, as after a crash: nothing is left but what the browser keeps. */
async function connectAgain(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await connectHere(tab, environment);
  return tab;
}

/** Stages a value for the second field of all rows, as a person does it. @returns sends it */
async function changeAll(page: Page, value: string): Promise<() => Promise<void>> {
  await open(page, table, environment);
  const { x, y } = await page.evaluate(() => probe.textCell());
  await page.mouse.click(x, y);
  await page.getByRole('button', { name: 'Change all matching…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change rows' });
  await dialog.getByRole('textbox', { name: 'Value' }).fill(value);
  await dialog.getByRole('button', { name: 'Load all and review' }).click();
  const send = page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: /^Send \d/ });
  await send.click({ trial: true, timeout: 120_000 });
  return () => send.click();
}
