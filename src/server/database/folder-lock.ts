import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { DatabaseError } from './connection';

interface Holder {
  pid: number;
  /** When that process started, if known (Linux): a reused process ID is then not mistaken for it. */
  started: string | null;
}

/** Locks this process holds: the same pid in a file that is not among them was left by a process before it (containers reuse numbers). */
const held = new Set<string>();

/**
 * Takes `<folder>.lock` for this process; the lock of a dead process is taken over. PGlite itself would let two processes write.
 * @returns releases it; it is also released at exit
 * @throws DatabaseError when a living process has it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`;
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      // In one step with what removes it: a signal that ends the process comes before both or after both.
      writeFileSync(file, mine, { flag: 'wx' });
      held.add(file);
      const atExit = () => rmSync(file, { force: true });
      process.once('exit', atExit);
      return async () => {
        process.off('exit', atExit);
        held.delete(file);
        await rm(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) continue;
    const holder = holderOf(text);
    if (holder !== null && isAlive(holder, file)) {
      throw new DatabaseError(
        `The database in ${folder} is in use by process ${holder.pid}. Stop that process, or set another DATA_DIR.`,
      );
    }
    await discard(file, text);
  }
  throw new DatabaseError(`${file} cannot be locked: other processes keep locking it.`);
}

/** Removes a dead process's lock. It is moved aside first: when two processes judge the same lock dead, one must not remove the other's new one. */
async function discard(file: string, judged: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) === judged) await rm(aside, { force: true });
  else await rename(aside, file);
}

function holderOf(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(value.pid) ? { pid: value.pid as number, started: value.started ?? null } : null;
  } catch {
    // Half-written: its writer was killed in between.
    return null;
  }
}

function isAlive(holder: Holder, file: string): boolean {
  if (holder.pid === process.pid) return held.has(file);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // It has ended, but is not reaped yet.
  if (/^[ZX]$/.test(statOf(holder.pid)?.[0] ?? '')) return false;
  const started = startOf(holder.pid);
  return started === null || holder.started === null || started === holder.started;
}

/** Start time of a process in clock ticks since boot, with its boot; null if unknown. */
function startOf(pid: number): string | null {
  const started = statOf(pid)?.[19];
  try {
    return started === undefined
      ? null
      : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${started}`;
  } catch {
    return null;
  }
}

/** A process's stat in Linux from its state (the 3rd field) on; null elsewhere, and for a dead one. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command before it (in brackets) may hold spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
