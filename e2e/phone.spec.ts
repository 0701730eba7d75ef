import type { Page } from '@playwright/test';
import { atRest, look, pages } from './axe';
import { cars, expect, openDemo, tablePath, test } from './console';

/** A phone: its window, and fingers. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Nothing is off the screen, and whatever is pressed is large enough for a finger. */
async function fits(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const shown = [...document.querySelectorAll('main *, [role=dialog] *')].filter((each) => each.checkVisibility());
    const outside = shown.filter(
      (each) => each.getBoundingClientRect().right > innerWidth + 1 && !scrolls(each.parentElement),
    );
    const small = shown.filter(
      (each) =>
        each.matches('button:not([class*=title], [class*=line]), [role=tab], [role=combobox], input[type=text]') &&
        (each.closest('[class*=box]') ?? each).getBoundingClientRect().height < 39.5,
    );
    return [...outside, ...small].map(({ outerHTML }) => outerHTML.slice(0, 160));
  });
  expect(found).toEqual([]);
}

test.describe('on a phone', () => {
  test.use(phone);

  test('filter, open, edit, review and send by touch, and see it verified', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open demo workspace' }).tap();
    await fits(page);
    await page.getByRole('list', { name: 'Tables' }).getByRole('link', { name: /^Cars/ }).tap();
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

    await cards.getByRole('button', { name: /^buick estate wagon/ }).tap();
    const record = page.getByRole('region', { name: /^buick estate wagon/ });
    await record.getByRole('button', { name: 'Edit Name' }).tap();
    await record.getByRole('textbox', { name: 'Name' }).fill('buick estate wagon (sw) 1970');
    await record.getByRole('heading', { level: 2 }).tap();
    await expect(record).toContainText('was');
    await fits(page);
    await look(page, ['light', 'dark']);
    await record.getByRole('button', { name: 'Close' }).tap();
    await expect(record).toBeHidden();

    await expect(cards.getByRole('button', { name: /^buick estate wagon.*changed/ })).toBeVisible();
    await look(page, ['light', 'dark']);
    await page
      .getByRole('region', { name: 'Changes' })
      .getByRole('button', { name: /^Review/ })
      .tap();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review.getByText('buick estate wagon (sw) 1970')).toBeVisible();
    const send = review.getByRole('button', { name: 'Send 1 row in 1 batch' });
    await expect(send).toBeEnabled();
    await fits(page);
    await look(page, ['light', 'dark']);
    await send.tap();

    const sent = page.getByRole('region', { name: 'Sent from here' });
    await expect(sent.locator('[data-outcome="verified"]')).toBeVisible({ timeout: 20_000 });
    await sent.getByRole('link', { name: 'Open job' }).tap();
    await expect(page.getByRole('region', { name: 'Outcome' }).locator('[data-outcome="verified"]')).toContainText('1');
    await fits(page);
  });

  test('rows that an import left out are opened to be fixed; what is said about them lies on no button', async ({
    page,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    await openDemo(page, `${tablePath('2100000000000006')}/import`);
    const rows = ['State,Capital,Population', 'Ohio,Columbus on a phone,', 'Ys,Drowned,many', '"Broken,Line,2'];
    await page.locator('input[type=file]').setInputFiles({
      name: 'phone.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${rows.join('\n')}\n`),
    });
    await page.getByRole('button', { name: 'Map columns' }).tap();
    await page.getByRole('button', { name: 'Choose key' }).tap();
    await page.getByRole('radio', { name: 'State', exact: true }).check();
    // What was found of each key is below it, in one column.
    const keys = page.getByRole('radiogroup', { name: 'Key', exact: true });
    expect(await keys.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
    await page.getByRole('button', { name: 'Go to check' }).tap();
    await fits(page);
    await page.getByRole('button', { name: 'Go to send' }).tap();
    await page.getByRole('button', { name: 'Send 1 row' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: /^Send/ }).tap();
    await expect(page.locator('[data-outcome="verified"]')).toHaveAttribute('data-count', '1', { timeout: 20_000 });
    await fits(page);
    // Each name of a tab has its own room.
    expect(
      await page
        .getByRole('tablist', { name: 'Outcome' })
        .evaluate((list) => [...list.children].every((tab) => tab.scrollWidth <= tab.clientWidth)),
    ).toBe(true);

    await page.getByRole('button', { name: 'Fix and retry' }).tap();
    const said = page.getByRole('region', { name: 'Notifications' });
    await expect(said.getByText('1 row was not opened as changes')).toBeVisible();
    // Playwright presses nothing that something lies on.
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.getByRole('button', { name: 'Discard' }).tap({ trial: true });
    await changes.getByRole('button', { name: /^Review/ }).tap();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    const matched = review.getByRole('combobox', { name: 'Match rows by' });
    const isWhole = (element: Element) =>
      [element, ...element.querySelectorAll('span')].every((each) => each.scrollWidth <= each.clientWidth);
    expect(await matched.evaluate(isWhole)).toBe(true);
    await fits(page);

    await page.goto('/e/embedded/events');
    const event = page.getByRole('grid').locator('[role=row][aria-rowindex="2"]');
    await expect.poll(() => event.evaluate((row) => row.getBoundingClientRect().height)).toBeGreaterThanOrEqual(40);
  });

  test('tables are in a drawer and actions in one menu, keys move through the cards, and disabled buttons say why', async ({
    page,
  }) => {
    await openDemo(page, tablePath(cars.id));
    const grid = page.getByRole('grid', { name: 'Cars' });
    await expect(grid.getByRole('button').first()).toBeVisible();
    await page.getByRole('button', { name: 'Table actions' }).tap();
    await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).tap();
    await page.getByRole('button', { name: 'About field Cylinders' }).tap();
    const field = page.getByRole('dialog', { name: 'Fields' }).getByRole('region', { name: 'Cylinders' });
    await expect.poll(async () => (await field.boundingBox())?.width).toBe(phone.viewport.width);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Fields' })).toBeHidden();
    await page.getByRole('button', { name: 'Export', exact: true }).tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.getByRole('button', { name: 'Table actions' }).tap();
    await page.getByRole('button', { name: /^Change all/ }).tap();
    const change = page.getByRole('dialog', { name: 'Change rows' });
    await change.getByRole('textbox', { name: 'Value' }).fill('a name');
    await expect(change.getByRole('row', { name: /^chevrolet chevelle malibu/ })).toBeVisible();
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

    await page.getByRole('button', { name: 'Show tables' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Tables' });
    await drawer.getByRole('link', { name: /^Movies/ }).tap();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('grid', { name: 'Movies' }).getByRole('button').first()).toBeVisible();

    // What cannot be pressed says why to a finger as well.
    await page.getByRole('button', { name: 'Show tables' }).tap();
    await drawer.getByRole('tab', { name: /^sync/ }).tap();
    await drawer.getByRole('link', { name: /^Countries/ }).tap();
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
