import type { Page } from '@playwright/test';
import {
  activeCell,
  cars,
  cell,
  changesOf,
  embedded,
  expect,
  goToTable,
  hold,
  openDemoTable,
  openTable,
  tablePath,
  test,
} from './console';

const status = (page: Page) => page.getByRole('region', { name: 'Status' });
const grid = (page: Page, name: string) => page.getByRole('grid', { name });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const isList = (url: URL): boolean => url.pathname.endsWith('/dw_item/list');

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDemoTable(page, cars.name);
});

async function choose(page: Page, item: string | RegExp): Promise<void> {
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: item }).click();
}

test('rows are counted; one that is loaded twice is marked, reported, and fixed by a reload', async ({ page }) => {
  await test.step('counting shows the number and its time, and what is known of fields says of how many rows it is', async () => {
    const count = status(page).getByRole('button', { name: 'Count' });
    await count.click();
    await expect(status(page)).toContainText(/406 rows · counted \d\d:\d\d/, { timeout: 15_000 });
    await expect(status(page).getByRole('button', { name: 'Count again' })).toBeVisible();
    // What is known of the fields is of some of them, and no more than the others are offered.
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('button', { name: 'About field Name' }).click();
    const fields = page.getByRole('dialog', { name: 'Fields' });
    await expect(fields).toContainText(/\d+ of 406 rows loaded\./);
    await expect(fields.getByRole('button', { name: /^Load [23]\d\d more rows$/ })).toBeVisible();
  });
  await test.step('a row loaded twice because the table grew is marked, reported, and fixed by a reload', async () => {
    // As if a record had been added in front after the first page was read.
    let grown = true;
    await page.route(isList, async (route) => {
      const body = route.request().postDataJSON();
      if (grown && body.limit === 100 && body.offset >= 100) body.offset -= 1;
      await route.continue({ postData: JSON.stringify(body) });
    });
    await page.reload();
    await cell(page, cars.name, 1, 1).click();
    for (let press = 0; press < 7; press += 1) await page.keyboard.press('PageDown');
    await expect(status(page)).toContainText('2 rows loaded twice');
    await expect(
      grid(page, cars.name)
        .getByRole('rowheader', { name: /also in row/ })
        .first(),
    ).toBeVisible();
    grown = false;
    await status(page).getByRole('button', { name: 'Reload' }).click();
    await expect(status(page)).not.toContainText('loaded twice');
  });
});

test('a range is copied as TSV by key, as CSV and JSON by the menu', async ({ page }) => {
  const trace = status(page).getByRole('link', { name: /^trace [\w-]{36}$/ });
  expect(await trace.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await cell(page, cars.name, 1, 2).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+C');
  await expect.poll(() => clipboard(page)).toBe('chevrolet chevelle malibu\r\nbuick skylark 320\r\n');
  await expect(status(page)).toContainText('2 cells copied');
  await choose(page, 'Copy as CSV');
  await expect.poll(() => clipboard(page)).toBe('Name\r\nchevrolet chevelle malibu\r\nbuick skylark 320\r\n');
  await choose(page, 'Copy as JSON');
  await expect
    .poll(async () => JSON.parse(await clipboard(page)))
    .toEqual([{ '2200000000020001': 'chevrolet chevelle malibu' }, { '2200000000020001': 'buick skylark 320' }]);
  await cell(page, cars.name, 2, 2).click();
  await page.keyboard.type('=1+1');
  await page.keyboard.press('Enter');
  await cell(page, cars.name, 1, 2).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+C');
  await expect.poll(() => clipboard(page)).toBe("chevrolet chevelle malibu\r\n'=1+1\r\n");
  // Guarded for pasting as text, exact when pasted here.
  await cell(page, cars.name, 4, 2).click();
  await page.keyboard.press('Control+V');
  await expect(cell(page, cars.name, 5, 2)).toHaveText(/^=1\+1was /);
});

test('moving the focus or selecting changes the rows it touches, and no other', async ({ page }) => {
  // Shorter than a page: nothing is read while it is looked at.
  const states = 'US states';
  await openTable(page, states);
  await cell(page, states, 2, 2).click();
  await expect(activeCell(page)).toBeFocused();
  const changed = await grid(page, states).evaluateHandle((table) => {
    const rows = new Set<number>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest<HTMLElement>('[data-row]');
        if (row) rows.add(Number(row.dataset.row) + 1);
      }
    }).observe(table, { subtree: true, childList: true, attributes: true, characterData: true });
    return rows;
  });
  for (const [key, rows] of [
    ['ArrowDown', [2, 3]],
    ['Shift+ArrowDown', [3, 4]],
    ['ArrowRight', [3, 4]],
  ] as const) {
    await changed.evaluate((all) => all.clear());
    await page.keyboard.press(key);
    await expect.poll(() => changed.evaluate((all) => all.size)).toBeGreaterThan(0);
    expect(rows).toEqual(expect.arrayContaining(await changed.evaluate((all) => [...all])));
  }
});

