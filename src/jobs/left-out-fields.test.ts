import { afterEach, describe, expect, test } from 'vitest';
import { isEmptyValue, type JsonObject } from '../contract/json';
import type { DwRecord, RecordListInput } from '../contract/records';
import { type Behaviour, failure } from './runner/test-simulation';
import { endWorlds, ids, outcomesOf, type World, world } from './runner/test-world';

afterEach(endWorlds);

/** What a platform leaves out of the fields of a record in an answer. */
type LeavesOut = (record: DwRecord, input: RecordListInput) => (id: string) => boolean;

const isById = ({ filter }: RecordListInput): boolean => JSON.stringify(filter ?? null).includes('item_id');
const nulls: LeavesOut = (record) => (id) => isEmptyValue(record.fields[id]);

async function clears(
  by: 'id' | 'key',
  behaviour: Behaviour,
  leavesOut: LeavesOut,
  { rows = 3, records = 5, since = 'sent' as 'sent' | 'always', em = true } = {},
): Promise<{ here: World; id: string }> {
  const here = world([behaviour], records, false);
  const value = (): JsonObject => ({ f: null });
  const id = await (by === 'id'
    ? here.add(ids(rows), value)
    : here.upsert(
        ids(rows).map((name) => `k${name}`),
        value,
      ));
  const { list } = here.platform;
  here.platform.list = async (input) => {
    if (!em && JSON.stringify(input.filter ?? null).includes('"em"')) {
      return Promise.reject(failure('system', 502, null));
    }
    const page = await list.call(here.platform, input);
    if (since === 'sent' && here.platform.calls.length === 0) return page;
    const items = page.items.map((record) => {
      const isLeftOut = leavesOut(record, input);
      return {
        ...record,
        fields: Object.fromEntries(Object.entries(record.fields).filter(([name]) => !isLeftOut(name))),
      };
    });
    return { ...page, items };
  };
  await here.run();
  return { here, id };
}

const forms: [string, LeavesOut][] = [
  ['the field', () => (id) => id === 'f'],
  ['all fields', () => () => true],
  ['all but one field', () => (id) => id !== 'house'],
  ['the field of records that it is asked for by ID', (_record, input) => (id) => id === 'f' && isById(input)],
];

describe('a cell that was cleared, on a platform that writes nothing', () => {
  test.each(forms)('and leaves out %s: it cannot be read, and is not verified', async (_name, leavesOut) => {
    const { here, id } = await clears('id', 'never-applies', leavesOut);
    expect(outcomesOf(await here.job(id))).toEqual({ unknown: 3 });
    expect((await here.rows(id))[0]?.batch.rows[0]).toMatchObject({ outcome: 'unknown', reason: 'not-shown' });
  });

  test('and leaves out the field in every way, by key', async () => {
    const { here, id } = await clears('key', 'never-applies', () => (name) => name === 'f');
    expect(outcomesOf(await here.job(id))).toEqual({ unknown: 3 });
  });

  test('and knows no filter for empty values', async () => {
    const { here, id } = await clears('id', 'never-applies', () => (name) => name === 'f', { em: false });
    expect(outcomesOf(await here.job(id))).toEqual({ unknown: 3 });
  });

  test('and refuses the batch: what cannot be read confirms nothing', async () => {
    const { here, id } = await clears('id', 'refuses-applies', () => (name) => name === 'f');
    expect(outcomesOf(await here.job(id))).toEqual({ unknown: 3 });
  });

  test('and leaves the field out before anything is sent: the row is not sent', async () => {
    const { here, id } = await clears('id', 'applies', () => (name) => name === 'f', { since: 'always' });
    expect(here.platform.calls).toEqual([]);
    expect((await here.rows(id)).at(-1)?.batch.rows[0]).toMatchObject({ outcome: 'invalid', reason: 'not-checked' });
  });
});

describe('a cell that was cleared, on a platform that leaves out what is empty', () => {
  test.each(['id', 'key'] as const)('is verified by %s where another record shows the field', async (by) => {
    const { here, id } = await clears(by, 'applies', nulls);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 3 });
    // It was not read as the null that was sent.
    const { now } = (await here.rows(id))[0]?.batch.rows[0] ?? {};
    expect(now).toEqual(by === 'id' ? {} : { k: 'k1000' });
  });

  test('is verified where another record shows it, and the filter for empty values is refused', async () => {
    const { here, id } = await clears('id', 'applies', nulls, { em: false });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 3 });
  });

  test('is verified where the filter finds no record that holds it', async () => {
    const { here, id } = await clears('id', 'applies', nulls, { records: 3 });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 3 });
  });

  test('beyond the first hundred records', async () => {
    const { here, id } = await clears('id', 'applies', nulls, { rows: 120, records: 121 });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 120 });
  });

  test('cannot be read where nothing shows the field', async () => {
    const { here, id } = await clears('id', 'applies', nulls, { records: 3, em: false });
    expect(outcomesOf(await here.job(id))).toEqual({ unknown: 3 });
  });
});
