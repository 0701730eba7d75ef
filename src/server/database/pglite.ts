import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type Param,
  type Queries,
  type Transaction,
} from './connection';
import { lockFolder } from './folder-lock';

/** Folder name that keeps the database out of any. */
const inMemory = 'memory://';

/**
 * What is asked of the thread; `leave` says that the caller of `left` is gone, `begin` is the first statement of a transaction, `inside` a further one, `last`
 * whether it may be the last.
 */
type Call =
  | { kind: 'open' | 'close' }
  | { kind: 'query'; text: string; params: (string | null)[] }
  | { kind: 'leave'; left: number }
  | { kind: 'begin' | 'inside'; transaction: number; text: string; params: (string | null)[]; last: boolean }
  | { kind: 'commit' | 'rollBack'; transaction: number };

/** What it answers, by the number of the call: a value, or the message of what went wrong, with the database's code. */
type Reply = { call: number } & ({ value: unknown } | { fault: string; code?: string });

/** What the database said last, when it has ended and its thread does. */
type Stopped = { stopped: string };

/**
 * PGlite in `<dataDir>/pg`, or in memory, in its own thread: statements wait for each other, and nothing else waits for them. In a folder a commit is on the disk
 * before it is answered.
 * @throws DatabaseError when the folder cannot be used, its database not be opened, or another living process has it open
 */
export async function openPglite(dataDir: string, small = false): Promise<Database> {
  const memory = dataDir.startsWith(inMemory);
  const folder = memory ? dataDir : join(dataDir, 'pg');
  const unlock = memory ? async () => {} : await takeFolder(dataDir, folder);
  let thread: Thread;
  try {
    const programs = await compiled();
    if (!memory && !(await holdsDatabase(folder))) await makeDatabase(folder, programs);
    // The folder's own lock is held. This one, which a full disk or a power cut can leave empty, would be refused for ever.
    if (!memory) await rm(join(folder, 'postmaster.pid'), { force: true });
    thread = await startThread(folder, programs, small ? smallSettings : []);
  } catch (error) {
    await unlock();
    throw error;
  }
  const outside = (signal?: AbortSignal): Queries => ({
    async query<Row>(text: string, params: readonly Param[] = []) {
      return (await thread.ask({ kind: 'query', text, params: params.map(wireText) }, signal)) as Row[];
    },
  });
  let transactions = 0;
  let closing: Promise<void> | undefined;
  const database: Database = {
    engine: 'pglite',
    reads: 1,
    ...outside(),
    until: (signal) => ({ ...database, ...outside(signal) }),
    unhurried: async (text) => void (await database.query(text)),
    ping: async () => void (await database.query('select 1')),
    async transaction(run) {
      transactions += 1;
      const transaction = transactions;
      // It begins with its first statement: the way to the thread and back costs as much as a small statement does.
      let begun = false;
      let ended = false;
      const rowsOf = async (text: string, params: readonly Param[], last: boolean) => {
        if (ended) throw new Error('a statement was asked of a transaction that has ended');
        const kind = begun ? 'inside' : 'begin';
        begun = true;
        return thread.ask({ kind, transaction, text, params: params.map(wireText), last });
      };
      const inside: Transaction = {
        async query<Row>(text: string, params: readonly Param[] = []) {
          return (await rowsOf(text, params, false)) as Row[];
        },
        async queryLast<Row extends { last: boolean }>(text: string, params: readonly Param[] = []) {
          const rows = (await rowsOf(text, params, true)) as Row[];
          if (rows[0]?.last === true) ended = true;
          return rows;
        },
      };
      const end = async (kind: 'commit' | 'rollBack') => {
        const open = begun && !ended;
        ended = true;
        if (open) await thread.ask({ kind, transaction });
      };
      let result: Awaited<ReturnType<typeof run>>;
      try {
        result = await run(inside);
      } catch (error) {
        await end('rollBack');
        throw error;
      }
      await end('commit');
      return result;
    },
    ...(memory ? {} : { freeBytes: () => freeBytesOf(folder) }),
    lost: thread.lost,
    close: () => {
      closing ??= thread
        .ask({ kind: 'close' })
        .then(() => undefined)
        .finally(thread.end)
        .finally(unlock);
      return closing;
    },
  };
  return database;
}

