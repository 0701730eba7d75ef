import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startBenchServer } from '../bench/bench-server';
import { fieldId, spaceId } from '../bench/synthetic-service';
import { atRest, look } from './axe';
import { cars, cell, expect, openDemo, openDemoTable, review, sentFrom, tablePath, test, typeInto } from './console';

/** The heads from left to right, by the names a person reads. */
async function heads(page: Page): Promise<string[]> {
  return page
    .getByRole('columnheader')
    .evaluateAll((all) =>
      all
        .sort((a, b) => Number(a.getAttribute('aria-colindex')) - Number(b.getAttribute('aria-colindex')))
        .map((head) => head.querySelector('button')?.getAttribute('aria-label') ?? '#'),
    );
}

const head = (page: Page, name: string) =>
  page.getByRole('columnheader').filter({ has: page.getByRole('button', { name, exact: true }) });

async function choose(page: Page, column: string, item: string, looked = false): Promise<void> {
  await head(page, column).hover();
  await page.getByRole('button', { name: `Column menu ${column}` }).click();
  if (looked) {
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, ['light', 'dark']);
  }
  await page
    .getByRole('menuitem', { name: item })
    .or(page.getByRole('menuitemcheckbox', { name: item }))
    .click();
  await expect(page.getByRole('menu')).toBeHidden();
}

test('a column header offers a filter by its values, a bulk change, and a profile whose values filter', async ({
  page,
}) => {
  await openDemoTable(page, cars.name);
  const query = page.getByRole('toolbar', { name: 'Query' });
  await query.getByRole('button', { name: 'Columns' }).click();
  // Taller rows: what a person looks at stays, whatever the height.
  const cells = page.getByRole('grid', { name: cars.name });
  await cells.evaluate((grid) => grid.scrollTo({ top: 33 * 60 }));
  await expect(cell(page, cars.name, 61, 1)).toBeInViewport();
  await page.getByRole('radiogroup', { name: 'Lines per row' }).getByRole('radio', { name: '3' }).click();
  await expect(cell(page, cars.name, 61, 1)).toHaveCSS('height', '68px');
  await expect(cell(page, cars.name, 61, 1)).toBeInViewport();
  await page.keyboard.press('Escape');
  await choose(page, 'Cylinders', 'Filter by this', true);
  const form = page.getByRole('dialog', { name: 'Filter by this column' });
  await form.getByRole('checkbox', { name: '6', exact: true }).click();
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(query.getByText('Cylinders').first()).toBeVisible();
  // A column that is filtered already has its condition changed.
  await choose(page, 'Cylinders', 'Filter by this');
  await form.getByRole('checkbox', { name: '6', exact: true, checked: true }).click();
  await form.getByRole('checkbox', { name: '8', exact: true }).click();
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect
    .poll(() => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? ''))
    .toMatchObject({ and: [{ query: { eq: ['5'] } }] });
  await expect(query.getByText('Cylinders')).toHaveCount(1);
  await choose(page, 'Horsepower', 'Find and replace');
  const change = page.getByRole('dialog', { name: 'Change rows' });
  await expect(change.getByRole('combobox', { name: 'Field' })).toHaveValue('Horsepower');
  await expect(change.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.press('Escape');
  await choose(page, 'Horsepower', 'About field');
  const profile = page.getByRole('dialog', { name: 'Fields' });
  await profile
    .getByRole('button', { name: /^Filter from/ })
    .first()
    .click();
  await expect(profile).toBeHidden();
  await expect(query.getByText('Horsepower').first()).toBeAttached();
  await expect(cell(page, cars.name, 1, 1)).not.toBeEmpty();
  // The form of a number shows from where to where its loaded values go; a bar of options is filtered by, too.
  await choose(page, 'Displacement', 'Filter by this');
  await expect(form).toContainText(/In loaded rows: 26\d to 26\d/);
  await page.keyboard.press('Escape');
  await choose(page, 'Cylinders', 'About field');
  await profile.getByRole('button', { name: 'Filter by 8' }).click();
  await expect(profile).toBeHidden();
  await expect(query.getByText('Cylinders')).toHaveCount(2);
});