test('Back and Forward do what is seen, and a link leads to its cell', async ({ page }) => {
  await test.step('a record that is closed leaves no step behind: Back and Forward do what is seen', async () => {
    const record = page.getByRole('region', { name: /^(chevrolet chevelle malibu|buick skylark 320)/ });
    const close = record.getByRole('button', { name: 'Close' });
    const inAddress = (text: RegExp) => expect(page).toHaveURL(text);
    const list = page.getByRole('heading', { name: cars.name, level: 1 });
    await cell(page, cars.name, 1, 1).click();

    await test.step('closed by its button, by a key, and after the next record', async () => {
      for (const way of ['Escape', 'Space', 'next', 'twice']) {
        await page.keyboard.press('Space');
        await expect(record).toBeVisible();
        if (way === 'next') {
          await record.getByRole('button', { name: 'Next record' }).click();
          await inAddress(/record=2300020000000002/);
          await close.click();
        } else if (way !== 'twice') await page.keyboard.press(way);
        // Both presses come before the browser has gone back.
        else {
          await close.evaluate((button: HTMLElement) => {
            button.click();
            button.click();
          });
        }
        await expect(record).toBeHidden();
        await inAddress(/\/\d+$/);
        await expect(activeCell(page)).toBeFocused();
      }
    });

    await test.step('nor does it leave the columns elsewhere, which made room for it', async () => {
      const cells = grid(page, cars.name);
      await cells.evaluate((element) => element.scrollTo({ left: 150 }));
      const right = (await cells.boundingBox().then((box) => (box ? box.x + box.width : 0))) - 20;
      const top = (await cell(page, cars.name, 1, 1).boundingBox())?.y ?? 0;
      await page.mouse.click(right, top + 10);
      const at = () => cells.evaluate((element) => element.scrollLeft);
      const before = await at();
      await page.keyboard.press('Space');
      await expect(record).toBeVisible();
      await expect.poll(at).toBeGreaterThan(before);
      await close.click();
      await expect.poll(at).toBe(before);
      await page.keyboard.press('Home');
    });

    await test.step('Forward opens it again, and it closes without a step', async () => {
      await page.goForward();
      await expect(record).toBeVisible();
      await page.reload();
      await close.click();
      await expect(record).toBeHidden();
      await page.goBack();
      await expect(list).toBeHidden();
      await page.goForward();
      await expect(list).toBeVisible();
    });

    await test.step('a sort that is chosen before the browser has gone back stays', async () => {
      await cell(page, cars.name, 1, 1).dblclick();
      await expect(record).toBeVisible();
      const head = page.getByRole('columnheader', { name: /^Name/ }).getByRole('button').first();
      const [pressed, sorts] = [await close.elementHandle(), await head.elementHandle()];
      await page.evaluate(
        (buttons) => {
          for (const button of buttons) (button as HTMLElement).click();
        },
        [pressed, sorts],
      );
      await inAddress(/\?order=[^&]*$/);
      await expect(record).toBeHidden();
      await page.goBack();
      await inAddress(/\/\d+$/);
    });

    await test.step('one that a link led to closes in its place', async () => {
      await page.goto(`${embedded}/jobs`);
      const jobs = page.getByRole('heading', { name: 'Jobs', level: 1 });
      await expect(jobs).toBeVisible();
      await page.goto(`${tablePath(cars.id)}?record=2300020000000001`);
      await close.click();
      await expect(record).toBeHidden();
      await expect(list).toBeVisible();
      await page.goBack();
      await expect(jobs).toBeVisible();
    });
  });
  await goToTable(page, cars.name);
  await test.step('Back and Forward leave the focus in the active cell, near and far from the one that opened the record', async () => {
    const next = page.getByRole('button', { name: 'Next record' });
    // After forty the cell that opened it is no longer drawn.
    for (const [column, steps] of [
      [1, 1],
      [2, 40],
    ] as const) {
      await cell(page, cars.name, 3, column).click();
      await page.keyboard.press('Space');
      for (let press = 0; press < steps; press += 1) await next.click();
      await expect(cell(page, cars.name, 3 + steps, column)).toHaveAttribute('aria-selected', 'true');
      for (const go of ['goBack', 'goForward', 'goBack'] as const) {
        await page[go]();
        await expect(next).toBeVisible({ visible: go === 'goForward' });
        await expect(activeCell(page)).toBeFocused();
      }
    }
  });
  await goToTable(page, cars.name);
  await test.step('a link to a cell opens its record and selects that cell', async () => {
    await cell(page, cars.name, 3, 4).click();
    await choose(page, 'Copy link to cell');
    await expect.poll(() => clipboard(page)).toMatch(/\?record=2300020000000003&field=2200000000020003$/);
    await expect(page.getByRole('dialog', { name: 'Copied' })).toContainText('record=2300020000000003');
    await page.goto(await clipboard(page));
    await expect(cell(page, cars.name, 3, 4)).toHaveAttribute('aria-selected', 'true');
    await expect(activeCell(page)).toBeFocused();
    await expect(page.getByRole('region', { name: 'plymouth satellite' })).toContainText('Cylinders');

    await test.step('among the rows of the same filter and sort', async () => {
      await cell(page, cars.name, 3, 4).click();
      await choose(page, /^Only rows with this value/);
      await choose(page, 'Sort descending');
      await expect(page).toHaveURL(/filter=.*order=/);
      await choose(page, 'Copy link to record');
      const { searchParams } = new URL(page.url());
      const copied = async () => new URL(await clipboard(page)).searchParams;
      await expect.poll(async () => (await copied()).get('order')).toBe(searchParams.get('order'));
      expect((await copied()).get('filter')).toBe(searchParams.get('filter'));
      expect((await copied()).get('record')).not.toBeNull();
    });
  });
});

