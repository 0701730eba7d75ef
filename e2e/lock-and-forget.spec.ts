import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { connect, expect, type OwnConsole, test, toProviderKey } from './own-console';
import { platformKey, platformSpace, platformTable } from './platform';

const appSecret = 'planted-secret-of-the-app';
/** Beginnings of what the platform gives out. */
const secrets = [platformKey, appSecret, 'issued-token-', 'provider-key-'];

/** Connects with an automatically renewed provider key: customer key, app secret, token and provider key are all in use. */
async function connectAsProvider(page: Page, console: OwnConsole): Promise<void> {
  await connect(page, console, 'strange');
  await toProviderKey(page, console, appSecret);
  await page.getByRole('button', { name: 'Check credentials' }).click();
  await expect(page.getByRole('table', { name: 'Check credentials' }).getByRole('row')).not.toHaveCount(1);
}

const rowsOf = ({ origin }: OwnConsole) => `${origin}/e/strange/w/${platformSpace}/t/${platformTable}`;
const openRows = async (page: Page, console: OwnConsole) => {
  await page.goto(rowsOf(console));
  await expect(page.getByRole('grid').getByText('Ship 3', { exact: true }).last()).toBeVisible();
};

/** Everything that the script engine of a page can still reach, as text. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

const foundIn = (text: string) => secrets.filter((secret) => text.includes(secret));

for (const [way, button, sentence] of [
  ['Lock', 'Lock', /^The key is locked/],
  ['Forget', 'Forget', /stored for it are deleted/],
] as const) {
  test(`after ${way} no tab has a key, secret or token in its memory${way === 'Forget' ? ' @long' : ''}`, async ({
    page,
    context,
    own,
  }) => {
    await connectAsProvider(page, own.console);
    const other = await context.newPage();
    await openRows(other, own.console);
    await other.getByRole('link', { name: 'Events' }).click();
    // The search does find existing text.
    expect(foundIn(await heapOf(other))).toEqual([platformKey, appSecret, 'provider-key-']);

    await page.goto(`${own.console.origin}/connect?environment=strange`);
    const loaded = [page, other].map((tab) => tab.waitForEvent('load'));
    await page.getByRole('button', { name: button, exact: true }).click();
    if (way === 'Forget') {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Forget key' }).click();
    }
    await Promise.all(loaded);
    for (const tab of [page, other]) {
      await expect(tab.getByText(sentence)).toBeVisible();
      await expect(tab.getByRole('textbox', { name: 'API key' })).toBeFocused();
    }
    const heaps = await Promise.all([page, other].map(heapOf));
    expect(heaps.map(foundIn)).toEqual([[], []]);
  });
}

/** Secrets found in the files of a folder, as one or two bytes per character. */
function foundInFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return secrets
      .filter((secret) => [secret, Buffer.from(secret, 'utf16le')].some((form) => bytes.includes(form)))
      .map((secret) => `${secret} in ${name}`);
  });
}

test('the files of a browser hold no key, secret or token, and open nothing for it once the key is locked', async ({
  own,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-console-profile-'));
  const { launchOptions } = test.info().project.use;
  const open = async () => {
    const context = await chromium.launchPersistentContext(folder, launchOptions);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  const cookies = async ({ context }: Awaited<ReturnType<typeof open>>) =>
    (await context.cookies(`${own.console.origin}/gateway/seal`)).map(({ httpOnly, sameSite, secure }) => [
      httpOnly,
      sameSite,
      secure,
    ]);
  try {
    let browser = await open();
    await connectAsProvider(browser.page, own.console);
    await openRows(browser.page, own.console);
    await browser.page.reload();
    await openRows(browser.page, own.console);
    expect(await cookies(browser)).toEqual([[true, 'Strict', false]]);
    const sealed = await browser.page.evaluate(() => sessionStorage.getItem('connection:strange'));
    expect(sealed).toMatch(/^[\w+/]{200,}=*$/);
    await browser.context.close();
    expect(foundInFiles(folder)).toEqual([]);

    browser = await open();
    await connect(browser.page, own.console, 'strange');
    await browser.page.goto(`${own.console.origin}/connect?environment=strange`);
    const kept = await browser.page.evaluate(() => sessionStorage.getItem('connection:strange'));
    const anew = browser.page.waitForEvent('load');
    await browser.page.getByRole('button', { name: 'Lock', exact: true }).click();
    await anew;
    await expect(browser.page.getByText(/^The key is locked/)).toBeVisible();
    await expect.poll(() => cookies(browser)).toEqual([]);
    // Restoring what was stored, as old profile files might, gives nothing.
    await browser.page.evaluate((text) => sessionStorage.setItem('connection:strange', text ?? ''), kept);
    await browser.page.goto(rowsOf(own.console));
    await expect(browser.page.getByText(/^This browser no longer has the key\. Enter it again/)).toBeVisible();
    await browser.context.close();
    expect(foundInFiles(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a key whose half the gateway lost is asked for again; unsent changes are kept', async ({
  page,
  context,
  own,
}) => {
  page.on('dialog', (dialog) => dialog.accept());
  await connect(page, own.console, 'strange');
  await openRows(page, own.console);
  await page.getByRole('grid').getByText('Ship 3', { exact: true }).last().click();
  await expect(page.getByRole('grid').locator('[data-active]')).toBeFocused();
  await page.keyboard.type('Changed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('1 record changed');
  // Once it is stored, the browser asks whether to leave.
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await expect.poll(() => page.evaluate(leaves)).toBe(false);
  await page.reload();
  await expect(page.getByRole('grid')).toContainText('Changed');

  await context.clearCookies();
  await page.reload();
  await expect(
    page.getByText(
      /^This browser no longer has the key\. Enter it again to continue with your unsent changes and jobs/,
    ),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'API key' }).fill(platformKey);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toContainText('Changed');
});
