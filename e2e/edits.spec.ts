import type { Locator } from '@playwright/test';
import { look } from './axe';
import {
  activeCell,
  cars,
  cell,
  changesOf,
  countsOf,
  discardAll,
  expect,
  hold,
  newRecord,
  openDemo,
  openDemoTable,
  openDrill,
  review as openReview,
  openSentJob,
  outcomeOf,
  sentFrom,
  tablePath,
  tabTo,
  test,
  typeInto,
} from './console';

test('cells are changed by a paste, a fill, keys and choices, and each step is undone', async ({ page, context }) => {
  await test.step('a paste over unloaded rows loads them first; what does not fit is listed; one undo reverts it', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openDemoTable(page, 'Cars');
    const changes = changesOf(page);
    const rows = Array.from({ length: 150 }, (_, row) => (row === 40 ? 'many' : String(row + 1000)));
    await page.evaluate((text) => navigator.clipboard.writeText(text), rows.join('\n'));

    // Row 81: the paste reaches past the first page, far below what has been on the screen.
    await cell(page, 'Cars', 1, 1).click();
    await page.keyboard.press('Control+g');
    await page.getByRole('textbox', { name: 'Go to row' }).fill('81');
    await page.keyboard.press('Enter');
    const weight = page.getByRole('columnheader', { name: /Weight/ });
    const column = Number(await weight.getAttribute('aria-colindex')) - 1;
    await cell(page, 'Cars', 81, column).click();
    await page.keyboard.press('Control+V');

    await expect(changes).toContainText('149 records changed');
    await expect(page.getByText('1 cell not changed')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Status' })).toContainText('150 cells selected');
    await page.getByRole('button', { name: 'Show list' }).click();
    const list = page.getByRole('dialog', { name: 'Cells not changed' });
    await expect(list.getByRole('row').filter({ hasText: 'many' })).toContainText('This is not a number.');
    await list.getByRole('row').filter({ hasText: 'many' }).click();
    await expect(cell(page, 'Cars', 121, column)).toBeVisible();

    await page.keyboard.press('Control+z');
    await expect(changes).toContainText('No changes to review.');
  });
  await page.keyboard.press('Control+Home');
  await test.step('Ctrl+Enter fills the selection as one step; the table list shows where unsent changes are', async () => {
    const changes = changesOf(page);
    const line = page.getByRole('list', { name: 'Tables' }).getByRole('link', { name: /^Cars/ });
    await expect(line).not.toContainText('unsent');
    await cell(page, 'Cars', 2, 2).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.type('filled');
    await page.keyboard.press('Control+Enter');
    await expect(changes).toContainText('3 records changed');
    for (const row of [2, 3, 4]) await expect(cell(page, 'Cars', row, 2)).toContainText('filled');
    await expect(line).toContainText('unsent');
    // The cells that took it are still selected, and one step takes it back from all.
    await page.keyboard.press('Control+z');
    await expect(changes).toContainText('No changes to review.');
    await expect(line).not.toContainText('unsent');
    for (const row of [2, 3, 4]) await expect(cell(page, 'Cars', row, 2)).not.toContainText('filled');
  });
  await test.step('the bar of the changes says what was just undone, and its buttons know the keys of undo and redo', async () => {
    const changes = changesOf(page);
    await typeInto(page, cell(page, cars.name, 1, 2), 'first');
    await typeInto(page, cell(page, cars.name, 2, 2), 'second');
    await changes.getByRole('button', { name: /^Undo/ }).focus();
    await page.keyboard.press('Control+z');
    await expect(changes).toContainText('Undone: Name of buick skylark 320');
    await page.keyboard.press('Control+z');
    await expect(changes).toContainText('Undone: Name of chevrolet chevelle malibu');
    await page.keyboard.press('Control+y');
    // The other one is still undone, but not by this.
    await expect(changes).toContainText('1 record changed');
    await expect(changes).not.toContainText('Undone');
    // The button is gone with the last change.
    await changes.getByRole('button', { name: /^Review/ }).focus();
    await page.keyboard.press('Control+z');
    await expect(activeCell(page)).toBeFocused();
  });
  await test.step('by keyboard: all rows are selected around the cell, whose column is changed; discarding leads back to it', async () => {
    await cell(page, 'Cars', 1, 4).click();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('grid').getByRole('button', { name: 'Cylinders', exact: true })).toBeFocused();
    // Not the text of the page.
    await page.keyboard.press('Control+A');
    await expect(activeCell(page)).toHaveAccessibleName(/^Cylinders, row 1/);
    await cell(page, 'Cars', 4, 3).click();
    await page.keyboard.press('Control+A');
    await expect(activeCell(page)).toHaveAccessibleName(/^Miles per gallon, row 4/);
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Change rows' });
    await expect(dialog.getByRole('combobox', { name: 'Field' })).toHaveValue('Miles per gallon');
    // A list without rows shows that it has the focus.
    const preview = dialog.getByRole('grid', { name: 'Preview' });
    await tabTo(page, preview);
    await expect(preview.getByRole('row').last()).not.toHaveCSS('box-shadow', 'none');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.type('31');
    await page.keyboard.press('Enter');
    await discardAll(page);
    await expect(activeCell(page)).toBeFocused();
  });
  await test.step('a refused choice shows what can be chosen, typing goes on, and a press takes the option itself', async () => {
    const head = page.getByRole('columnheader', { name: /Cylinders/ });
    const cylinders = cell(page, 'Cars', 1, Number(await head.getAttribute('aria-colindex')) - 1);
    await typeInto(page, cylinders, 'abc');
    await expect(cylinders.getByRole('alert')).toContainText('No option has this name.');
    const options = cylinders.getByRole('listbox', { name: 'Options' }).getByRole('option');
    await expect(options).toHaveText(['3', '4', '5', '6', '8']);
    // Enter takes none of them by itself.
    await page.keyboard.press('Enter');
    await expect(cylinders.getByRole('alert')).toBeVisible();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('6');
    await expect(cylinders.getByRole('alert')).toBeHidden();
    await expect(options).toHaveText(['6']);
    await page.keyboard.press('Enter');
    await expect(cylinders).toHaveText('6was 8');
    // Its ID is the name of another.
    await cylinders.click();
    await page.keyboard.press('Enter');
    await options.filter({ hasText: '5' }).click();
    await expect(cylinders).toHaveText('5was 8');
  });
});

