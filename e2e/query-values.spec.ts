import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cars, cell, choose, expect, openDemo, openDemoTable, tablePath, test } from './console';

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Query' });
const status = (page: Page) => page.getByRole('region', { name: 'Status' });
const asked = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? 'null');
const field = { name: '2200000000020001', horsepower: '2200000000020005', year: '2200000000020008' };

/** Opens the form of a new condition on a field. */
async function condition(page: Page, name: string) {
  await bar(page).getByRole('button', { name: 'Add condition' }).click();
  await choose(page, 'Field', name);
  return page.getByRole('dialog', { name: 'Add condition' });
}

test('values by type: relative dates, options by name, users, and a pasted column as a list', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDemoTable(page, cars.name);

  const days = await condition(page, 'Model year');
  await days.getByRole('textbox', { name: 'Value' }).fill('last year');
  await expect(days).toContainText(/\d{4}-01-01 to \d{4}-12-31 \(this browser’s clock\)/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No records match the filter')).toBeVisible();
  const lastYear = await page.evaluate(() => new Date().getFullYear() - 1);
  expect(asked(page)).toEqual({
    and: [{ field: field.year, query: { gte: `${lastYear}-01-01`, lte: `${lastYear}-12-31` } }],
  });
  await bar(page).getByRole('button', { name: 'Clear filter' }).click();
  await expect(page.locator('[role=grid] :focus')).toHaveCount(1);
  await expect(cell(page, cars.name, 1, 1)).not.toBeEmpty();

  const options = await condition(page, 'Cylinders');
  // The values come next, also where a list has no search.
  await expect(options.getByRole('checkbox').first()).toBeFocused();
  // What begins no value is not taken for the one that has the focus.
  await page.keyboard.type('xy');
  await page.keyboard.press('Enter');
  await expect(options.getByText('No value here begins with “xy”.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(options.getByText(/^No value here/)).toBeHidden();
  // A letter after a tick begins another word.
  await page.keyboard.type('8 ');
  await expect(options.getByRole('checkbox', { name: '8' })).toBeChecked();
  await page.keyboard.type('5');
  await expect(options.getByRole('checkbox', { name: '5' })).toBeFocused();
  await options.getByRole('checkbox', { name: '8' }).press(' ');
  // Enter takes the value that has the focus, as nothing is ticked.
  await page.keyboard.press('6');
  await expect(options.getByRole('checkbox', { name: '6' })).toBeFocused();
  await expect(options).toContainText(/Counted in \d+ loaded rows/);
  await page.keyboard.press('Enter');
  await expect(bar(page).getByRole('button', { name: /^Edit condition on Cylinders .*6/ })).toBeVisible();
  await expect(status(page)).toContainText(/^\s*84 rows/);
  // Beside a ticked one, the one that was typed is meant as well.
  await bar(page)
    .getByRole('button', { name: /^Edit condition on Cylinders/ })
    .click();
  await page.getByRole('dialog', { name: 'Edit condition on Cylinders' }).getByRole('checkbox', { name: '6' }).focus();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(bar(page).getByRole('button', { name: /^Edit condition on Cylinders .*6, 3/ })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Remove condition on Cylinders' }).click();

  // Every car without a keeper: a named user, and oneself.
  const users = await condition(page, 'Keeper');
  await users.getByRole('checkbox', { name: 'myself' }).click();
  await users.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/myself/);
  await bar(page).getByRole('button', { name: 'Remove condition on Keeper' }).click();

  await test.step('a word that begins no item of a menu moves to none of its last letters', async () => {
    await cell(page, cars.name, 1, 2).click();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.type('filter', { delay: 60 });
    // As far as it fits: its `e` is not *Edit*.
    await expect(page.getByRole('menuitem', { name: 'Fill down' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  });

  const names = await condition(page, 'Name');
  await test.step('a word that begins no operator changes none, one that begins one chooses it', async () => {
    const operator = names.getByRole('combobox', { name: 'Operator' });
    await operator.focus();
    const chosen = (await operator.textContent()) ?? '';
    await operator.pressSequentially('is n');
    await expect(operator).toHaveText('is not');
    await operator.pressSequentially('contains');
    await expect(operator).toHaveText('is not');
    // The operand of any other one is JSON; what is wrong with it says how a text is written.
    await operator.press('ArrowDown');
    await page.getByRole('option', { name: 'another operator…' }).click();
    await names.getByRole('textbox', { name: 'Operator name' }).fill('near');
    await names.getByRole('textbox', { name: 'Value' }).fill('ford');
    await page.keyboard.press('Enter');
    await expect(names).toContainText('This is not valid JSON. Put text in quotes.');
    await operator.press('ArrowDown');
    await page.getByRole('option', { name: chosen, exact: true }).click();
    await names.getByRole('textbox', { name: 'Value' }).focus();
  });
  await page.evaluate(() => navigator.clipboard.writeText('ford torino\nbuick skylark 320\nford torino\n'));
  // Also where the field taken is the one that stood there.
  await expect(names.getByRole('textbox', { name: 'Value' })).toBeFocused();
  await page.keyboard.press('Control+V');
  await expect(names.getByRole('status')).toContainText('2 values · 1 duplicate skipped');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText(/^\s*2 rows/);
  await expect(cell(page, cars.name, 2, 2)).toHaveText('ford torino');

  // A value of the list that is typed and not ticked is meant.
  await page.goto(tablePath('2100000000000003'));
  await expect(cell(page, 'Movies', 1, 1)).not.toBeEmpty();
  const genres = await condition(page, 'Genre');
  const find = genres.getByRole('searchbox', { name: 'Find a value' });
  await find.fill('comedy');
  await genres.getByRole('button', { name: 'Or…' }).click();
  await expect(genres).toContainText(/Genre = Comedy or …/);
  await choose(page, 'Field', 'Genre');
  await find.fill('western');
  await genres.getByRole('button', { name: 'Apply' }).click();
  await expect(bar(page)).toContainText(/Comedy.*Western/);

  await test.step('the key that applies the whole filter takes the open form, whatever in it has the focus', async () => {
    await bar(page).getByRole('button', { name: 'Edit filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    const onGenre = dialog.getByRole('button', { name: /^Edit condition on Genre/ });
    await onGenre.last().press('Enter');
    await dialog.getByRole('searchbox', { name: 'Find a value' }).fill('rom');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(bar(page)).toContainText(/Western.*Rom|Rom.*Western/);

    await bar(page).getByRole('button', { name: 'Edit filter' }).click();
    await onGenre.last().press('Enter');
    await dialog.getByRole('textbox', { name: 'Other options, by ID' }).fill('an-option');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/an-option/);
  });
});

test('a list of values follows what is typed on it', async ({ page }) => {
  await openDemo(page, tablePath('2100000000000003'));
  await expect(cell(page, 'Movies', 1, 1)).not.toBeEmpty();

  await test.step('a Space within a typed value belongs to it, one alone ticks', async () => {
    const ratings = await condition(page, 'MPAA rating');
    const notRated = ratings.getByRole('checkbox', { name: 'Not Rated' });
    await expect(ratings.getByRole('checkbox').first()).toBeFocused();
    await page.keyboard.type('not rated');
    await expect(notRated).toBeFocused();
    await expect(ratings.getByRole('checkbox', { checked: true })).toHaveCount(0);
    // An arrow ends the word.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await expect(notRated).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(ratings).toBeHidden();
  });

  const genres = await condition(page, 'Genre');
  const find = genres.getByRole('searchbox', { name: 'Find a value' });

  await test.step('a search without a match says so and is not applied, also beside a ticked value', async () => {
    const none = genres.getByText('No value here matches “xyz”.');
    await find.fill('xyz');
    await expect(none).toBeVisible();
    await find.press('Enter');
    await expect(genres.getByText('Enter a value.')).toBeHidden();
    await find.fill('com');
    await find.press('Enter');
    await find.fill('xyz');
    await genres.getByRole('combobox', { name: 'Operator' }).press('ArrowDown');
    await page.getByRole('option', { name: 'none of' }).click();
    await genres.getByRole('button', { name: 'Apply' }).click();
    await expect(none).toBeVisible();
    await expect(find).toHaveValue('xyz');
    await find.fill('');
    await expect(genres.getByRole('checkbox', { checked: true })).toHaveCount(1);
    expect(asked(page)).toBeNull();
  });

  await test.step('a key pressed while the list of operators leaves is for what comes next', async () => {
    const operator = genres.getByRole('combobox', { name: 'Operator' });
    await operator.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'none of' })).toBeFocused();
    await page.keyboard.press('Escape');
    expect(await operator.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await expect(find).toBeFocused();
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(find).toBeFocused();
  });

  await test.step('a taken operator leads to its value, and so does Apply without one', async () => {
    const operator = genres.getByRole('combobox', { name: 'Operator' });
    await operator.press('ArrowDown');
    await page.getByRole('option', { name: 'any of' }).click();
    await expect(find).toBeFocused();
    await page.keyboard.press('Escape');

    const years = await condition(page, 'Audience rating');
    await years.getByRole('combobox', { name: 'Operator' }).press('ArrowDown');
    await page.getByRole('option', { name: 'at least' }).click();
    await page.keyboard.type('9');
    const value = years.getByRole('textbox', { name: 'Value' });
    await expect(value).toHaveValue('9');
    await page.keyboard.press('Shift+Tab');
    await expect(years.getByRole('combobox', { name: 'Operator' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'at least' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('8');
    await expect(value).toHaveValue('8');
    await value.fill('');
    await years.getByRole('button', { name: 'Apply' }).click();
    await expect(years.getByText('Enter a value.')).toBeVisible();
    await expect(value).toBeFocused();
    await page.keyboard.press('Escape');
    await condition(page, 'Genre');
  });

  await test.step('letters that lead nowhere among the found values search anew, and Escape clears the search alone', async () => {
    const ticked = genres.getByRole('checkbox', { name: 'Comedy', exact: true });
    await find.fill('com');
    await genres.getByRole('checkbox', { name: 'Comedy', exact: true }).press(' ');
    await page.keyboard.type('hor');
    await expect(find).toBeFocused();
    await expect(find).toHaveValue('hor');
    await find.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect(find).toHaveValue('');
    await expect(find).toBeFocused();
    await expect(ticked).toBeChecked();
    await ticked.press(' ');
    await expect(ticked).not.toBeChecked();
  });

  await test.step('arrows lead from the search into the list and back', async () => {
    const values = genres.getByRole('checkbox');
    await find.press('ArrowDown');
    await expect(values.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(values.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(find).toBeFocused();
  });
});

test('views are exported and imported; a view restores its query, and so does a recent query', async ({ page }) => {
  const strong = { and: [{ field: field.horsepower, query: { gte: 200 } }] };
  await page.clock.install();
  await openDemo(page, `${tablePath(cars.id)}?filter=${encodeURIComponent(JSON.stringify(strong))}`);
  await expect(status(page)).toContainText(/^\s*\d\d rows/);
  const rows = (await status(page).textContent())?.match(/\d\d rows/)?.[0] ?? 'none';
  // Only a query that stays for a moment is remembered.
  await page.clock.runFor(2500);
  await page.getByRole('button', { name: 'Views' }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await panel.getByRole('textbox', { name: 'Save as view' }).fill('Strong');
  await page.keyboard.press('Enter');
  const show = panel.getByRole('button', { name: 'Show view Strong' });
  await expect(show).toBeVisible();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export views' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('"Strong"');
  await panel.getByRole('button', { name: 'Delete Strong' }).click();
  await expect(show).toBeHidden();
  await panel
    .getByLabel('Import views')
    .and(page.locator('input'))
    .setInputFiles({ name: 'views.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await expect(panel.getByRole('status')).toContainText('1 view imported.');

  await page.keyboard.press('Escape');
  await bar(page).getByRole('button', { name: 'Remove condition on Horsepower' }).click();
  await expect(status(page)).toContainText('more available');
  await bar(page).getByRole('button', { name: 'Views' }).click();
  await show.click();
  await expect(status(page)).toContainText(rows);
  expect(asked(page)).toEqual(strong);
  await expect(page.getByRole('button', { name: /Strong/ }).first()).toBeVisible();

  await bar(page).getByRole('button', { name: 'Remove condition on Horsepower' }).click();
  await page.getByRole('button', { name: /Strong/ }).click();
  await panel
    .getByRole('button', { name: /^Horsepower ≥ 200/ })
    .first()
    .click();
  await expect(status(page)).toContainText(rows);
  // What was chosen in closes.
  await expect(panel).toBeHidden();

  await page.getByRole('button', { name: /Strong/ }).click();
  await panel.getByRole('button', { name: 'Leave view Strong, show all records' }).click();
  await expect(status(page)).toContainText('more available');
  await expect(bar(page).getByRole('button', { name: 'Views' })).toBeVisible();
});
