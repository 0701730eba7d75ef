import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isAlive, openShell } from './test-shell.mjs';

const script = `
  const { endWithShell } = await import(${JSON.stringify(new URL('./shell.mjs', import.meta.url).href)});
  endWithShell();
  setInterval(() => {}, 1000);
  console.log(process.pid);`;

it('ends with npm’s shell, also if that does not pass the signal on', async () => {
  const shell = openShell('"$NODE" --input-type=module -e "$SCRIPT"', { NODE: process.execPath, SCRIPT: script });
  const [said] = await once(shell.stdout, 'data');
  const pid = Number(said);
  expect(isAlive(pid)).toBe(true);
  shell.kill('SIGTERM');
  try {
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  } finally {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
});
