import type { Page } from '@playwright/test';
import { cell, expect, onJobPage, openDemoTable, openDrill, pasteIntoRows, review, sendOne, test } from './console';

const slow = { id: '2100000000000111', name: 'Responds after 4 seconds' };
const quiet = { id: '2100000000000116', name: 'Applies, and sends no event' };

const verified = (page: Page) => page.getByRole('region', { name: 'Outcome' }).locator('[data-outcome="verified"]');

test('a job that ends in a hidden tab is notified and shown in the title; the notification opens the job @long', async ({
  page,
}) => {
  // What belongs to the desktop: whether the tab is seen, and where notifications go.
  await page.addInitScript(() => {
    let seen = true;
    Object.defineProperty(document, 'hidden', { get: () => !seen });
    Object.defineProperty(document, 'visibilityState', { get: () => (seen ? 'visible' : 'hidden') });
    const shown: { title: string; body: string; onclick: (() => void) | null }[] = [];
    class FakeNotification {
      static permission = 'granted';
      onclick: (() => void) | null = null;
      body: string;
      constructor(
        readonly title: string,
        options: { body: string },
      ) {
        this.body = options.body;
        shown.push(this);
      }
    }
    Object.assign(window, {
      Notification: FakeNotification,
      notified: shown,
      see(now: boolean) {
        seen = now;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
  const desktop = <Result>(
    run: (window: {
      notified: { title: string; body: string; onclick: (() => void) | null }[];
      see(now: boolean): void;
    }) => Result,
  ) => page.evaluate(`(${run})(window)`) as Promise<Result>;

  let letGo = (): void => {};
  const unseen = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/openapi/v1/dw_item', async (route) => {
    await unseen;
    await route.continue();
  });
  await openDrill(page, quiet);
  await sendOne(page, quiet.name, 2, 'told when it ends');
  await expect(page.getByText('Will notify you')).toBeVisible();
  const address = page.url();
  await page.getByRole('link', { name: /^Jobs/ }).click();
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await desktop((window) => window.see(false));
  letGo();
  await expect
    .poll(() => desktop(({ notified }) => notified.map(({ body }) => body)), { timeout: 20_000 })
    .toEqual([`Update 1 row of ${quiet.name}: 1 verified`]);
  await expect(page).toHaveTitle(/job finished/);
  await desktop((window) => {
    window.see(true);
    window.notified[0]?.onclick?.();
  });
  await expect(page).toHaveURL(address);
  await expect(page).not.toHaveTitle(/job finished/);
});

test('one job in two tabs: the sending tab is reloaded, both show the same, and each batch is sent once', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDrill(page, slow);
  const other = await context.newPage();
  await other.goto('/e/embedded/jobs');
  await expect(other.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  const writes: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.postData() ?? '');
  });
  const now = Date.now();
  const values = Array.from({ length: 300 }, (_, row) => `two tabs ${now} ${row}`);
  await page.bringToFront();
  await page.evaluate((text) => navigator.clipboard.writeText(text), values.join('\n'));
  await cell(page, slow.name, 1, 2).click();
  await expect(page.getByRole('grid').locator('[data-active]')).toBeFocused();
  await pasteIntoRows(page);
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('300 records changed');
  await (await review(page)).getByRole('button', { name: 'Send 300 rows' }).click();
  await onJobPage(page);

  await other
    .getByRole('link', { name: `Update 300 rows of ${slow.name}` })
    .first()
    .click();
  // The sending tab is reloaded during its requests; the other one continues.
  await expect.poll(() => writes.length).toBe(3);
  // Their bodies have to be with the gateway, which passes on whole ones; the response takes four seconds.
  await page.waitForTimeout(2000);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  for (const tab of [page, other])
    await expect(verified(tab)).toHaveAttribute('data-count', '300', { timeout: 40_000 });
  expect(writes).toHaveLength(3);
  expect(new Set(writes).size).toBe(3);
});

test('a tab closed during a request: another tab continues, reads back and sends nothing again @long', async ({
  page,
  context,
}) => {
  await openDrill(page, slow);
  const other = await context.newPage();
  await other.goto('/e/embedded/jobs');
  await expect(other.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  const writes: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.url());
  });
  await sendOne(page, slow.name, 2, 'from a tab that is closed');
  await expect.poll(() => writes.length).toBe(1);
  await page.close({ runBeforeUnload: false });

  await other
    .getByRole('link', { name: `Update 1 row of ${slow.name}` })
    .first()
    .click();
  await expect(verified(other)).toHaveAttribute('data-count', '1', { timeout: 60_000 });
  await expect(other.getByRole('table', { name: 'Job rows' })).toContainText('Read back: same as sent.');
  expect(writes.length).toBe(1);
});

