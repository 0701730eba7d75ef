import type { ConsoleDatabase } from './database';

/** The stores of a transaction that is under way. */
export interface PlainStores {
  get<Row>(store: string, keys: readonly IDBValidKey[]): Promise<(Row | undefined)[]>;
  /** Rows of a store, or of an index of it, in a range, ascending. */
  getAll<Row>(store: string, range: IDBKeyRange, limit?: number, index?: string): Promise<Row[]>;
  put(store: string, rows: readonly unknown[]): void;
}

/**
 * A transaction of the browser's own database, without Dexie's promises, hooks and news for live queries: where hundreds of calls are kept in a second
 * those cost more than the writing. No live query hears of what is put here.
 * @param mode `readwrite-strict`: what is put is on the disk when it resolves, so that it outlives also a machine that loses its power; a browser that knows no
 * such promise takes its usual one
 * @param run may wait for nothing but the stores: a transaction without a request under way ends
 * @throws what `run` throws or the database says; nothing is kept then
 */
export async function plainTransaction<Result>(
  db: ConsoleDatabase,
  names: string[],
  mode: 'readonly' | 'readwrite' | 'readwrite-strict',
  run: (stores: PlainStores) => Promise<Result>,
): Promise<Result> {
  if (!db.isOpen()) await db.open();
  const strict = mode === 'readwrite-strict';
  const transaction = db
    .backendDB()
    .transaction(names, strict ? 'readwrite' : mode, { durability: strict ? 'strict' : 'relaxed' });
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('The transaction ended.', 'AbortError'));
  });
  // Whoever waits for it is told; it may end before anybody does.
  ended.catch(() => {});
  const stores: PlainStores = {
    get: (store, keys) => Promise.all(keys.map((key) => resultOf(transaction.objectStore(store).get(key)))),
    getAll: (store, range, limit, index) => {
      const from = transaction.objectStore(store);
      return resultOf((index === undefined ? from : from.index(index)).getAll(range, limit));
    },
    put: (store, rows) => {
      const into = transaction.objectStore(store);
      // A put that fails aborts the transaction, and that tells.
      for (const row of rows) into.put(row);
    },
  };
  try {
    const result = await run(stores);
    await ended;
    return result;
  } catch (error) {
    abort(transaction);
    throw error;
  }
}

function resultOf<Row>(request: IDBRequest<Row>): Promise<Row> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** It may have ended by itself. */
function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {}
}
