import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expect, test } from './own-console';
import { platformKey } from './platform';

/** A browser that can be killed, with what it has stored. */
async function openBrowser(folder: string): Promise<{ page: Page; kill(): Promise<void> }> {
  const portFile = join(folder, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const options = ['--headless=new', '--remote-debugging-port=0', '--no-first-run', '--disable-gpu', '--lang=en-US'];
  if (process.getuid?.() === 0) options.push('--no-sandbox');
  const browser: ChildProcess = spawn(
    process.env.CHROMIUM_PATH ?? chromium.executablePath(),
    [...options, `--user-data-dir=${folder}`, 'about:blank'],
    { stdio: 'ignore' },
  );
  await expect
    .poll(() => existsSync(portFile) && readFileSync(portFile, 'utf8').includes('/'), { timeout: 20_000 })
    .toBe(true);
  const [port] = readFileSync(portFile, 'utf8').split('\n');
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await connection.contexts()[0]?.newPage();
  if (!page) throw new Error('The browser has no window.');
  return {
    page,
    async kill() {
      if (browser.exitCode !== null || browser.signalCode !== null) return;
      const ended = once(browser, 'exit');
      browser.kill('SIGKILL');
      await ended;
    },
  };
}

test('a wait of 30 years is one of five minutes, is shown, outlives a killed browser, and ends by a press', async ({
  own,
}) => {
  own.bad.fault = 'busy-says-when';
  own.bad.asksToWait = { 'retry-after': '946080000' };
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-console-waits-'));
  const browsers: Awaited<ReturnType<typeof openBrowser>>[] = [];
  const open = async (): Promise<Page> => {
    const browser = await openBrowser(folder);
    browsers.push(browser);
    return browser.page;
  };
  const press = async (page: Page): Promise<void> => {
    await page.goto(`${own.console.origin}/connect?environment=bad`);
    await page.getByRole('textbox', { name: 'API key' }).fill(platformKey);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  const waits = (page: Page) =>
    page.getByRole('status').filter({ hasText: /The platform asked to wait.*Retrying in [34] min/ });
  try {
    const first = await open();
    await press(first);
    await expect(first.getByText('Too many requests')).toBeVisible();
    await first.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(waits(first)).toBeVisible();
    await browsers[0]?.kill();

    const second = await open();
    own.bad.calls.length = 0;
    await press(second);
    await expect(waits(second)).toBeVisible();
    expect(own.bad.calls).toEqual([]);
    own.bad.fault = null;
    await second.getByRole('button', { name: 'Try now' }).click();
    await expect(second.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  } finally {
    for (const browser of browsers) await browser.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