test('hidden changes are counted and kept through a filter, a sort, a scroll and a reload; the review shows when it was checked', async ({
  page,
}) => {
  await openDemoTable(page, 'Cars');
  const changes = changesOf(page);
  const first = (await cell(page, 'Cars', 1, 2).textContent()) ?? '';
  await typeInto(page, cell(page, 'Cars', 1, 2), 'out of sight');
  await expect(changes).toContainText('1 record changed');

  await page.keyboard.press('Control+End');
  await expect(cell(page, 'Cars', 406, 1)).toBeVisible();
  await expect(changes).toContainText('1 record changed');
  const address = new URL(page.url());
  address.search = new URLSearchParams({
    filter: JSON.stringify({ and: [{ field: '2200000000020001', query: { eq: ['ford torino'] } }] }),
    order: JSON.stringify({ field_id: 'item_id', type: 'desc' }),
  }).toString();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(address.href);
  await expect(cell(page, 'Cars', 1, 2)).toHaveText('ford torino');
  await expect(page.getByRole('grid')).not.toContainText('out of sight');
  await expect(changes).toContainText('1 record changed');

  const review = await openReview(page);
  await expect(review.getByRole('row').filter({ hasText: 'out of sight' })).toContainText(first);
  await expect(review).toContainText(/checked [2-9]s ago/);
  await review.getByRole('button', { name: 'Check again' }).click();
  await expect(review).toContainText(/checked (now|0s|1s)/);
});

