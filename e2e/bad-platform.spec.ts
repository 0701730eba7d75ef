import type { Locator, Page } from '@playwright/test';
import { connect, expect, type OwnConsole, test } from './own-console';
import { type Platform, recordId, wireFaults } from './platform';
import { type PlatformPage, platformPages, recordsPath } from './platform-pages';
import { harmful, harmless, patienceMs, wireMessages } from './wire-messages';

interface Target extends PlatformPage {
  heading: string | RegExp;
  /** This many calls fill it, each with its own notice when it fails. */
  calls: number;
  /** What reloads it. */
  again: (page: Page) => Locator;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first();

const pages = {
  workspaces: { ...platformPages.workspaces, heading: 'Workspaces', calls: 1, again: button('Refresh') },
  tables: { ...platformPages.tables, heading: 'Tables', calls: 1, again: button('Refresh') },
  records: {
    ...platformPages.records,
    heading: /Ships|2100/,
    calls: 2,
    again: (page) => page.getByRole('button', { name: 'Refresh', exact: true }).last(),
  },
  // Opened by its address, and not among the rows.
  record: {
    path: `${recordsPath}?record=${recordId(240)}`,
    good: (page) =>
      page.getByRole('region', { name: 'Ship 240' }).getByText('this record was loaded by its ID.', { exact: false }),
    heading: /Ships|2100/,
    calls: 3,
    again: (page) => page.getByRole('button', { name: 'Refresh', exact: true }).last(),
  },
  files: { ...platformPages.files, heading: 'Files', calls: 1, again: button('Look up') },
} satisfies Record<string, Target>;

let platform: Platform;
let console_: OwnConsole;

test.beforeEach(async ({ page, own }) => {
  platform = own.bad;
  console_ = own.console;
  await connect(page, console_, 'bad');
});

/** A page opened while the platform misbehaves: reported, never blank, and recovered with one press when the platform is well again. */
async function opened(page: Page, target: Target, fault: keyof typeof wireMessages): Promise<void> {
  platform.fault = fault;
  await page.goto(console_.origin + target.path);
  // Said at once, and until it is given up.
  if (fault === 'html-502')
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /Retrying/ })
        .first(),
    ).toBeVisible();
  // A table is called by its id once its name is known not to come: when the console has given up asking.
  await expect(page.getByRole('heading', { level: 1, name: target.heading })).toBeVisible({ timeout: patienceMs });
  const said = page.getByRole('main').getByRole('alert');
  await expect(said).toHaveCount(target.calls, { timeout: patienceMs });
  for (const one of await said.all()) await expect(one).toContainText(wireMessages[fault]);
  platform.fault = null;
  for (let left = target.calls; left > 0; left -= 1) {
    await said.first().getByRole('button', { name: 'Try again' }).click();
    await expect(said).toHaveCount(left - 1, { timeout: patienceMs });
  }
  await expect(target.good(page)).toBeVisible();
}

/** A page whose reload fails: loaded content stays, the failure is shown, and one press recovers. */
async function reload(page: Page, target: Target, fault: keyof typeof wireMessages): Promise<void> {
  await expect(target.good(page)).toBeVisible();
  platform.fault = fault;
  await target.again(page).click();
  // After its automatic retries, see failing-reads.spec.ts.
  const again = page.getByRole('button', { name: 'Try again' });
  const said = page.getByRole('main').getByRole('status').filter({ hasText: wireMessages[fault], has: again }).first();
  await expect(said).toBeVisible({ timeout: patienceMs });
  await expect(target.good(page)).toBeVisible();
  platform.fault = null;
  await said.getByRole('button', { name: 'Try again' }).click();
  await expect(said).toBeHidden({ timeout: patienceMs });
  await expect(target.good(page)).toBeVisible();
}

test('loaded rows stay while the platform misbehaves; a notice says so, and one press reloads', async ({ page }) => {
  const { records } = pages;
  await page.goto(console_.origin + records.path);
  // An answer that cannot be read; all faults are with the long tests.
  await reload(page, records, 'html-502');
});

