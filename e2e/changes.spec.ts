import type { Locator, Page } from '@playwright/test';
import {
  activeCell,
  cars,
  cell,
  changesOf,
  discardAll,
  expect,
  openDemo,
  openDemoTable,
  openDrill,
  openSentJob,
  outcomeOf,
  review,
  sendOne,
  sentFrom,
  tablePath,
  test,
  typeInto,
} from './console';

/** The second column of *US states*, as the API calls it. */
const firstField = '2200000000060001';

/** Writes behind the console's back, as any other client of the API may. */
async function somebodyWrites(page: Page, ids: readonly string[]): Promise<void> {
  const answer = await page.request.put('/openapi/v1/dw_item', {
    headers: { 'Open-Authorization': `Bearer ${process.env.DEMO_API_KEY}` },
    data: {
      table_id: '2100000000000006',
      update_type: 'update',
      items: ids.map((item_id) => ({ item_id, fields: { [firstField]: `theirs ${item_id}` } })),
    },
  });
  expect(answer.ok()).toBe(true);
}

test('undoing a job that is gone leaves the page as it was; at 1024 px the review and its job show the whole ID', async ({
  page,
}) => {
  await test.step('undoing a job that was deleted meanwhile says so, and leaves the page as it was', async () => {
    await openDemo(page, tablePath(cars.id));
    await expect(cell(page, cars.name, 1, 1)).toBeVisible();
    await page.evaluate(() => history.replaceState({ ...history.state, usr: { undoJob: 'gone' } }, ''));
    await page.reload();
    const dialog = page.getByRole('dialog', { name: 'Job not found' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
    await expect(dialog).toHaveCount(0);
    await typeInto(page, cell(page, cars.name, 3, 2), 'plymouth II');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog', { name: 'Review changes' })).toBeVisible();
  });
  await test.step('at 1024 px a review and its job show the whole ID beside or below an unbroken title', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    const shown = async (within: Locator) => {
      const record = within.getByRole('cell').filter({ hasText: '2300020000000003' });
      await expect(record.getByText('2300020000000003')).toBeInViewport({ ratio: 1 });
      return record.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element.firstChild ?? element);
        return { isCut: element.scrollWidth > element.clientWidth, lines: range.getClientRects().length };
      });
    };
    expect(await shown(dialog)).toEqual({ isCut: false, lines: 1 });
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await openSentJob(page);
    expect((await shown(page.getByRole('table').first())).isCut).toBe(false);
  });
});

test('undo keeps values that someone else changed later, unless the person chooses otherwise', async ({ page }) => {
  const sorted = `order=${encodeURIComponent('{"field_id":"item_id","type":"asc"}')}`;
  await openDemo(page, `${tablePath('2100000000000006')}?${sorted}`);
  const rows = [12, 13];
  const [undone = '', theirs = ''] = rows.map((row) => `23000600000000${row}`);
  await expect(cell(page, 'US states', 12, 2)).not.toHaveText('');
  const before = (await cell(page, 'US states', 12, 2).textContent()) ?? '';
  for (const row of rows) {
    await typeInto(page, cell(page, 'US states', row, 2), `job ${row}`);
  }
  await (await review(page)).getByRole('button', { name: 'Send 2 rows' }).click();
  await openSentJob(page);
  const verified = outcomeOf(page, 'verified');
  await expect(verified).toHaveAttribute('data-count', '2', { timeout: 20_000 });
  await somebodyWrites(page, [theirs]);

  await page.getByRole('button', { name: 'Undo job' }).click();
  // Sorted as the job was sent from it.
  await expect(page).toHaveURL((url) => url.search === `?${sorted}`);
  const dialog = page.getByRole('dialog', { name: 'Review undo' });
  const row = (id: string) => dialog.getByRole('row').filter({ hasText: id });
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Check again' }).click();
    await expect(row(theirs)).toContainText(`theirs ${theirs}`, { timeout: 1000 });
  }).toPass();
  await expect(row(undone)).toContainText(before);
  await test.step('a count lists its rows alone, until it is pressed again', async () => {
    const count = dialog.getByRole('button', { name: '1 changed by someone else' });
    await count.press('Enter');
    await expect(row(undone)).toHaveCount(0);
    await expect(row(theirs)).toBeVisible();
    await expect(dialog.getByText('1 of 2 rows: changed by someone else')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: 'Send all listed records' })).toBeVisible();
    await count.press('Enter');
    await expect(row(undone)).toBeVisible();
    // The exact JSON is of what is sent: the rows of a count are listed by record.
    await dialog.getByRole('tab', { name: 'Exact JSON' }).click();
    await count.press('Enter');
    await expect(row(undone)).toHaveCount(0);
  });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  // What someone else wrote is not overwritten automatically.
  await row(theirs).getByRole('button', { name: 'Take theirs' }).press('Enter');
  await test.step('of a count without rows there is the way back to all, and no other row is at hand', async () => {
    await expect(dialog.getByText('0 of 1 row: changed by someone else')).toBeVisible();
    await expect(row(undone)).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'List all rows' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row(undone)).toBeVisible();
    await expect(dialog.getByRole('tab', { name: 'By record' })).toBeFocused();
  });
  await dialog.getByRole('button', { name: 'Undo 1 row' }).click();
  await expect(page).toHaveURL(/\/jobs\/.+/);
  await expect(verified).toHaveAttribute('data-count', '1', { timeout: 20_000 });
  await page.getByRole('link', { name: 'Open table' }).click();
  await expect(cell(page, 'US states', 12, 2)).toHaveText(before);
  await expect(cell(page, 'US states', 13, 2)).toHaveText(`theirs ${theirs}`);
});