test('typing before the table type is known is kept; a table that turns out read-only says so', async ({ page }) => {
  await openDemo(page);
  for (const { id, name, stays } of [
    { id: '2100000000000002', name: 'Cars', stays: true },
    { id: '2100000000000007', name: 'Countries', stays: false },
  ]) {
    const letGo = await hold(page, '**/openapi/v1/dw_table/list');
    await page.goto(tablePath(id));
    await expect(cell(page, name, 1, 1)).not.toBeEmpty();
    const first = (await cell(page, name, 1, 2).textContent()) ?? '';
    await cell(page, name, 1, 2).click();
    await page.keyboard.type('quick hands ');
    letGo();
    await expect(page.getByText(stays ? 'ext · editable' : 'sync · read-only')).toBeVisible();
    if (stays) {
      await page.keyboard.type('typed this');
      await page.keyboard.press('Enter');
      await expect(cell(page, name, 1, 2)).toContainText('quick hands typed this');
      await expect(changesOf(page)).toContainText('1 record changed');
    } else {
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
        'The API can change only ext tables',
      );
      await expect(cell(page, name, 1, 2)).toHaveText(first);
      // The keys are the grid's again.
      await page.keyboard.press('ArrowDown');
      await expect(cell(page, name, 2, 2)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    }
    await page.unroute('**/openapi/v1/dw_table/list');
    page.once('dialog', (dialog) => void dialog.accept());
  }
});

test('typing into one cell after another stays in each; what does not fit stays in its editor with the reason', async ({
  page,
}) => {
  await openDemoTable(page, 'Cars');
  for (const row of [2, 3]) await typeInto(page, cell(page, 'Cars', row, 2), `in row ${row}`);
  await typeInto(page, cell(page, 'Cars', 4, 3), 'no number');
  await expect(changesOf(page)).toContainText('2 records changed');
  for (const row of [2, 3]) await expect(cell(page, 'Cars', row, 2)).toHaveText(new RegExp(`^in row ${row}(?!in)`));
  // What does not fit is not lost either.
  await expect(page.getByRole('grid').getByRole('alert')).toContainText('not a number');
  await expect(page.locator('[data-editing] input')).toHaveValue('no number');
  // A press on another cell ends an edit in its own cell, and never takes a text along.
  await cell(page, 'Cars', 6, 3).click();
  await expect(cell(page, 'Cars', 4, 3).locator('input')).toHaveValue('no number');
  await expect(cell(page, 'Cars', 4, 3).locator('input')).toBeFocused();
  await test.step('nor does a second press, a menu or the head of a column leave what was refused behind', async () => {
    const waits = async () => {
      await expect(cell(page, 'Cars', 4, 3).locator('input')).toHaveValue('no number');
      await expect(cell(page, 'Cars', 4, 3).locator('input')).toBeFocused();
    };
    await cell(page, 'Cars', 6, 3).dblclick();
    await cell(page, 'Cars', 6, 3).click({ button: 'right' });
    await waits();
    const address = page.url();
    const head = page.getByRole('columnheader', { name: /Cylinders/ });
    for (const name of [/^Cylinders/, /^Column menu/]) await head.getByRole('button', { name }).click();
    await head.click({ button: 'right' });
    await waits();
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(page.url()).toBe(address);
  });
  await page.keyboard.press('Control+A');
  await page.keyboard.type('77');
  await test.step('a press on the scroll bar ends no edit', async () => {
    await page
      .getByRole('grid', { name: 'Cars' })
      .evaluate((grid) => grid.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
    await expect(page.locator('[data-editing] input')).toHaveValue('77');
  });
  await cell(page, 'Cars', 6, 3).click();
  await expect(cell(page, 'Cars', 4, 3)).toContainText('77');
  await expect(cell(page, 'Cars', 6, 3).locator('input')).toHaveValue('');
});

test('one value is set on all matching rows with three presses, and verified @long', async ({ page }) => {
  await openDemoTable(page, 'Cars');
  await cell(page, 'Cars', 2, 2).click();
  await page.keyboard.type('staged before');
  await page.keyboard.press('Enter');
  await cell(page, 'Cars', 1, 3).click();
  let presses = 0;
  const press = async (button: Locator) => {
    await button.click();
    presses += 1;
  };
  await press(page.getByRole('button', { name: 'Change all matching…' }));
  const dialog = page.getByRole('dialog', { name: 'Change rows' });
  await expect(dialog.getByRole('textbox', { name: 'Value' })).toBeFocused();
  await page.keyboard.type('41');
  await expect(dialog).toContainText(/rows? changes? .* loaded so far/);
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes('No batches')) document.body.dataset.denied = '';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await press(dialog.getByRole('button', { name: 'Load all and review' }));
  const reviewed = page.getByRole('dialog', { name: 'Review changes' });
  // Nothing is said of batches before the rows are checked.
  await expect(reviewed.getByText(/^5 batches/)).toBeVisible();
  await expect(page.locator('body[data-denied]')).toHaveCount(0);
  // While the job is stored the review still shows what it sends.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes('Nothing left to send.')) document.body.dataset.emptied = '';
    }).observe(document.body, { childList: true, subtree: true });
  });
  // What was staged before is no part of it.
  await press(reviewed.getByRole('button', { name: /^Send 406 rows/ }));
  expect(presses).toBeLessThanOrEqual(4);
  await expect(page).toHaveURL(/\/jobs\/.+/);
  await expect(page.locator('body[data-emptied]')).toHaveCount(0);
  await expect.poll(async () => (await countsOf(page)).verified, { timeout: 40_000 }).toBe(406);
});

