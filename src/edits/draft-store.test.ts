import { afterEach, describe, expect, test } from 'vitest';
import { ConsoleDatabase } from '../storage/database';
import { wipe } from '../storage/storage-usage';
import { createDraftStore, type DraftStore, nextSequence } from './draft-store';
import { type CellEdit, countsOf, noDrafts, redo, stage, undo, unstage } from './drafts';

const scope = { environment: 'lab', identity: 'i1', table_id: '21' };
const databases: ConsoleDatabase[] = [];
function newDatabase(): ConsoleDatabase {
  const db = new ConsoleDatabase(`drafts-${databases.length}`);
  databases.push(db);
  return db;
}
afterEach(() => {
  for (const db of databases) db.close();
});

const put = (store: DraftStore, item_id: string, after: CellEdit['after']): void =>
  store.change((now) =>
    stage(
      now,
      [{ record: { item_id, title: 'T', updated_on: null }, field_id: 'f', before: undefined, after }],
      nextSequence(now, 1),
    ),
  );

async function loaded(db: ConsoleDatabase): Promise<DraftStore> {
  const store = createDraftStore(scope, async () => db);
  await store.settled();
  return store;
}

describe('drafts after a reload', () => {
  test('are restored with undo and redo, and exact integers of any size', async () => {
    const db = newDatabase();
    const first = await loaded(db);
    put(first, '1', 2n ** 63n - 1n);
    put(first, '2', 'two');
    put(first, '2', 'three');
    first.change(undo);
    await first.settled();

    const again = await loaded(db);
    const { history, ready, fault } = again.read();
    expect([ready, fault]).toEqual([true, null]);
    expect(history.drafts.get('1')?.cells.get('f')).toEqual({ before: undefined, after: 2n ** 63n - 1n });
    expect(history.drafts.get('2')?.cells.get('f')?.after).toBe('two');
    expect(history.past.length).toBe(2);
    expect(redo(history).drafts.get('2')?.cells.get('f')?.after).toBe('three');
  });

  test('a text that does not fit its field is still marked', async () => {
    const db = newDatabase();
    const first = await loaded(db);
    const record = { item_id: '1', title: 'T', updated_on: null };
    const unfit = { record, field_id: 'f', before: 4, after: '12,5 hp', unfit: true as const };
    first.change((now) => stage(now, [unfit], 1));
    await first.settled();
    const { drafts } = (await loaded(db)).read().history;
    expect(drafts.get('1')?.cells.get('f')).toEqual({ before: 4, after: '12,5 hp', unfit: true });
    // What is typed in its place is a value.
    const right = stage(noDrafts, [unfit, { ...unfit, after: 12.5, unfit: undefined }], 2);
    expect(right.drafts.get('1')?.cells.get('f')).toEqual({ before: 4, after: 12.5 });
  });

  test('what became of a reopened row is still there, also after it was edited', async () => {
    const db = newDatabase();
    const first = await loaded(db);
    const record = { item_id: 'new:5-2', title: null, updated_on: null };
    const retried = { line: 3, sent: 'lots', result: { outcome: 'invalid', reason: 'does-not-fit' } } as const;
    const opened = { record, field_id: 'f', before: undefined, after: 'lots', unfit: true as const, retried };
    first.change((now) => stage(now, [opened], 1));
    first.change((now) => stage(now, [{ record, field_id: 'f', before: undefined, after: 7 }], 2));
    await first.settled();
    const { drafts } = (await loaded(db)).read().history;
    expect(drafts.get('new:5-2')?.cells.get('f')).toEqual({ before: undefined, after: 7, retried });
  });

  test('drafts that could not be stored are reported, and stored once there is room', async () => {
    const db = newDatabase();
    const store = await loaded(db);
    put(store, '1', 'first');
    await store.settled();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    db.drafts.hook('creating').subscribe(full);
    put(store, '2', 'second');
    await store.settled();
    expect(store.read().fault).toBe('full');
    expect(store.read().history.drafts.size).toBe(2);
    db.drafts.hook('creating').unsubscribe(full);
    put(store, '3', 'third');
    await store.settled();
    expect(store.read().fault).toBeNull();
    expect([...(await loaded(db)).read().history.drafts.keys()]).toEqual(['1', '2', '3']);
  });

  test('a change made before the database was read is not lost', async () => {
    const db = newDatabase();
    put(await loaded(db), '1', 'kept');
    const store = createDraftStore(scope, async () => db);
    put(store, '2', 'early');
    await store.settled();
    expect(countsOf(store.read().history.drafts).records).toBe(2);
  });

  test('discarded changes stay away, and return with undo', async () => {
    const db = newDatabase();
    const store = await loaded(db);
    put(store, '1', 'x');
    store.change((now) => unstage(now, 'all', nextSequence(now, 1)));
    await store.settled();
    const again = await loaded(db);
    expect(again.read().history.drafts.size).toBe(0);
    again.change(undo);
    expect(again.read().history.drafts.size).toBe(1);
  });
});

test('forgetting a key removes its drafts from page and database, and no other’s', async () => {
  const db = newDatabase();
  const store = await loaded(db);
  put(store, '1', 'mine');
  const other = createDraftStore({ ...scope, identity: 'i2' }, async () => db);
  await other.settled();
  put(other, '1', 'theirs');
  await Promise.all([store.settled(), other.settled()]);

  await wipe('lab', 'i1', db);
  await Promise.all([store.settled(), other.settled()]);
  expect(store.read().history.drafts.size).toBe(0);
  expect(other.read().history.drafts.size).toBe(1);
  expect(await db.drafts.count()).toBe(1);
  expect(await db.draftSteps.count()).toBe(1);
});

test('a browser without storage still allows editing, with a note', async () => {
  const db = newDatabase();
  db.close({ disableAutoOpen: true });
  const store = await loaded(db);
  put(store, '1', 'x');
  await store.settled();
  expect(store.read()).toMatchObject({ ready: true, fault: 'denied' });
  expect(store.read().history.drafts.size).toBe(1);
});
