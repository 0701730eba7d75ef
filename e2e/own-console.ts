import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect } from './console';
import { openPlatform, type Platform, platformKey } from './platform';
import { loadedData, startBuiltServer } from './server';

/** A console of a test's own, in front of platforms of its own. */
export interface OwnConsole {
  origin: string;
  /** Everything that it printed. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts the built server with these environments, on a free port. */
async function startConsole(environments: object[]): Promise<OwnConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-console-e2e-'));
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ environments }));
  const data = join(folder, 'data');
  // A database that is there already: making one takes seconds.
  cpSync(loadedData(), data, { recursive: true });
  const server = await startBuiltServer({ CONFIG: config, DATA_DIR: data });
  return {
    origin: server.origin,
    log: server.log,
    async stop() {
      await server.stop('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Own {
  console: OwnConsole;
  bad: Platform;
  strange: Platform;
}

/**
 * A console before two platforms, started once for every test that wants it: `bad` misbehaves on the wire, `strange` holds what strangers wrote. Each test finds
 * both as they were at first.
 */
export const test = base.extend<{ own: Own }, { startedOnce: Own }>({
  startedOnce: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture takes what it needs by name, and this one needs nothing
    async ({}, use) => {
      const [bad, strange] = await Promise.all([openPlatform(), openPlatform()]);
      const environment = { writable: true, requestsPerSecond: 200 };
      const started = await startConsole([
        { name: 'bad', baseUrl: bad.origin, ...environment },
        { name: 'strange', baseUrl: strange.origin, ...environment },
      ]);
      await use({ console: started, bad, strange });
      await Promise.all([bad.close(), strange.close(), started.stop()]);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  own: async ({ startedOnce }, use) => {
    startedOnce.bad.reset();
    startedOnce.strange.reset();
    await use(startedOnce);
  },
});
export { expect };

/** Connects a page to an environment of such a console, with the key of the test's platform. */
export async function connect(page: Page, { origin }: OwnConsole, environment: string): Promise<void> {
  await page.goto(`${origin}/connect?environment=${environment}`);
  await page.getByRole('textbox', { name: 'API key' }).fill(platformKey);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
}

/** From a connection to one on the provider's key, which is renewed from then on; all credentials are in use. */
export async function toProviderKey(page: Page, { origin }: OwnConsole, appSecret: string): Promise<void> {
  await page.goto(`${origin}/e/strange/provider`);
  await page.getByRole('textbox', { name: 'App ID' }).fill('app');
  await page.getByRole('textbox', { name: 'App secret' }).fill(appSecret);
  await page.getByRole('button', { name: 'Get access token' }).click();
  await page.getByRole('button', { name: 'Insert current key' }).click();
  await page.getByRole('button', { name: 'Exchange', exact: true }).click();
  await page.getByRole('button', { name: 'Use for connection' }).click();
  await page.getByRole('switch', { name: 'Renew automatically' }).click();
}
