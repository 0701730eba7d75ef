/** Reads that would take long: they end, in time or with their caller, and keep nobody else waiting for longer than one of them. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json';
import { operations } from '../../contract/operations';
import { type Database, DatabaseUnavailable } from '../database/database';
import { ids } from './catalogue/catalogue';
import { createFairReads } from './fair-reads';
import { makeTable, type OpenService, withService } from './test-service';
import { tableOfWords } from './test-words';

let opened: OpenService;
const table = ids.table(702);
const [name, smallName] = [ids.field(702, 1), ids.field(703, 1)];
const records = 20_000;

withService(
  'none',
  60_000,
  async (open) => {
    opened = open;
    await makeTable(open.database, { ...tableOfWords, number: 702, rows: [{ [name]: 'first' }] });
    const small = Array.from({ length: 1000 }, (_, row) => ({ [smallName]: `city ${row}` }));
    await makeTable(open.database, { ...tableOfWords, number: 703, rows: small });
    await open.database.query(
      `insert into dw_record select $1::bigint, $2::bigint + n, 'city ' || n, '', 1, '', 1, jsonb_build_object($3::text, 'city ' || md5(n::text))
       from generate_series(1, ${records}) n`,
      [table, ids.item(702, 1), name],
    );
  },
  { readBounds: { readMs: 800, waitMs: 60_000 } },
);

const words = (count: number) => Array.from({ length: count }, (_, word) => `no ${word} such`);
/** Minutes of work in one read. */
const endlessOf = (field: string): JsonObject => ({
  or: words(1000).map((word) => ({ field, query: { in: [word] } })),
});
const endless = endlessOf(name);
const list = (filter: JsonObject, order: JsonObject | null = null, table_id = table) =>
  opened.ask(operations.listRecords, { table_id, filter, order });

describe('a read', () => {
  it.each<[string, JsonObject, JsonObject | null]>([
    ['in the order of the table', endless, null],
    ['sorted by a field', endless, { field_id: name, type: 'desc' }],
    ['sorted by a system field', endless, { field_id: 'title', type: 'asc' }],
  ])('%s that takes too long is ended, and says so', async (_, filter, order) => {
    expect(await list(filter, order)).toMatchObject({
      status: 200,
      code: 504,
      message: expect.stringContaining('longer than 0.8 seconds'),
    });
    expect(opened.faults).toEqual([]);
  });

  it('whose caller leaves ends at once, and leaves the database as it was', async () => {
    const { database } = opened;
    const leaving = new AbortController();
    const asked = database
      .until(leaving.signal)
      .query(
        `select 1 from dw_record r, generate_series(1, 100000) n
         where r.table_id = $1::bigint and clock_timestamp() is not null and strpos(r.title, n::text || 'none') > 0`,
        [table],
      )
      .catch((error: unknown) => error);
    setTimeout(() => leaving.abort(), 100);
    expect(await asked).toMatchObject({ name: 'AbortError' });
    // These would wait for minutes otherwise, or be ended in its place.
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    const counted =
      'select count(*)::int as n from dw_record where table_id = $1::bigint and clock_timestamp() is not null';
    expect(await database.query(counted, [table])).toEqual([{ n: records + 1 }]);
  });

  it('of a thousand words is much quicker than a thousand conditions', async () => {
    const time = async (filter: JsonObject) => {
      const began = performance.now();
      const { code } = await list(filter, null, ids.table(703));
      return code === 504 ? Number.POSITIVE_INFINITY : performance.now() - began;
    };
    const many = await time({ and: [{ field: smallName, query: { in: words(1000) } }] });
    expect(many).toBeLessThan((await time(endlessOf(smallName))) / 2);
  });
});

describe('reads of several callers', () => {
  /** A database whose statements end when they are told to. */
  function held(reads: number) {
    const running: { text: string; end: () => void }[] = [];
    const query = (text: string) =>
      new Promise<never[]>((resolve) => {
        const end = () => resolve(running.splice(running.indexOf(one), 1).slice(1) as never[]);
        const one = { text, end };
        running.push(one);
      });
    const database = { reads, query, until: () => ({ query }) } as unknown as Database;
    return { database, running, texts: () => running.map(({ text }) => text) };
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  const never = new AbortController().signal;

  it('take turns, whoever asked most and first, and no more at a time than the database has for them', async () => {
    const { database, running, texts } = held(2);
    const reads = createFairReads(database);
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((text) => reads.of(text.charAt(0), never).query(text));
    const seen: string[] = [];
    for (let left = all.length; left > 0; left -= 1) {
      await settled();
      expect(running.length).toBe(Math.min(2, left));
      seen.push(texts()[0] ?? '');
      running[0]?.end();
    }
    await Promise.all(all);
    expect(seen).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
  });

  it('end their wait in time, or with their caller, and take no turn then', async () => {
    const { database, running, texts } = held(1);
    const reads = createFairReads(database, { readMs: 60_000, waitMs: 30 });
    const leaving = new AbortController();
    const first = reads.of('a', never).query('first');
    const late = reads.of('b', never).query('late');
    const left = reads.of('c', leaving.signal).query('left');
    leaving.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    await expect(late).rejects.toBeInstanceOf(DatabaseUnavailable);
    running[0]?.end();
    await first;
    const next = reads.of('b', never).query('next');
    await settled();
    expect(texts()).toEqual(['next']);
    running[0]?.end();
    await next;
  });
});
