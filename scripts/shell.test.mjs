import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const script = `
  const { endWithShell } = await import(${JSON.stringify(new URL('./shell.mjs', import.meta.url).href)});
  endWithShell();
  setInterval(() => {}, 1000);
  console.log(process.pid);`;

it('ends with the shell that npm runs it in, also where that one does not pass the signal on', async () => {
  // What stands after it keeps the shell, whatever shell it is.
  const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$SCRIPT"; true'], {
    env: { NODE: process.execPath, SCRIPT: script },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(shell.stdout, 'data');
  const pid = Number(said);
  const isAlive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  shell.kill('SIGTERM');
  try {
    await expect.poll(isAlive, { timeout: 20_000 }).toBe(false);
  } finally {
    if (isAlive()) process.kill(pid, 'SIGKILL');
  }
});
