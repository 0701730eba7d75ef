import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openSentJob } from './console';
import { connect, expect, test, toProviderKey } from './own-console';
import { platformKey, platformSpace, platformTable } from './platform';

const appSecret = 'planted-secret-of-the-app';

/** Everything that this browser keeps, as text: storages, every record of every database, caches, and the state of the history. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const parts: string[] = [JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])];
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const rows = await settled(database.transaction(store).objectStore(store).getAll());
        parts.push(`${name} ${store} ${JSON.stringify(rows)}`);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return parts.join('\n');
  });
}

test('planted secrets appear nowhere: page, storage, addresses, history, logs, exports, support file, clipboard, errors', async ({
  page,
  context,
  own,
}) => {
  const { strange: platform, console: console_ } = own;
  const { origin } = console_;
  platform.world.files = { '61': { name: 'ship.txt', ext: 'txt', type: 'text/plain', body: 'a ship' } };
  platform.world.rows = 5;
  platform.world.fields = [{ name: 'Name', type: 'text', value: (row) => `Ship ${row}` }];
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await page.addInitScript(() => {
    // A browser without the way to the disk: the file comes as a download.
    Reflect.deleteProperty(window, 'showSaveFilePicker');
  });
  const addresses: string[] = [];
  const printed: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  page.on('console', (message) => printed.push(message.text()));
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  const drawn: string[] = [];
  const look = async () => drawn.push(await page.content());
  const saved: string[] = [];
  const take = async (press: () => Promise<void>) => {
    const download = page.waitForEvent('download');
    await press();
    saved.push(await readFile(await (await download).path(), 'utf8'));
  };

  await connect(page, console_, 'strange');
  await test.step('provider', async () => {
    await toProviderKey(page, console_, appSecret);
    await page.getByRole('button', { name: 'Check credentials' }).click();
    await expect(page.getByRole('table', { name: 'Check credentials' }).getByRole('row')).not.toHaveCount(1);
    await look();
  });

  await test.step('a change that is sent, and an export', async () => {
    await page.goto(`${origin}/e/strange/w/${platformSpace}/t/${platformTable}`);
    await page.getByRole('grid').getByText('Ship 3', { exact: true }).last().click();
    await expect(page.getByRole('grid').locator('[data-active]')).toBeFocused();
    await page.keyboard.type('Changed');
    await page.keyboard.press('Enter');
    await look();
    await take(async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export' }).click();
    });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Review/ }).click();
    await page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: /^Send/ }).click();
    await openSentJob(page);
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    await look();
  });

  await test.step('files', async () => {
    await page.goto(`${origin}/e/strange/files?ids=61`);
    await page.getByRole('list', { name: 'Files' }).getByRole('button').first().click();
    await expect(page.getByRole('dialog').getByText('a ship')).toBeVisible();
  });

  await test.step('an explorer request, an error, and the support file', async () => {
    await page.goto(`${origin}/e/strange/explorer`);
    await page
      .getByRole('button', { name: /getProviderKey|isv\/api_key/ })
      .or(page.getByRole('link', { name: /isv\/api_key/ }))
      .first()
      .click();
    await page.getByRole('textbox', { name: /^access_token/ }).fill('issued-token-typed');
    await page.getByRole('textbox', { name: /^api_key/ }).fill(platformKey);
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByRole('treeitem', { name: /^expire/ })).toBeVisible();
    await look();
    platform.fault = 'html-502';
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(
      page
        .getByRole('main')
        .getByText(/the response is not JSON/)
        .first(),
    ).toBeVisible();
    platform.fault = null;
    await look();
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByRole('textbox', { name: 'File IDs' }).fill('61');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.getByRole('grid').getByRole('row').nth(1).click();
    await page.getByRole('button', { name: /curl/ }).first().click();
    saved.push(await page.evaluate(() => navigator.clipboard.readText()));
    await look();
    await page.getByRole('button', { name: 'Support file' }).click();
    await take(() => page.getByRole('dialog', { name: 'Support file' }).getByRole('button', { name: 'Save' }).click());
    await page.keyboard.press('Escape');
  });

  for (const path of ['/e/strange/w', '/e/strange/jobs', '/e/strange/events', '/settings', '/connect']) {
    await page.goto(origin + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look();
  }

  const places = {
    page: drawn.join('\n'),
    storage: await kept(page),
    addresses: addresses.join('\n'),
    console: printed.join('\n'),
    files: saved.join('\n'),
    log: console_.log(),
  };
  const secrets = [platformKey, appSecret, 'issued-token-', 'provider-key-'];
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) expect(text.includes(secret), `${secret} in ${place}`).toBe(false);
  }
  // A signed link is requested from its own address, and appears nowhere else.
  const links = addresses.filter((address) => !address.startsWith(`${platform.origin}/f/`)).join('\n');
  for (const [place, text] of Object.entries({ ...places, addresses: links })) {
    for (const signed of ['signature=', 'signed-by-path'])
      expect(text.includes(signed), `a signed link (${signed}) in ${place}`).toBe(false);
  }
  // The search does find existing text: the page's own words, and the change that was sent.
  expect(places.page).toContain('Warehouse Console');
  expect(places.storage).toContain('Changed');
  expect(places.files).toContain('$API_KEY');
  expect(saved).toHaveLength(3);
});
