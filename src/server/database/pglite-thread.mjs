/**
 * The thread of the embedded database: one statement after another, while the listening thread keeps responding. Plain JavaScript, because a thread is started
 * from a file unchanged. Its messages are described in `pglite.ts`.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { PGlite, parse, protocol, types } from '@electric-sql/pglite';

const { serialize } = protocol;
const asText = (value) => value;

/** Nothing reads this database's log, and a first loading must not leave a gigabyte of it. */
const settings = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=128MB', 'min_wal_size=32MB'];

const opening = PGlite.create({
  dataDir: workerData.folder,
  ...workerData.programs,
  startParams: [
    ...PGlite.defaultStartParams,
    ...[...settings, ...workerData.settings].flatMap((setting) => ['-c', setting]),
  ],
  parsers: { [types.INT8]: asText, [types.NUMERIC]: asText, [types.JSON]: asText, [types.JSONB]: asText },
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

/** What each kind of call does with the database. */
const calls = {
  open: () => opening.then(() => undefined),
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
  close: () => inTurn(async () => (await opening).close()),
};

async function take({ call, ...asked }) {
  try {
    parentPort.postMessage({ call, value: await calls[asked.kind](asked, call) });
  } catch (fault) {
    parentPort.postMessage({ call, fault: fault instanceof Error ? fault.message : String(fault) });
  }
}

parentPort.on('message', take);
