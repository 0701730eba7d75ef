import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import {
  activeCell,
  cars,
  cell,
  embedded,
  expect,
  hold,
  openDemo,
  openDemoTable,
  openTable,
  tablePath,
  test,
  typeInto,
} from './console';
import { withoutPickers } from './import-steps';

interface ApiRecord {
  item_id: string;
  fields: Record<string, unknown>[];
}

const nameField = '2200000000020001';
const powerField = '2200000000020005';
const strong = { and: [{ field: powerField, query: { gte: 120 } }] };

/** The API's own result for strong cars. */
async function strongCars(page: Page): Promise<ApiRecord[]> {
  const items: ApiRecord[] = [];
  for (let more = true; more; ) {
    const answer = await page.request.post('/openapi/v1/dw_item/list', {
      headers: { 'Open-Authorization': `Bearer ${process.env.DEMO_API_KEY}` },
      data: { table_id: Number(cars.id), filter: strong, limit: 100, offset: items.length },
    });
    const { data } = (await answer.json()) as { data: { items: ApiRecord[] } };
    items.push(...data.items);
    more = data.items.length === 100;
  }
  return items;
}

const fieldOf = (record: ApiRecord, field: string): unknown => Object.assign({}, ...record.fields)[field];

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

test.describe('a file of what matches', () => {
  withoutPickers();
  test.beforeEach(async ({ page }) => {
    await openDemo(page, `${tablePath(cars.id)}?filter=${encodeURIComponent(JSON.stringify(strong))}`);
    await expect(page.getByRole('grid', { name: cars.name })).toBeVisible();
  });

  test('as CSV is for spreadsheets, or exact for other programs, which is remembered', async ({ page }) => {
    const dialog = page.getByRole('dialog', { name: 'Export' });
    const mark = dialog.getByRole('checkbox', { name: 'UTF-8 mark for Excel' });
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(dialog.getByRole('radio', { name: 'For spreadsheets' })).toBeChecked();
    await expect(mark).toBeChecked();
    await dialog.getByRole('radio', { name: 'For other programs' }).click();
    await expect(mark).toBeHidden();
    await expect(dialog).toContainText('without apostrophes');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(await textOf(download)).toMatch(/^[A-Z]/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(dialog.getByRole('radio', { name: 'For other programs' })).toBeChecked();
  });

  test('as CSV and as JSON holds what the API returned, by keyboard; the manifest describes the export', async ({
    page,
  }) => {
    const wanted = await strongCars(page);
    expect(wanted.length).toBeGreaterThan(100);

    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await expect(dialog.getByRole('radio', { name: 'All matching' })).toBeChecked();
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    await dialog.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toContainText(`${wanted.length} rows are in Cars-`, { timeout: 20_000 });
    await expect.poll(() => downloads.length).toBe(2);
    const [csv, manifest] = downloads as [Download, Download];
    const lines = (await textOf(csv)).replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^Record,Name,Miles per gallon,/);
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual(
      wanted.map((record) => [record.item_id, String(fieldOf(record, nameField))]),
    );
    const told = JSON.parse(await textOf(manifest));
    expect(told).toMatchObject({ rows: wanted.length, complete: true, filter: strong, environment: 'embedded' });
    expect(told.trace_ids.length).toBeGreaterThan(1);
    expect(JSON.stringify(told)).not.toContain(process.env.DEMO_API_KEY);

    // Its end is its end: Escape, and the way out is there again.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('radio', { name: 'JSON', exact: true }).click();
    await dialog.getByRole('radio', { name: 'Field IDs' }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await expect.poll(() => downloads.length, { timeout: 20_000 }).toBe(4);
    const records = JSON.parse(await textOf(downloads[2] as Download)) as Record<string, unknown>[];
    expect(records.map((record) => record[powerField])).toEqual(wanted.map((record) => fieldOf(record, powerField)));
  });

  test('that is stopped shows what is written, continues from there and completes, or leaves nothing', async ({
    page,
  }) => {
    let release = (): void => {};
    let gate = Promise.resolve();
    const hold = (): void => {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    };
    await page.route('**/dw_item/list', async (route) => {
      // The first page comes at once.
      if (route.request().postDataJSON().offset > 0) await gate;
      // What was stopped is gone.
      await route.continue().catch(() => {});
    });
    hold();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await page.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await expect(dialog.getByText(/^100\b/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog.getByRole('status')).toContainText('Paused: 100 rows written, Cars-');
    await expect(dialog.getByRole('button', { name: 'Continue', exact: true })).toBeFocused();
    release();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
    const lines = (await textOf(await download)).trimEnd().split('\r\n');
    expect(lines.length - 1).toBe((await strongCars(page)).length);
    expect(new Set(lines).size).toBe(lines.length);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    hold();
    await page.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog.getByRole('status')).toContainText('Nothing was saved');
  });
});

test('takes three key presses, and returns the focus', async ({ page }) => {
  await openDemo(page);
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const ask = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('exp');
  };
  // Without an open table there is nothing to take out.
  await ask();
  await expect(palette.getByRole('option').first()).toHaveText(/^Explorer/);
  await expect(palette.getByRole('option', { name: /^Export/ })).toBeHidden();
  await page.keyboard.press('Escape');

  await openTable(page, cars.name);
  await test.step('what the open table can do is found by its name, and gets the focus', async () => {
    const option = (name: RegExp) => palette.getByRole('option', { name });
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
    for (const [typed, found, opened] of [
      ['condition', /^Add condition/, dialog('Add condition')],
      ['column', /^Columns/, dialog('Columns')],
      ['new rec', /^New record/, page.getByRole('region', { name: 'New record', exact: true })],
      ['find', /^Find in loaded rows/, page.getByRole('search')],
    ] as const) {
      await page.keyboard.press('Control+k');
      await expect(palette.getByRole('combobox')).toBeFocused();
      // Nothing is changed, and nothing to be undone or reviewed.
      await expect(option(/^(Undo|Review)/)).toHaveCount(0);
      await page.keyboard.type(typed);
      await expect(palette.getByRole('option').first()).toHaveAccessibleName(found);
      await page.keyboard.press('Enter');
      await expect(opened.locator(':focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
    }
    await typeInto(page, cell(page, cars.name, 2, 2), 'undone by the palette');
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('undo');
    await expect(palette.getByRole('option').first()).toHaveAccessibleName(/^Undo/);
    await page.keyboard.press('Enter');
    await expect(cell(page, cars.name, 2, 2)).not.toHaveText('undone by the palette');
    await expect(activeCell(page)).toBeFocused();
  });
  await cell(page, cars.name, 2, 2).click();
  await ask();
  await expect(palette.getByRole('option', { name: /^Export/ })).toHaveText(/^Export$/);
  await page.keyboard.type('ort');
  await expect(palette.getByRole('option').first()).toHaveText(/^Export/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByRole('radio', { name: 'All rows' })).toBeVisible();
  await expect(palette).toBeHidden();
  // What is pressed now is pressed in the dialog.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(activeCell(page)).toBeFocused();
});

test('counts the rows of a table on request', async ({ page }) => {
  await openDemoTable(page, cars.name);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog).toContainText(/Row count unknown \(≥ \d00\)/);
  // One answer is held back, so that it is seen counting.
  const release = await hold(page, '**/dw_item/list');
  await dialog.getByRole('button', { name: 'Count first' }).click();
  await expect(dialog).toContainText(/Counting rows: \d00 so far/);
  release();
  await expect(dialog).toContainText(/406 rows, \d requests/);
});

test('writes to a file on disk while another page is open', async ({ page }) => {
  // The picker is the browser's own window: a file of the page's own file system replaces its result.
  await page.addInitScript(() => {
    const pick = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(`picked-${suggestedName}`, { create: true });
    Object.assign(window, { showSaveFilePicker: pick });
  });
  await openDemo(page, tablePath(cars.id));
  await expect(page.getByRole('grid', { name: cars.name })).toBeVisible();
  await page.route('**/dw_item/list', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await page.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('radio', { name: 'JSON lines' }).click();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL(`${embedded}/activity`);
  await expect(page.getByText(/^picked-Cars-.*406 rows exported/)).toBeVisible({ timeout: 15_000 });
  const lines = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    for await (const [name, handle] of folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>) {
      if (name.startsWith('picked-')) return (await (await handle.getFile()).text()).trimEnd().split('\n');
    }
    return [];
  });
  expect(lines).toHaveLength(406);
  expect(new Set(lines.map((line) => JSON.parse(line).Record)).size).toBe(406);
});

test('an error while another page is open is notified, with a link to its request', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await openDemo(page, tablePath(cars.id));
  await expect(page.getByRole('grid', { name: cars.name })).toBeVisible();
  let fail = (): void => {};
  const left = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const message = 'no more of this table';
  await page.route('**/dw_item/list', async (route) => {
    await left;
    await route.fulfill({ json: { code: 60007, message, data: {}, meta: { trace_id: 'trace-of-the-export' } } });
  });
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await page.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  await page.getByRole('link', { name: 'Files' }).click();
  await expect(page.getByRole('textbox', { name: 'File IDs' })).toBeVisible();
  fail();
  const told = page.getByRole('region', { name: 'Notifications' });
  await expect(told.getByText(/^Cars-.*: the export failed$/)).toBeVisible();
  // By keyboard: F6 leads to notifications.
  await page.keyboard.press('F6');
  await told.getByRole('button', { name: 'Show request' }).press('Enter');
  const request = page.getByRole('region', { name: /^Request \d+/ });
  await expect(request).toContainText('trace-of-the-export');
  await expect(request).toContainText(message);
  await expect(told.getByText(/the export failed/)).toBeHidden();
});
