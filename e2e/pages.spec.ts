import type { Locator } from '@playwright/test';
import { atRest, look, pages } from './axe';
import { cell, drills, embedded, expect, openDemo, tablePath, test, typeInto } from './console';
import { tooLong } from './text-lengths';

/** Pages whose text begins at the same place. */
const atOneMargin = ['workspaces', 'jobs', 'activity', 'events', 'explorer', 'files'];

/** In the dark and in Chinese `npm test` looks at two pages, the long tests at all of them. */
const looks = [
  { locale: 'en-US', colorScheme: 'light', lang: 'en', schemes: ['light'], looked: pages, long: '' },
  {
    locale: 'zh-CN',
    colorScheme: 'dark',
    lang: 'zh',
    schemes: ['dark'],
    looked: pages.filter(([name]) => name === 'records' || name === 'provider'),
    long: '',
  },
  { locale: 'zh-CN', colorScheme: 'dark', lang: 'zh', schemes: ['dark'], looked: pages, long: ' @long' },
] as const;

for (const { locale, colorScheme, lang, schemes, looked, long } of looks) {
  test.describe(`${locale}, ${schemes.join(' and ')}, ${looked.length} pages${long}`, () => {
    test.use({ locale, colorScheme });

    test('every page has a heading, a title, its language, and nothing that axe finds serious', async ({ page }) => {
      test.setTimeout(180_000);
      await page.goto('/');
      await page.getByRole('button', { name: lang === 'en' ? 'Open demo workspace' : /演示/ }).click();
      await page.waitForURL(/tables/);
      const margins = new Set<number>();
      for (const [name, path] of looked) {
        await test.step(name, async () => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          const { x = 0 } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {};
          if (atOneMargin.includes(name)) margins.add(Math.round(x));
          await expect(page).toHaveTitle(/Warehouse Console|数据仓库/);
          await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`));
          await page.evaluate(atRest);
          await look(page, schemes);
          if (lang === 'en') expect.soft(await tooLong(page)).toEqual([]);
        });
      }
      expect(margins.size).toBeLessThanOrEqual(1);
    });

    if (looked.length < pages.length) return;
    test('axe finds nothing serious in the review, beside the rows of a small send, and on its job @long', async ({
      page,
    }) => {
      test.setTimeout(120_000);
      await page.goto('/');
      await page.getByRole('button', { name: lang === 'en' ? 'Open demo workspace' : /演示/ }).click();
      await page.waitForURL(/tables/);
      const bar = page.getByRole('region', { name: lang === 'en' ? 'Sent from here' : '从此处发送' });
      const half = 'Applies every second row';
      await page.goto(tablePath('2100000000000104', drills));
      await expect(cell(page, half, 1, 1)).not.toBeEmpty();
      for (const row of [1, 2]) {
        await typeInto(page, cell(page, half, row, 2), `looked at ${row} ${Date.now()}`);
      }
      await page.keyboard.press('Control+s');
      const send = page.getByRole('dialog').getByRole('button', { name: lang === 'en' ? /^Send 2/ : /发送 2 行/ });
      await expect(send).toBeEnabled();
      await test.step('review', () => look(page, schemes));
      await send.click();
      // On a machine that runs other tests too, the result may come late.
      await expect(bar.locator('[data-outcome="refused"]')).toBeVisible({ timeout: 60_000 });
      // A job sent before is listed too, and so is a running one.
      const quiet = 'Applies 20 seconds late';
      await test.step('one that ended', () => look(page, schemes));
      await bar.getByRole('link').click();
      await expect(page.getByRole('table').first()).toBeVisible();
      await test.step('job', () => look(page, schemes));
      await page.goto(`${embedded}/jobs`);
      await expect(page.getByRole('table')).toBeVisible();
      await test.step('jobs', () => look(page, schemes));
      await page.goto(tablePath('2100000000000101', drills));
      await expect(cell(page, quiet, 1, 1)).not.toBeEmpty();
      await typeInto(page, cell(page, quiet, 1, 2), `looked at ${Date.now()}`);
      await page.keyboard.press('Control+s');
      await expect(
        page.getByRole('dialog').getByRole('button', { name: lang === 'en' ? /^Send 1/ : /发送 1 行/ }),
      ).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect(bar.locator('[data-outcome="accepted"]')).toBeVisible();
      await test.step('one that runs', () => look(page, schemes));
    });
  });
}

test('a page that opens the console in a window cannot control it', async ({ page, context, baseURL }) => {
  await context.route('http://foreign.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('http://foreign.example/');
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((address) => {
      (window as { opened?: Window | null }).opened = window.open(address);
    }, `${baseURL}/connect`),
  ]);
  await expect(opened.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  expect(await page.evaluate(() => (window as { opened?: Window }).opened?.closed)).toBe(true);
});

test('the first Tab leads to the content', async ({ page }) => {
  await openDemo(page);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Tables' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test('a page opens while the gateway is down, and takes the focus; so does what opens over it', async ({ page }) => {
  await openDemo(page, `${embedded}/jobs`);
  await expect(page.getByRole('main')).toBeFocused();
  // Pages not opened yet load when the browser is idle.
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => /(\w+-page)-/.exec(name)?.[1]));
  await expect
    .poll(fetched, { timeout: 30_000 })
    .toEqual(
      expect.arrayContaining(
        ['tables', 'records', 'files', 'provider', 'explorer', 'events'].map((name) => `${name}-page`),
      ),
    );
  await page.route('**/*', (route) => route.abort());
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(shortcuts).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  for (const name of ['Files', 'Provider', 'Explorer']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  }
  // Focus that moved on by keyboard is not fetched back when the page has settled.
  // A timer of the previous page began on the real clock and cannot be cancelled on the other one: it runs out first.
  await page.waitForTimeout(500);
  await page.clock.install();
  await page.getByRole('link', { name: 'Events' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.clock.runFor(1000);
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.locator(':focus')).toBeVisible();
  await expect(rail.getByTitle('Switch workspace').locator('svg')).toBeVisible();
});

test('the sign beside the workspace is on the line of its name', async ({ page }) => {
  await openDemo(page, `${embedded}/w`);
  const link = page.getByRole('link', { name: /^No workspace/ });
  const middle = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height / 2 : Number.NaN;
  };
  expect(Math.abs((await middle(link.locator('b'))) - (await middle(link.locator('svg'))))).toBeLessThan(2);
});
