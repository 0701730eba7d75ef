import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = `
  const { endWithShell } = await import(${JSON.stringify(new URL('./shell.mjs', import.meta.url).href)});
  endWithShell();
  setInterval(() => {}, 1000);
  console.log(process.pid);`;

/** A shell that does not become what it runs, whatever shell it is: what stands after it keeps it. */
function openShell(command, env) {
  return spawn('sh', ['-c', `${command}; true`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('ends with the shell that npm runs it in, also where that one does not pass the signal on', async () => {
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

it.each(['SIGTERM', 'SIGINT'])('npm run dev ends by %s, and leaves its port', { timeout: 120_000 }, async (signal) => {
  const shell = openShell('"$NODE" "$SCRIPT" & echo "pid $!"; wait', {
    ...process.env,
    NODE: process.execPath,
    SCRIPT: fileURLToPath(new URL('./dev.mjs', import.meta.url)),
    PORT: '0',
    DATA_DIR: 'memory://',
    npm_lifecycle_event: 'dev',
  });
  let said = '';
  shell.stdout.on('data', (text) => {
    said += text;
  });
  const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
  const answers = async () => (await fetch(`${address()}/healthz`).catch(() => null))?.ok ?? false;
  await expect.poll(address, { timeout: 90_000 }).toBeDefined();
  const pid = Number(/pid (\d+)/.exec(said)?.[1]);
  try {
    expect(await answers()).toBe(true);
    // A person's Ctrl+C comes to the program itself; what ends npm, to the shell alone.
    if (signal === 'SIGINT') process.kill(pid, signal);
    else shell.kill(signal);
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
    expect(await answers()).toBe(false);
  } finally {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
});
