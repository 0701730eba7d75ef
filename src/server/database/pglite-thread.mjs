/**
 * The thread of the embedded database: one statement after another, while the listening thread keeps responding. Plain JavaScript, because a thread is started
 * from a file unchanged. Its messages are described in `pglite.ts`.
 */
import { fsyncSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { PGlite, parse, protocol, types } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

const { serialize } = protocol;
const asText = (value) => value;

/** A folder whose files the database can sync, as it does before a commit is answered and before a checkpoint frees the log. PGlite's own ignores that. */
class SyncedFolder extends NodeFS {
  async init(lite, options) {
    const { emscriptenOpts } = await super.init(lite, options);
    const withSync = ({ NODEFS }) => {
      NODEFS.stream_ops.fsync = ({ nfd }) => NODEFS.tryFSOperation(() => fsyncSync(nfd)) ?? 0;
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun, withSync] } };
  }
}

const settings = [
  'fsync=on',
  // Its usual method, `fdatasync`, does not reach the file system.
  'wal_sync_method=fsync',
  // Nothing reads this database's log, and its files are removed once they are not needed.
  'wal_level=minimal',
  'max_wal_senders=0',
  'wal_recycle=off',
];

/** What the database said last of its own end. */
let lastWords = '';
let isOpen = false;
function hear(line) {
  const [, words] = /(?:FATAL|PANIC|^postgres):\s+(.*)/.exec(line) ?? [];
  if (words !== undefined) lastWords = words;
  else if (line.includes('DETAIL: ') && lastWords !== '') lastWords += `: ${line.split('DETAIL: ')[1].trim()}`;
  // PGlite goes on after the end of the database, and waits for ever in the same call for what that held: this thread ends here.
  if (words !== undefined && (isOpen || line.includes('PANIC:'))) {
    parentPort.postMessage({ stopped: lastWords });
    process.exit(1);
  }
}

const { folder, programs } = workerData;
const opening = PGlite.create({
  ...(folder.startsWith('memory://') ? { dataDir: folder } : { fs: new SyncedFolder(folder) }),
  ...programs,
  // Of the usual 16 MB the log would always have one.
  initDbStartParams: ['--wal-segsize=1'],
  startParams: [
    ...PGlite.defaultStartParams,
    ...[...settings, ...workerData.settings].flatMap((setting) => ['-c', setting]),
  ],
  parsers: { [types.INT8]: asText, [types.NUMERIC]: asText, [types.JSON]: asText, [types.JSONB]: asText },
  onStderr: hear,
}).catch((fault) => {
  throw lastWords === '' ? fault : new Error(lastWords);
});

/** One statement at a time, and no other caller's inside a transaction. */
let last = Promise.resolve();
/** Transactions by their number, until they end: when their turn comes, and what ends it. */
const turns = new Map();

function inTurn(run) {
  const done = last.then(run);
  last = done.catch(() => undefined);
  return done;
}

/** Calls with a waiting caller, of those that may be cancelled. */
const awaited = new Set();

/** Numbers of calls whose callers have left, written by the listening thread at any moment, each in its place. */
const { left } = workerData;
/** The call whose statement runs, if it may be cancelled; 0 for others. */
let running = 0;
let lite = null;
const now = Date.now;
/**
 * While a statement runs this thread takes no messages. What it calls outside of the database is the clock, for each record that a read of the service looks at
 * (service/records/sql.ts): there the flags are set by which Postgres knows that a statement is cancelled.
 */
Date.now = () => {
  if (running !== 0 && Atomics.load(left, running % left.length) === running) setCancelled(1);
  return now();
};

function setCancelled(value) {
  const { HEAPU8, _QueryCancelPending, _InterruptPending } = lite.mod;
  for (const flag of [_QueryCancelPending, _InterruptPending]) HEAPU8[flag] = value;
}

/** What a statement answers that its caller may leave. */
async function unlessLeft(call, run) {
  lite ??= await opening;
  running = call;
  try {
    return await run();
  } finally {
    running = 0;
    // Set too late to be noticed, it would cancel the next one.
    if (Atomics.load(left, call % left.length) === call) setCancelled(0);
  }
}

/** A single statement, unless its caller left while it waited. Pending messages are handled first: while statements run, this thread receives none. */
function alone({ text, params }, call) {
  awaited.add(call);
  return inTurn(() => {
    for (let next = receiveMessageOnPort(parentPort); next; next = receiveMessageOnPort(parentPort))
      void take(next.message);
    return awaited.delete(call) ? unlessLeft(call, () => rowsOf(text, params)) : [];
  });
}

/** By the text of a statement, the one asked last at the end: the name under which the database keeps it, or null after the first time. */
const statements = new Map();
const mostStatements = 300;
let names = 0;
/** Prepared statements that the database can drop: sent with the next statement. */
const dropped = [];