test('a tab that the browser froze does not keep the jobs of a visible one waiting @long', async ({
  page,
  context,
}) => {
  // It leads, as it was there first.
  await openDrill(page, quiet);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(cell(other, quiet.name, 1, 2)).toBeVisible();
  const writes: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.url());
  });
  const leader = () =>
    other.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.find(({ name }) => name?.startsWith('jobs:'))?.clientId;
    });
  const first = await leader();
  expect(first).toBeTruthy();
  // A browser without a screen freezes no tab: a debugger stops all of its code as well.
  const frozen = await context.newCDPSession(page);
  await frozen.send('Debugger.enable');
  await frozen.send('Debugger.pause');
  await sendOne(other, quiet.name, 2, 'sent beside a frozen tab');
  await expect(verified(other)).toHaveAttribute('data-count', '1', { timeout: 80_000 });
  expect(await leader()).not.toBe(first);
  await frozen.send('Debugger.resume');
  await page.waitForTimeout(3000);
  expect(writes.length).toBe(1);
});

test('editing is turned on for one tab, which looks different, and turned off again, pausing what is sent @long', async ({
  page,
  context,
}) => {
  test.slow();
  await context.route('**/gateway/environments', async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    for (const environment of list.environments) environment.writable = false;
    await route.fulfill({ response: answer, json: list });
  });
  await openDrill(page, quiet);
  await cell(page, quiet.name, 1, 2).click();
  await page.keyboard.press('F2');
  await expect(page.getByText(/Editing is off for/).first()).toBeVisible();

  const lock = page.getByRole('button', { name: 'editing off' });
  const unlocked = page.getByRole('button', { name: 'editing on', exact: true });
  const open = async () => {
    await lock.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn editing on' }).click();
    await expect(unlocked).toBeVisible();
  };
  await open();
  // The note of the cell no longer applies.
  await expect(page.getByText('This cell cannot be edited')).toBeHidden();
  const other = await context.newPage();
  await other.goto('/e/embedded/jobs');
  await expect(other.getByRole('button', { name: 'editing off' })).toBeVisible();
  await other.close();

  // A job that waits with a row to send.
  let calls = 0;
  await context.route('**/openapi/v1/dw_item', (route) => {
    calls += 1;
    return route.fulfill({ status: 429, headers: { 'retry-after': '4' }, body: 'slow down' });
  });
  await sendOne(page, quiet.name, 1, 'sent while it is open');
  await expect(page.getByText('Too many requests')).toBeVisible();
  await unlocked.click();
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeDisabled();
  // Longer than the platform asked to wait: nothing leaves while it is closed.
  const before = calls;
  await page.waitForTimeout(6000);
  expect(calls).toBe(before);
  await context.unroute('**/openapi/v1/dw_item');
  await open();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(verified(page)).toHaveAttribute('data-count', '1', { timeout: 60_000 });
});

test('a job waits while no tab has its key, and continues when one has it again @long', async ({ page, context }) => {
  await page.clock.install();
  let calls = 0;
  await context.route('**/openapi/v1/dw_item', (route) => {
    calls += 1;
    return route.fulfill({ status: 429, headers: { 'retry-after': '3' }, body: 'slow down' });
  });
  await openDrill(page, quiet);
  await sendOne(page, quiet.name, 4, 'waits for its key');
  await expect(page.getByText('Too many requests')).toBeVisible();
  const job = page.url();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Lock key');
  await page.keyboard.press('Enter');
  // The job that stops with the key is named first.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock key' }).click();
  await expect(page).toHaveURL(/\/connect/);
  const before = calls;
  await page.clock.runFor(5000);
  expect(calls).toBe(before);
  await context.unroute('**/openapi/v1/dw_item');
  await page.getByRole('button', { name: 'Open demo workspace' }).click();
  await expect(page).not.toHaveURL(/\/connect/);
  await page.goto(job);
  await expect(verified(page)).toHaveAttribute('data-count', '1', { timeout: 60_000 });
});

test('a stopped job shows its unsent rows, and opens them as drafts @long', async ({ page, context }) => {
  await openDrill(page, quiet);
  await context.route('**/openapi/v1/dw_item', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '3' }, body: 'slow down' }),
  );
  await sendOne(page, quiet.name, 1, 'left unsent');
  await expect(page.getByText('Too many requests')).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop job' }).click();
  await expect(page.getByText('stopped', { exact: true })).toBeVisible();
  // The button that had the focus is gone: the next Tab leads on from the top of the page.
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('“Fix and retry” opens it as unsent changes.')).toBeVisible();
  await expect(page.locator('[data-outcome="not-sent"]').first()).toHaveAttribute('data-count', '1');
  await page.getByRole('button', { name: 'Fix and retry' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('1 record changed');
  await expect(cell(page, quiet.name, 1, 2)).toContainText('left unsent');
});

