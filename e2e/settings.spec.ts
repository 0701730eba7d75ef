import { cars, cell, expect, openDemo, openDrill, sendOne, tablePath, test } from './console';

test('deleting the keys says what stays, removes them from every tab, and drafts return with the same key', async ({
  page,
  context,
}) => {
  await openDemo(page, tablePath(cars.id));
  await cell(page, cars.name, 1, 2).click();
  await expect(page.getByRole('grid').locator('[data-active]')).toBeFocused();
  await page.keyboard.press('Delete');
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toBeVisible();
  const other = await context.newPage();
  await other.goto(tablePath(cars.id));
  await expect(other.getByRole('region', { name: 'Changes' })).toBeVisible();

  await page.bringToFront();
  await page.getByRole('link', { name: 'Settings' }).click();
  // The palette leads to the page that is open, too.
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('Settings');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  const keys = page.getByRole('table', { name: 'Browser storage' }).getByRole('row', { name: /^Keys of this tab/ });
  await keys.getByRole('button', { name: 'Delete: Keys of this tab' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('Unsent changes and jobs are kept for the same key');
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(keys).toContainText('nothing');
  await expect(other).toHaveURL(/\/connect\?/);

  // The demo leads back to where the key was asked for.
  await other.getByRole('button', { name: 'Open demo workspace' }).click();
  await expect(other).toHaveURL(new RegExp(`/t/${cars.id}`));
  await expect(other.getByRole('region', { name: 'Changes' })).toContainText('1');
});

test('sending asks the browser to keep its storage; job data is listed with its lifetime, and can be deleted @long', async ({
  page,
}) => {
  // What the browser itself decides: whether it promises.
  await page.addInitScript(() => {
    let promised = sessionStorage.getItem('promised') === 'yes';
    navigator.storage.persisted = async () => promised;
    navigator.storage.persist = async () => {
      sessionStorage.setItem('promised', 'yes');
      promised = true;
      return true;
    };
  });
  const drill = { id: '2100000000000105', name: 'Refuses every row' };
  const kept = page.getByRole('table', { name: 'Browser storage' });
  const jobs = kept.getByRole('row', { name: /^Jobs with previous values/ });
  await openDemo(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('The browser may evict this data when space runs out.')).toBeVisible();
  await expect(jobs).toContainText('nothing');

  await openDrill(page, drill);
  await sendOne(page, drill.name, 3, 'kept for a while');
  await expect(page.getByText('ended', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('The browser will not evict this data.')).toBeVisible();
  await expect(jobs).toContainText('deleted here or on the jobs page, or their key is forgotten');
  await expect(jobs).toContainText('1 entry');
  await jobs.getByRole('button', { name: 'Delete' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('can no longer be undone here. Running jobs are kept.');
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(jobs).toContainText('nothing');
  await page.getByRole('link', { name: /^Jobs/ }).click();
  await expect(page.getByText('No jobs yet')).toBeVisible();
});