test('what was sent counts in the head of its column as soon as the rows are read again', async ({ page }) => {
  const filter = { and: [{ field: '2200000000020001', query: { eq: 'citroen ds-21 pallas' } }] };
  await openDemo(page, `${tablePath(cars.id)}?filter=${encodeURIComponent(JSON.stringify(filter))}`);
  await expect(head(page, 'Miles per gallon')).toContainText('∅ 100% of 1');
  await typeInto(page, cell(page, cars.name, 1, 3), '20');
  await (await review(page)).getByRole('button', { name: 'Send 1 row' }).click();
  const sent = sentFrom(page);
  await expect(sent.locator('[data-outcome="verified"]')).toBeVisible({ timeout: 20_000 });
  await expect(head(page, 'Miles per gallon')).not.toContainText('∅');
  await sent.getByRole('button', { name: 'Undo job' }).click();
  await page.getByRole('button', { name: 'Undo 1 row' }).click();
  await expect(head(page, 'Miles per gallon')).toContainText('∅ 100% of 1', { timeout: 20_000 });
});

test('the profile by keyboard: a search leads to a field, arrows to a bar with round ends, and Enter filters by it', async ({
  page,
}) => {
  await openDemoTable(page, cars.name);
  await choose(page, 'Miles per gallon', 'About field');
  const profile = page.getByRole('dialog', { name: 'Fields' });
  const details = (name: string) => profile.getByRole('region', { name, exact: true });
  await expect(details('Miles per gallon')).toBeVisible();
  const search = profile.getByRole('searchbox', { name: 'Find a field' });
  await search.focus();
  await page.keyboard.type('origin');
  // What was chosen is not found any more.
  await expect(details('Origin')).toBeVisible();
  await page.keyboard.press('Enter');
  await profile.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await expect(search).toBeFocused();
  await expect(details('Origin')).toBeVisible();
  await page.keyboard.type('miles');
  await page.keyboard.press('ArrowDown');
  await expect(profile.getByRole('grid', { name: 'Fields' })).toBeFocused();
  await expect(details('Miles per gallon')).toBeVisible();
  await search.fill('');
  // Enter on a head sorts, whatever row is open.
  await profile.getByRole('button', { name: 'Distinct, not sorted' }).press('Enter');
  await expect(profile.getByRole('button', { name: 'Distinct, sorted descending' })).toBeFocused();
  await expect(profile.getByRole('grid', { name: 'Fields' }).getByRole('row').nth(1)).toContainText('Weight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await search.focus();
  await page.keyboard.press('ArrowDown');
  // The list goes on from the field that is open, whoever opened it.
  await page.keyboard.press('ArrowUp');
  await expect(details('Model year')).toBeVisible();

  await search.fill('miles');
  await page.keyboard.press('Enter');
  const bars = details('Miles per gallon').getByRole('group', { name: 'Spread of loaded values' }).getByRole('button');
  await bars.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(bars.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
  await page.keyboard.press('Tab');
  const values = details('Miles per gallon').getByRole('list').getByRole('button');
  await expect(values.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(values.nth(1)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+Tab');
  await expect(bars.last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(profile).toBeHidden();
  await expect(page.getByRole('toolbar', { name: 'Query' })).toContainText(/Miles per gallon ≥ \d+(\.5)? < \d+(\.5)?/);
});

test('columns by mouse: moved, pinned, renamed, retyped, fitted and hidden; all survive a reload', async ({ page }) => {
  // Wide enough that the edge of a wide column is not below the columns that are pinned on the right.
  await page.setViewportSize({ width: 1680, height: 900 });
  await openDemoTable(page, cars.name);
  await expect(head(page, 'Miles per gallon')).toBeVisible();

  const from = await head(page, 'Cylinders').boundingBox();
  const to = await head(page, 'Name').boundingBox();
  if (!from || !to) throw new Error('no heads');
  await page.mouse.move(from.x + 40, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 12, to.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => (await heads(page)).slice(0, 5))
    .toEqual(['#', 'Record', 'Cylinders', 'Name', 'Miles per gallon']);

  // In the list, by their handles: from the end of three over the first.
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const handle = (name: string) =>
    page.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: `Move ${name}`, exact: true });
  await handle('Miles per gallon').hover();
  await page.mouse.down();
  const first = await handle('Cylinders').boundingBox();
  if (!first) throw new Error('no handle');
  await page.mouse.move(first.x + 8, first.y + 30, { steps: 4 });
  await page.mouse.move(first.x + 8, first.y + 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await heads(page)).slice(2, 5)).toEqual(['Miles per gallon', 'Cylinders', 'Name']);
  await expect(page.getByText('Miles per gallon is now column 1 of')).toBeAttached();
  await handle('Miles per gallon').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(handle('Miles per gallon')).toBeFocused();
  await page.keyboard.press('Escape');

  await choose(page, 'Horsepower', 'Pin left');
  // What is pinned ends at a stronger line.
  const line = (name: string) => head(page, name).evaluate((element) => getComputedStyle(element).borderRightColor);
  await expect.poll(() => line('Horsepower')).not.toBe(await line('Name'));
  expect(await line('Record')).toBe(await line('Name'));
  await choose(page, 'Displacement', 'Pin right');
  await choose(page, 'Cylinders', 'Hide');
  await choose(page, 'Miles per gallon', 'Name and type…');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Consumption');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'text', exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();

  const edge = await head(page, 'Consumption').boundingBox();
  if (!edge) throw new Error('no head');
  // Past the line: the handle is as wide on both sides of it.
  await page.mouse.move(edge.x + edge.width + 5, edge.y + 30);
  await page.mouse.down();
  await page.mouse.move(edge.x + 300, edge.y + 30, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await head(page, 'Consumption').boundingBox())?.width).toBeGreaterThan(290);
  await page.mouse.dblclick(edge.x + 300, edge.y + 30);
  await expect.poll(async () => (await head(page, 'Consumption').boundingBox())?.width).toBeLessThan(200);

  const seen = async () => {
    await expect(cell(page, cars.name, 1, 1)).toBeVisible();
    await expect.poll(() => heads(page)).toContain('Consumption');
    const names = await heads(page);
    expect(names.slice(0, 5)).toEqual(['#', 'Record', 'Horsepower', 'Name', 'Consumption']);
    expect(names.at(-1)).toBe('Displacement');
    expect(names).not.toContain('Cylinders');
    await expect(head(page, 'Consumption').getByRole('button').first()).toHaveAccessibleDescription(
      /text, set manually – 0% of loaded values match; \d+% null, in \d+ loaded rows/,
    );
  };
  await seen();
  const right = await head(page, 'Displacement').boundingBox();
  const grid = await page.getByRole('grid', { name: cars.name }).boundingBox();
  expect(Math.abs((right?.x ?? 0) + (right?.width ?? 0) - (grid?.x ?? 0) - (grid?.width ?? 0))).toBeLessThan(20);
  await page.reload();
  await seen();

  // Numbers in a text column are drawn as numbers, each with a note.
  const values = page.getByRole('grid', { name: cars.name }).getByRole('gridcell');
  const misfit = values.filter({ has: page.getByRole('img', { name: 'wrong type for this column' }) });
  await expect(misfit.first()).toHaveText('18');
  await expect(misfit.first()).toHaveAttribute('aria-colindex', '5');

  // In a narrow window pinned columns leave room for the others and scroll with them, with a note.
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).not.toContainText('pinned');
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(status).toContainText('1 pinned column scrolls');
  await cell(page, cars.name, 1, 1).click();
  await page.keyboard.press('End');
  await expect(head(page, 'Displacement')).toBeInViewport({ ratio: 1 });
  await expect(head(page, 'Displacement').getByRole('button').first()).toHaveAccessibleDescription(
    /pinned, but scrolls: the window is too narrow/,
  );
  await page.setViewportSize({ width: 1680, height: 900 });
  await expect(status).not.toContainText('pinned');
});