/** Whether there is a database in a folder. @throws DatabaseError when there is something else */
async function holdsDatabase(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  if (names.includes('PG_VERSION')) return true;
  if (names.every((name) => name.startsWith(probe))) return false;
  throw new DatabaseError(
    `${folder} has files but no database: PG_VERSION is missing. Restore a backup, or set DATA_DIR to another folder.`,
  );
}

/**
 * Creates a database in a thread that ends with it: otherwise nearly half a gigabyte of setup memory would stay. Beside its folder, which it becomes when all of it is
 * on the disk: whatever interrupts it, the next start finds a whole one or none.
 */
async function makeDatabase(folder: string, programs: Programs): Promise<void> {
  const made = `${folder}.new`;
  try {
    await rm(made, { recursive: true, force: true });
    if ((await freeBytesOf(dirname(folder))) < newDatabaseBytes) throw new DatabaseError(diskFull(dirname(folder)));
    await mkdir(made, { mode: 0o700 });
    const thread = await startThread(made, programs);
    await dropTemplates((text) => thread.ask({ kind: 'query', text, params: [] }));
    await thread.ask({ kind: 'close' }).finally(thread.end);
    for (const { name, parentPath } of await readdir(made, { recursive: true, withFileTypes: true }))
      await sync(join(parentPath, name));
    await sync(made);
    await rm(folder, { recursive: true, force: true });
    await rename(made, folder);
    await sync(dirname(folder));
  } catch (fault) {
    throw refusal(dirname(folder), fault);
  }
}

/** Half of a new folder are the two databases that further ones are copied from, and nothing makes any. */
async function dropTemplates(query: (text: string) => Promise<unknown>): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await query(`alter database ${name} with is_template false`);
    await query(`drop database ${name}`);
  }
}

/** What a new database takes, with some room to begin in. */
const newDatabaseBytes = 64 * 1024 * 1024;

async function sync(path: string): Promise<void> {
  // Windows syncs no folders, and no files that are opened for reading.
  if (process.platform === 'win32') return;
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

/** Begins the names of folders that are made to see whether there can be any. */
const probe = 'written-';

/** Makes the outer folder, and locks the inner one. @returns what lets go of it */
async function takeFolder(dataDir: string, folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true });
    const unlock = await lockFolder(folder);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whether it can be written shows by writing.
      await rmdir(await mkdtemp(join(folder, probe)));
      return unlock;
    } catch (fault) {
      await unlock();
      throw fault;
    }
  } catch (fault) {
    throw refusal(dataDir, fault);
  }
}

/** Why a folder cannot be used, for the operator, by the code of what was tried in it; what has no such reason as it is. */
function refusal(dataDir: string, fault: unknown): unknown {
  const { code } = fault as NodeJS.ErrnoException;
  if (fault instanceof DatabaseError || code === undefined) return fault;
  const reasons: Record<string, string> = {
    EEXIST: `DATA_DIR ${dataDir} is a file or is inside one. Set it to a folder.`,
    ENOTDIR: `DATA_DIR ${dataDir} is a file or is inside one. Set it to a folder.`,
    ENOSPC: diskFull(dataDir),
    EDQUOT: diskFull(dataDir),
    EROFS: `DATA_DIR ${dataDir} is on a read-only disk (EROFS). Make the disk writable, or set DATA_DIR to another folder.`,
    EACCES: `This user cannot write to DATA_DIR ${dataDir} (EACCES). Set it to a writable folder.`,
    EPERM: `This user cannot write to DATA_DIR ${dataDir} (EPERM). Set it to a writable folder.`,
  };
  return new DatabaseError(
    reasons[code] ?? `DATA_DIR ${dataDir} cannot be used: ${(fault as Error).message}. Set it to another folder.`,
  );
}

function diskFull(folder: string): string {
  return `The disk of ${folder} is full. Free space on it, then start again.`;
}

/** Why the database in a folder cannot be opened, or has stopped, for the operator. @param reason as the database said it */
function endOf(folder: string, reason: string, opened: boolean): string {
  if (isFull.test(reason)) return diskFull(folder);
  if (/Permission denied|not permitted|Read-only/i.test(reason))
    return `This user cannot read and write every file of ${folder}: ${reason}. Change their owner and permissions, then start again.`;
  if (/incompatible with server(?!.*version 0\b)/i.test(reason))
    return `The database in ${folder} belongs to another version of PostgreSQL: ${reason}. Start the version of Warehouse Console that created it, or set DATA_DIR to another folder.`;
  return opened
    ? `The database in ${folder} has stopped: ${reason}. Start again: everything accepted is stored.`
    : `The database in ${folder} cannot be opened; its files may be damaged: ${reason}. Restore a backup, or set DATA_DIR to another folder.`;
}