test('find and replace in a selection is previewed and staged as one step; an endless expression blocks nothing @long', async ({
  page,
}) => {
  await openDemoTable(page, 'Cars');
  await cell(page, 'Cars', 1, 2).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Change rows' });
  await dialog.getByRole('combobox', { name: 'Change' }).click();
  await page.getByRole('option', { name: 'Find and replace' }).click();
  const toReview = dialog.getByRole('button', { name: 'Review changes', exact: true });
  await expect(toReview).toBeDisabled();
  await expect(toReview).toHaveAccessibleDescription(/\w/);
  await dialog.getByRole('checkbox', { name: 'Regular expression' }).click();
  await dialog.getByRole('textbox', { name: 'Find' }).fill('^((.+)+)+x$');
  await expect(dialog).toContainText('takes too long');
  await dialog.getByRole('textbox', { name: 'Find' }).fill('^(\\w+) (\\w+)');
  await dialog.getByRole('textbox', { name: 'Replace with' }).fill('$2 $1');
  await expect(dialog).toContainText('2 rows change');
  await expect(dialog).toContainText('chevelle chevrolet malibu');
  await look(page, ['light', 'dark']);
  const stage = dialog.getByRole('button', { name: 'Stage only' });
  await stage.click();
  const changes = changesOf(page);
  await expect(changes).toContainText('2 records changed');
  await changes.getByRole('button', { name: /^Undo/ }).click();
  await expect(changes).toContainText('No changes to review.');
});

test('an open record is edited in place with the same editors, and its cells show the change', async ({ page }) => {
  await openDemoTable(page, 'Cars');
  await cell(page, 'Cars', 1, 2).click();
  await page.keyboard.press('Space');
  const panel = page.getByRole('region', { name: 'chevrolet chevelle malibu' });
  const changes = changesOf(page);
  await panel.getByRole('button', { name: 'Edit Name' }).focus();
  await page.keyboard.press('F2');
  const name = panel.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: 'Edit Name' })).toBeFocused();
  await expect(changes).toBeHidden();
  await page.keyboard.press('Enter');
  await name.fill('estate');
  // To the next field; what it refuses is shown.
  await page.keyboard.press('Tab');
  await expect(name).toBeHidden();
  await expect(changes).toContainText('1 record changed');
  await expect(cell(page, 'Cars', 1, 2)).toContainText('estate');
  await panel.getByText('3504', { exact: true }).dblclick();
  const weight = panel.getByRole('textbox', { name: /Weight/ });
  await weight.fill('heavy');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toContainText('This is not a number.');
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Revert Name' }).click();
  await expect(cell(page, 'Cars', 1, 2)).toContainText('chevelle');
  // The way to have it again stays.
  await expect(changes).toContainText('No changes to review.');
  await changes.getByRole('button', { name: /^Undo/ }).click();
  await expect(changes).toContainText('1 record changed');
});

