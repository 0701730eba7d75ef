import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { startTestServer, type TestServer } from './server';

/**
 * Every test has the data as they were loaded, and fails on an uncaught error, a breach of the page’s policy or a missing text, wherever it happens.
 */
export const test = base.extend<{ faults: string[] }, { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture takes what it needs by name, and this one needs nothing
    async ({}, use) => {
      const server = await startTestServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => {
    await server.restore();
    await use(server.origin);
  },
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on('weberror', (error) => faults.push(error.error().message));
      context.on('console', (message) => {
        if (
          message.type() === 'error' &&
          /Content Security Policy|Trusted Type|MISSING_MESSAGE/i.test(message.text())
        ) {
          faults.push(message.text());
        }
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The environment's part of every address of the embedded service. */
export const embedded = '/e/embedded';
/** The workspace with the data, and the one whose tables refuse writes for want of the quota. */
export const openData = '4000000000000001';
/** The workspace whose tables each fail in a way of their own. */
export const drills = '4000000000000003';
export const cars = { name: 'Cars', id: '2100000000000002' };

export function tablePath(table: string, space = openData): string {
  return `${embedded}/w/${space}/t/${table}`;
}

const tables = /^(Tables|数据表)$/;

/** From nothing to the tables of the demo workspace, or to another address of it, by one press, in either language. */
export async function openDemo(page: Page, address?: string): Promise<void> {
  await page.goto(address ?? '/');
  await page.getByRole('button', { name: /^(Open demo workspace|打开演示工作区)$/ }).click();
  if (address === undefined) await expect(page.getByRole('list', { name: tables })).toBeVisible();
  else await page.waitForURL(address);
}

/** The tables that most tests begin at. */
const tableIds: Record<string, string> = {
  Cars: '2100000000000002',
  Movies: '2100000000000003',
  'Bird strikes': '2100000000000004',
  'US states': '2100000000000006',
};

/** From nothing to a table of the demo workspace, by its address; waits for its first record, and until it can be edited. */
export async function openDemoTable(page: Page, name: string): Promise<void> {
  const id = tableIds[name];
  if (id === undefined) throw new Error(`The id of ${name} is missing.`);
  await openDemo(page, tablePath(id));
  await untilWhole(page, name);
}

/** To a table by its address, from any page of the demo; waits for its first record. */
export async function goToTable(page: Page, name: string): Promise<void> {
  await page.goto(tablePath(tableIds[name] ?? ''));
  await expect(cell(page, name, 1, 1)).not.toBeEmpty();
}

/** By its address the rows of a table may come before its type, and till then nothing can be edited. */
async function untilWhole(page: Page, table: string): Promise<void> {
  await expect(cell(page, table, 1, 1)).not.toBeEmpty();
  await expect(page.getByText(/^(sync|app|ext|agg) · /)).toBeVisible();
}

/** Opens a table of the list, and waits for its first record. */
export async function openTable(page: Page, name: string): Promise<void> {
  await page
    .getByRole('list', { name: tables })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) })
    .click();
  // Columns come with the rows: before those a place on the screen is another column.
  await expect(cell(page, name, 1, 1)).not.toBeEmpty();
}

/** A cell by the numbers a person sees: row 1 is the first record, column 1 the record id. */
export function cell(page: Page, table: string, row: number, column: number) {
  return page
    .getByRole('grid', { name: table })
    .locator(`[aria-rowindex="${row + 1}"]`)
    .locator(`[aria-colindex="${column + 1}"]`);
}

/** The cell that has the focus, or gets it when the keys come back to the rows. */
export const activeCell = (page: Page): Locator => page.locator('[role=grid] [data-active]');

/** The bar of what was changed and not sent. */
export const changesOf = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });

/** The bar of a small send beside the rows. */
export const sentFrom = (page: Page): Locator => page.getByRole('region', { name: 'Sent from here' });

/** How many rows of the job on the page have come to one outcome. */
export const outcomeOf = (page: Page, which: string): Locator =>
  page.getByRole('region', { name: 'Outcome' }).locator(`[data-outcome="${which}"]`);

/** Opens the form of a new record from the bar of its table. */
export async function newRecord(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New record' }).click();
  return page.getByRole('region', { name: 'New record', exact: true });
}

