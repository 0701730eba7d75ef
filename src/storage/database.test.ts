import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { createDraftStore } from '../edits/draft-store';
import { stage } from '../edits/drafts';
import { textOfDatabase } from '../jobs/ledger/unreadable';
import { testBatch, testJobRow } from '../jobs/test-job';
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

test('one of the first version is upgraded with its drafts, jobs and choices', async () => {
  const owner = '[environment+identity+table_id]';
  const before = new Dexie('database-of-the-first');
  before.version(1).stores({
    drafts: `[environment+identity+table_id+item_id+field_id], ${owner}, [environment+identity]`,
    draftSteps: `[environment+identity+table_id+sequence], ${owner}, [environment+identity]`,
    jobs: 'id, [environment+identity+created_at], [environment+identity+open]',
    batches: '[job_id+number], [job_id+changed], [job_id+state+number], trace_id',
    payloads: '[job_id+number]',
    tableSettings: '[environment+table_id+name]',
    preferences: 'name',
  });
  const left = {
    drafts: { ...scope, item_id: '1', field_id: 'f', title: null, updated_on: null, before: 'old', after: 'new' },
    draftSteps: { ...scope, sequence: 1, edits: [] },
    jobs: testJobRow({}),
    batches: testBatch(1, 1, []),
    payloads: { job_id: 'j', number: 1 },
    tableSettings: { environment: 'lab', table_id: '21', name: 'columns', value: 1 },
    preferences: { name: 'theme', value: 'dark' },
  };
  for (const [table, row] of Object.entries(left)) await before.table(table).put(row);
  before.close();
  const db = new ConsoleDatabase('database-of-the-first');
  await db.open();
  expect(db.fault).toBeNull();
  for (const [table, row] of Object.entries(left)) expect(await db.table(table).toArray()).toMatchObject([row]);
  expect(await db.checks.count()).toBe(0);
  db.close();
});

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
