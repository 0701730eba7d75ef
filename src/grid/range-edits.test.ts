import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../contract/json';
import type { DwRecord } from '../contract/records';
import type { TableConfig } from '../contract/table-config';
import { noDrafts } from '../edits/drafts';
import { columnsOf } from './columns-of';
import { clearRange, fillRange, pasteRange, type RangeSource } from './range-edits';

function record(item_id: string, fields: JsonObject): DwRecord {
  return { item_id, title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}

const config: TableConfig = {
  table_id: '21',
  name: 'cities',
  fields: [
    { field_id: 'name', name: 'Name', field_type: 'text', required: false, config: {} },
    { field_id: 'size', name: 'Size', field_type: 'number', required: false, config: {} },
    {
      field_id: 'segment',
      name: 'Segment',
      field_type: 'category',
      required: false,
      config: {
        options: [
          { id: '91', name: 'Flagship', color: null },
          { id: '92', name: 'Outlet', color: null },
        ],
      },
    },
  ],
};
const records = [
  record('1', { name: 'Vila Flor', size: 9007199254740993n, segment: [{ id: '91', name: 'Flagship' }] }),
  record('2', { name: 'two\nlines', size: null, segment: [] }),
  record('3', { name: 'Amaraji', size: 3 }),
];
const columns = columnsOf(records, config).slice(0, 4);
const source: RangeSource = { columns, rows: 4, recordAt: (row) => records[row], drafts: noDrafts.drafts };
const values = (plan: ReturnType<typeof pasteRange>) =>
  plan.edits.map(({ record: { item_id }, field_id, after }) => [item_id, field_id, after]);

describe('a range of cells', () => {
  test('is cleared to null, where it is not empty already; system fields are refused', () => {
    const plan = clearRange({ top: 0, bottom: 1, left: 0, right: 2 }, source);
    expect(values(plan)).toEqual([
      ['1', 'name', null],
      ['1', 'size', null],
      ['2', 'name', null],
    ]);
    expect(plan.refused.map(({ row, column, reason }) => [row, column?.id, reason])).toEqual([
      [0, 'item_id', 'system-field'],
      [1, 'item_id', 'system-field'],
    ]);
  });

  test('takes a pasted block; what does not fit its column is refused and left alone', () => {
    const plan = pasteRange(
      'Natal\t12\tOutlet\r\nRecife\tmany\tNowhere\r\n',
      { top: 0, bottom: 0, left: 1, right: 1 },
      source,
    );
    expect(values(plan)).toEqual([
      ['1', 'name', 'Natal'],
      ['1', 'size', 12],
      ['1', 'segment', ['92']],
      ['2', 'name', 'Recife'],
    ]);
    expect(plan.refused.map(({ column, text, reason }) => [column?.id, text, reason])).toEqual([
      ['size', 'many', 'not-a-number'],
      ['segment', 'Nowhere', 'unknown-name'],
    ]);
  });

  test('one value fills it, a block that fits a whole number of times is repeated', () => {
    expect(values(pasteRange('7', { top: 0, bottom: 2, left: 2, right: 2 }, source))).toHaveLength(3);
    const plan = pasteRange('a\r\nb', { top: 0, bottom: 1, left: 1, right: 1 }, source);
    expect(values(plan).map(([, , after]) => after)).toEqual(['a', 'b']);
  });

  test('a paste past the rows and columns of the grid is said, not swallowed', () => {
    const plan = pasteRange('1\t2\r\n3\t4\r\n5\t6', { top: 2, bottom: 2, left: 3, right: 3 }, source);
    expect(plan.refused.map(({ reason }) => reason)).toEqual(['unknown-name', 'outside', 'not-read', 'outside']);
  });

  test('is filled down and right from its first row or column', () => {
    const down = fillRange({ top: 0, bottom: 2, left: 2, right: 3 }, 'down', source);
    expect(values(down)).toEqual([
      ['2', 'size', 9007199254740993n],
      ['2', 'segment', ['91']],
      ['3', 'size', 9007199254740993n],
      ['3', 'segment', ['91']],
    ]);
    const right = fillRange({ top: 2, bottom: 2, left: 1, right: 2 }, 'right', source);
    expect(right.refused.map(({ text, reason }) => [text, reason])).toEqual([['Amaraji', 'not-a-number']]);
  });
});
