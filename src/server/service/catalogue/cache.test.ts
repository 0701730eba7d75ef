/** Cached keys and tables save statements, and never outlive their validity. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import { refusals } from '../http/errors';
import { madeSpace, makeTable, type OpenService, withService } from '../test-service';
import { createCache } from './cache';
import { ids } from './catalogue';

const number = 710;
const table = ids.table(number);
const title = ids.field(number, 1);
const first = ids.item(number, 1);
let opened: OpenService;

withService('none', 60_000, async (open) => {
  opened = open;
  await makeTable(open.database, {
    number,
    name: 'Known',
    rows: [{ [title]: 'one' }],
  });
});

const page = (order: JsonObject | null = null) => opened.ask(operations.listRecords, { table_id: table, order });
const write = (table_id = table) =>
  opened.ask(operations.updateRecords, {
    table_id,
    update_type: 'update',
    items: [{ item_id: first, fields: { [title]: 'two' } }],
  });
const codes = async () => [(await page()).code, (await write()).code];

describe('the cache of keys and tables', () => {
  beforeEach(async () => {
    expect(await codes()).toEqual([0, 0]);
  });
  afterEach(() => vi.restoreAllMocks());

  it('makes a page and accepts a batch without reading keys, tables and fields again', async () => {
    const read = ['customer_key', 'customer_key_space', 'dw_table', 'dw_field'];
    for (const name of read) await opened.database.query(`alter table ${name} rename to ${name}_elsewhere`);
    const without = await codes();
    for (const name of read) await opened.database.query(`alter table ${name}_elsewhere rename to ${name}`);
    expect(without).toEqual([0, 0]);
  });

  it.each([
    ['a key', `update customer_key set api_key = 'another' where name = 'demo'`, 'authentication'],
    ['what a key may see', `delete from customer_key_space where space_id = ${madeSpace}`, 'gone'],
    ['the workspace of a table', `update dw_table set space_id = 1 where table_id = ${table}`, 'gone'],
    ['a table that is deleted', `delete from dw_table where table_id = ${table}`, 'gone'],
  ] as const)('holds no longer than %s', async (_what, change, refusal) => {
    const kept = await opened.database.query<{ rows: string }>(backup);
    await opened.database.query(change);
    const { code } = refusals[refusal];
    expect(await codes()).toEqual([code, code]);
    await restore(kept[0]?.rows ?? '');
  });

  it('is invalidated when a table’s type or fields, or its workspace’s quota, change', async () => {
    const { database } = opened;
    await database.query(`update dw_table set type = 'sync' where table_id = ${table}`);
    expect(await codes()).toEqual([0, refusals.tableType.code]);
    await database.query(`update dw_table set type = 'ext' where table_id = ${table}`);
    await database.query(`update space set ext_quota = false where space_id = ${madeSpace}`);
    expect(await codes()).toEqual([0, refusals.quota.code]);
    await database.query(`update space set ext_quota = true where space_id = ${madeSpace}`);
    const ordered = () => page({ field_id: ids.field(number, 2), type: 'asc' });
    expect((await ordered()).code).toBe(refusals.parameter.code);
    await database.query(
      `insert into dw_field values (${table}, ${ids.field(number, 2)}, 1, 'New', 'number', false, '{}')`,
    );
    expect((await ordered()).code).toBe(0);
  });

  it('never returns older data than before', async () => {
    const cache = createCache(opened.database);
    const newer = cache.at('10');
    expect(cache.at('9')).not.toBe(newer);
    expect(cache.latest()).toBe(newer);
    expect(cache.at('10')).toBe(newer);
    expect(cache.at('11')).toBe(cache.latest());
  });

  it('refuses a request without key, also while the database is unavailable', async () => {
    vi.spyOn(opened.database, 'query').mockRejectedValue(new Error('gone'));
    for (const headers of [{}, { 'Open-Authorization': 'Basic x' }] as Record<string, string>[]) {
      const request = new Request(`http://service.test${operations.listRecords.path}`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect((await opened.service.fetch(request)).status).toBe(refusals.authentication.status);
    }
  });

  it('queues a batch once when the database’s response is lost and the catalogue changes', async () => {
    const { database } = opened;
    const query = database.query.bind(database);
    vi.spyOn(database, 'query').mockImplementation(async (text, params) => {
      const rows = await query(text, params);
      if (!text.includes('insert into update_batch')) return rows as never;
      await query('update catalogue set version = version + 1');
      throw new Error('the line was lost');
    });
    const before = await batches();
    expect((await write()).code).toBe(refusals.internal.code);
    expect(await batches()).toBe(before + 1);
  });

  it('counts a drill request once when it is judged again', async () => {
    const { database } = opened;
    const drill = ids.table(112);
    await database.query(
      `insert into dw_table select ${drill}, space_id, position, name, type, alias, created_on, title_field, first_item, loaded
       from dw_table where table_id = ${table}`,
    );
    const query = database.query.bind(database);
    vi.spyOn(database, 'query').mockImplementation(async (text, params) => {
      const rows = await query(text, params);
      if (text.includes('insert into drill_call')) await query('update catalogue set version = version + 1');
      return rows as never;
    });
    const before = await batches();
    expect((await write(drill)).code).toBe(0);
    expect(await database.query('select calls from drill_call')).toEqual([{ calls: '1' }]);
    expect(await batches()).toBe(before + 1);
  });
});

async function batches(): Promise<number> {
  const rows = await opened.database.query('select seq from update_batch');
  return rows.length;
}

/** Everything that the changes above touch, as one text. */
const backup = `select json_build_object(
  'customer_key', (select json_agg(k) from customer_key k),
  'customer_key_space', (select json_agg(k) from customer_key_space k),
  'dw_table', (select json_agg(t) from dw_table t))::text as rows`;

async function restore(rows: string): Promise<void> {
  for (const name of ['customer_key', 'customer_key_space', 'dw_table']) {
    await opened.database.query(`delete from ${name}`);
    await opened.database.query(
      `insert into ${name} select * from json_populate_recordset(null::${name}, ($1::json)->'${name}')`,
      [rows],
    );
  }
}
