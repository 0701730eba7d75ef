import type { Page } from '@playwright/test';
import { cars, cell, embedded, expect, openDemo, openDemoTable, openDrill, sendOne, tablePath, test } from './console';

const changes = (page: Page) => page.getByRole('region', { name: 'Changes' });

/** Changes the name of a car; nothing is sent. */
async function edit(page: Page, row: number, text: string): Promise<void> {
  await cell(page, cars.name, row, 2).click();
  await expect(page.getByRole('grid').locator('[data-active]')).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(changes(page)).toBeVisible();
}

test('a browser without storage gets a notice; the console works until the page closes', async ({ page }) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'] as const) Object.defineProperty(window, name, { get: deny });
    IDBFactory.prototype.open = deny;
  });
  await openDemoTable(page, cars.name);
  await edit(page, 1, 'Without a store');
  await expect(changes(page)).toContainText('This browser saves nothing: these changes are lost when the page closes.');
  await page.getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByText('Jobs cannot be stored')).toBeVisible();
  for (const name of ['Files', 'Provider', 'Events', 'Activity', 'Explorer', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

test('a full disk is reported, and unsent changes are saved once there is room again @long', async ({ page }) => {
  await page.addInitScript(() => {
    const { put, add } = IDBObjectStore.prototype;
    for (const [name, write] of Object.entries({ put, add })) {
      IDBObjectStore.prototype[name as 'put'] = function (this: IDBObjectStore, ...given: [unknown, IDBValidKey?]) {
        if ('diskIsFull' in window) throw new DOMException('no room', 'QuotaExceededError');
        return write.apply(this, given);
      };
    }
  });
  await openDemo(page, tablePath(cars.id));
  await expect(cell(page, cars.name, 1, 1)).not.toBeEmpty();
  await edit(page, 1, 'Before it was full');
  await page.evaluate(() => Object.assign(window, { diskIsFull: true }));
  await edit(page, 2, 'While it was full');
  await expect(changes(page)).toContainText('This browser saves nothing');

  await page.getByRole('button', { name: /^Review/ }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await review.getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('The job was not started')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(changes(page)).toContainText('2');

  await page.evaluate(() => Reflect.deleteProperty(window, 'diskIsFull'));
  await edit(page, 3, 'With room again');
  await expect(changes(page)).not.toContainText('This browser saves nothing');
  await page.goto(page.url());
  await expect(changes(page)).toContainText('3 records changed');
});

/** How many drafts the database of this browser holds; runs in the page. */
function draftsKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('warehouse-console');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const count = opening.result.transaction('drafts').objectStore('drafts').count();
      count.onsuccess = () => resolve(count.result);
      opening.result.close();
    };
  });
}

test('a database of an older version is upgraded with its drafts and jobs', async ({ page }) => {
  const drill = { id: '2100000000000116', name: 'Applies, and sends no event' };
  await openDrill(page, drill);
  await sendOne(page, drill.name, 3, `Sent by an older console ${Date.now()}`);
  const verified = page.getByRole('region', { name: 'Outcome' }).locator('[data-outcome="verified"]').first();
  await expect(verified).toHaveAttribute('data-count', '1', { timeout: 30_000 });
  const job = page.url();
  await page.goto(tablePath(cars.id));
  await expect(cell(page, cars.name, 1, 1)).not.toBeEmpty();
  await edit(page, 1, 'From an older console');
  await expect.poll(() => page.evaluate(draftsKept)).toBe(1);
  // What the first version of the console left: its tables, a draft, a job, and its number.
  await page.goto(`${embedded}/activity`);
  await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const name = 'warehouse-console';
    const now = await settled(indexedDB.open(name));
    const kept: Record<string, unknown[]> = {};
    for (const store of ['drafts', 'jobs', 'batches', 'payloads'])
      kept[store] = await settled(now.transaction(store).objectStore(store).getAll());
    now.close();
    await settled(indexedDB.deleteDatabase(name));
    const old = indexedDB.open(name, 10);
    old.onupgradeneeded = () => {
      const owner = ['environment', 'identity'];
      const tables: Record<string, string[]> = {
        drafts: [...owner, 'table_id', 'item_id', 'field_id'],
        draftSteps: [...owner, 'table_id', 'sequence'],
      };
      for (const [table, keyPath] of Object.entries(tables)) {
        const store = old.result.createObjectStore(table, { keyPath });
        store.createIndex('[environment+identity+table_id]', [...owner, 'table_id']);
        store.createIndex('[environment+identity]', owner);
      }
      const jobs = old.result.createObjectStore('jobs', { keyPath: 'id' });
      for (const last of ['created_at', 'open']) jobs.createIndex(`[environment+identity+${last}]`, [...owner, last]);
      const batches = old.result.createObjectStore('batches', { keyPath: ['job_id', 'number'] });
      batches.createIndex('[job_id+changed]', ['job_id', 'changed']);
      batches.createIndex('[job_id+state+number]', ['job_id', 'state', 'number']);
      batches.createIndex('trace_id', 'trace_id');
      old.result.createObjectStore('payloads', { keyPath: ['job_id', 'number'] });
      old.result.createObjectStore('tableSettings', { keyPath: ['environment', 'table_id', 'name'] });
      old.result.createObjectStore('preferences', { keyPath: 'name' });
    };
    const database = await settled(old);
    const write = database.transaction(Object.keys(kept), 'readwrite');
    for (const [store, rows] of Object.entries(kept)) for (const row of rows) write.objectStore(store).put(row);
    await new Promise((resolve) => {
      write.oncomplete = resolve;
    });
    database.close();
  });
  await page.goto(tablePath(cars.id));
  await expect(changes(page)).toContainText('1');
  await expect(cell(page, cars.name, 1, 2)).toContainText('From an older console');
  await page.goto(job);
  await expect(verified).toHaveAttribute('data-count', '1');
  await expect(page.getByRole('table', { name: 'Job rows' })).toContainText('Sent by an older console');
});

test('links are renewed after the clock is corrected by a day, and after a tab slept for hours', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 24 * 60 * 60_000 });
  await openDemo(page);
  let looked = 0;
  let answered = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/openapi/v1/files')) looked += 1;
  });
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/openapi/v1/files')) answered += 1;
  });
  await page.goto(`${embedded}/files?ids=6100000000000001`);
  await expect(page.getByText(/links valid for (59|60) min/)).toBeVisible();
  expect(looked).toBe(1);
  await page.clock.setSystemTime(Date.now());
  await page.clock.runFor(30_000);
  await expect.poll(() => answered).toBe(2);
  // The page has its turn with the answer before it falls asleep.
  await page.clock.runFor(1000);
  await page.clock.fastForward(5 * 60 * 60_000);
  await expect.poll(() => looked).toBe(3);
  await expect(page.getByText(/links valid for (59|60) min/)).toBeVisible();
  const picture = page.getByRole('list', { name: 'Files' }).locator('img');
  await expect(picture).toBeVisible();
  // A picture that does not load, although its links should work: they are fetched once more.
  await page.clock.fastForward(2 * 60_000);
  await page.route(/\/files\/\d+\//, (route) => (looked < 4 ? route.abort() : route.fallback()));
  await page.getByRole('radio', { name: 'List' }).click();
  await expect.poll(() => looked).toBe(4);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
});
