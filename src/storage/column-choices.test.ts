import { beforeEach, expect, test, vi } from 'vitest';
import { readColumnsAtOnce, settleColumns, writeColumns } from './column-choices';
import { readTableSetting, writeTableSetting } from './database';
import { readRemembered, writeRemembered } from './local-settings';

let tables = 0;
let place = { environment: 'lab', table_id: '' };
const home = () => readTableSetting({ ...place, name: 'columns' });

beforeEach(() => {
  tables += 1;
  place = { environment: 'lab', table_id: String(tables) };
});

test('a choice is available at once, and stored in the database', async () => {
  const kept = writeColumns(place, { shown: { a: false } });
  expect(readColumnsAtOnce(place)).toEqual({ shown: { a: false } });
  await kept;
  expect(await home()).toMatchObject({ choice: { shown: { a: false } } });
  expect(await settleColumns(place)).toBeUndefined();
});

test('choices stored without the database are moved into it', async () => {
  writeRemembered(`columns:lab:${place.table_id}`, { shown: {}, widths: { a: 90 } });
  expect(readColumnsAtOnce(place)).toEqual({ shown: {}, widths: { a: 90 } });
  expect(await settleColumns(place)).toBeUndefined();
  expect(await home()).toEqual({ choice: { shown: {}, widths: { a: 90 } }, at: 0 });
});

test('the later of the two counts', async () => {
  await writeTableSetting({ ...place, name: 'columns' }, { choice: { order: ['b'] }, at: 5 });
  expect(await settleColumns(place)).toEqual({ order: ['b'] });
  expect(readColumnsAtOnce(place)).toEqual({ order: ['b'] });

  writeRemembered(`columns:lab:${place.table_id}`, { choice: { order: ['c'] }, at: 9 });
  expect(await settleColumns(place)).toBeUndefined();
  expect(await home()).toEqual({ choice: { order: ['c'] }, at: 9 });
});

test('a choice made while the database opens is not reverted', async () => {
  const settling = settleColumns(place);
  const first = writeColumns(place, { widths: { a: 303 } });
  await new Promise((resolve) => setTimeout(resolve, 2));
  const second = writeColumns(place, { widths: { a: 160 } });
  expect(await settling).toBeUndefined();
  await Promise.all([first, second]);
  expect(readColumnsAtOnce(place)).toEqual({ widths: { a: 160 } });
  expect(await home()).toMatchObject({ choice: { widths: { a: 160 } } });
});

test('copies are kept for recently changed tables, all choices in the database', async () => {
  const stored = new Map<string, string>();
  const names = { get: (_: object, name: string) => stored.get(name) };
  const localStorage = new Proxy(
    {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
      removeItem: (name: string) => stored.delete(name),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: (_, name) => ({
        configurable: true,
        enumerable: true,
        value: stored.get(String(name)),
      }),
      get: (own, name: string) => (name in own ? own[name as keyof typeof own] : names.get(own, name)),
    },
  );
  vi.stubGlobal('localStorage', localStorage);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (let index = 0; index < 70; index += 1) {
      vi.setSystemTime(index * 1000);
      await writeColumns({ environment: 'copies', table_id: String(index) }, { order: [String(index)] });
    }
    expect(stored.size).toBe(60);
    expect(readRemembered('columns:copies:9')).toBeUndefined();
    expect(readColumnsAtOnce({ environment: 'copies', table_id: '69' })).toEqual({ order: ['69'] });
    expect(await settleColumns({ environment: 'copies', table_id: '3' })).toEqual({ order: ['3'] });
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

test('what a newer version wrote beside a choice stays with it', async () => {
  const here = { environment: 'lab', table_id: 'newer' };
  await writeColumns(here, { names: { a: 'A' }, folded: ['b'] });
  await writeColumns(here, { names: { a: 'Other' } });
  expect(readColumnsAtOnce(here)).toEqual({ names: { a: 'Other' }, folded: ['b'] });
});
