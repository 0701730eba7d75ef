import { expect, test } from 'vitest';
import type { FieldKind } from '../../../contract/field-kinds';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { Refusal } from '../../../grid/edit/range-edits';
import { record as testRecord } from '../../../grid/test-table';
import { readings } from './staged-refusals';

const testColumn = (id: string, kind: FieldKind): GridColumn =>
  ({ id, name: id, source: 'field', kind, config: null }) as unknown as GridColumn;

test('pasted dates and numbers that are not understood are offered in the forms that most of them have', () => {
  const record = testRecord('1', { day: null, size: null });
  const of = (column: GridColumn, text: string, reason: Refusal['reason']): Refusal => ({
    row: 0,
    rows: 1,
    record,
    column,
    text,
    reason,
  });
  const day = testColumn('day', 'date');
  const dates = ['31.12.2026', '3.4.2026'].map((text) => of(day, text, 'not-a-date'));
  const made = (texts: readonly Refusal[]) =>
    readings(texts).map(({ form, edits, left }) => [form, edits.map(({ after }) => after), left.length]);
  expect(made([...dates, of(testColumn('size', 'number'), 'many', 'not-a-number')])).toEqual([
    ['day-first', ['2026-12-31', '2026-04-03'], 1],
  ]);
  expect(made([of(day, '3/4/2026', 'not-a-date')]).map(([form]) => form)).toEqual(['day-first', 'month-first']);
  expect(made([of(testColumn('size', 'number'), '(1,234.50)', 'not-a-number')])).toEqual([
    ['accounting', [-1234.5], 0],
  ]);
  expect(made([of(day, 'soon', 'not-a-date')])).toEqual([]);
});