test('a new record: its key is suggested, kept over a reload, sent as upsert and verified; a note says that it stays', async ({
  page,
}) => {
  await openDemoTable(page, 'US states');
  const form = await newRecord(page);
  // Suggested from the rows, behind a heading that is closed, and the first field is ready.
  await expect(form.getByRole('textbox').first()).toBeFocused();
  const matching = form.getByText(/^Matched by State: unique in \d+ loaded rows/);
  await expect(form.getByText('Advanced')).toBeVisible();
  await expect(matching).toBeHidden();
  await form.getByText('Advanced').click();
  await expect(matching).toBeInViewport({ ratio: 1 });
  await expect(form).not.toContainText('no value yet');
  await form.getByRole('textbox').first().fill('Utopia');
  await page.keyboard.press('Enter');
  await expect(changesOf(page)).toContainText('1 new');
  // It waits in a row of its own, which opens it.
  const made = page.getByRole('grid', { name: 'New records' });
  const waiting = made
    .getByRole('row')
    .filter({ hasText: 'Utopia' })
    .getByRole('gridcell', { name: 'new', exact: true });

  // Escape leaves the panel for the cells, from a field and from a button of it; what was written in the field stays in the draft.
  await form.getByRole('textbox').nth(1).fill('Nowhere');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(cell(page, 'US states', 1, 1)).toBeFocused();
  await waiting.dblclick();
  await expect(form.getByRole('textbox').nth(1)).toHaveValue('Nowhere');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await waiting.dblclick();
  await expect(form.getByRole('textbox').first()).toHaveValue('Utopia');
  await form.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review.getByText('will be created').first()).toBeVisible();
  await review.getByRole('tab', { name: 'Exact JSON' }).click();
  await expect(review).toContainText('"upsert"');
  await review.getByRole('button', { name: 'Send 1 row' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 record is created and stays.');
  await expect(page.getByRole('alertdialog')).not.toContainText('undo');
  await page.getByRole('alertdialog').getByRole('button', { name: /^Send/ }).click();
  await test.step('once verified it is selected in its row; when a filter hides it, a note offers to show it', async () => {
    await expect(form).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: 'Utopia' });
    await expect(row.locator('[data-active]')).toBeFocused({ timeout: 20_000 });
    await row.getByText('Utopia').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Without this value/ }).click();
    const sent = sentFrom(page);
    await expect(sent).toContainText('The new record is hidden by the filter.');
    await sent.getByRole('button', { name: 'Show record' }).click();
    const record = page.getByRole('region', { name: 'Utopia' });
    await expect(record).toContainText('Nowhere');
    for (const name of ['Previous record', 'Next record'])
      await expect(record.getByRole('button', { name })).toHaveAccessibleDescription(
        'This record is not in the loaded rows.',
      );
  });
  await openSentJob(page);
  await expect(outcomeOf(page, 'verified')).toContainText('1');
  await expect(page.getByRole('table', { name: 'Job rows' })).toContainText(
    /Created(, confirmed by a callback event)?\./,
  );
  const pill = await page.getByRole('table', { name: 'Job rows' }).getByText('verified, created').boundingBox();
  expect(pill?.height, 'an outcome has one line').toBeLessThan(28);

  await expect(page.getByRole('list', { name: 'Created records that stay' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Undo job' })).toBeDisabled();
});

test('drills: new records that are sent leave the focus in the cells; refused ones return to their grid', async ({
  page,
}) => {
  await test.step('a new record that is sent from its row leaves the focus in the cells', async () => {
    const table = { id: '2100000000000105', name: 'Refuses every row' };
    await openDrill(page, table);
    const form = await newRecord(page);
    await form.getByRole('textbox').first().fill('Quadrant');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Close' }).click();
    const made = page.getByRole('grid', { name: 'New records' });
    await made.getByText('Quadrant').click();
    await page.keyboard.press('Control+S');
    await page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: 'Send 1 row' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: /^Send/ }).click();
    await expect(made).toBeHidden();
    await expect(activeCell(page)).toBeFocused();
  });
  await test.step('drills: refused new records return to their grid from the bar of the sent job, with their reason', async () => {
    await openDrill(page, { id: '2100000000000104', name: 'Applies every second row' });
    // Of an alias that has no room beside its name there is not one letter.
    const cut = await page.getByRole('list', { name: 'Tables' }).evaluate((list) =>
      [...list.querySelectorAll<HTMLElement>('b + span')].filter(
        ({ offsetTop, offsetWidth, previousElementSibling }) => {
          const isBeside =
            previousElementSibling instanceof HTMLElement && offsetTop === previousElementSibling.offsetTop;
          return isBeside && offsetWidth < 40;
        },
      ),
    );
    expect(cut).toEqual([]);
    const form = await newRecord(page);
    await form.getByRole('textbox').first().fill('Quadrant');
    // A press on it would take what is being written.
    await expect(form.getByRole('button', { name: 'Review' })).toBeEnabled();
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Add another' }).click();
    await expect(form).toContainText('not sent · 1 more');
    await form.getByRole('textbox').first().fill('Astrolabe');
    await form.getByRole('textbox').nth(1).fill('S-9001');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await dialog.getByRole('button', { name: 'Send 2 rows' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: /^Send/ }).click();
    const sent = sentFrom(page);
    await expect(sent.locator('[data-outcome="refused"]')).toHaveText('1 refused', { timeout: 20_000 });
    const made = page.getByRole('grid', { name: 'New records' });
    await expect(made).toBeHidden();
    await sent.getByRole('button', { name: 'Fix and retry' }).click();
    await expect(made.getByRole('row').filter({ hasText: 'Astrolabe' })).toContainText('S-9001');
    await expect(made.locator('[data-active]')).toBeFocused();
    await expect(changesOf(page)).toContainText('1 new');
    await made.getByText('Astrolabe').click();
    await expect(page.getByRole('status').filter({ hasText: /sent Astrolabe · refused: / })).toBeVisible();
    // What it reported is in its row now; the bar keeps what became of the other. After a reload both stay so.
    const stays = async () => {
      await expect(sent.locator('[data-outcome="verified"]')).toHaveText('1 verified');
      await expect(sent.getByRole('button', { name: 'Fix and retry' })).toBeHidden();
    };
    await stays();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(made).toContainText('Astrolabe');
    await stays();
  });
});

