import { connect, expect, type OwnConsole, test } from './own-console';
import type { Platform } from './platform';
import { platformPages, recordsPath } from './platform-pages';
import { wireMessages } from './wire-messages';

/** From the first failed response until the page has shown it. */
const sayWithinMs = 1500;
/** The wait after a second failure: long enough for a press. */
const longWait = /Retrying in [2-4] s/;

let platform: Platform;
let console_: OwnConsole;

test.beforeEach(async ({ page, own }) => {
  platform = own.bad;
  console_ = own.console;
  await connect(page, console_, 'bad');
});
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