test('a change in another tab appears in the open review and is checked too', async ({ page, context }) => {
  await openDemoTable(page, cars.name);
  await typeInto(page, cell(page, cars.name, 1, 2), 'changed here');
  const dialog = await review(page);
  await expect(dialog.getByRole('button', { name: 'Send 1 row' })).toBeEnabled();
  const other = await context.newPage();
  await other.goto(tablePath(cars.id));
  await expect(cell(other, cars.name, 2, 1)).not.toBeEmpty();
  await typeInto(other, cell(other, cars.name, 2, 2), 'changed there');
  await expect(dialog.getByRole('button', { name: 'Send 2 rows' })).toBeEnabled();
});

test('drill: a refused row can be opened as a draft', async ({ page }) => {
  await test.step('drills: a row refused by the platform shows its message and can be opened as a draft', async () => {
    const table = 'Refuses every row';
    await openDrill(page, { id: '2100000000000105', name: table });
    await sendOne(page, table, 1, 'never written');
    await expect(page.getByRole('tab', { name: /Needs attention/ })).toHaveAttribute('aria-selected', 'true');
    const rows = page.getByRole('table', { name: 'Job rows' });
    await expect(rows).toContainText('refused');
    // From the tab to its rows, without a stop between them.
    await page.getByRole('tab', { name: /Needs attention/ }).press('Tab');
    await expect(rows).toBeFocused();
    await page.getByRole('button', { name: 'Fix and retry' }).click();
    await expect(changesOf(page)).toContainText('1 record changed');
    // What is to be fixed has the focus, with what became of it.
    await expect(cell(page, table, 1, 2)).toContainText('never written');
    await expect(activeCell(page)).toHaveAccessibleName(/^Name, row 1/);
    await expect(activeCell(page)).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: /sent never written · refused: / })).toBeVisible();
  });
});

test('a review is skipped neither by a key that is held down nor by one that is pressed twice', async ({ page }) => {
  await page.clock.install();
  await openDemoTable(page, cars.name);
  await typeInto(page, cell(page, cars.name, 2, 2), 'looked at first');
  const changes = changesOf(page);
  const writes: string[] = [];
  page.on('request', (request) => void (request.method() === 'PUT' && writes.push(request.url())));
  const dialog = page.getByRole('dialog', { name: 'Review changes' });
  const send = dialog.getByRole('button', { name: 'Send 1 row' });
  const title = dialog.getByRole('heading', { name: 'Review changes' });
  await test.step('a key that is held down, or pressed twice, opens the review and sends nothing', async () => {
    await changes.getByRole('button', { name: /^Review/ }).focus();
    for (let held = 0; held < 5; held += 1) await page.keyboard.down('Enter');
    await expect(title).toBeFocused();
    await page.keyboard.up('Enter');
    await page.keyboard.press('Enter');
    await expect(send).toBeEnabled();
    // The same key, still down as the focus comes to the button.
    await page.keyboard.down('Enter');
    await send.focus();
    for (let held = 0; held < 5; held += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.down('Space');
    await page.keyboard.down('Space');
    await title.focus();
    await page.keyboard.up('Space');
    await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
    expect(writes).toEqual([]);
  });
  await test.step('a second press where the first one opened it is too early to be meant for it', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('Control+s');
    // Its rows are read: there is no reason any more.
    await expect(send).toHaveAccessibleDescription('');
    // By a script, as a locator waits until it can be pressed.
    await send.dispatchEvent('click');
    await page.keyboard.press('Control+Enter');
    await expect(send).toBeDisabled();
    await page.clock.resume();
    await expect(send).toBeEnabled();
    await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
    expect(writes).toEqual([]);
  });
});

