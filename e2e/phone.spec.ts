import type { Locator, Page } from '@playwright/test';
import { atRest, look, pages } from './axe';
import {
  cars,
  changesOf,
  discardAll,
  embedded,
  expect,
  openDemo,
  outcomeOf,
  sentFrom,
  tablePath,
  test,
} from './console';
import { bring, states, toCheck, withoutPickers } from './import-steps';

/** A phone: its window, and fingers. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** An action of the table, by the menu that has them all where there is no room. */
async function act(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Table actions' }).tap();
  await page.getByRole('button', { name, exact: true }).tap();
}

/** Opens the form of a new record. */
async function newRecord(page: Page): Promise<Locator> {
  await act(page, 'New record');
  return page.getByRole('region', { name: 'New record', exact: true });
}

/** Nothing is off the screen, what is pressed is large enough for a finger, and nothing pressed lies on another. */
async function fits(page: Page): Promise<void> {
  await page.evaluate(atRest);
  expect(await page.evaluate(misfits)).toEqual([]);
}

/** In the page: what does not fit. */
function misfits(): string[] {
  const least = 39;
  const pressed =
    'a[href], button, input, textarea, summary, [role=tab], [role=checkbox], [role=radio], [role=combobox], [role=option], [role^=menuitem], [role=treeitem][aria-expanded]';
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const shown = [...document.body.querySelectorAll('*')].filter((each) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  const outside = shown.filter(
    (each) => each.getBoundingClientRect().right > innerWidth + 1 && !scrolls(each.parentElement),
  );
  /** Where it is seen: without what a scroll or the window cuts off, and of a field without the space that may hold a button. */
  const areaOf = (element: Element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    if (element.matches('input, textarea')) {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      left += Number.parseFloat(paddingLeft);
      right -= Number.parseFloat(paddingRight);
    }
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === 'visible') continue;
      const cut = parent.getBoundingClientRect();
      left = Math.max(left, cut.left);
      top = Math.max(top, cut.top);
      right = Math.min(right, cut.right);
      bottom = Math.min(bottom, cut.bottom);
    }
    return { left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
  };
  /** Part of where it is pressed may be scrolled away. */
  const isAtEdge = (element: Element, y: number): boolean => {
    const around = element.parentElement;
    if (!around) return y - least / 2 < 2 || y + least / 2 > innerHeight - 2;
    const { top, bottom } = around.getBoundingClientRect();
    const isCut = y - least / 2 < top + 2 || y + least / 2 > bottom - 2;
    return (isCut && /auto|scroll/.test(getComputedStyle(around).overflowY)) || isAtEdge(around, y);
  };
  /** What opens over the page lies on it, and what is pinned on what scrolls. */
  const layerOf = (element: Element | null): Element | null =>
    element === null || getComputedStyle(element).zIndex !== 'auto' ? element : layerOf(element.parentElement);
  /** A press at a place is for it, for its label, or for the box that draws a field. */
  const answers = (element: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [element.closest('label')];
    return [element, ...labels, element.closest('[class*=box]')].some((each) => each?.contains(hit) && hit !== null);
  };
  const reached = (element: HTMLElement, x: number, y: number, step: 1 | -1) => {
    let reach = 0;
    while (reach < least && answers(element, x, y + step * (reach + 1))) reach += 1;
    // Below what is pinned it is scrolled to.
    const above = layerOf(document.elementFromPoint(x, y + step * (reach + 1)));
    return above === null || above.contains(element) ? reach : least;
  };
  /** Within a sentence a link is as high as its line. */
  const isInText = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some((each) => each instanceof Text && each.data.trim() !== '');
  const targets = shown
    .filter((each): each is HTMLElement => each.matches(pressed) && !each.closest('[aria-hidden=true], [inert]'))
    .map((element) => ({ element, area: areaOf(element) }))
    .filter(({ element, area: { left, top, right, bottom } }) => {
      const isCut = bottom - top < element.offsetHeight - 1 || right - left < 2;
      return !isCut && answers(element, (left + right) / 2, (top + bottom) / 2);
    });
  const small = targets.filter(({ element, area: { left, top, right, bottom } }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const height = reached(element, x, y, -1) + 1 + reached(element, x, y, 1);
    return height < least && !isInText(element) && !isAtEdge(element, y);
  });
  const covered = targets.filter(({ element, area }, index) =>
    targets.slice(index + 1).some((other) => {
      if (element.contains(other.element) || other.element.contains(element)) return false;
      const width = Math.min(area.right, other.area.right) - Math.max(area.left, other.area.left);
      const height = Math.min(area.bottom, other.area.bottom) - Math.max(area.top, other.area.top);
      return width > 1 && height > 1 && layerOf(element) === layerOf(other.element);
    }),
  );
  const told = (what: string, { outerHTML }: Element) => `${what}: ${outerHTML.slice(0, 160)}`;
  return [
    ...outside.map((each) => told('off the screen', each)),
    ...small.map(({ element }) => told('small', element)),
    ...covered.map(({ element }) => told('covered', element)),
  ];
}

