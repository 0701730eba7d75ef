import { rmSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { cars, expect, goToTable, openDemo, openDemoTable, outcomeOf, tablePath, test } from './console';
import { bring, found, pasteText, states, toCheck, withoutPickers } from './import-steps';

const region = (page: Page, name: string) => page.getByRole('region', { name });

/** From nothing to the check of a file with rows of the states, matched by their names. */
async function checkFile(page: Page, name: string, rows: readonly string[]): Promise<void> {
  await openDemo(page, `${tablePath(states.id)}/import`);
  await bring(page, name, `${rows.join('\n')}\n`);
  await toCheck(page, 'State');
}

/** Sends so many rows from the last step. */
async function send(page: Page, rows: number): Promise<void> {
  await page.getByRole('button', { name: `Send ${rows} rows` }).click();
}

withoutPickers();

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
  await bring(page, 'states.csv', `${rows.join('\n')}\n`);
  await expect(region(page, 'File')).toContainText('6 rows · 4 columns');
  await expect(page.getByRole('list', { name: 'Malformed rows' })).toContainText('line 4');
  await expect(page.getByRole('table', { name: 'Rows in file' })).toContainText('Poseidonis');

  await page.getByRole('button', { name: 'Map columns' }).click();
  const columns = region(page, 'Columns');
  await expect(columns).toContainText('1 column is not imported: Founded by');
  await expect(columns).toContainText('line 7: “many” – not a number');
  await expect(columns).toContainText('1,200 becomes 1200');

  await page.getByRole('button', { name: 'Choose key' }).click();
  await expect(page.getByRole('radio', { name: 'State', exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'State', exact: true }).check();
  await expect(region(page, 'Key')).toContainText('“Alaska” in lines 3, 6');

  // What was chosen is still there after a look back.
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByRole('button', { name: 'Key', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'State', exact: true })).toBeChecked();

  await page.getByRole('button', { name: 'Go to check' }).click();
  // Every row is in one of them.
  const counts = page.getByRole('group', { name: 'Found' }).getByRole('button');
  await expect(counts).toHaveText([
    '6all rows',
    '1will update',
    '1will create',
    '1no change',
    '0several matches',
    '2invalid',
    '1invalid: duplicate',
  ]);
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

  await page.getByRole('button', { name: 'Go to send' }).click();
  const rest = page.getByRole('region', { name: '4 of 6 rows are skipped' });
  await expect(rest.getByRole('listitem')).toHaveText([
    /^1 malformed line.*Go to File$/,
    /^1 row.*does not fit.*Go to /,
    /^1 row duplicates an earlier row.*Go to Key$/,
    /^1 row is already up to date$/,
  ]);
  await send(page, 2);
  await expect(outcomeOf(page, 'verified')).toHaveAttribute('data-count', '2', { timeout: 20_000 });
  await expect(outcomeOf(page, 'verified')).toContainText('1 updated · 1 created');
  await expect(outcomeOf(page, 'no-change')).toContainText('1');
  await expect(outcomeOf(page, 'invalid')).toContainText('3');
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
    await expect(details.getByRole('columnheader')).toHaveText(['Field', 'Sent', ...(isByEvent ? [] : ['Read back'])]);
    await details.getByRole('link', { name: 'Show record' }).click();
    await expect(page.getByRole('region', { name: 'Atlantis' })).toContainText('Poseidonis');
  });

  await goToTable(page, states.name);
  await expect(page.getByRole('grid', { name: states.name }).getByText('4863301').first()).toBeVisible();
});

test('a cell that cannot be read is fixed in the check, by keyboard alone; the row is judged at once, and sent as fixed', async ({
  page,
}) => {
  await checkFile(page, 'wrong.csv', [
    'State,Capital,Population',
    'Alabama,Montgomery,4863301',
    'Colorado,Carson City,many',
  ]);
  const count = (state: string) => found(page, state);
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
  await expect(outcomeOf(page, 'verified')).toHaveAttribute('data-count', '2', { timeout: 20_000 });
  await expect(page.getByRole('row', { name: /Nevada/ })).toContainText('5000000');
});

