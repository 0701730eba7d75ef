import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { cars, cell, expect, openDemo, openDemoTable, tablePath, test, typeInto } from './console';

const states = { name: 'US states', id: '2100000000000006' };

function region(page: Page, name: string) {
  return page.getByRole('region', { name });
}

/** As a person does: the button opens the chooser of the system. */
async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^(Choose a file|Another file|选择文件)$/ }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

const steps = { en: ['Map columns', 'Choose key', 'Go to check'], zh: ['对应字段', '选择匹配键', '前往检查'] };

/** From nothing to the check of a file with rows of the states, matched by their names. */
async function toCheck(page: Page, name: string, rows: readonly string[], language: 'en' | 'zh' = 'en') {
  const [toColumns = '', toKey = '', check = ''] = steps[language];
  await openDemo(page, `${tablePath(states.id)}/import`);
  await choose(page, name, `${rows.join('\n')}\n`);
  await page.getByRole('button', { name: toColumns }).click();
  await page.getByRole('button', { name: toKey }).click();
  await page.getByRole('radio', { name: 'State', exact: true }).check();
  await page.getByRole('button', { name: check }).click();
}

/** Sends so many rows from the last step. */
async function send(page: Page, rows: number): Promise<void> {
  await page.getByRole('button', { name: `Send ${rows} rows` }).click();
}