/** Opens what opens over the pages of a narrow window, one after the other. */
async function openEach(page: Page, isTable: boolean, seen: (name: string) => Promise<void>): Promise<void> {
  const grid = page.getByRole('grid', { name: cars.name });
  const menu = page.getByRole('button', { name: 'Table actions' });
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const closed = async (name: string) => {
    await page.keyboard.press('Escape');
    await expect(dialog(name)).toBeHidden();
  };
  await openDemo(page, tablePath(cars.id));
  await expect(grid.getByRole('row').nth(2)).toBeVisible();
  await menu.tap();
  await seen('table actions');
  await page.getByRole('button', { name: 'Views' }).tap();
  await expect(dialog('Views')).toBeVisible();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await seen('views');
  await closed('Views');
  await expect(menu).toBeFocused();
  await expect(page.getByRole('button', { name: 'Columns' })).toBeHidden();

  await act(page, 'Columns');
  await expect(dialog('Columns').getByRole('checkbox', { name: 'Name' })).toBeVisible();
  await seen('columns');
  await page.getByRole('button', { name: 'About field Horsepower' }).tap();
  await expect(dialog('Fields').getByRole('region', { name: 'Horsepower' })).toBeVisible();
  await seen('fields');
  const sort = await dialog('Fields').getByRole('button', { name: 'Field, not sorted' }).boundingBox();
  expect(sort?.height).toBeGreaterThanOrEqual(40);
  await closed('Fields');

  await page.getByRole('button', { name: 'Edit filter' }).tap();
  await expect(dialog('Filter').getByRole('combobox', { name: 'Field' })).toBeFocused();
  expect((await dialog('Filter').boundingBox())?.width).toBe(page.viewportSize()?.width);
  await seen('first condition');
  await closed('Filter');

  await page.getByRole('button', { name: 'Add condition' }).tap();
  await page.getByRole('combobox', { name: 'Field' }).fill('Horse');
  await seen('fields of a condition');
  await page.getByRole('option', { name: /^Horsepower/ }).tap();
  await expect(page.getByRole('textbox', { name: 'Value' })).toBeVisible();
  await seen('condition');
  await page.keyboard.press('Escape');

  if (isTable) {
    await page.getByRole('button', { name: 'Column menu Name' }).tap();
    await expect(page.getByRole('menu')).toBeVisible();
    await seen('column menu');
    await page.keyboard.press('Escape');
  }

  await page.getByRole('button', { name: 'Show tables' }).tap();
  await expect(dialog('Tables').getByRole('link').first()).toBeVisible();
  await seen('drawer');
  await closed('Tables');

  await page.goto(`${tablePath(cars.id)}?record=2300020000000003`);
  for (const field of ['Origin', 'Model year']) {
    await page.getByRole('button', { name: `Edit ${field}` }).tap();
    await expect(page.getByRole(field === 'Origin' ? 'combobox' : 'textbox', { name: field })).toBeFocused();
    await seen(`editor of ${field}`);
    await page.keyboard.press('Escape');
  }

  await page.keyboard.press('Escape');
  const form = await newRecord(page);
  await form.getByRole('textbox').first().fill('seen by a finger');
  await page.keyboard.press('Enter');
  await seen('new record');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(page.getByRole('grid', { name: 'New records' })).toContainText('seen by a finger');
  await seen('new rows');
  await changesOf(page)
    .getByRole('button', { name: /^Review/ })
    .tap();
  await expect(dialog('Review changes')).toContainText('seen by a finger');
  await seen('review');

  await page.goto(`${embedded}/explorer`);
  await page.getByRole('button', { name: /^Send/ }).tap();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await seen('JSON');

  await page.goto(tablePath('2100000000000011'));
  const picture = page.getByRole('grid', { name: 'Reports' }).getByText('cities-of-the-world.png').first();
  if (isTable) {
    await picture.tap();
    await expect(page.getByText('960 × 480 px')).toBeVisible();
    await seen('file panel');
  }
}