test('new records in their grid: an editor in the last row has its room; undoing the last one leads back to the table @long', async ({
  page,
}) => {
  await page.clock.install();
  await openDemoTable(page, 'US states');
  const form = await newRecord(page);
  await form.getByRole('textbox').first().fill('Utopia');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const made = page.getByRole('grid', { name: 'New records' });
  const head = made.getByRole('columnheader', { name: 'Population' });
  const number = made.getByRole('row').filter({ hasText: 'Utopia' });
  const population = number.locator(`[aria-colindex="${await head.getAttribute('aria-colindex')}"]`);
  // Escape leads from its form back to the cell that opened it.
  await page.keyboard.press('Tab');
  await expect(made.locator('[data-active]')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(made.locator('[data-active]')).toBeFocused();
  // Nothing of it was ever loaded.
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('1 new record is removed. Nothing was sent');
  await expect(page.getByRole('alertdialog')).not.toContainText('loaded');
  await page.keyboard.press('Escape');
  await typeInto(page, population, 'many');
  const alert = made.getByRole('alert');
  await expect(alert).toHaveText('This is not a number.');
  // All of it is seen, and nothing lies over it.
  expect(
    await alert.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const corners = [
        [left + 4, top + 4],
        [right - 4, bottom - 4],
      ] as const;
      return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
    }),
  ).toBe(true);
  await page.keyboard.press('Escape');
  // Not by what gave the focus back when the form closed: that tries for two seconds.
  await page.clock.runFor(2500);
  await page.keyboard.press('Control+z');
  await expect(made).toBeHidden();
  await expect(cell(page, 'US states', 1, 1)).toBeFocused();
});

test('of the old value of a changed cell enough is shown to recognize it, or nothing @long', async ({ page }) => {
  await openDemoTable(page, 'Cars');
  const changed = cell(page, 'Cars', 2, 2);
  const old = (await changed.textContent()) ?? '';
  const seen: string[] = [];
  for (const length of [3, 8, 12, 14, 16, 17, 18, 20, 40]) {
    await typeInto(page, changed, 'n'.repeat(length));
    await expect(changed).toHaveText(`${'n'.repeat(length)}was ${old}`);
    await expect(changed).toHaveAttribute('title', `${old} → ${'n'.repeat(length)}`);
    const { shown, whole } = await changed.locator('del').evaluate((del) => {
      const own = del.getBoundingClientRect();
      const around = (del.closest('[role=gridcell]') as Element).getBoundingClientRect();
      const isSeen = own.top < around.bottom - 1;
      return { shown: isSeen ? Math.min(own.right, around.right) - own.left : 0, whole: del.scrollWidth };
    });
    if (shown > 0 && shown < whole - 1) expect(shown).toBeGreaterThan(48);
    seen.push(shown === 0 ? 'nothing' : shown < whole - 1 ? 'enough' : 'all');
  }
  expect(new Set(seen)).toEqual(new Set(['all', 'enough', 'nothing']));
});