test('a fix that is left takes no focus from where one went, and one that does not fit waits in its row @long', async ({
  page,
}) => {
  await checkFile(page, 'wrong.csv', [
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
});

test('a file without rows says why; rows can be pasted; a title above the header is skipped', async ({ page }) => {
  await openDemo(page, `${tablePath(states.id)}/import`);
  await bring(page, 'rows.json', '[{"State":"A"},\n{"State":"B"');
  await expect(page.getByRole('alert')).toContainText('line 2');
  await bring(page, 'western.csv', Buffer.from('State,Capital\nK\xe4fer,sch\xf6n\n', 'latin1'));
  const readings = page.getByRole('radiogroup', { name: 'Correct encoding' });
  await expect(readings.getByRole('radio', { name: /Windows-1252.*Käfer/ })).toBeChecked();
  await expect(page.getByText('No problems found')).toBeHidden();
  await readings.getByRole('radio', { name: /GB18030.*K鋐er/ }).check();
  await expect(page.getByRole('table', { name: 'Rows in file' })).toContainText('K鋐er');
  await expect(page.getByText('No problems found')).toBeVisible();
  await bring(page, 'western.csv', Buffer.from('State,Capital\nK\xe4fer,sch\xf6n\n', 'latin1'));
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
  await pasteText(page, ['Report of May', '', 'State\tCapital\tHurricanes', 'Ohio\tColumbus\t007', '']);
  await expect(region(page, 'File')).toContainText('1 row · 3 columns');
  // The keyboard continues from here.
  await expect(region(page, 'File')).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Header line' })).toHaveText('3');
  await expect(page.getByRole('table', { name: 'Rows in file' })).toContainText('007');
});

test('rows similar to existing records show both spellings and are skipped until the person decides @long', async ({
  page,
}) => {
  await openDemo(page, `${tablePath(states.id)}/import`);
  const rows = ['State,Capital', 'new  yórk,Albany (file)', 'OHIO ,Columbus (file)', 'Atlantis 2,Nowhere'];
  await bring(page, 'near.csv', `${rows.join('\n')}\n`);
  await toCheck(page, 'State');
  const count = (state: string) => found(page, state);
  await expect(count('near')).toHaveText('2');
  await expect(region(page, 'Check')).toContainText('The whole table was searched for records similar to');
  const list = page.getByRole('grid', { name: 'Rows and their result' });
  const york = list.getByRole('row', { name: /new yórk” is similar to “New York”/ });
  expect(await york.textContent()).toContain('“new  yórk” is similar');

  // Nothing was chosen: none of them is sent, and the last step says so.
  await page.getByRole('button', { name: 'Go to send' }).click();
  const left = page.getByRole('region', { name: '2 of 3 rows are skipped' });
  await expect(left).toContainText('2 rows are similar to an existing record');
  await left.getByRole('button', { name: 'Go to Check' }).click();

  // Skipping was not chosen: no choice is made. All at once, and one of them otherwise.
  const all = page.getByRole('radiogroup', { name: 'Action for these rows' });
  await expect(all.getByRole('radio', { checked: true })).toHaveCount(0);
  await list.getByRole('row', { name: /OHIO/ }).click();
  const details = page.getByRole('complementary', { name: 'Line 3' });
  await expect(details.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(details).toContainText('No decision yet');
  await all.getByRole('radio', { name: 'Create anyway' }).click();
  await expect(count('will-create')).toHaveText('3');
  await all.getByRole('radio', { name: 'Update records' }).click();
  await expect(count('will-update')).toHaveText('2');
  await expect(details.getByRole('radio', { name: /^Update “Ohio”/ })).toBeChecked();
  await details.getByRole('radio', { name: 'Skip' }).click();
  await expect(count('near')).toHaveText('1');
  await expect(all.getByRole('radio', { checked: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Go to send' }).click();
  await send(page, 2);
  await expect(outcomeOf(page, 'verified')).toHaveAttribute('data-count', '2', { timeout: 20_000 });
  await expect(outcomeOf(page, 'verified')).toContainText('1 updated · 1 created');
  // The skipped row is in the job, with its reason.
  await expect(region(page, 'What happened')).toContainText('1 row skipped by choice');
  const line = page.getByRole('table', { name: 'Job rows' }).getByRole('row').filter({ hasText: 'OHIO' });
  await expect(line).toContainText('Skipped in the check.');
  // The record is updated, and keeps its name.
  await goToTable(page, states.name);
  const grid = page.getByRole('grid', { name: states.name });
  await grid.hover();
  await page.mouse.wheel(0, 700);
  await expect(grid.getByRole('row').filter({ hasText: 'Albany (file)' })).toContainText('New York');
});

test('a failed duplicate check and a file that disappears are reported in place; choices are kept', async ({
  page,
}, info) => {
  await openDemo(page, `${tablePath(cars.id)}/import`);
  const path = info.outputPath('horses.csv');
  const bringFile = async (button: string): Promise<void> => {
    writeFileSync(path, 'Name,Horses\nAmc Gremlin,90\nFord Pinto,75\n');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).click(),
    ]);
    await chooser.setFiles(path);
    await page.getByRole('button', { name: 'Map columns' }).click();
  };
  await bringFile('Choose a file');
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
  await bringFile('Another file');
  await expect(region(page, 'Columns')).toContainText('all 2 fit');
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
    await beginAndReload(page, () => bring(page, 'horses.csv', rows));
    await expect(page.getByRole('status').filter({ hasText: 'horses.csv was open here' })).toContainText(
      'Choose horses.csv again',
    );
    await bring(page, 'horses.csv', rows);
    await page.getByRole('button', { name: 'Map columns' }).click();
    await expect(page.getByRole('combobox', { name: 'Field for Horses' })).toHaveValue('Horsepower');
  });
});
