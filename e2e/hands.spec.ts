import type { Locator, Page } from '@playwright/test';
import {
  activeCell,
  cars,
  cell,
  expect,
  goToTable,
  openDemo,
  openDemoTable,
  openTable,
  sentFrom,
  test,
} from './console';

/** Counts clicks and keys; typed text is not counted. */
function counted(page: Page) {
  let presses = 0;
  return {
    count: () => presses,
    async click(on: Locator) {
      presses += 1;
      await on.click();
    },
    async key(name: string) {
      presses += 1;
      await page.keyboard.press(name);
    },
  };
}

/** Filters the cars by A and (B or C), in few presses. @param keys by keyboard alone, from a cell */
async function filterCars(page: Page, keys: boolean): Promise<void> {
  const bar = page.getByRole('toolbar', { name: /^(Query|查询)$/ });
  const form = page.getByRole('dialog', { name: /^(Add condition|添加条件)$/ });
  const filter = counted(page);
  const condition = async (field: string, value: string) => {
    await expect(form.getByRole('combobox', { name: /^(Field|字段)$/ })).toBeFocused();
    await page.keyboard.type(field);
    await expect(page.getByRole('option').first()).toContainText(field);
    await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted');
    await filter.key('Enter');
    await expect(form.getByRole('textbox', { name: /^(Value|值)$/ })).toBeFocused();
    await page.keyboard.type(value);
  };
  const press = (key: string, on: Locator) => (keys ? filter.key(key) : filter.click(on));
  const add = () => press('Control+Shift+F', bar.getByRole('button', { name: /^(Add condition|添加条件)$/ }));
  await add();
  await condition('Horse', '>=150');
  await filter.key('Enter');
  await expect(page).toHaveURL(/filter=/);
  await add();
  await condition('Miles', '>= 16');
  await press('Alt+Enter', form.getByRole('button', { name: /^(Or|或)…/ }));
  await expect(form).toContainText(/Miles per gallon ≥ 16 (or|或) …/);
  await condition('Weight', '< 3500');
  await filter.key('Enter');
  await expect(page.getByRole('region', { name: /^(Status|状态)$/ })).toContainText(/^\s*14 (rows|行)/);
  expect(filter.count()).toBeLessThanOrEqual(9);
  expect(JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '')).toEqual({
    and: [
      { field: '2200000000020005', query: { gte: 150 } },
      {
        or: [
          { field: '2200000000020002', query: { gte: 16 } },
          { field: '2200000000020006', query: { lt: 3500 } },
        ],
      },
    ],
  });
}

