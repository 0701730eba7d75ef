import type { Page } from '@playwright/test';
import { type BenchServer, startBenchServer } from '../bench/bench-server';
import { fieldId, spaceId } from '../bench/synthetic-service';
import { cell, expect, test } from './console';

/** Tables that are made up as they are read; the last figure of the id says which. */
const lengths = [101, 250, 10_000_000];
const idOf = (rows: number): string => `210000000000${String(lengths.indexOf(rows)).padStart(4, '0')}`;
const nameOf = (rows: number): string => `Of ${rows}`;
/** The record id of a row by the number that a person sees. */
const recordOf = (row: number): string => String(2300000000000000 + row - 1);

let server: BenchServer;

test.beforeAll(async () => {
  const tables = lengths.map((rows) => ({ table_id: idOf(rows), name: nameOf(rows), rows, columns: 30 }));
  server = await startBenchServer(tables);
});

test.afterAll(() => server.close());

async function open(page: Page, rows: number): Promise<void> {
  await page.goto(`${server.url}/connect?environment=bench`);
  await page.getByLabel('API key').fill('bench');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(/\/e\/bench\//);
  await page.goto(`${server.url}/e/bench/w/${spaceId}/t/${idOf(rows)}`);
  await expect(cell(page, nameOf(rows), 1, 1)).toHaveText(recordOf(1));
}

/** Takes away what the contract does not promise: `has_more`, `total` and `filtered` (field notes). */
async function tellNothing(page: Page): Promise<void> {
  await page.route('**/dw_item/list', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { items: data.items } } });
  });
}

async function goToRow(page: Page, row: string): Promise<void> {
  await page.getByRole('grid').locator('[data-row] [tabindex="0"], [data-active]').first().focus();
  await page.keyboard.press('Control+g');
  const dialog = page.getByRole('dialog', { name: 'Go to row' });
  await dialog.getByLabel('Go to row').fill(row);
  await page.keyboard.press('Enter');
}

/** The row with the focus, by the number that a person sees. */
async function focusedRow(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex')) - 1);
}

const status = (page: Page) => page.getByRole('region', { name: 'Status' });

/** What each frame of the page showed of the first rows: where the table was, how many rows had all their values, and how many had not. */
interface Picture {
  left: number;
  top: number;
  whole: number;
  others: number;
}