test('Stop pauses sending while it asks: batches that waited for a connection are never sent @long', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  let letGo = (): void => {};
  const answered = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let calls = 0;
  await page.route('**/openapi/v1/dw_item', async (route) => {
    calls += 1;
    await answered;
    await route.continue();
  });
  await openDemoTable(page, 'Bird strikes');
  const now = Date.now();
  const lines = Array.from({ length: 700 }, (_, row) => `seen ${now} ${row}`).join('\n');
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines);
  await cell(page, 'Bird strikes', 1, 2).click();
  await pasteIntoRows(page);
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('700 records changed');
  await (await review(page)).getByRole('button', { name: 'Send 700 rows' }).click();
  await onJobPage(page);
  // As many as there are connections for a job; two more are ready behind them.
  await expect.poll(() => calls).toBe(5);
  // Slower, faster, paused and resumed by hand: each is shown at once.
  await expect(page.getByText('up to 100% of the limit')).toBeVisible();
  await page.getByRole('button', { name: 'Slower' }).click();
  await expect(page.getByText(/up to [1-9]\d% of the limit/)).toBeVisible();
  await page.getByRole('button', { name: 'Faster' }).click();
  await expect(page.getByText('up to 100% of the limit')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  // A job that was paused stays so when it is not stopped.
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop this job?' });
  await question.getByRole('button', { name: 'Keep paused' }).click();
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.locator('header').getByText('sending', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(question).toContainText('200 rows are not sent');
  await question.getByRole('button', { name: 'Stop job' }).click();
  letGo();
  await expect(page.getByText('stopped', { exact: true })).toBeVisible();
  await expect(verified(page)).toHaveAttribute('data-count', '500');
  await expect(page.locator('[data-outcome="not-sent"]').first()).toHaveAttribute('data-count', '200');
  expect(calls).toBe(5);
});

test('a job of more rows than are laid out at once shows them in parts, each by its number @long', async ({ page }) => {
  const rows = 100_100;
  await openDrill(page, quiet);
  await sendOne(page, quiet.name, 2, 'one of many');
  await expect(verified(page)).toHaveAttribute('data-count', '1', { timeout: 40_000 });
  const address = page.url();
  await page.goto('/e/embedded/jobs');
  await page.evaluate(multiplyJob, { id: address.split('/').at(-1) ?? '', batches: rows / 100 });
  await page.goto(address);
  const table = page.getByRole('table', { name: 'Job rows' });
  await expect(table).toHaveAttribute('aria-rowcount', String(rows + 1));
  const part = page.getByRole('combobox', { name: 'Rows' });
  await expect(part).toHaveText('1–50,000');
  await part.click();
  await page.getByRole('option', { name: '100,001–100,100' }).click();
  const last = table.locator(`[aria-rowindex="${rows + 1}"]`);
  await expect(table.locator('[aria-rowindex="100002"]')).toContainText('100,001');
  await table.hover();
  await page.mouse.wheel(0, 10_000);
  await expect(last).toContainText('100,100');
  await expect(last).toBeInViewport();
});

test('the details of a row that was read back show what was read, and lead to its record', async ({ page }) => {
  await openDrill(page, quiet);
  await sendOne(page, quiet.name, 2, 'seen again');
  await expect(verified(page)).toHaveAttribute('data-count', '1', { timeout: 40_000 });
  await page.getByRole('button', { name: 'Details of row 1' }).click();
  const details = page.getByRole('dialog', { name: /^Row 1/ });
  await expect(details).toContainText('Read back: same as sent.');
  await expect(details.getByRole('columnheader')).toHaveText(['Field', 'Before', 'Sent', 'Read back']);
  await expect(details.getByRole('cell', { name: 'seen again' })).toHaveCount(2);
  await expect(details).not.toContainText('not read back');
  await details.getByRole('link', { name: 'Show record' }).click();
  await expect(page).toHaveURL(/record=\d+/);
});

/** Makes of a job with one row one with so many batches of a hundred, as the browser has stored it. */
async function multiplyJob({ id, batches }: { id: string; batches: number }): Promise<void> {
  const settled = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open('warehouse-console'));
  const change = database.transaction(['jobs', 'batches', 'payloads'], 'readwrite');
  const store = (name: string) => change.objectStore(name);
  const job = await settled(store('jobs').get(id));
  const batch = await settled(store('batches').get([id, 1]));
  const payload = await settled(store('payloads').get([id, 1]));
  const hundred = <Entry>([entry]: Entry[]) => Array.from({ length: 100 }, () => entry);
  for (let number = 1; number <= batches; number += 1) {
    const lines = Array.from({ length: 100 }, (_, nth) => (number - 1) * 100 + nth + 1);
    const { items, found, before, titles } = payload;
    store('payloads').put({
      ...{ ...payload, number, lines, items: hundred(items), found: hundred(found) },
      ...{ before: hundred(before), titles: hundred(titles) },
    });
    store('batches').put({
      ...{ ...batch, number, first_line: lines[0], rows: hundred(batch.rows), counts: { verified: 100 } },
      changed: job.changes + number,
    });
  }
  const total = batches * 100;
  const counts = { ...job.counts, verified: total };
  store('jobs').put({ ...job, total, counts, calls: batches, changes: job.changes + batches });
  await new Promise((resolve) => {
    change.oncomplete = resolve;
  });
  database.close();
}
