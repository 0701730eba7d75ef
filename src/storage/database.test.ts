import { afterEach, expect, test, vi } from 'vitest';
import { createDraftStore } from '../edits/draft-store';
import { stage } from '../edits/drafts';
import { textOfDatabase } from '../jobs/ledger/unreadable';
import { ConsoleDatabase } from './database';

const scope = { environment: 'lab', identity: 'i1', table_id: '21' };
let names = 0;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A database as a console of another version left it, open. */
async function leftBy(version: number, store = 'jobs'): Promise<IDBDatabase> {
  names += 1;
  const opening = indexedDB.open(`database-of-another-${names}`, version);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store).put({ plan: 'of that version' }, 'j');
  return settled(opening);
}

/** What a page has of its drafts: they are edited, whatever becomes of them. */
async function edited(db: ConsoleDatabase) {
  const store = createDraftStore(scope, async () => db);
  const record = { item_id: '1', title: null, updated_on: null };
  store.change((now) => stage(now, [{ record, field_id: 'f', before: 'old', after: 'new' }], 1));
  await vi.waitFor(() => expect(store.read().ready).toBe(true), 10_000);
  await store.settled();
  return store.read();
}

test.each([31, 40, 1000])(
  'a database of a newer version (%i) is neither changed nor waited for, and is offered as a file',
  async (version) => {
    const newer = await leftBy(version);
    newer.close();
    const db = new ConsoleDatabase(newer.name);
    const { history, fault } = await edited(db);
    expect([history.drafts.size, fault, db.fault]).toEqual([1, 'newer', 'newer']);
    await expect(db.jobs.toArray()).rejects.toThrow();
    const after = await settled(indexedDB.open(newer.name));
    expect([after.version, [...after.objectStoreNames]]).toEqual([version, ['jobs']]);
    expect(await settled(after.transaction('jobs').objectStore('jobs').getAll())).toEqual([
      { plan: 'of that version' },
    ]);
    after.close();
    expect(JSON.parse(await textOfDatabase(db))).toEqual({ jobs: [{ plan: 'of that version' }] });
  },
);

test('one that a tab of an older version holds is not waited for; once that is closed, a new page has it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const older = await leftBy(10, 'of-another');
  const { history, fault } = await edited(new ConsoleDatabase(older.name));
  expect([history.drafts.size, fault]).toEqual([1, 'heldUp']);
  older.close();
  const next = new ConsoleDatabase(older.name);
  await next.open();
  expect([next.fault, await next.drafts.count()]).toEqual([null, 0]);
  next.close();
});

test.each([
  ['denied', new DOMException('no', 'SecurityError')],
  ['denied', new DOMException('private window', 'InvalidStateError')],
] as const)('one that the browser refuses is %s', async (expected, error) => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw error;
  });
  const { history, fault } = await edited(new ConsoleDatabase('database-refused'));
  expect([history.drafts.size, fault]).toEqual([1, expected]);
});