test('values that surely fit are not clipped, and no other reaches past its cell', async ({ page }) => {
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
  const cells = await grid(page, cars.name).evaluate((rows) =>
    [...rows.querySelectorAll('[data-row] [role=gridcell]')].map((each) => ({
      text: each.textContent,
      clipped: getComputedStyle(each).overflowX !== 'visible',
      over: each.scrollWidth - each.clientWidth,
    })),
  );
  const free = cells.filter(({ clipped }) => !clipped);
  // A clip costs a browser more than the cell.
  expect(free.length).toBeGreaterThan(cells.length / 2);
  expect(free.filter(({ over }) => over > 0)).toEqual([]);
});

test('all matching rows: the cost is shown, all are loaded and copied', async ({ page }) => {
  await cell(page, cars.name, 1, 1).click();
  await choose(page, /^Copy all matching rows/);
  const dialog = page.getByRole('dialog', { name: 'Copy all matching rows' });
  await expect(dialog).toContainText('one request per 100 rows');
  await dialog.getByRole('button', { name: 'Load' }).click();
  await expect(dialog).toContainText('All 406 rows loaded in 5 requests', { timeout: 15_000 });
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog).toBeHidden();
  const lines = (await clipboard(page)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(407);
  expect(lines[0]).toMatch(/^Record\tName\t/);
  expect(new Set(lines).size).toBe(407);
  // Beside the text is the table that keeps its cells.
  await page.evaluate(() => {
    const take = (event: ClipboardEvent) => {
      event.stopImmediatePropagation();
      document.title = event.clipboardData?.getData('text/html').slice(0, 60) ?? '';
    };
    document.addEventListener('paste', take, { capture: true, once: true });
  });
  await page.keyboard.press('Control+V');
  await expect(page).toHaveTitle(/<table data-cells(?:="")?>/);
  // Selecting them is another thing: it finds the end first.
  await choose(page, 'Select all matching rows');
  await expect(status(page)).toContainText(/of 406 rows/);
});