test('columns by keyboard: moved, widened, hidden, found again; names are exported and imported', async ({ page }) => {
  await openDemoTable(page, cars.name);
  await expect(head(page, 'Cylinders')).toBeVisible();
  await cell(page, cars.name, 1, 1).click();
  await page.keyboard.press('ArrowRight');
  for (const way of ['ArrowUp', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(way);
    const there =
      way === 'ArrowUp' ? page.getByRole('button', { name: 'Name', exact: true }) : cell(page, cars.name, 1, 2);
    await expect(there.or(there.locator('[data-active]')).and(page.locator(':focus'))).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Name', exact: true })).toHaveAccessibleDescription(
    /text, from the table config; no gaps in \d+ loaded rows; Lengths of loaded texts: \d+ – \d+/,
  );
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(async () => (await heads(page)).slice(1, 4)).toEqual(['Record', 'Miles per gallon', 'Name']);
  await expect(page.getByRole('button', { name: 'Name', exact: true })).toBeFocused();
  const before = (await head(page, 'Name').boundingBox())?.width ?? 0;
  await page.keyboard.press('+');
  await expect.poll(async () => (await head(page, 'Name').boundingBox())?.width).toBe(before + 16);

  const panel = page.getByRole('dialog', { name: 'Columns' });
  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter');
  await panel.getByRole('searchbox', { name: 'Find a column' }).focus();
  await test.step('the list is one stop: arrows lead through rows and controls, Home and End to its ends', async () => {
    await page.keyboard.press('ArrowDown');
    await expect(panel.getByRole('checkbox').first()).toBeFocused();
    await page.keyboard.press('End');
    const last = panel.getByRole('checkbox', { name: 'Created by' });
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(panel.getByRole('button', { name: 'About field Created by' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(panel.getByRole('button', { name: 'Fields…' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(panel.getByRole('button', { name: 'About field Created by' })).toBeFocused();
    await page.keyboard.press('Home');
    await expect(panel.getByRole('button', { name: /^About field/ }).first()).toBeFocused();
    const pin = panel.getByRole('button', { name: /[Pp]in Horsepower/ });
    await panel.getByRole('checkbox', { name: 'Horsepower' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await heads(page))[2]).toBe('Horsepower');
    await expect(pin).toBeFocused();
    // At once, as a fast user: the keys after a move of the row are for the row. Enter acts on the box as on the buttons.
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(head(page, 'Horsepower')).toBeHidden();
    await page.keyboard.press('Space');
    await expect(head(page, 'Horsepower')).toBeVisible();
  });
  await page.keyboard.press('Escape');

  const inMenu = async (item: string): Promise<void> => {
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Sort ascending' })).toBeFocused();
    await page
      .getByRole('menuitem', { name: item })
      .or(page.getByRole('menuitemcheckbox', { name: item }))
      .press('Enter');
  };
  await test.step('what an item of the menu of a column opens keeps the focus, and the head has it again', async () => {
    await page.getByRole('button', { name: 'Cylinders', exact: true }).focus();
    // A head that is pinned is another one, and has the focus all the same.
    await inMenu('Pin left');
    await expect(page.getByRole('button', { name: 'Cylinders', exact: true })).toBeFocused();
    await inMenu('Pin left');
    await expect(page.getByRole('button', { name: 'Cylinders', exact: true })).toBeFocused();
    // What an item opens keeps the focus.
    for (const [item, name] of [
      ['Name and type…', 'Name and type'],
      ['Set value…', 'Change rows'],
      ['Filter by this…', 'Filter by this column'],
    ] as const) {
      await inMenu(item);
      const opened = page.getByRole('dialog', { name });
      await expect(opened.locator(':focus')).toBeVisible();
      // Not by what gave the focus back when the menu closed.
      await page.evaluate(atRest);
      await expect(opened.locator(':focus')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
      await expect(page.getByRole('button', { name: 'Cylinders', exact: true })).toBeFocused();
    }
  });
  await inMenu('Hide');
  await expect(head(page, 'Cylinders')).toBeHidden();
  await expect(page.getByText('Cylinders is hidden')).toBeVisible();
  // The head in its place has it.
  await expect(page.getByRole('grid').locator('[data-head]:focus, [data-head] :focus')).toBeVisible();
  await test.step('where the button of columns is folded into a menu, a dot on the menu says that some are hidden', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const dot = () =>
      page.getByRole('button', { name: 'Table actions' }).evaluate((menu) => getComputedStyle(menu, '::after').content);
    await expect.poll(dot).toBe('""');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter');
  await panel.getByRole('searchbox', { name: 'Find a column' }).fill('cyl');
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('checkbox', { name: 'Cylinders' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(head(page, 'Cylinders')).toBeVisible();
  await expect(panel.getByText('Saved in this browser. Alt Shift ↑ ↓ moves a column.')).toBeVisible();
  await test.step('what is found alone moves past a column that is not shown, and says so', async () => {
    const before = (await heads(page)).indexOf('Cylinders');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect.poll(async () => (await heads(page)).indexOf('Cylinders')).toBe(before + 1);
    await expect(panel.getByText(/^Cylinders is now column \d+ of \d+\.$/)).toBeVisible();
    await expect(panel.getByRole('checkbox', { name: 'Cylinders' })).toBeFocused();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect.poll(async () => (await heads(page)).indexOf('Cylinders')).toBe(before);
  });
  await test.step('the button that clears the search gives the focus back to it', async () => {
    await panel.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
    await expect(panel.getByRole('searchbox', { name: 'Find a column' })).toBeFocused();
    await expect(panel.getByRole('checkbox', { name: 'Horsepower' })).toBeVisible();
  });
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export names' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('"name": "Cylinders"');
  const upload = (content: string) =>
    panel.getByLabel('Names file').setInputFiles({
      name: 'names.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  const dialog = page.getByRole('dialog', { name: 'Import names and types' });
  await upload(text.replace('"name": "Cylinders"', '"name": "Cylinder count"'));
  await expect(dialog).toContainText(/1 name changes, no types change; \d+ entries are already the same/);
  await dialog.getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(head(page, 'Cylinder count')).toBeVisible();
});

test('columns are drawn once, with the names and widths that they keep, whichever of rows and config comes first', async ({
  page,
}) => {
  await openDemoTable(page, 'Movies');
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
  await page.addInitScript(() => {
    const drawn: string[] = [];
    Object.assign(window, { drawn });
    const look = (): void => {
      const heads = [...document.querySelectorAll<HTMLElement>('[role=columnheader]')];
      const now = heads.map((head) => [head.querySelector('button')?.ariaLabel, head.clientWidth].join()).join(' ');
      // The first is that of the record, which is there before the rows.
      if (heads.length > 2 && drawn.at(-1) !== now) drawn.push(now);
      requestAnimationFrame(look);
    };
    look();
  });
  // They wait for each other for 0.8 s, which on a busy machine an answer alone may take.
  await expect(async () => {
    const seen = new Set<string>();
    for (const held of ['dw_item/list', 'dw_table/2100000000000003']) {
      await page.route(`**/${held}`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        await route.continue();
      });
      await page.reload();
      await expect(cell(page, 'Movies', 1, 1)).not.toBeEmpty();
      await expect(head(page, 'MPAA rating')).toBeVisible();
      for (const each of await drawn()) seen.add(each);
      await page.unrouteAll({ behavior: 'wait' });
    }
    expect([...seen]).toHaveLength(1);
  }).toPass({ timeout: 90_000 });
});

test('the field profile counts loaded rows, and one press loads more; hidden columns are not loaded until shown', async ({
  page,
}) => {
  const asked: { offset: number; fields: string | undefined }[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/dw_item/list')) return;
    const { limit, offset } = request.postDataJSON();
    if (limit === 100) asked.push({ offset, fields: request.headers()['x-service-return-fields'] });
  });
  await openDemoTable(page, 'Movies');
  const table = '2100000000000003';
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Genre' }).click();
  await expect(panel).toContainText('hidden columns are not loaded');
  await page.keyboard.press('Escape');
  await cell(page, 'Movies', 1, 2).click();
  const goTo = async (row: string) => {
    await page.keyboard.press('Control+g');
    await page.getByRole('dialog', { name: 'Go to row' }).getByLabel('Go to row').fill(row);
    await page.keyboard.press('Enter');
    await expect(cell(page, 'Movies', Number(row), 2)).not.toBeEmpty();
  };
  await goTo('950');
  const genre = '2200000000030003';
  const page9 = asked.filter(({ offset }) => offset === 900);
  expect(page9).toHaveLength(1);
  expect(page9[0]?.fields).toContain('2200000000030001');
  expect(page9[0]?.fields).not.toContain(genre);

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await panel.getByRole('checkbox', { name: 'Genre' }).click();
  await expect.poll(() => asked.filter(({ offset, fields }) => offset === 900 && fields === undefined)).toHaveLength(1);
  expect(asked.filter(({ offset, fields }) => offset === 0 && fields !== undefined)).toEqual([]);
  const first = asked.filter(({ offset }) => offset === 0).length;

  await panel.getByRole('button', { name: 'About field Genre' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fields' });
  const details = dialog.getByRole('region', { name: 'Genre' });
  await expect(details).toContainText('Genre, from the table config');
  await expect(details.getByRole('list', { name: 'Most frequent values' })).toContainText('Drama');
  const rows = dialog.getByRole('status').last();
  const told = (await rows.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Load 1,000 more rows' }).click();
  await expect(rows).not.toHaveText(told);
  expect(asked.filter(({ offset }) => offset === 0)).toHaveLength(first);
  expect(page.url()).toContain(tablePath(table));
});

test('two hundred columns without a config: found, reached and hidden; a note says that hidden ones are loaded too', async ({
  page,
}) => {
  const wide = { table_id: '2100000000000003', name: 'Wide', rows: 500, columns: 200 };
  const server = await startBenchServer([wide]);
  try {
    await page.goto(`${server.url}/connect?environment=bench`);
    await page.getByLabel('API key').fill('bench');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.waitForURL(/\/e\/bench\//);
    await page.goto(`${server.url}/e/bench/w/${spaceId}/t/${wide.table_id}`);
    await expect(cell(page, 'Wide', 1, 1)).toBeVisible();
    expect(await page.getByRole('columnheader').count()).toBeLessThan(30);

    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Columns' });
    await expect(panel.getByRole('checkbox', { name: fieldId(0) })).toBeVisible();
    expect(await panel.getByRole('checkbox').count()).toBeLessThan(40);
    await panel.getByRole('searchbox').fill(fieldId(150));
    await panel.getByRole('checkbox', { name: fieldId(150) }).click();
    await expect(panel).toContainText('Hidden columns are loaded too');
    await page.keyboard.press('Escape');

    await cell(page, 'Wide', 1, 1).click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await expect(page.getByRole('button', { name: 'Updated', exact: true })).toBeFocused();
    await page.keyboard.press('Home');
    await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeFocused();
  } finally {
    await server.close();
  }
});