test.describe('ten million rows', () => {
  const rows = 10_000_000;
  const name = nameOf(rows);

  test('the first rows appear at once, complete and in place @long', async ({ page }) => {
    await open(page, rows);
    await page.addInitScript(() => {
      const pictures: Picture[] = [];
      Object.assign(window, { pictures });
      const look = (): void => {
        const shown = [...document.querySelectorAll('[role=row][data-row]')];
        const cells = (row: Element) => [...row.querySelectorAll('[role=gridcell]:not([hidden])')];
        // Every record of this table has a value in each of these.
        const isWhole = (row: Element) =>
          cells(row)
            .slice(0, 4)
            .every((each) => each.textContent !== '');
        const whole = shown.filter((row) => cells(row).length > 4 && isWhole(row)).length;
        const { x: left = 0, y: top = 0 } = (shown[0] && cells(shown[0])[1]?.getBoundingClientRect()) ?? {};
        pictures.push({ left, top, whole, others: shown.length - whole });
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.reload();
    await expect(status(page).getByText(/^10,000,000 rows/)).toBeVisible();
    await expect(cell(page, name, 1, 2)).toBeVisible();
    const pictures = await page.evaluate(() => (window as unknown as { pictures: Picture[] }).pictures);
    // Before they come, rows that wait for them may be drawn.
    const withRows = pictures.filter(({ whole }) => whole > 0);
    const [first] = withRows;
    expect(first?.whole).toBeGreaterThan(15);
    for (const picture of withRows) {
      expect(picture).toMatchObject({ left: first?.left, others: 0 });
      expect(Math.abs(picture.top - (first?.top ?? 0))).toBeLessThan(1);
    }
  });

  test('jumps to a row number and steps by one row are exact', async ({ page }) => {
    await open(page, rows);
    await goToRow(page, '9,999,900');
    await expect(cell(page, name, 9_999_900, 1)).toHaveText(recordOf(9_999_900));
    await expect.poll(() => focusedRow(page)).toBe(9_999_900);
    for (let step = 1; step <= 40; step += 1) {
      await page.keyboard.press('ArrowDown');
      expect(await focusedRow(page)).toBe(9_999_900 + step);
    }
    await expect(cell(page, name, 9_999_940, 1)).toBeInViewport();
    await expect(cell(page, name, 9_999_940, 1)).toHaveText(recordOf(9_999_940));
    await page.keyboard.press('Control+End');
    await expect(cell(page, name, rows, 1)).toHaveText(recordOf(rows));
    await expect(cell(page, name, rows, 1)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Control+Home');
    await expect(cell(page, name, 1, 1)).toBeInViewport({ ratio: 1 });
  });
});

test.describe('the end of the table is found where the service reports no total', () => {
  test('one row past a full page: a page that is full and one that is not', async ({ page }) => {
    const rows = 101;
    await tellNothing(page);
    await open(page, rows);
    await cell(page, nameOf(rows), 1, 2).click();
    await page.keyboard.press('Control+End');
    await expect(status(page).getByText(/^101 rows\b/)).toBeVisible();
    await expect.poll(() => focusedRow(page)).toBe(rows);
    await expect(cell(page, nameOf(rows), rows, 1)).toHaveText(recordOf(rows));
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows + 1));
  });

  test('an unknown end is shown as such; the focus survives scrolling; a long text is complete only in its record', async ({
    page,
  }) => {
    const rows = 250;
    await page.route('**/dw_item/list', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      for (const item of data.items.slice(0, 1)) item.fields[fieldId(1)] = `${'long '.repeat(40_000)}and its very end`;
      await route.fulfill({ response, json: { ...rest, data: { items: data.items } } });
    });
    await open(page, rows);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1');
    const long = cell(page, nameOf(rows), 1, 3);
    expect((await long.textContent())?.length).toBeLessThan(1000);
    await long.click();
    await page.mouse.wheel(0, 2500);
    await expect(cell(page, nameOf(rows), 80, 1)).toBeInViewport();
    expect(await focusedRow(page)).toBe(1);
    await page.keyboard.press('ArrowDown');
    await expect(cell(page, nameOf(rows), 2, 1)).toBeInViewport();
    expect(await focusedRow(page)).toBe(2);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    const record = page.getByRole('region', { name: 'Row 0', exact: true });
    await record.getByRole('button', { name: /^Show all/ }).click();
    await expect(record).toContainText('and its very end');
  });

  test('ten million rows: the last one is found by doubling, with progress, and Escape stops it @long', async ({
    page,
  }) => {
    const rows = 10_000_000;
    await tellNothing(page);
    await open(page, rows);
    await cell(page, nameOf(rows), 3, 2).click();
    // The page ahead is there.
    await expect(status(page).getByText('≥ 200 rows')).toBeVisible();
    const release = server.hold();
    await page.keyboard.press('Control+End');
    await expect(status(page).getByText('Finding the last row: ≥ 200 · Esc stops')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(status(page).getByText('≥ 200 rows')).toBeVisible();
    release();
    expect(await focusedRow(page)).toBe(3);

    server.arrivals();
    await page.keyboard.press('Control+Shift+End');
    await expect(cell(page, nameOf(rows), rows, 1)).toHaveText(recordOf(rows));
    await expect(status(page).getByText(/^10,000,000 rows/)).toBeVisible();
    // Doubling and dividing, one row each, several at once; then the rows at the end.
    expect(server.arrivals().length).toBeLessThan(120);
    await expect(cell(page, nameOf(rows), rows, 1)).toBeInViewport({ ratio: 1 });
    await expect(status(page)).toContainText('cells selected');
  });

  test('a row past the end shows a way back; a row past the loaded ones is loaded', async ({ page }) => {
    const rows = 250;
    await tellNothing(page);
    await open(page, rows);
    await goToRow(page, '5000');
    const dialog = page.getByRole('dialog', { name: 'Go to row' });
    await expect(dialog.getByText('There is no row 5,000.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('past the end of the table')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the first row' }).click();
    await expect(page.getByText('past the end of the table')).toBeHidden();
    await expect.poll(() => focusedRow(page)).toBe(1);
    await goToRow(page, '230');
    await expect(cell(page, nameOf(rows), 230, 1)).toHaveText(recordOf(230));
    await expect.poll(() => focusedRow(page)).toBe(230);
    await expect(status(page).getByText(/^250 rows\b/)).toBeVisible();
  });
});