test('all matching rows can be stopped, and saved as a file; Escape on a button of the dialog closes it', async ({
  page,
}) => {
  await cell(page, cars.name, 1, 1).click();
  await choose(page, /^Copy all matching rows/);
  const dialog = page.getByRole('dialog', { name: 'Copy all matching rows' });
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await choose(page, /^Copy all matching rows/);
  await page.route(isList, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Load' }).click();
  await expect(dialog).toContainText('100 rows loaded');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog).toContainText('before it stopped');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as file' }).click();
  expect((await download).suggestedFilename()).toBe('Cars.tsv');
});

test('a text is found in loaded rows and in unsent changes, and can filter the whole table', async ({ page }) => {
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeEnabled();
  await cell(page, cars.name, 2, 2).click();
  await page.keyboard.press('Control+F');
  const bar = page.getByRole('search', { name: 'Find' });
  const field = bar.getByRole('textbox', { name: 'Find in loaded rows' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Malibu');
  // The first one is above the cell that was selected.
  await expect(bar).toContainText(/2 of \d+.*in \d+ loaded rows/);
  await expect(cell(page, cars.name, 43, 2)).toBeInViewport();
  await expect(cell(page, cars.name, 43, 2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+Enter');
  await expect(bar).toContainText('1 of ');
  await page.keyboard.press('F3');
  await expect(bar).toContainText('2 of ');
  await expect(field).toBeFocused();
  await field.fill('my own words');
  await expect(bar).toContainText('Nothing found');
  await bar.getByRole('button', { name: 'Close' }).click();
  await expect(activeCell(page)).toBeFocused();
  await page.keyboard.press('Control+Home');
  await cell(page, cars.name, 3, 2).click();
  await page.keyboard.type('My Own Words');
  await page.keyboard.press('Control+F');
  await expect(bar).toContainText('1 of 1');
  await field.fill('MALIBU');
  await bar.getByRole('button', { name: 'Filter by this' }).click();
  await expect(bar).toBeHidden();
  await expect(page).toHaveURL(/filter=/);
  await expect(activeCell(page)).toBeFocused();
  await page.keyboard.press('Control+F');
  await expect(bar).toContainText('in all 8 rows');
  await page.keyboard.press('Escape');
  await expect(activeCell(page)).toBeFocused();
  await page.keyboard.press('Control+/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Find in loaded rows');
  await page.keyboard.press('Escape');

  await test.step('Back closes it, also where the record beside it was closed meanwhile', async () => {
    await cell(page, cars.name, 2, 1).dblclick();
    const record = page.getByRole('region', { name: /malibu/ });
    await expect(record).toBeVisible();
    await page.keyboard.press('Control+F');
    await expect(field).toBeFocused();
    await record.getByRole('button', { name: 'Close' }).click();
    await expect(record).toBeHidden();
    await page.goBack();
    await expect(bar).toBeHidden();
    await expect(page.getByRole('heading', { name: cars.name, level: 1 })).toBeVisible();
  });
});

test('a search that ends without a match leads back to the cell where it began', async ({ page }) => {
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeEnabled();
  const origin = cell(page, cars.name, 2, 3);
  await origin.click();
  await page.keyboard.press('Control+F');
  const bar = page.getByRole('search', { name: 'Find' });
  const field = bar.getByRole('textbox', { name: 'Find in loaded rows' });
  await field.fill('Torino');
  await expect(bar).toContainText(/1 of \d+/);
  await expect(origin).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.type('x');
  await expect(bar).toContainText('Nothing found');
  await expect(origin).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Backspace');
  await expect(bar).toContainText(/1 of \d+/);
  await page.keyboard.press('Enter');
  await expect(bar).toContainText(/2 of \d+/);
  // Asked for again from another cell, it begins there.
  const other = cell(page, cars.name, 4, 4);
  await other.click();
  await page.keyboard.press('Control+F');
  await field.fill('nowhere');
  await expect(bar).toContainText('Nothing found');
  await expect(other).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(other.locator('[data-active]')).toBeFocused();
});

test('a search that is asked for before its code has come opens with what was typed meanwhile', async ({ page }) => {
  const release = await hold(page, /\/assets\/later-.*\.js$/);
  await page.reload();
  await expect(cell(page, cars.name, 1, 2)).toBeVisible();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('Mali');
  release();
  const bar = page.getByRole('search', { name: 'Find' });
  const field = bar.getByRole('textbox', { name: 'Find in loaded rows' });
  await expect(field).toBeFocused();
  await page.keyboard.type('bu');
  await expect(field).toHaveValue('Malibu');
  await expect(bar).toContainText(/1 of \d+/);
  await expect(grid(page, cars.name).locator('[aria-selected=true]')).toContainText(/malibu/i);
  await page.keyboard.press('Escape');
  await expect(activeCell(page)).toBeFocused();
});

test('rows refresh automatically while nothing is staged; otherwise the reason is shown @long', async ({ page }) => {
  const upToDate = page.getByRole('button', { name: /^Auto refresh/ });
  await upToDate.click();
  await page.getByRole('radio', { name: 'every 10 s' }).check();
  // Past the last of it the Tab key leads to what follows its button.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'New record' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'every 10 s' })).toBeHidden();
  await page.waitForRequest((request) => isList(new URL(request.url())), { timeout: 15_000 });
  await cell(page, cars.name, 1, 2).click();
  await page.keyboard.type('another name');
  await page.keyboard.press('Enter');
  await expect(upToDate).toHaveAccessibleName('Auto refresh: every 10 s, paused: unsent changes');
  await page.keyboard.press('Control+Z');
  await expect(upToDate).toHaveAccessibleName('Auto refresh: every 10 s');
  // Nor while the page is hidden.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(upToDate).toHaveAccessibleName('Auto refresh: every 10 s, paused: page hidden');
  await page.reload();
  await expect(upToDate).toHaveAccessibleName('Auto refresh: every 10 s');
});

test('the keys of a spreadsheet: fill, cut, clear, edges of the table, selection of rows and columns', async ({
  page,
}) => {
  const changes = changesOf(page);
  await cell(page, cars.name, 1, 2).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+D');
  await expect(changes).toContainText('2 records');
  await expect(cell(page, cars.name, 3, 2)).toContainText('chevrolet chevelle malibu');
  await expect(grid(page, cars.name).getByRole('rowheader', { name: '3, changed, not sent' })).toBeVisible();
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+X');
  await expect(changes).toContainText('1 record');
  await expect.poll(() => clipboard(page)).toBe('chevrolet chevelle malibu');
  await expect(cell(page, cars.name, 1, 2)).toContainText('null');
  await page.keyboard.press('Control+V');
  await page.keyboard.press('Delete');
  await expect(cell(page, cars.name, 1, 2)).toContainText('null');

  const active = activeCell(page);
  const place = async () => [
    await active.evaluate((element) => element.closest('[role=row]')?.getAttribute('aria-rowindex')),
    await active.evaluate((element) => element.closest('[role=gridcell]')?.getAttribute('aria-colindex')),
  ];
  await page.keyboard.press('Home');
  expect(await place()).toEqual(['2', '2']);
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Control+ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  expect(await place()).toEqual(['2', '3']);
  await page.keyboard.press('Shift+Space');
  await expect(status(page)).toContainText(/\d+ cells selected/);
  await page.keyboard.press('Control+Space');
  await expect(status(page)).toContainText(/\d+ cells selected/);
  await page.keyboard.press('Escape');
  // Tab takes the text and moves on; Escape keeps the old one.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('typed');
  await page.keyboard.press('Tab');
  await expect(cell(page, cars.name, 1, 2)).toContainText('typed');
  expect(await place()).toEqual(['2', '4']);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('left');
  await page.keyboard.press('Escape');
  await expect(cell(page, cars.name, 1, 2)).toContainText('typed');
  // What is being written belongs to what is reviewed.
  await page.keyboard.type('still in its field');
  await page.keyboard.press('Control+S');
  await expect(page.getByRole('dialog', { name: 'Review changes' })).toContainText('still in its field');
});

test('by pointer: a drag at the edge keeps scrolling, the corner selects all, a double click on a row number opens its record @long', async ({
  page,
}) => {
  const box = await grid(page, cars.name).boundingBox();
  const from = await cell(page, cars.name, 2, 2).boundingBox();
  if (!box || !from) throw new Error('nothing to press on');
  await page.mouse.move(from.x + 30, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, box.y + box.height - 6, { steps: 3 });
  const selected = async () => Number(/^([\d,]+) cells/.exec((await said.textContent()) ?? '')?.[1]?.replace(',', ''));
  const said = status(page).getByText(/cells selected/);
  // More rows than a window shows, without moving the pointer.
  await expect.poll(selected).toBeGreaterThan(45);
  await page.mouse.up();
  await expect(cell(page, cars.name, 2, 2)).not.toBeInViewport();
  await page.keyboard.press('Control+Home');
  await grid(page, cars.name).getByRole('columnheader', { name: 'Row number' }).click();
  await expect.poll(selected).toBeGreaterThan(1000);
  // In the middle of what is selected the menu is of the record under the pointer.
  await cell(page, cars.name, 5, 2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Open record/ }).click();
  const fifth = await cell(page, cars.name, 5, 2).textContent();
  await expect(page.getByRole('region', { name: fifth ?? '' })).toBeVisible();
  await page.keyboard.press('Escape');
  // A whole row reaches to the far side, and the view stays where it is.
  await expect(cell(page, cars.name, 3, 2)).toBeInViewport();
  await grid(page, cars.name).getByRole('rowheader', { name: '3', exact: true }).click();
  await expect(cell(page, cars.name, 3, 2)).toBeInViewport({ ratio: 1 });
  await grid(page, cars.name).getByRole('rowheader', { name: '3', exact: true }).dblclick();
  await expect(page.getByRole('region', { name: 'plymouth satellite' })).toBeVisible();
  await page.keyboard.press('Escape');
  // The lowest visible row stays visible when the tray opens below it.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('kept in sight');
  await page.keyboard.press('Tab');
  await expect(changesOf(page)).toContainText('1 record changed');
  await expect(activeCell(page)).toBeInViewport({ ratio: 1 });
  // A Tab too many leads to what asks first.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused();

  await test.step('the menu of the last cell in sight is whole, or scrolls to its end', async () => {
    const panel = page.getByRole('region', { name: 'plymouth satellite' });
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    const menu = page.getByRole('menu');
    await page.setViewportSize({ width: 780, height: 390 });
    await grid(page, cars.name).evaluate((rows) => rows.scrollTo({ left: rows.scrollWidth, top: rows.scrollTop }));
    const around = await grid(page, cars.name).boundingBox();
    if (!around) throw new Error('nothing to press on');
    await page.mouse.click(around.x + around.width - 24, around.y + around.height - 24, { button: 'right' });
    for (const item of [menu.getByRole('menuitem').first(), menu.getByRole('menuitem').last()]) {
      await item.scrollIntoViewIfNeeded();
      await expect(item).toBeInViewport({ ratio: 1 });
    }
    await expect(menu).toBeInViewport({ ratio: 1 });
  });
});

test('an input method keeps its first key; a key brings a cell out of sight into view', async ({ page }) => {
  await cell(page, cars.name, 1, 2).click();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'n', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  await session.send('Input.insertText', { text: '你' });
  await expect(page.locator('[data-editing] [data-active]')).toHaveValue('你');
  // A right-to-left script is written in its direction.
  await expect(page.locator('[data-editing] [data-active]')).toHaveAttribute('dir', 'auto');
  await page.keyboard.press('Enter');
  await expect(cell(page, cars.name, 1, 2)).toContainText('你');

  await page.setViewportSize({ width: 900, height: 700 });
  const first = cell(page, cars.name, 1, 2);
  await first.click();
  const isSeen = async () => {
    const pinned = await cell(page, cars.name, 1, 1).boundingBox();
    const box = await first.boundingBox();
    return pinned !== null && box !== null && box.x >= pinned.x + pinned.width - 1;
  };
  for (const [begin, end] of [
    ['z', 'Escape'],
    ['Shift+F10', 'Escape'],
  ] as const) {
    await grid(page, cars.name).evaluate((element) => element.scrollTo({ left: 2000 }));
    await expect.poll(isSeen).toBe(false);
    await page.keyboard.press(begin);
    await expect.poll(isSeen).toBe(true);
    await page.keyboard.press(end);
  }
});

test('the palette finds a table of the workspace also on a page that was opened afresh', async ({ page }) => {
  await page.goto(`${embedded}/activity`);
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('movies');
  await expect(page.getByRole('option', { name: /^Movies/ })).toBeVisible();
});

test('a table chosen in the palette gets the focus at once, and a closed palette returns it', async ({ page }) => {
  await cell(page, cars.name, 2, 2).click();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Command palette' });
  await expect(palette).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cell(page, cars.name, 2, 2).locator('textarea')).toBeFocused();
  // A dialog that was opened from it has the focus until it closes.
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('Control+k');
  await palette.fill('shortcuts');
  await expect(page.getByRole('option', { name: /^Keyboard shortcuts/ })).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(shortcuts).toBeVisible();
  await expect(palette).toBeHidden();
  await expect(page.locator(':focus')).toHaveRole('dialog');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await expect(cell(page, cars.name, 2, 2).locator('textarea')).toBeFocused();
  await page.keyboard.press('Control+k');
  await palette.fill('Movies');
  await expect(page.getByRole('option', { name: /^Movies/ })).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(grid(page, 'Movies').locator('[data-active]')).toBeFocused();
});

test('in a read-only cell the keys of the page work, and applying a whole filter leads to the cells', async ({
  page,
}) => {
  await cell(page, cars.name, 1, 1).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Find a table' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cell(page, cars.name, 1, 1)).toBeFocused();
  // A place that was left for another one is no way back.
  await page.getByRole('searchbox', { name: 'Find a table' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: 'Find a table' })).toBeFocused();
  await cell(page, cars.name, 1, 1).click();
  await test.step('what is typed after / takes the place of an earlier search; the open table leads to its cells', async () => {
    for (const find of ['mov', 'car']) {
      await page.keyboard.press('/');
      await page.keyboard.type(find);
      await expect(page.getByRole('searchbox', { name: 'Find a table' })).toHaveValue(find);
      if (find === 'mov') await cell(page, cars.name, 1, 1).click();
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(cell(page, cars.name, 1, 1)).toBeFocused();
  });
  await expect(page.getByText('This cell cannot be edited')).toHaveCount(0);
  const filter = page.getByRole('button', { name: 'Edit filter' });
  await filter.press('Enter');
  const builder = page.getByRole('dialog');
  await expect(builder).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(builder).toBeHidden();
  await expect(grid(page, cars.name).locator(':focus')).toBeVisible();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});