test('a small send stays on the page: its progress is shown beside the rows and links to the job', async ({ page }) => {
  const whole = 'Applies, and sends no event';
  await openDrill(page, { id: '2100000000000116', name: whole });
  const before = (await cell(page, whole, 2, 2).textContent()) ?? '';
  const sent = sentFrom(page);
  const changes = changesOf(page);
  await typeInto(page, cell(page, whole, 1, 2), 'discarded');
  await discardAll(page);
  await typeInto(page, cell(page, whole, 2, 2), 'stays here');
  await expect(changes).toContainText('1 record changed');
  await page.keyboard.press('Control+s');
  // The review is the one question: with the rows read, one step from its title, Enter sends.
  const send = page.getByRole('button', { name: 'Send 1 row' });
  await expect(send).toBeEnabled();
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sent.locator('[data-outcome="verified"]')).toHaveText('1 verified');
  await expect(cell(page, whole, 2, 2)).toHaveText('stays here');
  await expect(page.locator('[role=grid] :focus')).toHaveCount(1);
  // What was discarded before the send is not offered again.
  await expect(changes).toHaveCount(0);
  await page.keyboard.press('F6');
  await expect(sent.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('[role=grid] :focus')).toHaveCount(1);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('undo job');
  await expect(page.getByRole('option', { name: 'Undo job' })).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Review undo' })).toContainText(before);
  await expect(page.getByRole('dialog', { name: 'Review undo' })).toContainText(
    /values from before the job of .*\d\d:\d\d:\d\d/,
  );
  await page.getByRole('button', { name: 'Undo 1 row' }).click();
  await expect(cell(page, whole, 2, 2)).toHaveText(before);
  await expect(sent).toContainText('Undone: Name of 1 record restored.');
  await test.step('what was undone is redone, and the bar offers to undo that', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('redo');
    await expect(page.getByRole('option', { name: 'Redo' })).toHaveAttribute('data-highlighted', '');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Review redo' })).toContainText('stays here');
    await expect(page.getByRole('dialog', { name: 'Review redo' })).toContainText(
      /values from before the undo of .*\d\d:\d\d/,
    );
    await page.getByRole('button', { name: 'Redo 1 row' }).click();
    await expect(cell(page, whole, 2, 2)).toHaveText('stays here');
    await expect(sent.getByRole('button', { name: 'Redo' })).toHaveCount(0);
    await expect(sent).toContainText('Redone: Name of 1 record changed again.');
    await expect(sent.getByRole('button', { name: 'Undo job' })).toBeVisible();
  });
  await sent.getByRole('button', { name: 'Dismiss' }).click();
  await expect(sent).toBeHidden();
  await expect(page.locator('[role=grid] :focus')).toHaveCount(1);

  await test.step('an unverified result stays until it is dismissed, also after a reload', async () => {
    const half = 'Applies every second row';
    await openDrill(page, { id: '2100000000000104', name: half });
    for (const row of [1, 2]) {
      await typeInto(page, cell(page, half, row, 2), `half ${row}`);
    }
    // A send that is turned away at first says when it is retried: the gateway's own word for it needs no reading back.
    let isTurnedAway = false;
    await page.route('**/openapi/v1/dw_item', (route) => {
      if (isTurnedAway || route.request().method() !== 'PUT') return route.fallback();
      isTurnedAway = true;
      const body = JSON.stringify({ gateway: { error: 'busy', message: 'slow down' } });
      return route.fulfill({ status: 503, headers: { 'retry-after': '4' }, body });
    });
    await (await review(page)).getByRole('button', { name: 'Send 2 rows' }).click();
    await expect(sent).toContainText(/Platform cannot be reached · .*Retrying in \d s/);
    const refused = sent.locator('[data-outcome="refused"]');
    await expect(refused).toHaveText('1 refused');
    await page.reload();
    await expect(refused).toHaveText('1 refused');
    // The one reason of all refused rows is named.
    await expect(sent).not.toContainText('Some rows are not verified.');
    await expect(sent.getByRole('paragraph').first()).toContainText(/refused/i);
    // The typed value stays in its cell, with the reason, and can be sent again or reverted in place.
    await expect(page.getByRole('rowheader', { name: /refused: / })).toHaveCount(1);
    const kept = page.getByRole('gridcell').filter({ hasText: /half \d.*was/ });
    await expect(kept).toHaveCount(1);
    await kept.click();
    const strip = page.getByRole('status').filter({ hasText: 'sent half' });
    await expect(strip).toContainText(/was .+ · sent half \d · refused: /);
    await strip.getByRole('button', { name: 'Retry' }).click();
    const again = page.getByRole('dialog', { name: 'Review changes' });
    await expect(again.getByRole('button', { name: 'Send 1 row' })).toBeEnabled();
    await again.getByRole('button', { name: 'Keep editing' }).click();
    await expect(strip).toBeHidden();
    await changesOf(page).getByRole('button', { name: /^Undo/ }).click();
    await expect(changesOf(page)).toContainText(/^\s*Undone: .+ of /);
    await openSentJob(page);
    await expect(page.getByRole('table', { name: 'Job rows' })).toContainText('refused');
  });

  await test.step('the sidebar names the workspace of the job, not the last one opened', async () => {
    const job = page.url();
    const rail = page.getByRole('navigation', { name: 'Main' });
    await page.goto(tablePath(cars.id));
    await expect(rail).not.toContainText('Failure drills');
    await page.goto(job);
    await expect(rail).toContainText('Failure drills');
  });
});