/**
 * Rows of a statement. It is sent to the database as one message, where PGlite's own `query` enters it six times; a repeated one is not parsed again, nor
 * planned again where a generic plan is good enough. Together that halves the cost of a service call.
 */
async function rowsOf(text, params = [], before = []) {
  const lite = await opening;
  return lite.runExclusive(async () => {
    const known = statements.get(text);
    const name = known ?? (known === null ? `s${++names}` : '');
    keep(text, name || null);
    const message = Buffer.concat([
      ...dropped.splice(0),
      ...before,
      ...(known ? [] : [serialize.parse({ name, text })]),
      serialize.bind({ statement: name, values: params }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ]);
    try {
      return parse.parseResults(await lite.execProtocolStream(message), lite.parsers).at(-1).rows;
    } catch (fault) {
      // Not the error of a statement: the program of the database has broken off, and with it this thread ends.
      if (fault.severity !== 'ERROR')
        setImmediate(() => {
          throw fault;
        });
      // Unknown: whether it was cached before it failed, and whether it failed because of its plan.
      forget(text);
      throw fault;
    }
  });
}

function keep(text, name) {
  statements.delete(text);
  statements.set(text, name);
  if (statements.size > mostStatements) forget(statements.keys().next().value);
}

function forget(text) {
  const name = statements.get(text);
  statements.delete(text);
  if (name) dropped.push(serialize.close({ type: 'S', name }));
}

/** Goes before the first statement of a transaction, in one message with it. */
const begin = [serialize.parse({ text: 'begin' }), serialize.bind({}), serialize.execute({})];

/** A statement of a transaction, which ends with it if the statement may be its last and says so. */
async function rowsInside({ transaction, text, params, last }, before) {
  const turn = turns.get(transaction);
  // It would run outside, or in another transaction.
  if (!turn) throw new Error('a statement was asked of a transaction that has ended');
  await turn.come;
  const rows = await rowsOf(text, params, before);
  if (last && rows[0]?.last === true) await end(transaction, 'commit');
  return rows;
}

async function end(transaction, statement) {
  const turn = turns.get(transaction);
  if (!turn) return;
  await turn.come;
  turns.delete(transaction);
  await rowsOf(statement).finally(turn.end);
}

/** Bytes of log after which a checkpoint frees them. */
const mostLog = 24 * 1024 * 1024;
const hourMs = 60 * 60 * 1000;
/** Whether something was asked since the size of the log was looked at. */
let wasAsked = false;

/*
 * What the processes beside a Postgres do, of which PGlite has none. Errors are left to the statements of callers, which meet the same.
 */
async function checkpointBySize() {
  if (!wasAsked) return;
  wasAsked = false;
  await inTurn(async () => {
    const [{ bytes }] = await rowsOf(
      'select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    );
    if (bytes > mostLog) await rowsOf('checkpoint');
  });
}

/** Frees what was deleted, and notes which pages are visible to all: where nothing changed that is known at once. Others get their turn between two tables. */
async function vacuum() {
  const tables = await inTurn(() =>
    rowsOf(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    ),
  );
  for (const { name } of tables) await inTurn(() => rowsOf(`vacuum ${name}`));
}

let upkeep = [];
function beginUpkeep() {
  isOpen = true;
  const every = (ms, run) => setInterval(() => void run().catch(() => undefined), ms);
  upkeep = [every(1000, checkpointBySize), every(hourMs, vacuum)];
  void vacuum().catch(() => undefined);
}

/** What each kind of call does with the database. */
const calls = {
  open: () => opening.then(beginUpkeep),
  query: alone,
  leave: ({ left }) => void awaited.delete(left),
  // Failed or not, its transaction is there until it is ended.
  begin: (asked) => {
    const turn = {};
    turn.come = new Promise((come) => {
      inTurn(
        () =>
          new Promise((ended) => {
            turn.end = ended;
            come();
          }),
      );
    });
    turns.set(asked.transaction, turn);
    return rowsInside(asked, begin);
  },
  inside: (asked) => rowsInside(asked),
  commit: ({ transaction }) => end(transaction, 'commit'),
  rollBack: ({ transaction }) => end(transaction, 'rollback'),
  close: () => {
    for (const timer of upkeep) clearInterval(timer);
    return inTurn(async () => (await opening).close());
  },
};

async function take({ call, ...asked }) {
  wasAsked = true;
  try {
    parentPort.postMessage({ call, value: await calls[asked.kind](asked, call) });
  } catch (fault) {
    parentPort.postMessage({ call, fault: fault.message, code: fault.code });
  }
}

parentPort.on('message', take);
