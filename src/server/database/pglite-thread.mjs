/**
 * The thread that the embedded database runs in: one statement after another, while the thread that listens goes on answering. Plain
 * JavaScript, because a thread is started from a file as it stands. What comes and goes is described in `pglite.ts`.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { PGlite, parse, protocol, types } from '@electric-sql/pglite';

const { serialize } = protocol;
const asText = (value) => value;

/** Nobody follows this database's log, and a first loading must not leave a gigabyte of it behind. */
const settings = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=128MB', 'min_wal_size=32MB'];

const opening = PGlite.create({
  dataDir: workerData.folder,
  ...workerData.programs,
  startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  parsers: { [types.INT8]: asText, [types.NUMERIC]: asText, [types.JSON]: asText, [types.JSONB]: asText },
});

/** One statement at a time, and none of anybody else inside a transaction. */
let last = Promise.resolve();
/** Transactions by their number, until they end: when their turn comes, and what ends it. */
const turns = new Map();

function inTurn(run) {
  const done = last.then(run);
  last = done.catch(() => undefined);
  return done;
}

/** Calls that somebody waits for, of those that may be left. */
const awaited = new Set();

/** A statement by itself, unless its caller left while it waited. What was said meanwhile is heard first: while statements run, this thread hears nothing. */
function alone({ text, params }, call) {
  awaited.add(call);
  return inTurn(() => {
    for (let next = receiveMessageOnPort(parentPort); next; next = receiveMessageOnPort(parentPort))
      void take(next.message);
    return awaited.delete(call) ? rowsOf(text, params) : [];
  });
}

/** By the text of a statement, the one asked last at the end: the name under which the database keeps it, or null after the first time. */
const statements = new Map();
const mostStatements = 300;
let names = 0;
/** What the database need not keep any more: said to it with the next statement. */
const dropped = [];

/**
 * Rows of a statement. It goes to the database as one message, where PGlite's own `query` enters it six times; one that comes again is not read again nor,
 * where one plan is as good as another, planned anew. Together that halves what a call of the service costs.
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
      // Whether it was kept before it failed is not told, nor whether it failed because of how it was planned.
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

/** A statement of a transaction, which ends with it where the statement may be its last and says that it is. */
async function rowsInside({ transaction, text, params, last }, before) {
  const turn = turns.get(transaction);
  // It would run outside, or in the transaction of somebody else.
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
