import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { copyInitialised } from '../src/server/database/test-database';

/** A shell that does not exec its command, whatever shell it is: a command after it prevents that. */
export function openShell(command, env) {
  return spawn('sh', ['-c', `${command}; true`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs `npm run dev`, and expects it to end by the signal and to leave its port. */
export async function devEndsBy(signal) {
  const folder = mkdtempSync(join(tmpdir(), 'dev-'));
  copyInitialised(folder);
  const shell = openShell('"$NODE" "$SCRIPT" & echo "pid $!"; wait', {
    ...process.env,
    NODE: process.execPath,
    SCRIPT: fileURLToPath(new URL('./dev.mjs', import.meta.url)),
    PORT: '0',
    DATA_DIR: folder,
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
    rmSync(folder, { recursive: true, force: true });
  }
}