test.describe('import', () => {
  test.beforeEach(async ({ page }) => {
    // The browser's own dialog cannot be driven here: files come through the input.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  });

  test('a file updates and creates by key; every line is accounted for', async ({ page }) => {
    await openDemoTable(page, states.name);
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByRole('heading', { name: 'Import into US states' })).toBeVisible();

    const rows = [
      'State,Capital,Population,Founded by',
      'Alabama,Montgomery,4863301,?',
      'Alaska,Juneau,741894,?',
      '"Arizona,Phoenix,1,?',
      'Atlantis,Poseidonis,"1,200",Evenor',
      'Alaska,Juneau,3,?',
      'Colorado,Denver City,many,?',
    ];
    await choose(page, 'states.csv', `${rows.join('\n')}\n`);
    await expect(region(page, 'File')).toContainText('6 rows · 4 columns');
    await expect(page.getByRole('list', { name: 'Malformed rows' })).toContainText('line 4');
    await expect(page.getByRole('table', { name: 'Rows in file' })).toContainText('Poseidonis');

    await page.getByRole('button', { name: 'Map columns' }).click();
    const columns = region(page, 'Columns');
    await expect(columns).toContainText('1 column is not imported: Founded by');
    await expect(columns).toContainText('line 7: “many” – not a number');
    await expect(columns).toContainText('1,200 becomes 1200');

    // A text that does not fit can be replaced.
    await page.getByRole('button', { name: 'Replace values of Population' }).click();
    const many = page.getByRole('textbox', { name: 'Replace “many” with' });
    await many.fill('a lot');
    await many.press('Enter');
    await expect(columns).toContainText('This does not fit either.');
    await many.fill('5,000,000');
    await many.press('Enter');
    await expect(columns).toContainText('1 replaced by your choice');
    await many.fill('');
    await many.press('Enter');
    await expect(columns).toContainText('1 does not fit');

    await page.getByRole('button', { name: 'Choose key' }).click();
    await expect(page.getByRole('radio', { name: 'State', exact: true })).toBeVisible();
    await page.getByRole('radio', { name: 'State', exact: true }).check();
    await expect(region(page, 'Key')).toContainText('“Alaska” in lines 3, 6');

    // What was chosen is still there after a look back.
    await page.getByRole('button', { name: 'File', exact: true }).click();
    await page.getByRole('button', { name: 'Key', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'State', exact: true })).toBeChecked();

    await page.getByRole('button', { name: 'Go to check' }).click();
    const found = page.getByRole('group', { name: 'Found' });
    await expect(found.locator('[data-state="will-update"]')).toContainText('1');
    await expect(found.locator('[data-state="will-create"]')).toContainText('1');
    await expect(found.locator('[data-state="no-change"]')).toContainText('1');
    await expect(found.locator('[data-state="invalid"]')).toContainText('2');
    await expect(found.locator('[data-state="duplicate"]')).toContainText('1');
    // Every row is in one of them.
    const numbers = (await found.getByRole('button').allTextContents()).map((text) => Number.parseInt(text, 10));
    expect(numbers[0]).toBe(6);
    expect(numbers.slice(1).reduce((sum, count) => sum + count, 0)).toBe(6);
    const list = page.getByRole('grid', { name: 'Rows and their result' });
    await expect(list.getByRole('row', { name: /Alabama/ })).toContainText('4863301');
    await expect(list.getByRole('row', { name: /will create Atlantis/ })).toContainText('Poseidonis');
    await expect(list.getByRole('row', { name: /invalid: duplicate/ })).toContainText('Same record as line 3');
    await expect(list.getByRole('row', { name: /Line 4 is malformed: a quote opens/ })).toBeVisible();

    // On a phone the reason has a line of its own.
    const desktop = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 844 });
    const reason = list.getByRole('row', { name: /invalid: duplicate/ }).getByText('Same record as line 3');
    await expect.poll(() => reason.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    await page.setViewportSize(desktop);

    // What does not fit may count as blank: its row is one of the others then.
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('combobox', { name: 'Invalid values in Population' }).click();
    await page.getByRole('option', { name: 'keep value' }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(found.locator('[data-state="invalid"]')).toContainText('1');
    await expect(found.locator('[data-state="will-update"]')).toContainText('2');
    await expect(region(page, 'Check')).toContainText(
      '1 value that does not fit leaves its field unchanged: Population (1).',
    );
    await expect(list.getByRole('row', { name: /Colorado/ })).toContainText('“many” does not fit');

    await page.getByRole('button', { name: 'Go to send' }).click();
    const rest = page.getByRole('region', { name: '3 of 6 rows are skipped' });
    await expect(rest.getByRole('listitem')).toHaveText([
      /^1 malformed line.*Go to File$/,
      /^1 row duplicates an earlier row.*Go to Key$/,
      /^1 row is already up to date$/,
    ]);
    await send(page, 3);
    await expect(page).toHaveURL(/\/jobs\/.+/);
    const outcome = region(page, 'Outcome');
    const verified = outcome.locator('[data-outcome="verified"]');
    await expect(verified).toHaveAttribute('data-count', '3', { timeout: 20_000 });
    await expect(verified).toContainText('2 updated · 1 created');
    await expect(outcome.locator('[data-outcome="no-change"]')).toContainText('1');
    await expect(outcome.locator('[data-outcome="invalid"]')).toContainText('2');
    await page.getByRole('tab', { name: /^invalid/ }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /CSV/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^US-states-results-invalid-\d{4}-\d\d-\d\d-\d{6}\.csv$/);
    await page.getByRole('tab', { name: /^All/ }).click();
    await expect(page.getByRole('row', { name: /Atlantis/ })).toContainText('verified, created');
    await expect(page.getByRole('row', { name: /Line 3 is used instead/ })).toBeVisible();

    await test.step('the details of a new record say what confirmed it, claim no reading without one, and lead to it', async () => {
      await page
        .getByRole('row', { name: /Atlantis/ })
        .getByRole('button')
        .first()
        .click();
      const details = page.getByRole('dialog', { name: /Atlantis/ });
      await expect(details).toContainText(/Created(, confirmed by a callback event\.|\. Read back: same as sent\.)/);
      // Whichever came first: an event alone shows no value.
      const isByEvent = (await details.textContent())?.includes('confirmed by a callback event.');
      if (isByEvent) await expect(details).toContainText('No, verified by a callback event.');
      await expect(details.getByRole('columnheader')).toHaveText([
        'Field',
        'Sent',
        ...(isByEvent ? [] : ['Read back']),
      ]);
      await details.getByRole('link', { name: 'Show record' }).click();
      await expect(page.getByRole('region', { name: 'Atlantis' })).toContainText('Poseidonis');
    });

    await page.goto(tablePath(states.id));
    await expect(cell(page, states.name, 1, 2)).toHaveText('Alabama');
    await expect(page.getByRole('grid', { name: states.name }).getByText('4863301').first()).toBeVisible();
  });

  test('a cell that cannot be read is fixed in the check, by keyboard alone; the row is judged at once, and sent as fixed', async ({
    page,
  }) => {
    await toCheck(page, 'wrong.csv', [
      'State,Capital,Population',
      'Alabama,Montgomery,4863301',
      'Colorado,Carson City,many',
    ]);
    const found = page.getByRole('group', { name: 'Found' });
    const count = (state: string) => found.locator(`[data-state="${state}"] b`);
    await expect(count('invalid')).toHaveText('1');

    await count('invalid').click();
    const list = page.getByRole('grid', { name: 'Rows and their result' });
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const typed = page.getByRole('textbox', { name: 'Line 3, Population' });
    await expect(typed).toBeFocused();
    // What the file has is selected: what is typed takes its place.
    await page.keyboard.type('a lot');
    await expect(typed).toHaveValue('a lot');
    await page.keyboard.press('Enter');
    await expect(typed).toHaveAccessibleDescription('Does not fit the field.');
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
    await page.keyboard.press('Enter');
    await typed.fill('5000000');
    await page.keyboard.press('Enter');
    await expect(count('invalid')).toHaveText('0');
    await expect(count('will-update')).toHaveText('2');
    const details = page.getByRole('complementary', { name: 'Line 3' });
    await expect(details).toContainText('Line 3 · will update');
    await expect(details).toContainText('was “many”');

    // It can be taken back, stands when the step is left, and counts in the others.
    await details.getByRole('button', { name: 'Undo fix: line 3, Population' }).click();
    await expect(count('invalid')).toHaveText('1');
    await details.getByRole('button', { name: 'Line 3, Population: many' }).click();
    await typed.fill('5000000');
    await page.keyboard.press('Enter');
    await expect(count('fixed')).toHaveText('1');
    await test.step('a fix that could not be checked is not sent; checking again helps', async () => {
      const toSend = page.getByRole('button', { name: 'Go to send' });
      await expect(toSend).toBeEnabled();
      await page.route('**/dw_item/list', (route) => route.abort());
      await details.getByRole('button', { name: 'Line 3, State: Colorado' }).click();
      const state = page.getByRole('textbox', { name: 'Line 3, State' });
      await state.fill('Nevada');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(toSend).toBeDisabled();
      await page.unroute('**/dw_item/list');
      await page.getByRole('button', { name: 'Check again' }).click();
      await expect(toSend).toBeEnabled();
    });
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await expect(region(page, 'Columns')).toContainText('2 fit');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(count('will-update')).toHaveText('2');

    await page.getByRole('button', { name: 'Go to send' }).click();
    await send(page, 2);
    const verified = region(page, 'Outcome').locator('[data-outcome="verified"]');
    await expect(verified).toHaveAttribute('data-count', '2', { timeout: 20_000 });
    await expect(page.getByRole('row', { name: /Nevada/ })).toContainText('5000000');
  });

  test('a fix that is left takes no focus from where one went, and one that does not fit waits in its row @long', async ({
    page,
  }) => {
    await toCheck(page, 'wrong.csv', [
      'State,Capital,Population',
      'Alabama,Montgomery,4863301',
      'Colorado,Denver,many',
      'Utah,Salt Lake City,some',
    ]);
    const inFocus = (place: Locator) => place.evaluate((element) => document.activeElement === element);
    const typed = page.getByRole('textbox', { name: 'Line 3, Population' });
    await page.getByRole('button', { name: 'Fix line 3' }).click();
    await typed.fill('5000000');
    await page.keyboard.press('Shift+Tab');
    const capital = page.getByRole('button', { name: 'Line 3, Capital: Denver' });
    await expect(page.getByText('Line 3 · will update')).toBeVisible();
    expect(await inFocus(capital)).toBe(true);

    await page.getByRole('button', { name: 'Fix line 4' }).click();
    const other = page.getByRole('textbox', { name: 'Line 4, Population' });
    await other.fill('3000000');
    const again = page.getByRole('button', { name: 'Check again' });
    await again.focus();
    await expect(page.getByText('Line 4 · will update')).toBeVisible();
    expect(await inFocus(again)).toBe(true);

    await page.getByRole('button', { name: 'Line 4, Population: 3000000' }).click();
    await other.fill('a lot');
    const list = page.getByRole('grid', { name: 'Rows and their result' });
    await list.getByRole('row', { name: /Alabama/ }).click();
    await expect(page.getByRole('complementary', { name: 'Line 2' })).toBeVisible();
    await page.getByRole('group', { name: 'Found' }).locator('[data-state="fixed"]').click();
    await list.getByRole('row', { name: /Utah/ }).click();
    await expect(other).toHaveValue('a lot');
    await expect(other).toHaveAccessibleDescription('Does not fit the field.');
    await other.press('Escape');
    await expect(page.getByRole('button', { name: 'Line 4, Population: 3000000' })).toBeFocused();

    // The press that leaves a fix goes on, too.
    await page.keyboard.press('Enter');
    await other.fill('4000000');
    await page.getByRole('button', { name: 'Go to send' }).click();
    const main = page.getByRole('button', { name: 'Send 3 rows' });
    await expect(main).toBeVisible();

    // So does the shortcut, in the task in which it leaves the cell: not before its row is checked.
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await list.getByRole('row', { name: /Utah/ }).click();
    await page.getByRole('button', { name: 'Line 4, State: Utah' }).click();
    await page.getByRole('textbox', { name: 'Line 4, State' }).fill('Nevada');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/dw_item/list', async (route) => {
      await held;
      await route.fallback();
    });
    const asked = page.waitForRequest('**/dw_item/list');
    await page.keyboard.press('Control+Enter');
    await asked;
    await expect(page.getByRole('region', { name: 'Check', exact: true })).toBeVisible();
    await expect(main).toBeHidden();
    answer();
    await expect(main).toBeVisible();
  });

  test('rows an import could not send can be imported again by key; after an undo its job shows what stays @long', async ({
    page,
  }) => {
    const now = Date.now();
    await toCheck(page, 'again.csv', [
      'State,Capital,Population',
      `Hawaii,Honolulu ${now},`,
      `Lyonesse ${now},Made,1`,
      `Ys ${now},Drowned,many`,
      `"Broken ${now},Line,2`,
    ]);
    await page.getByRole('button', { name: 'Go to send' }).click();
    await send(page, 2);
    await expect(page).toHaveURL(/\/jobs\/.+/);
    const job = page.url();
    const count = (which: string) => region(page, 'Outcome').locator(`[data-outcome="${which}"]`);
    await expect(count('verified')).toHaveAttribute('data-count', '2', { timeout: 20_000 });
    await expect(count('invalid')).toContainText('2');

    await expect(region(page, 'What happened')).toContainText(
      '(1 malformed line, 1 with a value that does not fit its field)',
    );
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Needs attention .* as CSV$/ }).click();
    const results = await readFile(await (await saved).path(), 'utf8');
    expect(results).toContain(`"""Broken ${now},Line,2"`);

    // Leaving unsent changes asks first.
    page.on('dialog', (dialog) => void dialog.accept());
    const changes = region(page, 'Changes');
    for (const _time of ['once', 'and once more: it is the same draft']) {
      await page.goto(job);
      await page.getByRole('button', { name: 'Fix and retry' }).click();
      await expect(page).not.toHaveURL(/\/jobs\//);
      const said = region(page, 'Notifications');
      await expect(said.getByText('1 value does not fit its field')).toBeVisible();
      await expect(said.getByText('1 row was not opened as changes')).toBeVisible();
      await expect(said.getByText(/Line 5: malformed/)).toBeVisible();
      await expect(changes).toContainText('1 new');
    }
    // It is a row of the grid of new records, which says why it was not sent, and is edited there: what does not fit has the focus.
    const made = page.getByRole('grid', { name: 'New records' });
    await expect(made.locator('[data-active]')).toBeFocused();
    await expect(
      made.getByRole('rowheader', { name: /invalid: A text in the file does not fit its field/ }),
    ).toBeVisible();
    await typeInto(page, made.getByRole('gridcell', { name: 'Drowned' }), 'Sunk');
    await expect(made.getByRole('gridcell', { name: 'Sunk' })).toBeVisible();
    await changes.getByRole('button', { name: /^Review/ }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review.getByRole('button', { name: 'Key: State' })).toBeVisible();
    // A text that does not fit keeps its row from being sent; the row's other values are not sent without it.
    await expect(review.getByText('does not fit its field')).toBeVisible();
    await expect(review.getByText('skipped: a cell does not fit').first()).toBeVisible();
    await review.getByRole('button', { name: 'Revert Population of new record' }).click();
    // The button is gone with its line: that of the line beside it is next.
    await expect(review.getByRole('button', { name: /^Revert .* of new record/ }).last()).toBeFocused();
    await expect(review.getByText('will be created').first()).toBeVisible();
    await review.getByRole('tab', { name: 'Exact JSON' }).click();
    await expect(review).toContainText(/"update_by_fields":\s*\[\s*"2200000000060001"/);
    // Without a key a new record cannot be verified or told from a duplicate: the page says so, and nothing can be sent.
    await review.getByRole('button', { name: 'Key: State' }).click();
    await page.getByRole('checkbox', { name: 'State', exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await expect(review).toContainText('Choose the key: without one');
    await expect(review.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
    await review.getByRole('button', { name: 'Keep editing' }).click();
    await changes.getByRole('button', { name: 'Discard' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Discard/ })
      .click();

    await page.goto(job);
    await page.getByRole('button', { name: 'Undo job' }).click();
    // Before it is sent: what was created cannot be undone.
    const undo = page.getByRole('dialog', { name: 'Review undo' });
    const stays = undo.getByRole('list', { name: 'Created records that stay' });
    await expect(stays.getByRole('listitem')).toHaveCount(1);
    await expect(stays).toContainText(`Lyonesse ${now}`);
    await undo.getByRole('button', { name: 'Undo 1 row' }).click();
    await expect(page).toHaveURL(/\/jobs\/.+/);
    await expect(count('verified')).toHaveAttribute('data-count', '1', { timeout: 20_000 });
    await page.getByRole('link', { name: /^Jobs/ }).click();
    const line = page.getByRole('table', { name: 'Jobs' }).getByRole('row', { name: /from again\.csv/ });
    await expect(line).toContainText('changes undone; 1 created record remains');
    await expect(line).toContainText(`Open Data · ${states.name}`);
    await line.getByRole('link').click();
    await expect(page.getByText(/Changes undone by job .* · 1 created record remains/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo job' })).toBeDisabled();
  });

  test('a file without rows says why; rows can be pasted; a title above the header is skipped', async ({ page }) => {
    await openDemo(page, `${tablePath(states.id)}/import`);
    await choose(page, 'old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]));
    await expect(page.getByRole('alert')).toContainText('old Excel workbook');
    await choose(page, 'rows.json', '[{"State":"A"},\n{"State":"B"');
    await expect(page.getByRole('alert')).toContainText('line 2');
    await choose(page, 'western.csv', Buffer.from('State,Capital\nK\xe4fer,sch\xf6n\n', 'latin1'));
    const readings = page.getByRole('radiogroup', { name: 'Correct encoding' });
    await expect(readings.getByRole('radio', { name: /Windows-1252.*Käfer/ })).toBeChecked();
    await expect(page.getByText('No problems found')).toBeHidden();
    await readings.getByRole('radio', { name: /GB18030.*K鋐er/ }).check();
    await expect(page.getByRole('table', { name: 'Rows in file' })).toContainText('K鋐er');
    await expect(page.getByText('No problems found')).toBeVisible();
    await choose(page, 'western.csv', Buffer.from('State,Capital\nK\xe4fer,sch\xf6n\n', 'latin1'));
    // What is proposed is confirmed by a press.
    await readings.getByRole('radio', { name: /Windows-1252.*Käfer/ }).click();
    await expect(page.getByText('No problems found')).toBeVisible();
    await page.reload();
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['State,Capital\nOhio,Columbus\nIowa,Des Moines\n'], 'dropped.csv'));
      return data;
    });
    await page.getByText('Drop or choose a file').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(region(page, 'File')).toContainText('dropped.csv');
    await expect(region(page, 'File')).toContainText('2 rows · 2 columns');
    await page.getByRole('button', { name: 'Paste rows' }).click();
    await page
      .getByRole('textbox', { name: 'Rows' })
      .fill('Report of May\n\nState\tCapital\tHurricanes\nOhio\tColumbus\t007\n');
    await page.getByRole('button', { name: 'Use rows' }).click();
    await expect(region(page, 'File')).toContainText('1 row · 3 columns');
    // The keyboard continues from here.
    await expect(region(page, 'File')).toBeFocused();
    await expect(page.getByRole('combobox', { name: 'Header line' })).toHaveText('3');
    await expect(page.getByRole('table', { name: 'Rows in file' })).toContainText('007');
  });
});