test('few presses by keyboard alone: from the table search to a cell, a filter of A and (B or C), all its rows changed, sent and verified', async ({
  page,
}) => {
  await openDemo(page);
  const finder = counted(page);
  await finder.key('Control+K');
  await expect(page.getByRole('combobox', { name: /palette/i })).toBeFocused();
  await page.keyboard.type(cars.name);
  await expect(page.getByRole('option').first()).toContainText(cars.name);
  await finder.key('Enter');
  await expect(activeCell(page)).toBeFocused();
  expect(finder.count()).toBeLessThanOrEqual(2);
  await expect(page.getByText('ext · editable')).toBeVisible();

  await filterCars(page, true);
  await page.keyboard.press('Escape');
  for (let column = 0; column < 4; column += 1) await page.keyboard.press('ArrowRight');
  await expect(activeCell(page)).toHaveAccessibleName(/^Displacement, row 1/);
  const change = counted(page);
  await change.key('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Change rows' });
  await expect(dialog.getByRole('radio', { name: 'All 14 matching rows' })).toBeChecked();
  await expect(dialog.getByRole('textbox', { name: 'Value' })).toBeFocused();
  await page.keyboard.type('42');
  await change.key('Enter');
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review.getByRole('heading', { name: 'Review changes' })).toBeFocused();
  await expect(review.getByRole('button', { name: 'Send 14 rows' })).toBeEnabled();
  await change.key('Control+Enter');
  expect(change.count()).toBeLessThanOrEqual(4);
  await expect(sentFrom(page).locator('[data-outcome="verified"]')).toHaveText('14 verified', { timeout: 20_000 });
  await expect(activeCell(page)).toBeFocused();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('few presses by mouse: a filter of A and (B or C), its rows changed from a column’s menu, reviewed, sent and verified', async ({
    page,
  }) => {
    await openDemoTable(page, cars.name);
    await filterCars(page, false);
    const change = counted(page);
    await page.getByRole('columnheader', { name: /Displacement/ }).hover();
    await change.click(page.getByRole('button', { name: '“Displacement”列的菜单' }));
    await change.click(page.getByRole('menuitem', { name: '设置值…' }));
    const dialog = page.getByRole('dialog', { name: '批量修改' });
    await expect(dialog.getByRole('textbox', { name: '值' })).toBeFocused();
    await page.keyboard.type('41');
    // At once: the preview may still be of less than was typed.
    await change.key('Enter');
    const review = page.getByRole('dialog', { name: '核对修改' });
    await expect(review.getByRole('button', { name: '发送 14 行' })).toBeEnabled();
    await change.key('Control+Enter');
    const sent = page.getByRole('region', { name: '从此处发送' });
    await expect(sent.locator('[data-outcome="verified"]')).toHaveText('14 已核实', { timeout: 20_000 });
    expect(change.count()).toBeLessThanOrEqual(4);
    // The keys go on beside what was changed, and it is in view.
    await expect(activeCell(page)).toBeFocused();
    await expect(activeCell(page)).toHaveAccessibleName(/Displacement/);
    await expect(activeCell(page)).toBeInViewport({ ratio: 1 });
    // One press clears the filter.
    await page.getByRole('toolbar', { name: '查询' }).getByRole('button', { name: '清除筛选' }).click();
    await expect(page).not.toHaveURL(/filter=/);
  });
});

