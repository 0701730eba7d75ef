import { expect, test } from 'vitest';
import { ConsoleDatabase } from '../../storage/database';
import { plainTransaction } from './ledger-calls';

const preference = (name: string, value: unknown) => ({ name, value });

test('stores what was put once it ends, and opens the database if needed', async () => {
  const db = new ConsoleDatabase('plain-1');
  await plainTransaction(db, ['preferences'], 'readwrite', async (stores) => {
    const [none] = await stores.get('preferences', ['a']);
    expect(none).toBeUndefined();
    stores.put('preferences', [preference('a', 1), preference('b', 2)]);
  });
  expect(await db.preferences.toArray()).toEqual([preference('a', 1), preference('b', 2)]);
  const range = IDBKeyRange.lowerBound('a', true);
  const read = await plainTransaction(db, ['preferences'], 'readonly', (stores) => stores.getAll('preferences', range));
  expect(read).toEqual([preference('b', 2)]);
  await db.delete();
});

test('stores nothing when it fails, in its own code or in the database', async () => {
  const db = new ConsoleDatabase('plain-2');
  const failing = plainTransaction(db, ['preferences'], 'readwrite', async (stores) => {
    stores.put('preferences', [preference('a', 1)]);
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  const notKept = plainTransaction(db, ['preferences'], 'readwrite', async (stores) => {
    stores.put('preferences', [preference('b', 1), { value: 'without its key' }]);
  });
  await expect(notKept).rejects.toThrow();
  expect(await db.preferences.count()).toBe(0);
  await db.delete();
});
