import { describe, expect, test } from 'vitest';
import { testClient } from '../../../api/wire/test-client';
import type { DwRecord } from '../../../contract/records';
import { columnsOf } from '../../../grid/columns/columns-of';
import { columnTable } from '../../../grid/test-columns';
import { exportableOf, exportPlan } from './export-about';
import { firstChoice } from './export-choice';

const client = testClient();
const record = (item_id: string): DwRecord => ({
  item_id,
  title: null,
  created_on: '2026-01-01 00:00:00',
  created_by: null,
  updated_on: null,
  updated_by: null,
  fields: { a: `a${item_id}`, b: 1 },
});
const page = (ids: (string | null)[], selection: { top: number; bottom: number } | null) =>
  exportableOf({
    client,
    query: { table_id: '21', filter: null, order: null },
    tableName: 'T',
    table: columnTable(columnsOf([record('1')], null), {}, (table) => {
      table.getColumn('b')?.toggleVisibility(false);
      table.setColumnOrder(['updated_on', 'b', 'a']);
    }).table,
    extent: { atLeast: ids.length, exactly: null, source: null, countedAt: null },
    // The scroll holds a page more than what surely exists.
    rows: ids.length + 100,
    recordAt: (row) => (ids[row] ? record(ids[row] as string) : undefined),
    selection,
    staged: false,
  });

describe('what a page can export', () => {
  test('columns: visible ones in order, then hidden ones', () => {
    const about = page(['1'], null);
    expect(about.shown).toEqual(['item_id', 'updated_on', 'a']);
    expect(about.columns.map(({ id }) => id).slice(0, 3)).toEqual(about.shown);
    expect(new Set(about.columns.slice(3).map(({ id }) => id))).toEqual(
      new Set(['b', 'updated_by', 'created_on', 'created_by']),
    );
    const plan = exportPlan(
      about,
      {
        ...firstChoice({ environment: 'lab', tableId: '21' }, [], about.shown),
        columns: new Set(['b', 'item_id']),
        headers: 'names',
      },
      ({ id }) => ({ item_id: 'Record', a: 'Speed', b: 'Speed' })[id] ?? id,
    );
    // A hidden column has the same name: on import, the file would be ambiguous.
    expect(plan.headers).toEqual(['Record', 'Speed (b)']);
    expect(plan.columns.map((column) => [column.id, column.valueOf(record('7'))])).toEqual([
      ['item_id', '7'],
      ['b', 1],
    ]);
  });

  test('a selection: its loaded rows and its count, none past the end', () => {
    const about = page(['1', '2', null, '4'], { top: 1, bottom: 99 });
    expect(about.selected.map(({ item_id }) => item_id)).toEqual(['2']);
    expect(about.selectedRows).toBe(3);
    expect(page(['1'], null)).toMatchObject({ selected: [], selectedRows: 0 });
  });

  test('a record in two rows is exported once', () => {
    const about = page(['1', '2', '1'], null);
    const { rows } = exportPlan(
      about,
      {
        ...firstChoice({ environment: 'lab', tableId: '21' }, [], about.shown),
        scope: 'loaded',
      },
      ({ id }) => id,
    );
    expect(rows.scope !== 'matching' && rows.records.map(({ item_id }) => item_id)).toEqual(['1', '2']);
  });
});