test('an odd response is shown; a hanging one leaves the page usable', async ({ page }) => {
  const { records, tables } = pages;
  platform.fault = 'drip';
  await page.goto(console_.origin + records.path);
  await expect(records.good(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
  platform.fault = 'hang';
  await page.goto(console_.origin + tables.path);
  await expect(page.getByRole('heading', { level: 1, name: tables.heading })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.goBack();
  platform.fault = null;
  platform.release();
  await expect(tables.good(page)).toBeVisible();
});

for (const [name, target] of Object.entries(pages)) {
  test(`${name}: every way in which a platform can misbehave on the wire @long`, async ({ page }) => {
    test.setTimeout(20 * 60_000);
    for (const fault of harmful) {
      await test.step(`${fault}, opened`, () => opened(page, target, fault));
      if (name !== 'files') await test.step(`${fault}, reloaded`, () => reload(page, target, fault));
    }
    for (const fault of harmless) {
      platform.fault = fault;
      await page.goto(console_.origin + target.path);
      await expect(target.good(page), fault).toBeVisible();
      await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
    }
    // No response yet: the page is shown, and filled when one arrives.
    platform.fault = 'hang';
    await page.goto(console_.origin + target.path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
    platform.fault = null;
    platform.release();
    await expect(target.good(page)).toBeVisible({ timeout: patienceMs });
  });
}

test('connecting: every way in which a platform can misbehave on the wire @long', async ({ page }) => {
  test.setTimeout(10 * 60_000);
  await page.goto(`${console_.origin}/connect?environment=bad`);
  const press = page.getByRole('button', { name: 'Connect', exact: true });
  const said = page.getByRole('main').getByRole('alert');
  for (const fault of harmful) {
    await test.step(fault, async () => {
      platform.fault = fault;
      await page.getByRole('textbox', { name: 'API key' }).fill('another-key-of-this-test');
      await press.click();
      await expect(said).toContainText(wireMessages[fault], { timeout: patienceMs });
      await expect(page).toHaveURL(/\/connect/);
    });
  }
  platform.fault = 'hang';
  await press.click();
  await expect(said).toBeHidden();
  platform.fault = null;
  platform.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
});

test('explorer and provider: every way in which a platform can misbehave on the wire @long', async ({ page }) => {
  test.setTimeout(20 * 60_000);
  expect(new Set([...harmful, ...harmless, 'hang'])).toEqual(new Set(wireFaults));
  await page.goto(`${console_.origin}/e/bad/provider`);
  await page.getByRole('textbox', { name: 'App ID' }).fill('app');
  await page.getByRole('textbox', { name: 'App secret' }).fill('secret-of-an-app');
  const get = page.getByRole('button', { name: 'Get access token' });
  for (const fault of harmful) {
    platform.fault = fault;
    await get.click();
    await expect(page.getByRole('main').getByRole('alert').first(), fault).toContainText(wireMessages[fault], {
      timeout: patienceMs,
    });
    platform.fault = null;
    await page.getByRole('main').getByRole('alert').first().getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
    // Read with the token: what comes after it is not to fall into the next fault.
    await expect(page.getByRole('main').getByRole('heading', { name: 'Harbour Master' })).toBeVisible();
  }
  await page.goto(`${console_.origin}/e/bad/explorer`);
  for (const fault of harmful) {
    platform.fault = fault;
    await page.getByRole('button', { name: /^Send/ }).click();
    // An explorer response is shown unchanged: its status says what happened.
    const shown = fault.startsWith('busy') ? /429/ : wireMessages[fault];
    await expect(page.getByRole('main').getByText(shown).first(), fault).toBeVisible({ timeout: patienceMs });
    platform.fault = null;
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByRole('treeitem', { name: /spaces/ }), fault).toBeVisible({ timeout: patienceMs });
  }
});
