import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyInitialisedGateway } from '../database/test-database';
import { testFolder } from '../database/test-folder';
import { withProgram } from './test-program';

const folder = testFolder();
const { run } = withProgram();

it('with the demo, prints its credentials, exits by Ctrl+C pressed twice, and starts again with the same data', async () => {
  const credentials = {
    DEMO_API_KEY: 'key-of-the-test',
    DEMO_APP_ID: 'app-of-the-test',
    DEMO_APP_SECRET: 'secret-of-the-test',
  };
  const data = join(folder, 'kept');
  for (const _ of ['first', 'second']) {
    const { child, ended, ready, wrote } = run([], { ...credentials, DATA_DIR: data });
    const address = await ready();
    for (const text of ['Demo key', ...Object.values(credentials)]) expect(wrote.out).toContain(text);
    const key = { 'open-authorization': 'Bearer key-of-the-test' };
    const spaces = await fetch(`${address}/openapi/v1/space/list`, { headers: key });
    expect(await spaces.json()).toMatchObject({ code: 0, data: { spaces: expect.anything() } });
    // Sent by the terminal and once more by npm.
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  }
});

it('the folder of the demo stays below 350 MB, while it is loaded and with the indexes that follow', async () => {
  const data = join(folder, 'sized');
  const { wrote } = run([], { DATA_DIR: data });
  await expect.poll(() => wrote.out, { timeout: 200_000 }).toMatch(/all [\d,]+ records loaded/);
  // The indexes of the largest tables are built within this.
  for (let second = 0; second < 60; second += 1) {
    expect(megabytes(data)).toBeLessThan(350);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
});

it('exits cleanly on SIGTERM while it creates its database, and the next start opens it', async () => {
  const begun = join(folder, 'begun');
  const { child, ended } = run([], { DATA_DIR: begun });
  await expect.poll(() => existsSync(join(begun, 'pg.lock')), { timeout: 60_000, interval: 20 }).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, out: '', err: '' });
  expect(existsSync(join(begun, 'pg.lock'))).toBe(false);
  await run([], { DATA_DIR: begun }).ready();
});

it('ends in a sentence on SIGTERM when the thread of its database has died', async () => {
  const data = join(folder, 'dead');
  copyInitialisedGateway(data);
  const killsThread = `import threads from 'node:worker_threads';
    import { syncBuiltinESMExports } from 'node:module';
    const { Worker } = threads;
    threads.Worker = class extends Worker {
      constructor(...args) {
        super(...args);
        process.once('SIGUSR2', () => this.terminate().then(() => process.kill(process.pid, 'SIGTERM')));
      }
    };
    syncBuiltinESMExports();`;
  const { child, ended, ready } = run([], {
    UPSTREAMS: 'lab=http://127.0.0.1:9',
    DATA_DIR: data,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(killsThread)}`,
  });
  await ready();
  child.kill('SIGUSR2');
  const { code, err } = await ended;
  expect(code).toBe(1);
  expect(err).toMatch(/database/i);
  expect(err).not.toMatch(/^ +at /m);
});

/** What the files of a folder take on the disk, in MiB, as `du -m` counts. */
function megabytes(place: string): number {
  const sizes = readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => {
    // Some go while they are looked at.
    return (statSync(join(place, name), { throwIfNoEntry: false })?.blocks ?? 0) * 512;
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}
