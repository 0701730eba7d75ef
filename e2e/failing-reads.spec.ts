import type { Locator, Page } from '@playwright/test';
import { connect, expect, type OwnConsole, test } from './own-console';
import { type Platform, recordId } from './platform';
import { type PlatformPage, platformPages, recordsPath } from './platform-pages';
import { wireMessages } from './wire-messages';

/** From the first failed response until the page has shown it. */
const sayWithinMs = 1500;
/** The wait after a second failure: long enough for a press. */
const longWait = /Retrying in [2-4] s/;
const faults = ['html-502', 'reset-before'] as const;

interface Target extends PlatformPage {
  /** Calls that fail: those whose path begins so. Default: all of them. */
  at?: string;
  /** What makes the page read, where opening it does not. */
  act?: (page: Page) => Promise<void>;
}

const all = '/openapi/v1/';

const pages: Record<string, Target> = {
  ...platformPages,
  'a record beside them': {
    path: `${recordsPath}?record=${recordId(240)}`,
    good: (page) => page.getByRole('region', { name: 'Ship 240' }).getByRole('heading', { name: 'Ship 240' }),
  },
  import: {
    path: `${recordsPath}/import`,
    good: (page) => page.getByRole('heading', { level: 1, name: /Ships/ }),
  },
  provider: {
    path: '/e/bad/provider',
    at: '/openapi/v1/isv/info',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'App ID' }).fill('app');
      await page.getByRole('textbox', { name: 'App secret' }).fill('secret-of-an-app');
      await page.getByRole('button', { name: 'Get access token' }).click();
    },
    good: (page) => page.getByRole('main').getByRole('heading', { name: 'Harbour Master' }),
  },
};

let platform: Platform;
let console_: OwnConsole;

test.beforeEach(async ({ page, own }) => {
  platform = own.bad;
  console_ = own.console;
  platform.fault = null;
  platform.at = all;
  await connect(page, console_, 'bad');
});
test.afterEach(() => {
  platform.fault = null;
  platform.at = all;
});

/** The notice of a read that is retried. */
const retrying = (page: Page): Locator => page.getByRole('status').filter({ hasText: /Retrying/ });

/** Opens a page on a fault: shown in time, with a reason and an action, and recovered with one press when the platform is well again. */
async function said(page: Page, { path, at = all, act, good }: Target, fault: (typeof faults)[number]): Promise<void> {
  platform.at = at;
  platform.fault = fault;
  const failed = page.waitForResponse((response) => response.url().includes(at) && response.status() >= 500);
  await page.goto(console_.origin + path, { waitUntil: 'commit' });
  await act?.(page);
  await failed;
  const notice = retrying(page).first();
  await notice.waitFor({ timeout: sayWithinMs });
  await expect(notice).toContainText(wireMessages[fault]);
  // Nothing is final yet, and nothing that is read aloud counts down.
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
  platform.fault = null;
  await page.getByRole('button', { name: 'Try now' }).first().click();
  await expect(good(page)).toBeVisible();
  while ((await page.getByRole('button', { name: 'Try now' }).count()) > 0)
    await expect(retrying(page)).toHaveCount(0, { timeout: 6000 });
}

test('a failed read is shown at once with “Try now”, and does not hold up the others', async ({ page }) => {
  platform.at = '/openapi/v1/dw_item/list';
  platform.fault = 'html-502';
  const failed = page.waitForResponse((response) => response.url().includes(platform.at));
  await page.goto(console_.origin + recordsPath, { waitUntil: 'commit' });
  await failed;
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Retrying' });
  await notice.waitFor({ timeout: sayWithinMs });
  for (const text of [wireMessages['html-502'], 'listRecords', '502', /Retrying in \d s/]) {
    await expect(notice).toContainText(text);
  }
  // The other operations succeed meanwhile.
  await expect(page.getByRole('heading', { level: 1, name: 'Ships' })).toBeVisible({ timeout: sayWithinMs });
  await expect(notice).toContainText(longWait);
  platform.fault = null;
  await notice.getByRole('button', { name: 'Try now' }).click();
  await expect(platformPages.records.good(page)).toBeVisible({ timeout: sayWithinMs });
  await expect(notice).toBeHidden();

  await test.step('a failed refresh is noted below the kept rows, and none of them moves', async () => {
    const row = page.getByRole('gridcell', { name: 'Ship 3', exact: true }).first();
    const before = await row.boundingBox();
    platform.fault = 'reset-before';
    await page.getByRole('button', { name: 'Refresh', exact: true }).last().click();
    await expect(notice).toContainText(wireMessages['reset-before'], { timeout: 2 * sayWithinMs });
    expect(await row.boundingBox()).toEqual(before);
    await expect(notice).toContainText(longWait);
    platform.fault = null;
    await notice.getByRole('button', { name: 'Try now' }).click();
    await expect(notice).toBeHidden();
    expect(await row.boundingBox()).toEqual(before);
  });
});

test('a read that keeps failing becomes an error like any other after some seconds @long', async ({ page }) => {
  platform.fault = 'html-502';
  await page.goto(`${console_.origin}/e/bad/w`, { waitUntil: 'commit' });
  await retrying(page).waitFor();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText(wireMessages['html-502'], { timeout: 8000 });
  await expect(retrying(page)).toBeHidden();
});

for (const fault of faults) {
  test(`every page shows at once that loading failed, and when it retries: ${fault} @long`, async ({ page }) => {
    test.setTimeout(180_000);
    for (const [name, target] of Object.entries(pages)) {
      await test.step(name, () => said(page, target, fault));
    }
  });
}
