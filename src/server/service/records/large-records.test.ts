/** Records of many megabytes: a page has an end in bytes and says so, and smaller pages work. */
import { describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations';
import { ids } from '../catalogue/catalogue';
import { makeTable, type OpenService, withService } from '../test-service';
import { tableOfWords } from '../test-words';

let opened: OpenService;
const table = ids.table(704);
const [name, list] = [ids.field(704, 1), ids.field(704, 2)];
const MB = 1024 * 1024;

withService('none', 180_000, async (open) => {
  opened = open;
  await makeTable(open.database, { ...tableOfWords, number: 704, rows: [] });
  /** @param value SQL of the fields of record `n` */
  const add = (from: number, count: number, value: string) =>
    open.database.query(
      `insert into dw_record select $1::bigint, $2::bigint + n, '', '', 1, '', 1, ${value} from generate_series(0, ${count - 1}) n`,
      [table, ids.item(704, from)],
    );
  // They are compressed to a hundredth where they are kept.
  await add(1, 10, `jsonb_build_object('${name}', repeat('x', ${2 * MB}))`);
  // In their rows they take some kilobytes, and as JSON three hundred times as much.
  await add(11, 10, `jsonb_build_object('${list}', (select jsonb_agg(1e300::numeric) from generate_series(1, 8000)))`);
  await add(21, 1, `jsonb_build_object('${name}', repeat('y', ${20 * MB}))`);
  await add(22, 70, `jsonb_build_object('${name}', 'short')`);
});

const page = (offset: number, limit: number) => opened.ask(operations.listRecords, { table_id: table, offset, limit });

describe('a page', () => {
  it.each([
    ['long texts', 0, 10, 7],
    ['numbers that are short where they are kept', 10, 10, 6],
    ['one record beside short ones', 20, 20, 1],
  ])('of %s says that it is too large, and a smaller one works', async (_, offset, limit, smaller) => {
    const refused = await page(offset, limit);
    expect([refused.status, refused.code]).toEqual([200, 502]);
    expect(refused.message).toMatch(/^parameter limit is too large here: .* 16 MB; a limit below \d+ works$/);
    const { code, data } = await page(offset, smaller);
    expect([code, operations.listRecords.decode(data).items.length]).toEqual([0, smaller]);
    expect(opened.faults).toEqual([]);
  });

  it('of one record alone may be larger, as are its details; and others are as before', async () => {
    expect((await page(20, 1)).code).toBe(0);
    expect((await opened.ask({ method: 'POST', path: `/openapi/v1/dw_item/${ids.item(704, 21)}` }, {})).code).toBe(0);
    expect((await page(21, 70)).code).toBe(0);
    expect(opened.faults).toEqual([]);
  });
});

it('an update by key reads no more of large records than their keys', async () => {
  const event = await opened.update({
    table_id: table,
    update_type: 'upsert',
    update_by_fields: [ids.field(704, 3)],
    items: Array.from({ length: 21 }, (_, row) => ({
      item_id: ids.item(704, row + 1),
      fields: { [ids.field(704, 3)]: ["'"], [ids.field(704, 4)]: true },
    })),
  });
  expect(event.success.map(({ action }) => action)).toEqual(Array(21).fill('updated'));
  expect(opened.faults).toEqual([]);
});
