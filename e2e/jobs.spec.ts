import type { BrowserContext, Page } from '@playwright/test';
import {
  cell,
  changesOf,
  expect,
  hold,
  onJobPage,
  openDrill,
  outcomeOf,
  pasteIntoRows,
  review,
  sendOne,
  test,
} from './console';

const slow = { id: '2100000000000111', name: 'Responds after 4 seconds' };
const quiet = { id: '2100000000000116', name: 'Applies, and sends no event' };

const verified = (page: Page) => outcomeOf(page, 'verified');

/** Counts the writes of all tabs from now on. */
function writesOf(context: BrowserContext): string[] {
  const writes: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.postData() ?? '');
  });
  return writes;
}

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

  const letGo = await hold(page, '**/openapi/v1/dw_item');
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
  const writes = writesOf(context);
  const now = Date.now();
  const values = Array.from({ length: 300 }, (_, row) => `two tabs ${now} ${row}`);
  await page.bringToFront();
  await page.evaluate((text) => navigator.clipboard.writeText(text), values.join('\n'));
  await cell(page, slow.name, 1, 2).click();
  await expect(page.getByRole('grid').locator('[data-active]')).toBeFocused();
  await pasteIntoRows(page);
  await expect(changesOf(page)).toContainText('300 records changed');
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

test('a tab that the browser froze does not keep the jobs of a visible one waiting @long', async ({
  page,
  context,
}) => {
  // It leads, as it was there first.
  await openDrill(page, quiet);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(cell(other, quiet.name, 1, 2)).toBeVisible();
  const writes = writesOf(context);
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
