import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rmdir, statfs } from 'node:fs/promises';
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

/** What it answers, by the number of the call: a value, or the message of what went wrong. */
type Reply = { call: number } & ({ value: unknown } | { fault: string });

/**
 * PGlite in `<dataDir>/pg`, or in memory, in its own thread: statements wait for each other, and nothing else waits for them.
 * @throws DatabaseError when the folder cannot be written, or another living process has it open
 */
export async function openPglite(dataDir: string, small = false): Promise<Database> {
  const memory = dataDir.startsWith(inMemory);
  const folder = memory ? dataDir : join(dataDir, 'pg');
  const unlock = memory ? async () => {} : await takeFolder(dataDir, folder);
  const programs = await compiled();
  if (!memory && !existsSync(join(folder, 'PG_VERSION')))
    await makeDatabase(folder, programs).catch(async (error: unknown) => {
      await unlock();
      throw error;
    });
  const thread = startThread(folder, programs, small ? smallSettings : []);
  try {
    await thread.ask({ kind: 'open' });
  } catch (error) {
    await thread.end();
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

/** Creates a database in a thread that ends with it: otherwise nearly half a gigabyte of setup memory would stay. */
async function makeDatabase(folder: string, programs: Programs): Promise<void> {
  const thread = startThread(folder, programs);
  try {
    await thread.ask({ kind: 'open' });
    await thread.ask({ kind: 'close' });
  } finally {
    await thread.end();
  }
}

/** Makes the folders, and locks the inner one. @returns what lets go of it */
async function takeFolder(dataDir: string, folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true });
    const unlock = await lockFolder(folder);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whether it can be written shows by writing.
      await rmdir(await mkdtemp(join(folder, 'written-')));
      return unlock;
    } catch (fault) {
      await unlock();
      throw fault;
    }
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code;
    if (fault instanceof DatabaseError || code === undefined) throw fault;
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    throw new DatabaseError(
      isFile
        ? `DATA_DIR ${dataDir} is a file or is inside one. Set it to a folder.`
        : `This user cannot write to DATA_DIR ${dataDir} (${code}). Set it to a writable folder.`,
    );
  }
}

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

/** The thread of one database, asked by messages. What it has not answered when it ends is refused. */
function startThread(folder: string, programs: Programs, settings: readonly string[] = []) {
  // The original file, from wherever this code was built to.
  const left = new Int32Array(new SharedArrayBuffer(leftPlaces * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(require.resolve('#pglite-thread'), { workerData: { folder, programs, settings, left } });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  let calls = 0;
  let ended: DatabaseUnavailable | null = null;
  worker.on('message', (reply: Reply) => {
    const caller = waiting.get(reply.call);
    waiting.delete(reply.call);
    if ('fault' in reply) caller?.reject(new Error(reply.fault));
    else caller?.resolve(reply.value);
  });
  const end = (reason: string) => {
    ended ??= new DatabaseUnavailable(`The embedded database has stopped: ${reason}.`);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('error', (fault) => end(fault.message));
  worker.on('exit', () => end('its thread has ended'));
  return {
    /** @param signal aborted when the caller leaves */
    ask(what: Call, signal?: AbortSignal): Promise<unknown> {
      if (ended) return Promise.reject(ended);
      if (signal?.aborted) return Promise.reject(signal.reason);
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
      await worker.terminate();
    },
  };
}
