import { describe, expect, test } from 'vitest';
import { noDrafts } from '../../edits/drafts';
import { parseTsv } from '../../edits/tsv';
import { columnsOf } from '../columns/columns-of';
import { firstUnread } from '../rows/read-rows';
import type { Rectangle } from '../selection/selection';
import { config, record } from '../test-table';
import { clearRange, fillRange, pasteArea, pasteRange, type RangeSource } from './range-edits';

const records = [
  record('1', { name: 'Vila Flor', size: 9007199254740993n, segment: [{ id: '91', name: 'Flagship' }] }),
  record('2', { name: 'two\nlines', size: null, segment: [] }),
  record('3', { name: 'Amaraji', size: 3 }),
];
const columns = columnsOf(records, config).slice(0, 4);
const source: RangeSource = { columns, rows: 3, recordAt: (row) => records[row], drafts: noDrafts.drafts };
const values = (plan: ReturnType<typeof pasteRange>) =>
  plan.edits.map(({ record: { item_id }, field_id, after }) => [item_id, field_id, after]);

/** A paste as the grid does it. */
function paste(text: string, rectangle: Rectangle) {
  const block = parseTsv(text);
  const area = pasteArea(block, rectangle);
  return area ? pasteRange(block, area, source) : { edits: [], refused: [] };
}

describe('a range of cells', () => {
  test('is cleared to null unless empty; system fields are refused', () => {
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

  test('takes a pasted block; values that do not fit are refused and left unchanged', () => {
    const plan = paste('Natal\t12\tOutlet\r\nRecife\tmany\tNowhere\r\n', { top: 0, bottom: 0, left: 1, right: 1 });
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

  test('is filled by one value, or by a block that fits a whole number of times', () => {
    expect(values(paste('7', { top: 0, bottom: 2, left: 2, right: 2 }))).toHaveLength(3);
    const plan = paste('a\r\nb', { top: 0, bottom: 1, left: 1, right: 1 });
    expect(values(plan).map(([, , after]) => after)).toEqual(['a', 'b']);
  });

  test('reports a paste past its rows and columns', () => {
    const plan = paste('1\t2\r\n3\t4\r\n5\t6', { top: 2, bottom: 2, left: 3, right: 3 });
    expect(plan.refused.map(({ reason, rows }) => [reason, rows])).toEqual([
      ['unknown-name', 1],
      ['outside', 1],
      ['outside', 2],
    ]);
    expect(pasteArea(parseTsv(''), { top: 0, bottom: 0, left: 0, right: 0 })).toBeNull();
  });

  test('knows which rows must be loaded first', () => {
    const part = { rows: 100, recordAt: (row: number) => records[row] };
    expect(firstUnread({ top: 0, bottom: 2 }, part.recordAt, null)).toBeNull();
    expect(firstUnread({ top: 0, bottom: 50 }, part.recordAt, null)).toBe(3);
    // The table has three rows: there is nothing behind them to read.
    expect(firstUnread({ top: 0, bottom: 50 }, part.recordAt, 3)).toBeNull();
  });

  test('takes one value in one column, by each row’s loaded value', () => {
    const plan = pasteRange([['42']], { top: 0, bottom: 4, left: 2, right: 2 }, source);
    expect(values(plan)).toEqual([
      ['1', 'size', 42],
      ['2', 'size', 42],
      ['3', 'size', 42],
    ]);
    expect(plan.refused.map(({ reason, rows }) => [reason, rows])).toEqual([['outside', 2]]);
    expect(pasteRange([['42']], { top: 0, bottom: 0, left: 0, right: 0 }, source).refused[0]?.reason).toBe(
      'system-field',
    );
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
