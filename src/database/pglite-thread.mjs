/**
 * The thread that the embedded database runs in: one statement after another, while the thread that listens goes on answering. Plain
 * JavaScript, because a thread is started from a file as it stands. What comes and goes is described in `pglite.ts`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';

const asText = (value) => value;

/** Nobody follows this database's log, and a first loading must not leave a gigabyte of it behind. */
const settings = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=128MB', 'min_wal_size=32MB'];

/** Transactions that are open, by the number that their caller gave them. */
const transactions = new Map();

/** The database, and what each kind of call does with it. */
const opening = PGlite.create({
  dataDir: workerData.folder,
  ...workerData.programs,
  startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  parsers: { [types.INT8]: asText, [types.NUMERIC]: asText, [types.JSON]: asText, [types.JSONB]: asText },
});

const calls = {
  open: () => opening.then(() => undefined),
  async query({ transaction, text, params }) {
    const connection = transaction === null ? await opening : transactions.get(transaction).connection;
    return (await connection.query(text, params)).rows;
  },
  async begin({ transaction }) {
    const lite = await opening;
    return new Promise((begun, failed) => {
      const done = lite.transaction(
        (connection) =>
          new Promise((commit, rollBack) => {
            transactions.set(transaction, { connection, commit, rollBack, done: () => done });
            begun();
          }),
      );
      done.catch(failed);
    });
  },
  async commit({ transaction }) {
    const { commit, done } = take(transaction);
    commit();
    await done();
  },
  async rollBack({ transaction }) {
    const { rollBack, done } = take(transaction);
    rollBack(new Error('rolled back'));
    await done().catch(() => undefined);
  },
  close: async () => (await opening).close(),
};

function take(transaction) {
  const open = transactions.get(transaction);
  transactions.delete(transaction);
  return open;
}

parentPort.on('message', async ({ call, ...asked }) => {
  try {
    parentPort.postMessage({ call, value: await calls[asked.kind](asked) });
  } catch (fault) {
    parentPort.postMessage({ call, fault: fault instanceof Error ? fault.message : String(fault) });
  }
});