test('rows similar to existing records show both spellings and are skipped until the person decides @long', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openDemoTable(page, states.name);
  // From the keyboard it is three strokes away.
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('imp');
  await expect(palette.getByRole('option').first()).toHaveText(/^Import\s*US states$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Import into US states' })).toBeVisible();
  const rows = [
    'State,Capital',
    'new  yórk,Albany (file)',
    'OHIO ,Columbus (file)',
    'Atlantis 2,Nowhere',
    'Texas,Austin (file)',
  ];
  await choose(page, 'near.csv', `${rows.join('\n')}\n`);
  await expect(page.getByRole('button', { name: 'Map columns' })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Choose key' })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('radio', { name: 'State', exact: true }).check();
  const key = region(page, 'Key');
  await page.getByRole('button', { name: 'Compare with table' }).click();
  await expect(key).toContainText('records compared');
  await expect(key.getByRole('row', { name: /^State / })).toContainText('covers 100%');

  await page.getByRole('button', { name: 'Go to check' }).click();
  const found = page.getByRole('group', { name: 'Found' });
  const count = (state: string) => found.locator(`[data-state="${state}"] b`);
  await expect(count('near')).toHaveText('2');
  await expect(count('will-create')).toHaveText('1');
  await expect(count('will-update')).toHaveText('1');
  await expect(region(page, 'Check')).toContainText('The whole table was searched for records similar to');
  const list = page.getByRole('grid', { name: 'Rows and their result' });
  const york = list.getByRole('row', { name: /new yórk” is similar to “New York”/ });
  await expect(york).toBeVisible();
  expect(await york.textContent()).toContain('“new  yórk” is similar');

  // Nothing was chosen: none of them is sent, and the last step says so.
  await page.getByRole('button', { name: 'Go to send' }).click();
  await expect(page.getByRole('button', { name: 'Send 2 rows' })).toBeVisible();
  const left = page.getByRole('region', { name: '2 of 4 rows are skipped' });
  await expect(left).toContainText('2 rows are similar to an existing record');
  await left.getByRole('button', { name: 'Go to Check' }).click();

  // Skipping was not chosen: no choice is made.
  const all = page.getByRole('radiogroup', { name: 'Action for these rows' });
  await expect(all.getByRole('radio', { checked: true })).toHaveCount(0);
  await list.getByRole('row', { name: /OHIO/ }).click();
  const details = page.getByRole('complementary', { name: 'Line 3' });
  await expect(details.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(details).toContainText('No decision yet');

  // All at once, and one of them otherwise.
  await all.getByRole('radio', { name: 'Create anyway' }).click();
  await expect(count('will-create')).toHaveText('3');
  await all.getByRole('radio', { name: 'Update records' }).click();
  await expect(count('will-update')).toHaveText('3');
  await expect(details.getByRole('radio', { name: /^Update “Ohio”/ })).toBeChecked();
  await details.getByRole('radio', { name: 'Skip' }).click();
  await expect(count('near')).toHaveText('1');
  await expect(count('will-update')).toHaveText('2');
  await expect(all.getByRole('radio', { checked: true })).toHaveCount(0);

  // Choices are not lost when the table is read again.
  const read = page.waitForResponse('**/dw_item/list');
  await page.getByRole('button', { name: 'Check again' }).click();
  await read;
  await expect(count('near')).toHaveText('1');
  await expect(count('will-update')).toHaveText('2');
  await list.getByRole('row', { name: /OHIO/ }).click();
  await expect(details.getByRole('radio', { name: 'Skip' })).toBeChecked();

  await page.getByRole('button', { name: 'Go to send' }).click();
  await send(page, 3);
  const verified = region(page, 'Outcome').locator('[data-outcome="verified"]');
  await expect(verified).toHaveAttribute('data-count', '3', { timeout: 20_000 });
  await expect(verified).toContainText('2 updated · 1 created');
  // The skipped row is in the job, with its reason.
  await expect(page.getByRole('heading', { name: 'Import 4 rows into US states' })).toBeVisible();
  const kept = region(page, 'Outcome').locator('[data-outcome="skipped"]');
  await expect(kept).toHaveAttribute('data-count', '1');
  await expect(region(page, 'What happened')).toContainText('1 row skipped by choice');
  const line = page.getByRole('table', { name: 'Job rows' }).getByRole('row').filter({ hasText: 'OHIO' });
  await expect(line).toContainText('skipped');
  await expect(line).toContainText('Skipped in the check.');
  await page.goto(tablePath(states.id));
  const grid = page.getByRole('grid', { name: states.name });
  await expect(grid.getByText('Alaska', { exact: true })).toBeVisible();
  await grid.hover();
  await page.mouse.wheel(0, 700);
  // The record is updated, and keeps its name.
  await expect(grid.getByRole('row').filter({ hasText: 'Albany (file)' })).toContainText('New York');
});

test('a failed duplicate check and a file that disappears are reported in place; choices are kept', async ({
  page,
}, info) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openDemo(page, `${tablePath(cars.id)}/import`);
  const path = info.outputPath('horses.csv');
  const bring = async (button: string): Promise<void> => {
    writeFileSync(path, 'Name,Horses\nAmc Gremlin,90\nFord Pinto,75\n');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).click(),
    ]);
    await chooser.setFiles(path);
    await page.getByRole('button', { name: 'Map columns' }).click();
  };
  await bring('Choose a file');
  await page.getByRole('button', { name: 'Choose key' }).click();
  const key = region(page, 'Key');
  await expect(page.getByRole('radio', { name: 'Name', exact: true })).toBeChecked();

  const refuse = JSON.stringify({ code: 20001, message: 'being rebuilt', data: {}, meta: { trace_id: 'trace-7' } });
  await page.route('**/dw_item/list', (route) => route.fulfill({ contentType: 'application/json', body: refuse }));
  await page.getByRole('button', { name: 'Compare with table' }).click();
  await expect(key.getByRole('alert')).toContainText('being rebuilt');
  await expect(key.getByRole('alert')).toContainText('trace-7');
  await expect(page.getByRole('cell', { name: 'not compared yet', exact: true }).first()).toBeVisible();
  await page.unroute('**/dw_item/list');
  await page.getByRole('button', { name: 'Compare with table' }).click();
  await expect(key).toContainText('406 records compared.');
  await expect(key.getByRole('alert')).toBeHidden();

  rmSync(path);
  for (const step of ['Columns', 'Key']) {
    await page.getByRole('button', { name: step, exact: true }).click();
    // What was counted before is known: only another question has to read the file.
    if (step === 'Columns') {
      await page.getByRole('combobox', { name: 'Blank cells in Name' }).click();
      await page.getByRole('option', { name: 'clear the field', exact: true }).click();
    }
    await expect(region(page, step)).toContainText('The file is no longer available');
    await expect(region(page, step)).toContainText('Choose it again in the first step');
  }
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await bring('Another file');
  await expect(region(page, 'Columns')).toContainText('all 2 fit');
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('by mouse: a file is chosen, matched, checked and sent, and its rows are verified', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    await toCheck(page, 'states.csv', ['State,Capital', 'Alabama,蒙哥马利', 'Atlantis 3,波塞冬'], 'zh');
    const found = page.getByRole('group', { name: '结果' });
    for (const state of ['will-update', 'will-create'])
      await expect(found.locator(`[data-state="${state}"] b`)).toHaveText('1');
    await page.getByRole('button', { name: '前往发送' }).click();
    await page.getByRole('button', { name: '发送 2 行' }).click();
    const verified = region(page, '结果').locator('[data-outcome="verified"]');
    await expect(verified).toHaveAttribute('data-count', '2', { timeout: 20_000 });
    await expect(page.getByRole('row', { name: /蒙哥马利/ })).toContainText('已核实');
  });
});