const isFull = /No space left|quota exceeded/i;
const diskFullCode = '53100';

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A parameter as text that Postgres reads, for a column of any type. */
function wireText(param: Param): string | null {
  if (param === null) return null;
  if (param instanceof Uint8Array) return `\\x${Buffer.from(param).toString('hex')}`;
  if (Array.isArray(param))
    return `{${param.map((entry) => `"${String(entry).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  return String(param);
}

const require = createRequire(import.meta.url);

interface Programs {
  pgliteWasmModule: WebAssembly.Module;
  initdbWasmModule: WebAssembly.Module;
}

let programs: Promise<Programs> | undefined;

/** PGlite's programs, compiled once for all threads of this process. */
function compiled(): Promise<Programs> {
  const folder = dirname(require.resolve('@electric-sql/pglite'));
  const compile = async (name: string) => WebAssembly.compile(await readFile(join(folder, name)));
  programs ??= Promise.all([compile('pglite.wasm'), compile('initdb.wasm')]).then(
    ([pgliteWasmModule, initdbWasmModule]) => ({ pgliteWasmModule, initdbWasmModule }),
  );
  return programs;
}

/** A tenth of a gigabyte less in memory. */
const smallSettings = ['shared_buffers=8MB'];

/** Numbers of left calls that the thread is shown at once; no more of them can be under way. */
const leftPlaces = 64 * 1024;

type Thread = Awaited<ReturnType<typeof startThread>>;

/** The thread of one database, asked by messages. What it has not answered when it ends is refused. @throws DatabaseError when the database cannot be opened */
async function startThread(folder: string, programs: Programs, settings: readonly string[] = []) {
  // The original file, from wherever this code was built to.
  const left = new Int32Array(new SharedArrayBuffer(leftPlaces * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(require.resolve('#pglite-thread'), { workerData: { folder, programs, settings, left } });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  let calls = 0;
  let opened = false;
  let ended: DatabaseUnavailable | null = null;
  let isClosing = false;
  let lose = (_reason: DatabaseError): void => {};
  const lost = new Promise<DatabaseError>((resolve) => {
    lose = resolve;
  });
  worker.on('message', (reply: Reply | Stopped) => {
    if ('stopped' in reply) return end(reply.stopped);
    const caller = waiting.get(reply.call);
    waiting.delete(reply.call);
    if ('fault' in reply)
      caller?.reject(reply.code === diskFullCode ? new DatabaseUnavailable(diskFull(folder)) : new Error(reply.fault));
    else caller?.resolve(reply.value);
  });
  const end = (reason: string) => {
    ended ??= new DatabaseUnavailable(endOf(folder, reason, opened));
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    if (!isClosing) lose(ended);
  };
  worker.on('error', (fault) => end(fault.message));
  worker.on('exit', () => end('its thread has ended'));
  const thread = {
    lost,
    /** @param signal aborted when the caller leaves */
    ask(what: Call, signal?: AbortSignal): Promise<unknown> {
      if (ended) return Promise.reject(ended);
      if (signal?.aborted) return Promise.reject(signal.reason);
      isClosing ||= what.kind === 'close';
      calls += 1;
      const call = calls;
      const answer = new Promise<unknown>((resolve, reject) => waiting.set(call, { resolve, reject }));
      worker.postMessage({ call, ...what });
      if (signal === undefined) return answer;
      const leave = () => {
        waiting.get(call)?.reject(signal.reason);
        waiting.delete(call);
        Atomics.store(left, call % leftPlaces, call);
        worker.postMessage({ call: 0, kind: 'leave', left: call });
      };
      signal.addEventListener('abort', leave, { once: true });
      return answer.finally(() => signal.removeEventListener('abort', leave));
    },
    end: async () => {
      isClosing = true;
      await worker.terminate();
    },
  };
  try {
    await thread.ask({ kind: 'open' });
    opened = true;
    return thread;
  } catch (fault) {
    await thread.end();
    throw fault instanceof DatabaseError ? fault : new DatabaseError(endOf(folder, (fault as Error).message, false));
  }
}
