import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './console';
import { loadedData, startBuiltServer } from './server';

test('the link of the start opens the demo in the first browser alone, and leaves no token behind', async ({
  page,
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-console-demo-link-'));
  cpSync(loadedData(), join(folder, 'data'), { recursive: true });
  const server = await startBuiltServer({ DATA_DIR: join(folder, 'data'), DEMO_OPEN: '' });
  try {
    const link = /http:\S+#demo=\S+/.exec(server.log())?.[0] ?? '';
    await page.goto(link);
    const open = page.getByRole('button', { name: 'Open demo workspace' });
    await expect(open).toBeVisible();
    expect(page.url()).toBe(`${server.origin}/connect`);
    await page.reload();
    await open.click();
    await expect(page.getByRole('list', { name: 'Tables' })).toBeVisible();

    const other = await browser.newPage();
    await other.goto(link);
    await expect(other.getByText(/demo link is no longer valid/)).toBeVisible();
    await expect(other.getByRole('button', { name: 'Open demo workspace' })).toBeHidden();
    await other.close();
  } finally {
    await server.stop('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
});