test('a review: its lines are reverted by key, and in the order of the columns', async ({ page }) => {
  await openDemoTable(page, cars.name);
  await test.step('after the last line of a review was reverted by key, the one above it has the focus', async () => {
    await cell(page, cars.name, 1, 2).click();
    for (const text of ['one', 'two', 'three']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    const reverts = dialog.getByRole('button', { name: /^Revert Name of/ });
    await expect(reverts).toHaveCount(3);
    await reverts.last().press('Enter');
    await expect(reverts).toHaveCount(2);
    await expect(reverts.last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(reverts).toHaveCount(1);
    await expect(reverts).toBeFocused();
  });
  await page.keyboard.press('Escape');
  await discardAll(page);
  await test.step('a review lists the fields of a record in the order of the columns, whichever was edited last', async () => {
    await typeInto(page, cell(page, cars.name, 1, 5), '301');
    await typeInto(page, cell(page, cars.name, 1, 2), 'edited last');
    const form = await newRecord(page);
    const fields = [
      ['Displacement', '120'],
      ['Name', 'lantern'],
      ['Model year', '1982-01-01'],
    ] as const;
    for (const [name, text] of fields) await form.getByRole('textbox', { name, exact: true }).fill(text);
    await form.getByRole('button', { name: /^Review/ }).click();
    const rows = page.getByRole('dialog', { name: 'Review changes' }).getByRole('row');
    await expect(rows).toContainText(['Old', /Name.*edited last/, /Displacement.*301/, 'lantern', '120', '1982']);
  });
});

test('a record that its own change moves in the sort keeps the cell, and is not reported as lost', async ({ page }) => {
  await openDemoTable(page, cars.name);
  await page.getByRole('button', { name: 'Miles per gallon', exact: true }).click();
  const first = cell(page, cars.name, 1, 2);
  await expect(cell(page, cars.name, 1, 3)).toHaveText('9');
  const moved = await first.textContent();
  await cell(page, cars.name, 1, 3).click();
  await page.keyboard.type('11.5');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Send 1 row' }).click();
  await expect(sentFrom(page)).toContainText('1 row');
  await expect(first).not.toHaveText(moved ?? '', { timeout: 20_000 });
  const row = page.getByRole('row').filter({ has: page.locator('[data-active]') });
  await expect(row).toContainText(moved ?? '');
  await expect(page.getByRole('textbox', { name: /^Miles per gallon, row \d+: 11\.5/ })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Status' })).not.toContainText('no longer');
});

test('what does not fit its field is asked for before its panel goes, by its × and by Back', async ({ page }) => {
  await openDemoTable(page, 'Movies');
  const question = page.getByRole('alertdialog', { name: /^Close without/ });
  const answer = (name: string) => question.getByRole('button', { name }).click();

  await test.step('a record', async () => {
    await cell(page, 'Movies', 2, 1).click();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: /^Edit Running time/ }).click();
    const time = page.getByRole('textbox', { name: 'Running time' });
    await time.fill('11x');
    await page.goBack();
    await expect(question).toContainText('“11x” does not fit its field.');
    await answer('Cancel');
    await expect(page).toHaveURL(/record=/);
    await expect(time).toBeFocused();
    await expect(time).toHaveValue('11x');
    await expect(time).toHaveAttribute('aria-invalid', 'true');
    const record = page.getByRole('region', { name: /^Lars, the Ferry/ });
    for (const pass of [
      record.getByRole('button', { name: 'Next record' }),
      record.getByRole('tab', { name: 'JSON' }),
    ]) {
      await pass.click();
      await expect(time).toBeFocused();
      await expect(time).toHaveValue('11x');
    }
    await (await newRecord(page)).getByRole('button', { name: 'Close' }).click();
    await expect(time).toHaveValue('11x');
    // It waits in its record, also where another one is closed.
    await cell(page, 'Movies', 3, 1).click();
    await page.keyboard.press('Space');
    await expect(time).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(question).toContainText('“11x” does not fit its field.');
    await answer('Cancel');
    await page.goBack();
    await answer('Close record');
    await expect(page).not.toHaveURL(/record=/);
    await expect(time).toBeHidden();
    await expect(activeCell(page)).toBeFocused();
  });

  await test.step('a new record', async () => {
    const form = await newRecord(page);
    const date = form.getByRole('textbox', { name: 'Release date' });
    await form.getByRole('textbox', { name: 'Title' }).fill('Quadrant');
    await form.getByRole('textbox', { name: 'Running time' }).fill('12x');
    await date.fill('1984-02-31');
    await test.step('a review passes over none of them, from any field', async () => {
      await page.keyboard.press('Control+s');
      await expect(date).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Control+s');
      await expect(date).toBeFocused();
      await form.getByRole('button', { name: 'Review…' }).press('Enter');
      await expect(date).toBeFocused();
      await expect(page.getByRole('dialog', { name: 'Review changes' })).toBeHidden();
    });
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(question).toContainText('“1984-02-31” and 1 more do not fit their fields.');
    await answer('Cancel');
    await expect(date).toBeFocused();
    await date.fill('1984-02-30');
    // It would leave the table.
    await page.goBack();
    await expect(question).toContainText('“1984-02-30” and 1 more');
    await answer('Cancel');
    await expect(date).toBeFocused();
    await expect(date).toHaveAttribute('aria-invalid', 'true');
    await date.fill('1984-02-29');
    await page.keyboard.press('Escape');
    await expect(question).toContainText('“12x” does not fit its field.');
    await answer('Close record');
    await expect(form).toBeHidden();
    await expect(changesOf(page)).toContainText('1 new');
    await expect(page.getByRole('grid', { name: 'New records' })).toContainText('1984-02-29');
  });
});

test('what is written in a record, or in a new one, is kept when the browser goes back', async ({ page }) => {
  await openDemoTable(page, cars.name);
  await cell(page, cars.name, 1, 1).click();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Edit Name/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('kept by Back');
  await page.goBack();
  await expect(page).not.toHaveURL(/record=/);
  await expect(cell(page, cars.name, 1, 2)).toHaveText(/kept by Back/);
  const form = await newRecord(page);
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('new and kept');
  await page.goBack();
  await expect(form).toBeHidden();
  await page.goForward();
  await expect(page.getByRole('grid', { name: 'New records' })).toContainText('new and kept');
});

test('what takes the focus along gives it on: the last condition, and a review after its bulk change', async ({
  page,
}) => {
  const filter = encodeURIComponent('{"and":[{"field":"2200000000020003","query":{"eq":3}}]}');
  await openDemo(page, `${tablePath(cars.id)}?filter=${filter}`);
  const active = activeCell(page);
  await cell(page, cars.name, 1, 2).click();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Change rows' });
  await expect(dialog.getByRole('textbox', { name: 'Value' })).toBeFocused();
  await page.keyboard.type('rotary');
  await page.keyboard.press('Enter');
  const send = page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: /^Send \d+ rows/ });
  await expect(send).toBeEnabled();
  await test.step('a row that is not ticked is not counted as updated', async () => {
    const rows = Number(/\d+/.exec((await send.textContent()) ?? '')?.[0]);
    await page.getByRole('dialog').getByRole('checkbox').nth(1).click();
    await expect(send).toHaveText(new RegExp(`${rows - 1}`));
    const updated = page.getByRole('dialog').locator('[data-state="will-update"]').first();
    await expect(updated).toContainText(`${rows - 1}will be updated1 more not selected`);
  });
  await page.keyboard.press('Escape');
  await expect(active).toBeFocused();
  await page
    .getByRole('toolbar', { name: 'Query' })
    .getByRole('button', { name: /^Edit condition/ })
    .press('Delete');
  await expect(page).not.toHaveURL(/filter=/);
  // Pressed once more, Delete empties no cell.
  await expect(page.getByRole('button', { name: 'Add condition' })).toBeFocused();
  await test.step('Ctrl+S does not pass over a text that is refused', async () => {
    await cell(page, cars.name, 1, 3).click();
    await page.keyboard.type('many');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('grid').getByText('This is not a number.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
  await test.step('Ctrl+Enter sends what is reviewed', async () => {
    await page.keyboard.press('Control+s');
    await expect(send).toBeEnabled();
    await page.getByRole('dialog').getByRole('tab', { name: 'By record' }).focus();
    await page.keyboard.press('Control+Enter');
    await expect(sentFrom(page)).toBeVisible();
  });
});