/** Holds back whatever is requested at an address. @returns lets it go */
export async function hold(on: Page | BrowserContext, address: string | RegExp): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await on.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** All that a table of the browser's database holds. */
export function storedRows<Row>(page: Page, table: string): Promise<Row[]> {
  return page.evaluate(async (table) => {
    const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('warehouse-console'));
    const rows = await settled(database.transaction(table).objectStore(table).getAll());
    database.close();
    return rows;
  }, table);
}

/** Moves to a control with Tab, or Shift+Tab, as without a mouse. */
export async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  for (let press = 0; press < 40; press += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(control).toBeFocused();
}

/** Types into the combobox that has the focus, and takes the first option that answers, once it is what Enter takes. */
export async function choose(page: Page, label: string, typed: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await expect(box).toBeFocused();
  await page.keyboard.type(typed);
  const first = page.getByRole('option').first();
  await expect(first).toContainText(typed);
  await expect(first).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(new RegExp(typed));
}

/** Opens a table of the failure drills, from nothing or from another page, and waits for its rows. */
export async function openDrill(page: Page, { id, name }: { id: string; name: string }): Promise<void> {
  if (page.url() === 'about:blank') await openDemo(page, tablePath(id, drills));
  else await page.goto(tablePath(id, drills));
  await untilWhole(page, name);
}

/** Changes the second cell of a row, and sends it. */
export async function sendOne(page: Page, table: string, row: number, text: string): Promise<void> {
  await typeInto(page, cell(page, table, row, 2), text);
  await (await review(page)).getByRole('button', { name: 'Send 1 row' }).click();
  await openSentJob(page);
}

/** Writes into a cell as a person does, who types when the cell has the focus. */
export async function typeInto(page: Page, place: Locator, text: string): Promise<void> {
  await place.click();
  await expect(page.locator('[role=grid] [data-active]:focus')).toHaveCount(1);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Pastes lines of text into the active cell and the rows below it. */
export async function pasteIntoRows(page: Page): Promise<void> {
  await page.keyboard.press('Control+V');
  await page.getByRole('button', { name: /^Into [\d,]+ rows$/ }).click();
}

/** Opens the review of what was changed. */
export async function review(page: Page): Promise<Locator> {
  await changesOf(page)
    .getByRole('button', { name: /^Review/ })
    .click();
  return page.getByRole('dialog', { name: 'Review changes' });
}

/** Takes back all unsent changes of the open table. */
export async function discardAll(page: Page): Promise<void> {
  const discard = changesOf(page).getByRole('button', { name: 'Discard' });
  await discard.click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Discard/ })
    .click();
  await expect(discard).toBeHidden();
}

/** From the bar of a small send beside the rows to the page of its job. */
export async function openSentJob(page: Page): Promise<void> {
  await sentFrom(page).getByRole('link', { name: 'Open job' }).first().click();
  await onJobPage(page);
}

/** The address is the new one a moment before the page is. */
export async function onJobPage(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/jobs\/.+/);
  await expect(page.getByRole('list', { name: 'Tables' })).toBeHidden();
}

/** From any page of the demo workspace to the provider's, where its key is got and sent from then on. */
export async function useProviderKey(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Provider' }).click();
  await page.getByRole('button', { name: 'Use demo provider' }).click();
  await page.getByRole('button', { name: 'Get access token' }).click();
  await page.getByRole('button', { name: 'Insert current key' }).click();
  await page.getByRole('button', { name: 'Exchange', exact: true }).click();
  await page.getByRole('button', { name: 'Use for connection' }).click();
}

/** Opens a table by a key that is locked after a quarter of an hour without input. */
export async function openLocking(page: Page): Promise<void> {
  await openDemo(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radiogroup', { name: 'Lock when idle' }).getByRole('radio', { name: '15 min' }).click();
  await page.getByRole('link', { name: 'Tables' }).click();
  await openTable(page, cars.name);
}

/** How many rows of the job on the page have come to each outcome. */
export async function countsOf(page: Page): Promise<Record<string, number>> {
  const counts = page.getByRole('region', { name: 'Outcome' }).locator('[data-outcome]');
  return Object.fromEntries(
    await counts.evaluateAll((all) =>
      all.map((one) => [one.getAttribute('data-outcome'), Number(one.getAttribute('data-count'))]),
    ),
  );
}