test('one comes back to the cell, the rows and the columns that one left', async ({ page }) => {
  await openDemoTable(page, cars.name);
  await test.step('one comes back to the cell that one left, also far down, and to the first one of a new visit', async () => {
    const active = activeCell(page);
    const away = async () => {
      await page.getByRole('link', { name: 'Jobs', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
      await page.goBack();
    };
    await cell(page, cars.name, 4, 5).click();
    await expect(active).toHaveAccessibleName(/^Displacement, row 4/);
    await away();
    await expect(active).toHaveAccessibleName(/^Displacement, row 4/);
    await expect(active).toBeFocused();
    await page.keyboard.press('Control+G');
    await page.getByRole('textbox', { name: 'Go to row' }).fill('333');
    await page.keyboard.press('Enter');
    await expect(active).toHaveAccessibleName(/^Displacement, row 333/);
    await away();
    await expect(active).toHaveAccessibleName(/^Displacement, row 333/);
    await expect(active).toBeFocused();
    await expect(active).toBeInViewport({ ratio: 1 });
    // With what follows it in view.
    expect((await active.boundingBox())?.y).toBeLessThan(400);
    // A narrow window has cells as well, until it has cards.
    await page.setViewportSize({ width: 700, height: 720 });
    await away();
    await expect(active).toHaveAccessibleName(/^Displacement, row 333/);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.reload();
    await expect(active).toHaveAccessibleName(/^Displacement, row 333/);
    await expect(active).toBeFocused();
    await openTable(page, 'Movies');
    await openTable(page, cars.name);
    await expect(active).toHaveAccessibleName('2300020000000001');
    // Nor is an address that is asked for anew a way back.
    await page.goto(page.url());
    await expect(active).toHaveAccessibleName('2300020000000001');
  });
  await test.step('Back from a filter leads to the cell that it was made of', async () => {
    const active = activeCell(page);
    await cell(page, cars.name, 1, 3).click();
    await page.keyboard.press('Control+G');
    await page.getByRole('textbox', { name: 'Go to row' }).fill('233');
    await page.keyboard.press('Enter');
    await expect(active).toHaveAccessibleName(/, row 233/);
    await active.click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Only rows with this value/ }).click();
    await expect(page).toHaveURL(/filter=/);
    await expect(page.getByRole('grid', { name: cars.name })).not.toHaveAttribute('aria-busy', 'true');
    await page.goBack();
    await expect(page).not.toHaveURL(/filter=/);
    await expect(active).toHaveAccessibleName(/, row 233/);
    await expect(active).toBeInViewport({ ratio: 1 });
  });
  await test.step('columns are as wide on the way back as they were, whatever rows are read then', async () => {
    await goToTable(page, 'Movies');
    const grid = page.getByRole('grid', { name: 'Movies' });
    const width = async (name: RegExp) => (await grid.getByRole('columnheader', { name }).boundingBox())?.width;
    const widths = async () => [await width(/^Title/), await width(/^Genre/), await width(/^Distributor/)];
    const seen = await widths();
    // The one row that is left has short values.
    await cell(page, 'Movies', 1, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Only rows with this value/ }).click();
    await expect(page).toHaveURL(/filter=/);
    await expect(grid).not.toHaveAttribute('aria-busy', 'true');
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(cell(page, 'Movies', 1, 1)).not.toBeEmpty();
    expect(await widths()).toEqual(seen);
  });
  await goToTable(page, cars.name);
  await test.step('one comes back to the rows that one saw, at once, and to the cell behind them', async () => {
    const grid = page.getByRole('grid', { name: cars.name });
    const active = grid.locator('[data-active]');
    const scroll = () => grid.evaluate((on) => ({ top: on.scrollTop, left: on.scrollLeft }));
    await page.setViewportSize({ width: 700, height: 720 });
    await cell(page, cars.name, 4, 5).click();
    // As the wheel scrolls: the cell is not in sight any more.
    await grid.evaluate((on) => on.scrollTo(120, 33 * 40));
    await expect(cell(page, cars.name, 45, 1)).toBeVisible();
    const seen = await scroll();
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
    const drawn = await page.evaluateHandle(() => {
      const tops = new Set<number>();
      const look = (): void => {
        const on = document.querySelector('[role=grid]');
        if (on) tops.add(on.scrollTop);
        requestAnimationFrame(look);
      };
      look();
      return tops;
    });
    await page.goBack();
    await expect(active).toBeFocused();
    await expect(active).toHaveAccessibleName(/^Displacement, row 4/);
    expect(await scroll()).toEqual(seen);
    expect(await drawn.evaluate((tops) => [...tops])).toEqual([seen.top]);
  });
});

test('the table search leads to the first cell of another table; the list keeps its order; Explorer sends at once', async ({
  page,
}) => {
  await openDemo(page);
  const names = page.getByRole('list', { name: 'Tables' }).getByRole('link');
  const order = await names.locator('b').allInnerTexts();
  for (const type of ['app', 'agg', 'sync', 'ext']) {
    await page.getByRole('tab', { name: new RegExp(`^${type}`) }).click();
    await expect(names.first()).toBeVisible();
  }
  await openTable(page, 'Movies');
  await page.getByRole('searchbox', { name: 'Find a table' }).fill('cars');
  await page.getByRole('searchbox', { name: 'Find a table' }).press('Enter');
  await expect(activeCell(page)).toBeFocused();
  await expect(cell(page, cars.name, 1, 1)).not.toBeEmpty();
  await page.getByRole('searchbox', { name: 'Find a table' }).fill('');
  await expect(names.locator('b')).toHaveText(order);

  // At once: as soon as the page is seen, wherever the focus is.
  await page.evaluate(() => {
    const press = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    new MutationObserver((_, seen) => {
      if (document.querySelector('h1')?.textContent !== 'Explorer') return;
      seen.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('link', { name: 'Explorer' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Response: / })).toBeAttached();
});