test.describe('a page reloaded during an import', () => {
  const rows = 'Name,Horses\nAmc Gremlin,90\nFord Pinto,n/a\n';

  /** Chooses a file, maps a column to another field than suggested, and reloads the page. */
  async function beginAndReload(page: Page, bring: () => Promise<void>): Promise<void> {
    await openDemo(page, `${tablePath(cars.id)}/import`);
    await bring();
    await page.getByRole('button', { name: 'Map columns' }).click();
    const field = page.getByRole('combobox', { name: 'Field for Horses' });
    await field.focus();
    // No character is lost, however slow the typing.
    await field.pressSequentially('horse', { delay: 40 });
    await expect(field).toHaveValue('horse');
    await expect(page.getByRole('option', { name: /^Horsepower/ })).toHaveAttribute('data-highlighted');
    await page.keyboard.press('Enter');
    await expect(region(page, 'Columns')).toContainText('your choice');
    await page.getByRole('combobox', { name: 'Invalid values in Horses' }).click();
    await page.getByRole('option', { name: 'keep value' }).click();
    await expect(region(page, 'Columns')).toContainText('line 3: “n/a” – not a number');
    await page.reload();
  }

  test('reopens the file with its mapping where the browser can', async ({ page }) => {
    // A file of the page's own file system replaces the picker's result.
    await page.addInitScript((text) => {
      const pick = async () => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle('horses.csv', { create: true });
        const stream = await handle.createWritable();
        await stream.write(text);
        await stream.close();
        return [handle];
      };
      Object.assign(window, { showOpenFilePicker: pick });
    }, rows);
    await beginAndReload(page, () => page.getByRole('button', { name: 'Choose a file' }).click());
    await page.getByRole('button', { name: 'Reopen horses.csv' }).click();
    await expect(region(page, 'File')).toContainText('2 rows · 2 columns');
    await page.getByRole('button', { name: 'Map columns' }).click();
    await expect(page.getByRole('combobox', { name: 'Field for Horses' })).toHaveValue('Horsepower');
    await expect(page.getByRole('combobox', { name: 'Invalid values in Horses' })).toHaveText('keep value');
    await expect(region(page, 'Columns')).toContainText('as last time');
  });

  test('names the file to choose again where it cannot, and keeps the mapping', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    await beginAndReload(page, () => choose(page, 'horses.csv', rows));
    await expect(page.getByRole('status').filter({ hasText: 'horses.csv was open here' })).toContainText(
      'Choose horses.csv again',
    );
    await choose(page, 'horses.csv', rows);
    await page.getByRole('button', { name: 'Map columns' }).click();
    await expect(page.getByRole('combobox', { name: 'Field for Horses' })).toHaveValue('Horsepower');
  });
});