/** Each step of an import, up to its last. */
async function importSteps(page: Page, seen: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${tablePath(states.id)}/import`);
  await bring(
    page,
    'phone.csv',
    'State,Capital,Population\nOhio,Columbus on a phone,\nYs,Drowned,many\n"Broken,Line,2\n',
  );
  for (const next of ['Map columns', 'Choose key', 'Go to check', 'Go to send']) {
    const button = page.getByRole('button', { name: next });
    if (next === 'Go to check') await page.getByRole('radio', { name: 'State', exact: true }).check();
    await expect(button).toBeEnabled();
    await seen(`import, before ${next}`);
    if (next === 'Choose key') {
      const said = page.getByText('does not fit and is skipped').locator('..');
      expect(await said.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThan(2);
    }
    await button.tap();
  }
  await expect(page.getByRole('button', { name: 'Send 1 row' })).toBeVisible();
  await seen('last step of an import');
}

for (const { width, schemes, long } of [
  { width: 390, schemes: [], long: '' },
  { width: 390, schemes: ['light'], long: ' @long' },
  { width: 768, schemes: ['light', 'dark'], long: ' @long' },
] as const) {
  test.describe(`with fingers at ${width} px${long}`, () => {
    test.use({ ...phone, viewport: { width, height: 844 } });
    withoutPickers();

    test('what opens over a page fits, nothing that is pressed is small or covered, and axe finds nothing', async ({
      page,
    }) => {
      test.slow();
      const seen = (name: string) =>
        test.step(name, async () => {
          await fits(page);
          if (schemes.length > 0) await look(page, schemes);
        });
      await openEach(page, width > 640, seen);
      await importSteps(page, seen);
    });
  });
}

test.describe('on a tablet', () => {
  test.use({ ...phone, viewport: { width: 768, height: 1024 } });
  withoutPickers();

  test('a tap on a row number opens its record; a refused value is asked for before that closes', async ({ page }) => {
    await openDemo(page, tablePath(cars.id));
    const grid = page.getByRole('grid', { name: cars.name });
    // Where one had scrolled to is where one comes back to.
    const scrolled = () =>
      grid.evaluate((element) => {
        element.scrollTo(400, 0);
        return element.scrollLeft;
      });
    // Its columns may not have come yet.
    await expect.poll(scrolled).toBe(400);
    await grid.getByRole('rowheader', { name: '4', exact: true }).tap();
    await page.getByRole('region', { name: 'amc rebel sst' }).getByRole('button', { name: 'Close' }).tap();
    await expect(grid.locator(':focus')).toHaveCount(1);
    expect(await grid.evaluate((element) => element.scrollLeft)).toBe(400);

    await grid.getByRole('rowheader', { name: '3', exact: true }).tap();
    const record = page.getByRole('region', { name: 'plymouth satellite' });
    // A value is edited by a tap on it, also while another is; that one is taken.
    const fieldValue = (id: string) => record.locator(`[data-field="${id}"] dd`);
    await fieldValue('2200000000020001').tap();
    await record.getByRole('textbox', { name: 'Name' }).fill('plymouth satellite wagon');
    await fieldValue('2200000000020002').tap();
    await expect(fieldValue('2200000000020001')).toContainText('was plymouth satellite');
    const field = record.getByRole('textbox', { name: 'Miles per gallon' });
    await expect(field).toBeFocused();
    await field.fill('abc');
    const close = record.getByRole('button', { name: 'Close' });
    await close.tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close record' }).tap();
    await expect(record).toBeHidden();

    // A tablet zooms into smaller text.
    await grid.locator('[aria-rowindex="2"] [aria-colindex="3"]').dblclick();
    const editor = grid.locator('textarea:focus, input:focus');
    await expect(editor).toBeVisible();
    expect(await editor.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
  });

  test('what is edited, sent, filtered and imported on a tablet keeps its place', async ({ page }) => {
    await openDemo(page, tablePath(cars.id));
    await test.step('a swipe only scrolls, a second tap edits, and a refused value can be given up without a keyboard', async () => {
      const grid = page.getByRole('grid', { name: cars.name });
      const first = grid.locator('[aria-rowindex="2"] [aria-colindex="2"]');
      await expect(first).toHaveAttribute('aria-selected', 'true');
      const finger = await page.context().newCDPSession(page);
      const swipe = (xDistance: number) =>
        finger.send('Input.synthesizeScrollGesture', { x: 600, y: 600, xDistance, gestureSourceType: 'touch' });
      await swipe(-260);
      await swipe(260);
      await expect(grid.locator('[role="gridcell"][aria-selected="true"]')).toHaveCount(1);
      await expect(first).toHaveAttribute('aria-selected', 'true');
      const cell = grid.locator('[aria-rowindex="4"] [aria-colindex="4"]');
      await cell.tap();
      await expect(cell).toHaveAttribute('aria-selected', 'true');
      const editor = cell.getByRole('textbox');
      await expect(editor).toHaveAttribute('inputmode', 'none');
      await cell.tap();
      await expect(editor).toHaveAttribute('inputmode', 'decimal');
      await editor.fill('abc');
      await grid.locator('[aria-rowindex="6"] [aria-colindex="4"]').tap();
      await expect(editor).toHaveAttribute('aria-invalid', 'true');
      await grid.getByRole('alert').getByRole('button', { name: 'Cancel' }).tap();
      await expect(cell).toHaveText('18');
      await grid.locator('[aria-rowindex="6"] [aria-colindex="4"]').tap();
      await expect(cell).not.toHaveAttribute('aria-selected', 'true');

      // What a choice holds is in sight among what can be chosen.
      const choice = grid.locator('[aria-rowindex="4"] [aria-colindex="5"]');
      await choice.tap();
      await choice.tap();
      const held = page.getByRole('option', { name: '8', exact: true });
      await expect(held).toHaveAttribute('aria-current', 'true');
      await expect(held).toBeInViewport({ ratio: 1 });
    });
    await page.keyboard.press('Escape');
    await test.step('a change is reviewed and its job read in lines of two, not in cards of a phone', async () => {
      const grid = page.getByRole('grid', { name: cars.name });
      const cell = grid.locator('[aria-rowindex="4"] [aria-colindex="3"]');
      await cell.tap();
      await cell.tap();
      await cell.getByRole('textbox').fill('plymouth II');
      const number = grid.locator('[aria-rowindex="4"] [aria-colindex="4"]');
      await number.tap();
      await number.tap();
      await number.getByRole('textbox').fill('19');
      await grid.locator('[aria-rowindex="6"] [aria-colindex="3"]').tap();
      await page.getByRole('button', { name: /^Review/ }).tap();
      const review = page.getByRole('dialog', { name: 'Review changes' });
      const [first, second] = [review.getByRole('row').nth(1), review.getByRole('row').nth(2)];
      await expect(first).toContainText('plymouth II');
      expect((await first.boundingBox())?.height).toBeLessThan(64);
      expect((await second.boundingBox())?.height).toBeLessThan(52);
      const state = async (line: Locator) => (await line.getByText('will update').boundingBox())?.x;
      expect(await state(second)).toBe(await state(first));
      await review.getByRole('button', { name: /^Send/ }).tap();
      await page.getByRole('link', { name: 'Open job' }).tap();
      const row = page.getByRole('table').getByRole('row').filter({ hasText: '2300020000000003' });
      await expect(row).toContainText('verified', { timeout: 20_000 });
      expect((await row.boundingBox())?.height).toBeLessThan(90);
    });
    await test.step('a condition stands before what adds another and clears it; no keys are named', async () => {
      await page.goto(
        `${tablePath(cars.id)}?${new URLSearchParams({ filter: '{"and":[{"field":"2200000000020002","query":{"gte":30}}]}' })}`,
      );
      const bar = page.getByRole('toolbar', { name: 'Query' });
      const left = async (name: string | RegExp) =>
        (await bar.getByRole('button', { name }).first().boundingBox())?.x ?? 0;
      const places = [await left(/Miles per gallon/), await left('Add condition'), await left('Clear filter')];
      expect(places).toEqual([...places].sort((one, other) => one - other));
      await page.goto(`${embedded}/explorer`);
      await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
      await expect(page.getByText('Ctrl Enter')).toBeHidden();
      // What is open is behind this button of the bar.
      await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveAttribute('aria-current', 'true');
    });
    await test.step('an import sets the choices of a column beside each other, and an opened cell pushes no other aside', async () => {
      await page.goto(`${tablePath(cars.id)}/import`);
      await bring(page, 'tablet.csv', 'Name,Miles per gallon\nTablet one,30\nTablet two,many\n');
      await page.getByRole('button', { name: 'Map columns' }).tap();
      const top = async (name: string) => (await page.getByRole('combobox', { name }).boundingBox())?.y ?? 0;
      await expect(page.getByRole('combobox', { name: 'Blank cells in Name' })).toBeVisible();
      const tops = await Promise.all(['Field for Name', 'Type of Name', 'Blank cells in Name'].map(top));
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
      await page.getByRole('button', { name: 'Choose key' }).tap();
      await page.getByRole('button', { name: 'Go to check' }).tap();
      const middle = async (of: Locator) => of.boundingBox().then((box) => (box ? box.y + box.height / 2 : 0));
      const again = await middle(page.getByRole('button', { name: 'Check again' }));
      expect(Math.abs(again - (await middle(page.getByRole('heading', { name: /^Check rows/ }))))).toBeLessThan(3);
      await page.getByRole('button', { name: /Fix/ }).tap();
      const head = page.getByRole('columnheader', { name: 'In the file' });
      const before = await head.boundingBox();
      const cell = page.getByRole('button', { name: /Line 3, Miles per gallon/ });
      if (await cell.isVisible()) await cell.tap();
      const field = page.getByRole('textbox', { name: /Line 3, Miles per gallon/ });
      await expect(field).toBeVisible();
      expect(await head.boundingBox()).toEqual(before);
      await field.fill('31');
      await page.keyboard.press('Enter');
      await expect(page.getByText('was “many”')).toBeVisible();
      expect((await head.boundingBox())?.x).toBe(before?.x);
    });
  });
});

test.describe('on a phone', () => {
  test.use(phone);
  withoutPickers();

  test('filter, open, edit, review and send by touch, and see it verified', async ({ page }) => {
    await openDemo(page);
    await fits(page);
    const tables = page.getByRole('list', { name: 'Tables' });
    await expect(tables.getByRole('link').first()).not.toContainText('–', { useInnerText: true });
    await tables.getByRole('link', { name: /^Cars/ }).tap();
    const cards = page.getByRole('grid', { name: 'Cars' });
    await expect(cards.getByRole('button', { name: 'buick skylark 320' })).toBeVisible();
    await fits(page);

    await page.getByRole('button', { name: 'Add condition' }).tap();
    await page.getByRole('combobox', { name: 'Field' }).fill('Horse');
    await page.getByRole('option', { name: /^Horsepower/ }).tap();
    await page.getByRole('combobox', { name: 'Operator' }).tap();
    await page.getByRole('option', { name: /^at least/ }).tap();
    await page.getByRole('textbox', { name: 'Value' }).fill('215');
    await fits(page);
    await page.getByRole('button', { name: 'Apply' }).tap();
    await expect(page.getByRole('region', { name: 'Status' })).toContainText('8 rows');
    // Nothing of the query is beyond the edge of the window.
    for (const name of ['Edit condition on Horsepower ≥ 215', 'Clear filter', 'Sort']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    }

    await cards.getByRole('button', { name: /^buick estate wagon/ }).tap();
    const record = page.getByRole('region', { name: /^buick estate wagon/ });
    await record.getByRole('button', { name: 'Edit Name' }).tap();
    await record.getByRole('textbox', { name: 'Name' }).fill('buick estate wagon (sw) 1970');
    // The next pencil is where it was when it was pressed, though the edited field becomes taller.
    await record.getByRole('button', { name: 'Edit Miles per gallon' }).tap();
    const miles = record.getByRole('textbox', { name: 'Miles per gallon' });
    await expect(miles).toBeFocused();
    // A phone zooms into smaller text.
    expect(await miles.evaluate((field) => getComputedStyle(field).fontSize)).toBe('16px');
    await expect(record).toContainText('was');
    // So is what another field copies; a value that is refused stays open.
    await miles.fill('many');
    await record.getByRole('button', { name: 'Copy value of Weight' }).tap();
    await expect(record.getByRole('button', { name: 'Copied' })).toBeVisible();
    await expect(record.getByRole('alert')).toContainText('This is not a number.');
    await miles.fill('15');
    await record.getByRole('button', { name: 'Copy value of Weight' }).tap();
    await expect(miles).toBeHidden();
    await expect(record.getByRole('button', { name: 'Revert Miles per gallon' })).toBeVisible();
    await fits(page);
    await record.getByRole('button', { name: 'Review 1 record' }).tap();
    await page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: 'Keep editing' }).tap();
    await expect(record).toBeHidden();

    await expect(cards.getByRole('button', { name: /^buick estate wagon.*changed/ })).toBeVisible();
    await changesOf(page)
      .getByRole('button', { name: /^Review/ })
      .tap();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review.getByText('buick estate wagon (sw) 1970')).toBeVisible();
    const send = review.getByRole('button', { name: 'Send 1 row' });
    await expect(send).toBeEnabled();
    // Most of the window is for the rows.
    expect((await review.getByRole('tabpanel').boundingBox())?.y).toBeLessThan(phone.viewport.height * 0.38);
    await fits(page);
    await send.tap();

    const sent = sentFrom(page);
    await expect(sent.getByText('1 row saved and verified.')).toBeVisible({ timeout: 20_000 });
    // It is said once.
    await expect(sent.locator('[data-outcome="verified"]')).toBeHidden();
    await sent.getByRole('link', { name: 'Open job' }).tap();
    await expect(outcomeOf(page, 'verified')).toContainText('1');
    await fits(page);
    // In the list of jobs its name has the room of a line, beside its state.
    await page.getByRole('link', { name: 'Jobs', exact: true }).tap();
    const job = page.getByRole('row', { name: /Update 1 row of Cars/ });
    await expect(job).toContainText('1 verified');
    expect((await job.getByRole('cell').first().boundingBox())?.width).toBeGreaterThan(240);
    expect((await job.boundingBox())?.height).toBeLessThan(110);
    await fits(page);
  });

  test('a filter is built by touch: what is written is taken by whatever is pressed next, and all of it is seen', async ({
    page,
  }) => {
    await openDemo(page, tablePath(cars.id));
    const bar = page.getByRole('toolbar', { name: 'Query' });
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    const write = async (field: string, value: string): Promise<void> => {
      await dialog.getByRole('combobox', { name: 'Field' }).fill(field);
      await page.getByRole('option', { name: field }).first().tap();
      await dialog.getByRole('combobox', { name: 'Operator' }).tap();
      await page.getByRole('option', { name: 'greater than' }).tap();
      await dialog.getByRole('textbox', { name: 'Value' }).fill(value);
    };
    await bar.getByRole('button', { name: 'Edit filter' }).tap();
    await write('Horsepower', 'many');
    await dialog.getByRole('button', { name: 'Add group' }).tap();
    await expect(dialog.getByText('This is not a number.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('90');
    await dialog.getByRole('button', { name: 'Add group' }).tap();
    await expect(dialog.getByRole('button', { name: 'Edit condition on Horsepower > 90' })).toBeVisible();

    const group = dialog.getByRole('region', { name: 'Condition group' }).last();
    await group.getByRole('button', { name: 'Add condition' }).tap();
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Origin');
    await page.getByRole('option', { name: /^Origin/ }).tap();
    await fits(page);
    await group.getByRole('checkbox', { name: 'Europe' }).tap();
    await group.getByRole('button', { name: 'Add condition' }).tap();
    await group.getByRole('button', { name: 'Add condition' }).tap();
    await write('Miles', '20');
    await dialog.getByRole('button', { name: 'Apply' }).tap();
    await expect(dialog).toBeHidden();
    await expect(bar.getByRole('button', { name: 'Origin = Europe or Miles per gallon > 20' })).toBeVisible();

    // With a sort all of it is in view.
    await bar.getByRole('button', { name: 'Sort' }).tap();
    await page.getByRole('combobox', { name: 'Sort by' }).fill('Weight');
    const panel = page.getByRole('dialog', { name: 'Sort' });
    const place = await panel.boundingBox();
    await page.getByRole('option', { name: /^Weight/ }).tap();
    // Its button moves to a line of its own, and it does not.
    await expect(bar.getByRole('button', { name: /^Sort: Weight/ })).toBeAttached();
    await page.evaluate(atRest);
    expect(await panel.boundingBox()).toEqual(place);
    await page.keyboard.press('Escape');
    for (const name of [/^Sort: Weight/, /^Edit condition on Horsepower/, /^Origin = Europe or/])
      await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    expect(
      await bar
        .locator(':scope > div')
        .first()
        .evaluate((line) => line.scrollHeight - line.clientHeight),
    ).toBe(0);

    // A card shows where a text was found.
    await act(page, 'Find');
    await page.getByRole('textbox', { name: 'Find' }).fill('volvo');
    const found = (): Promise<string[]> =>
      page.evaluate(() => [...(CSS.highlights.get('found-here') ?? [])].map((range) => `${range}`.toLowerCase()));
    await expect.poll(found).toEqual(['volvo']);
    // The search lies on no card; Back closes a record that was opened from it, then the search.
    const search = page.getByRole('search', { name: 'Find' });
    const [above, rows] = [await search.boundingBox(), await page.getByRole('grid', { name: 'Cars' }).boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(rows?.y ?? 0);
    await page.getByRole('grid', { name: 'Cars' }).locator('[data-active]').tap();
    const record = page.getByRole('region', { name: /^volvo/ });
    await expect(record).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/record=/);
    await expect(page.getByRole('textbox', { name: 'Find' })).toHaveValue('volvo');
    await page.goBack();
    await expect(search).toBeHidden();
    // A card shows its first fields again, and no frame.
    await expect(page.locator('[role=grid] :focus-visible')).toHaveCount(0);
  });

  test('cards come back as they were left, and their columns are chosen', async ({ page }) => {
    await openDemo(page, tablePath(cars.id));
    await test.step('one comes back to the card that was on top, however often one leaves', async () => {
      const grid = page.getByRole('grid', { name: 'Cars' });
      const card = grid.locator('[data-row="40"]');
      await expect(grid.locator('[data-row="0"]')).toContainText('chevrolet');
      await grid.evaluate((list) => {
        const [first] = list.querySelectorAll('[data-row]');
        list.scrollTop = 40 * (first?.clientHeight ?? 0);
      });
      await expect(card).toBeInViewport({ ratio: 1 });
      const before = await card.boundingBox();
      for (let time = 0; time < 2; time += 1) {
        await page.getByRole('link', { name: 'Jobs', exact: true }).tap();
        await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
        await page.goBack();
        await expect(card).toBeInViewport({ ratio: 1 });
        expect(Math.abs(((await card.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3);
      }
    });
    await test.step('the columns offer no keys and no height of rows, and say which are hidden by default', async () => {
      await act(page, 'Columns');
      const panel = page.getByRole('dialog', { name: 'Columns' });
      await panel.getByRole('checkbox', { name: 'Cylinders' }).tap();
      await expect(panel).toContainText(/12 of 16 shown · 3 hidden by default/);
      await expect(panel.getByText('Saved in this browser.', { exact: true })).toBeVisible();
      await expect(panel.getByRole('radiogroup')).toHaveCount(0);
      await fits(page);
    });
  });

  test('Find: its focus, a match that a card cuts off, and the way to all rows', async ({ page }) => {
    await test.step('Find of the menu takes the focus, keeps it while one types, and gives it to a card', async () => {
      const shown = ['2300020000000001', '2300020000000002', '2300020000000003'];
      const filter = JSON.stringify({ and: [{ field: 'item_id', query: { in: shown } }] });
      await openDemo(page, `${tablePath(cars.id)}?filter=${encodeURIComponent(filter)}`);
      await act(page, 'Find');
      const field = page.getByRole('textbox', { name: 'Find' });
      await expect(field).toBeFocused();
      await page.keyboard.type('plymouth', { delay: 50 });
      await expect(field).toHaveValue('plymouth');
      await expect(page.getByRole('search', { name: 'Find' })).toContainText('1 of 1');
      await expect(field).toBeFocused();
      // Beside matches, too, all rows can be filtered.
      await expect(page.getByRole('search').getByRole('button', { name: 'Filter by this' })).toBeInViewport({
        ratio: 1,
      });
      await fits(page);
      await page.getByRole('search', { name: 'Find' }).getByRole('button', { name: 'Close' }).tap();
      await expect(page.getByRole('grid', { name: 'Cars' }).locator('[data-active]')).toBeFocused();
      await expect(page.locator('[role=grid] :focus-visible')).toHaveCount(0);
    });
    await test.step('a match that a card cuts off is brought into view; where nothing is found, all rows can be filtered', async () => {
      await page.goto(tablePath('2100000000000005'));
      await act(page, 'Find');
      const field = page.getByRole('textbox', { name: 'Find' });
      const isSeen = (): Promise<boolean> =>
        page.evaluate(() => {
          const [range] = [...(CSS.highlights.get('found-here') ?? [])] as Range[];
          const value = range?.startContainer.parentElement?.closest('dd, button');
          if (!range || !value) return false;
          const [match, shown] = [range.getBoundingClientRect(), value.getBoundingClientRect()];
          return match.left >= shown.left && match.right <= shown.right + 1;
        });
      const longest = await page.locator('[role=grid] dd').evaluateAll((values) => {
        const cut = values.find((value) => value.scrollWidth > value.clientWidth);
        return cut?.textContent?.trim().slice(-9) ?? '';
      });
      expect(longest).not.toBe('');
      await field.fill(longest);
      await expect.poll(isSeen).toBe(true);
      await field.fill('nowhere at all');
      const search = page.getByRole('search', { name: 'Find' });
      await expect(search).toContainText('Nothing found');
      await fits(page);
      await search.getByRole('button', { name: 'Filter by this' }).tap();
      await expect(page).toHaveURL(/filter=/);
      await expect(page.getByText('No records match the filter')).toBeVisible();
      await page.goBack();
      await expect(page).not.toHaveURL(/filter=/);
      await expect(page.locator('[role=grid] [data-row="0"]')).toBeVisible();
    });
  });

  test('a phone is offered no keyboard shortcuts, and told that the page it asked for opens after connecting', async ({
    page,
  }) => {
    await page.goto(tablePath(cars.id));
    await expect(page.getByText('After connecting, the page you asked for opens.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeInViewport({ ratio: 1 });
    await fits(page);

    await page.getByRole('button', { name: 'Open demo workspace' }).tap();
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Keyboard shortcuts' })).toBeHidden();
    await drawer.getByRole('link', { name: 'Settings' }).tap();
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeHidden();
    await expect(page.getByRole('radiogroup', { name: 'Row height' })).toBeHidden();
    const stored = page.getByRole('table', { name: 'Browser storage' });
    await expect(stored.getByRole('row', { name: /^Keys of this tab/ })).toBeVisible();
    expect(await stored.evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))).toBe(true);
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await expect(page.getByRole('option', { name: /^Settings/ })).toBeVisible();
    await expect(page.getByRole('option', { name: /^Keyboard shortcuts/ })).toBeHidden();
  });

  test('rows that an import left out are opened to be fixed; what is said about them lies on no button @long', async ({
    page,
  }) => {
    await openDemo(page, `${tablePath(states.id)}/import`);
    const rows = ['State,Capital,Population', 'Ohio,Columbus on a phone,', 'Ys,Drowned,many', '"Broken,Line,2'];
    await bring(page, 'phone.csv', `${rows.join('\n')}\n`);
    await page.getByRole('button', { name: 'Map columns' }).tap();
    // In one column each choice has its label.
    for (const label of ['Read as', 'Blank means', 'Fits'])
      expect(
        await page
          .locator(`td[data-label="${label}"]`)
          .first()
          .evaluate((cell) => getComputedStyle(cell, '::before').content),
      ).toBe(`"${label}"`);
    await page.getByRole('button', { name: 'Choose key' }).tap();
    await page.getByRole('radio', { name: 'State', exact: true }).check();
    // What was found of each key is below it, in one column.
    const keys = page.getByRole('radiogroup', { name: 'Key', exact: true });
    expect(await keys.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
    await page.getByRole('button', { name: 'Go to check' }).tap();
    // Three counts are in one line, without those of zero.
    const counts = page.getByRole('group', { name: 'Found' });
    await expect(counts.getByRole('button')).toHaveText(['3all rows', '1will update', '2invalid']);
    expect((await counts.boundingBox())?.height).toBeLessThan(50);
    // The first change of a row is read to its end.
    const change = page.getByRole('row', { name: /Ohio/ }).locator('ins').first();
    expect(await change.evaluate((value) => value.scrollWidth <= value.clientWidth)).toBe(true);
    await fits(page);
    await page.getByRole('button', { name: 'Fix line 3' }).tap();
    await expect(page.getByRole('textbox', { name: 'Line 3, Population' })).toBeFocused();
    await expect(page.getByText('Enter applies, Escape cancels.')).toBeHidden();
    await page.getByRole('button', { name: 'Go to send' }).tap();
    await page.getByRole('button', { name: 'Send 1 row' }).tap();
    await expect(page.getByText('ended', { exact: true })).toBeVisible({ timeout: 20_000 });
    await fits(page);
    await page.getByRole('button', { name: 'Fix and retry' }).tap();
    const said = page.getByRole('region', { name: 'Notifications' });
    await expect(said.getByText('1 row was not opened as changes')).toBeVisible();
    // Playwright presses nothing that something lies on.
    const changes = changesOf(page);
    await changes.getByRole('button', { name: 'Discard' }).tap({ trial: true });
    await changes.getByRole('button', { name: /^Review/ }).tap();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    const matched = review.getByRole('button', { name: /^Key: / });
    const isWhole = (element: Element) =>
      [element, ...element.querySelectorAll('span')].every((each) => each.scrollWidth <= each.clientWidth);
    expect(await matched.evaluate(isWhole)).toBe(true);
    await fits(page);
  });

  test('all counts of a check are in sight, a finished job leaves no hole, and its card opens it anywhere', async ({
    page,
  }) => {
    await openDemo(page, `${tablePath(states.id)}/import`);
    const rows = ['Ohio,Columbus anew,', 'Maine,Augusta,', 'Utah,Salt Lake City,many', 'The Land of Ys,Drowned,3'];
    await bring(page, 'counts.csv', `State,Capital,Population\n${rows.join('\n')}\n`);
    await toCheck(page, 'State');
    const counts = page.getByRole('group', { name: 'Found' }).getByRole('button');
    await expect(counts).toHaveText(['4all rows', '1will update', '1will create', '1no change', '1invalid']);
    for (const count of await counts.all()) await expect(count).toBeInViewport({ ratio: 1 });
    await fits(page);

    await page.getByRole('button', { name: 'Go to send' }).tap();
    await page.getByRole('button', { name: 'Send 2 rows' }).tap();
    await expect(page.getByText('ended', { exact: true })).toBeVisible({ timeout: 20_000 });
    const gap = () =>
      page.getByRole('region', { name: 'Outcome' }).evaluate((own) => {
        const card = document.querySelector('main section h2')?.closest('section');
        return (card?.getBoundingClientRect().top ?? 0) - (own.lastElementChild?.getBoundingClientRect().bottom ?? 0);
      });
    await expect.poll(gap).toBeLessThan(24);

    const job = page.url();
    await page.goto('/e/embedded/jobs');
    const card = page.getByRole('row', { name: /counts\.csv/ });
    const { x = 0, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {};
    await page.touchscreen.tap(x + width / 2, y + height - 12);
    await expect(page).toHaveURL(job);
  });

  test('values to filter by are not covered by a keyboard, and what is left after Discard is one line', async ({
    page,
  }) => {
    await openDemo(page, tablePath('2100000000000003'));
    await page.getByRole('button', { name: 'Add condition' }).tap();
    await page.getByRole('combobox', { name: 'Field' }).tap();
    await page.getByRole('option', { name: /^Genre/ }).tap();
    await expect(page.getByRole('searchbox', { name: 'Find a value' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Action' })).toBeFocused();
    // A row is pressed for its own box from edge to edge, on its count too.
    const adventure = page.getByRole('checkbox', { name: 'Adventure' });
    const row = page.getByRole('group', { name: 'Value' }).locator('div', { has: adventure }).first();
    const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(height).toBeGreaterThanOrEqual(40);
    for (const [index, place] of [
      { x: x + 8, y: y + 2 },
      { x: x + 8, y: y + height - 2 },
      { x: x + width - 8, y: y + height / 2 },
    ].entries()) {
      await page.touchscreen.tap(place.x, place.y);
      await expect(adventure).toBeChecked({ checked: index % 2 === 0 });
    }
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
    await adventure.tap();
    await page.getByRole('checkbox', { name: 'Western' }).tap();
    await page.getByRole('button', { name: 'Apply' }).tap();
    await page.getByRole('grid').getByRole('button').first().tap();
    await page.getByRole('button', { name: 'Edit Title' }).tap();
    await page.getByRole('textbox', { name: 'Title' }).fill('changed');
    await page.getByRole('button', { name: 'Close', exact: true }).first().tap();
    await discardAll(page);
    const changes = changesOf(page);
    await expect(changes).toContainText('No changes to review.');
    expect((await changes.boundingBox())?.height).toBeLessThan(70);
    await fits(page);
  });

  test('Back closes what is open over the table, one after the other, and only then leaves it', async ({ page }) => {
    await openDemo(page, tablePath(cars.id));
    const cards = page.getByRole('grid', { name: 'Cars' });
    await cards.getByRole('button', { name: /^buick skylark 320/ }).tap();
    const record = page.getByRole('region', { name: /^buick skylark 320/ });
    await record.getByRole('button', { name: 'Edit Weight' }).tap();
    await record.getByRole('textbox', { name: 'Weight' }).fill('3600');
    await page.keyboard.press('Enter');
    await record.getByRole('button', { name: /^Review/ }).tap();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review).toBeVisible();
    await page.goBack();
    await expect(review).toBeHidden();
    await expect(page.getByRole('button', { name: 'Review 1 record' })).toBeVisible();

    const actions = page.getByRole('button', { name: 'Table actions' });
    await act(page, 'Columns');
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await expect(columns).toBeVisible();
    await page.goBack();
    await expect(columns).toBeHidden();
    await actions.tap();
    await page.goBack();
    await expect(actions).toHaveAttribute('aria-expanded', 'false');
    const form = await newRecord(page);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('kept by Back');
    // What does not fit would be gone with the form.
    const displacement = form.getByRole('textbox', { name: 'Displacement' });
    await displacement.fill('12x');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Close without this value?' });
    await expect(question).toContainText('“12x”');
    await page.goBack();
    await expect(question).toBeHidden();
    await expect(displacement).toBeFocused();
    await expect(displacement).toHaveAttribute('aria-invalid', 'true');
    await displacement.fill('120');
    await page.goBack();
    await expect(form).toBeHidden();
    await expect(changesOf(page)).toContainText('1 new');
    await page.getByRole('button', { name: 'Show tables' }).tap();
    const tables = page.getByRole('list', { name: 'Tables' });
    await expect(tables).toBeVisible();
    await page.goBack();
    await expect(tables).toBeHidden();
    await expect(cards.getByRole('button', { name: /^buick skylark 320/ })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(tablePath(cars.id));
    // A drawer that led elsewhere is not open when one comes back.
    await page.getByRole('button', { name: 'More' }).tap();
    const more = page.getByRole('dialog', { name: 'Main' });
    await more.getByRole('link', { name: 'Provider' }).tap();
    await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
    await page.goBack();
    await expect(cards).toBeVisible();
    await expect(more).toBeHidden();
  });

  test('what is wrong with a field takes the place of its hint: what is pressed next is where it was', async ({
    page,
  }) => {
    await openDemo(page, tablePath('2100000000000003'));
    const form = await newRecord(page);
    await form.getByRole('textbox', { name: 'Title' }).fill('Torch');
    await form.getByRole('button', { name: 'Add another' }).tap();
    const date = form.getByRole('textbox', { name: 'Release date' });
    await expect(date).toHaveAccessibleDescription(/^part of the key, no value yet/);
    const next = form.getByRole('textbox', { name: 'Distributor' });
    const before = await next.boundingBox();
    await date.fill('soon');
    await form.getByRole('textbox', { name: 'Title' }).tap();
    await expect(form.getByText(/no value yet/)).toBeHidden();
    await date.fill('2026-06-05');
    await expect(date).not.toHaveAttribute('aria-invalid', 'true');
    expect(await next.boundingBox()).toEqual(before);
  });

  test('the review of a new record leaves the better part of the window to its fields', async ({ page }) => {
    await openDemo(page, tablePath(cars.id));
    const form = await newRecord(page);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('lantern');
    // A value that does not fit is not left behind.
    const weight = form.getByRole('textbox', { name: 'Weight (lbs)' });
    await weight.fill('heavy');
    await form.getByRole('button', { name: /^Review/ }).tap();
    await expect(weight).toBeFocused();
    await expect(weight).toBeInViewport({ ratio: 1 });
    await expect(form.getByText('This is not a number.')).toBeInViewport({ ratio: 1 });
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review).toBeHidden();
    await weight.fill('3000');
    await form.getByRole('button', { name: /^Review/ }).tap();
    const line = review.getByRole('row', { name: /lantern/ });
    await expect(line).toBeVisible();
    const half = phone.viewport.height / 2;
    expect((await line.boundingBox())?.y).toBeLessThan(half - 60);
    await fits(page);
  });

  test('tables are in a drawer and actions in one menu, keys move through the cards, and disabled buttons say why', async ({
    page,
  }) => {
    // Where no side bar has it, the list of tables names its workspace, and leads to the choice of another.
    await openDemo(page);
    await page.getByRole('main').getByRole('link', { name: 'Open Data', exact: true }).tap();
    await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
    await page.goto(tablePath(cars.id));
    const grid = page.getByRole('grid', { name: 'Cars' });
    await expect(grid.getByRole('button').first()).toBeVisible();
    await act(page, 'Columns');
    await page.getByRole('button', { name: 'About field Cylinders' }).tap();
    const field = page.getByRole('dialog', { name: 'Fields' }).getByRole('region', { name: 'Cylinders' });
    await expect.poll(async () => (await field.boundingBox())?.width).toBe(phone.viewport.width);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Fields' })).toBeHidden();
    await act(page, /^Change all/);
    const change = page.getByRole('dialog', { name: 'Change rows' });
    await change.getByRole('textbox', { name: 'Value' }).fill('a name');
    await expect(change.getByRole('row', { name: /^chevrolet chevelle malibu/ })).toBeVisible();
    // Cards cannot be selected.
    await expect(change.getByRole('radio', { name: /selected/ })).toHaveCount(0);
    for (const rows of await change.getByRole('radiogroup', { name: 'Rows' }).getByRole('radio').all())
      await expect(rows).toBeInViewport({ ratio: 1 });
    await fits(page);
    await page.keyboard.press('Escape');
    await expect(change).toBeHidden();

    await grid.getByRole('button').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'buick skylark 320' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(grid.getByRole('button', { name: 'buick skylark 320' })).toBeFocused();

    // A tap beside a popover closes it, and opens no record below it.
    await page.getByRole('button', { name: 'Sort' }).tap();
    const sort = page.getByRole('dialog', { name: 'Sort' });
    await expect(sort).toBeVisible();
    const last = await grid.getByRole('button').last().boundingBox();
    await page.touchscreen.tap(60, Math.min((last?.y ?? 0) + 10, 700));
    await expect(sort).toBeHidden();
    await expect(page).not.toHaveURL(/record=/);
    await expect(grid.getByRole('button').first()).toBeVisible();

    // On a table the way to the tables leads to their list, in both places.
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Tables/ })
      .tap();
    await expect(grid).toBeHidden();
    await page.getByRole('link', { name: /^Cars/ }).tap();

    // What cannot be pressed says why to a finger as well.
    await page.getByRole('button', { name: 'Show tables' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Tables' });
    await drawer.getByRole('tab', { name: /^sync/ }).tap();
    await drawer.getByRole('link', { name: /^Countries/ }).tap();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('grid', { name: 'Countries' }).getByRole('button').first()).toBeVisible();
    await page.getByRole('button', { name: 'Table actions' }).tap();
    const why = page.getByText('This table is of type sync.');
    const before = await why.count();
    await page.getByRole('button', { name: 'New record' }).tap({ force: true });
    await expect(why).toHaveCount(before + 1);
  });
});

for (const { locale, lang } of [
  { locale: 'en-US', lang: 'en' },
  { locale: 'zh-CN', lang: 'zh' },
]) {
  test.describe(`on a phone in ${lang} @long`, () => {
    test.use({ ...phone, locale });

    test('every page fits the window, and axe finds nothing serious on it', async ({ page }) => {
      test.setTimeout(180_000);
      await page.goto('/');
      await page.getByRole('button', { name: lang === 'en' ? 'Open demo workspace' : /演示/ }).tap();
      await page.waitForURL(/tables/);
      for (const [name, path] of pages) {
        await test.step(name, async () => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
          await page.evaluate(atRest);
          await fits(page);
          await look(page, ['light', 'dark']);
        });
      }
    });
  });
}

test.describe('on a phone in Chinese', () => {
  test.use({ ...phone, locale: 'zh-CN' });

  test('the label of how rows are matched stays on one line', async ({ page }) => {
    await openDemo(page, `${tablePath(cars.id)}?record=2300020000000003`);
    await page.getByRole('button', { name: '编辑“Name”' }).tap();
    await page.getByRole('textbox', { name: 'Name' }).fill('changed');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'plymouth satellite' }).getByRole('button', { name: /^核对/ }).tap();
    const label = page.getByRole('dialog').locator('label', { hasText: '行的匹配方式' });
    expect((await label.boundingBox())?.height).toBeLessThan(30);
    await fits(page);
  });
});
