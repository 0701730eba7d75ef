import { describe, expect, test } from 'vitest';
import type { FieldKind } from '../../../contract/field-kinds';
import type { JsonObject } from '../../../contract/json';
import { noDrafts, stage } from '../../../edits/drafts';
import { record } from '../../../grid/test-table';
import type { JobField, RowResult } from '../../../storage/job-rows';
import { retriedOf } from './new-rows';
import { distinctRecords, judgeKey, proposeKey } from './record-key';

const field = (field_id: string, kind: FieldKind): JobField => ({ field_id, name: field_id, kind, options: [] });
const fields = [
  field('name', 'text'),
  field('weight', 'number'),
  field('year', 'date'),
  field('origin', 'option'),
  field('remarks', 'long-text'),
];
const rows = (...all: JsonObject[]) => all.map((values, index) => record(String(index + 1), values));
const cars = rows(
  { name: 'corolla', weight: 1, year: '1970', origin: ['91'], remarks: 'a' },
  { name: 'corolla', weight: 2, year: '1971', origin: ['91'], remarks: 'b' },
  { name: 'malibu', weight: 3, year: '1970', origin: ['92'], remarks: 'c' },
);

describe('a key for new records', () => {
  test('is a field unique in loaded rows, or with a second one; never a number alone', () => {
    expect(proposeKey(fields, cars.slice(1))).toEqual(['name']);
    expect(proposeKey(fields, cars)).toEqual(['name', 'year']);
    expect(proposeKey([field('name', 'text'), field('weight', 'number')], cars)).toEqual(['name', 'weight']);
    expect(proposeKey([field('weight', 'number')], cars)).toBeNull();
  });

  test('is filled in every row, and short enough to be compared', () => {
    expect(proposeKey(fields, rows({ name: 'a', origin: '1' }, { name: null, origin: '2' }))).toEqual(['origin']);
    expect(proposeKey([field('name', 'text')], rows({ name: 'a' }, { name: 'x'.repeat(300) }))).toBeNull();
    expect(proposeKey([field('remarks', 'long-text')], cars)).toBeNull();
  });

  test('may be shared by few rows, if nothing is unique', () => {
    const many = Array.from({ length: 100 }, (_, row) => ({ name: `car ${Math.min(row, 98)}`, origin: '91' }));
    expect(proposeKey(fields, rows(...many))).toEqual(['name']);
    expect(proposeKey(fields, rows(...many.slice(92)))).toBeNull();
  });

  test('is not guessed from one row', () => {
    expect(proposeKey(fields, cars.slice(0, 1))).toBeNull();
  });

  test('chosen by a person is rated as the check compares', () => {
    expect(judgeKey(['name'], fields, cars)).toEqual({ rows: 3, empty: 0, duplicates: 2 });
    expect(judgeKey(['origin'], fields, rows({ origin: '91' }, { origin: ['91'] }, {}))).toEqual({
      rows: 3,
      empty: 1,
      duplicates: 2,
    });
  });

  test('counts a record loaded twice once', () => {
    expect(distinctRecords([{ items: cars }, { items: cars.slice(2) }])).toHaveLength(3);
  });
});

test('what became of a reopened row is told until a text that did not fit is fixed', () => {
  const misfit: RowResult = { outcome: 'invalid', reason: 'does-not-fit' };
  const rowOf = (result: RowResult, size?: number) => {
    const edit = { record: { item_id: 'new', title: null, updated_on: null }, field_id: 'size', before: undefined };
    const retried = { line: 3, sent: 'many', result };
    const opened = stage(noDrafts, [{ ...edit, after: 'many', unfit: true, retried }], 1);
    const { drafts } = size === undefined ? opened : stage(opened, [{ ...edit, after: size }], 2);
    return [...drafts.values()][0];
  };
  expect(retriedOf(rowOf(misfit))?.result).toEqual(misfit);
  expect(retriedOf(rowOf(misfit, 7))).toBeUndefined();
  // What the platform refused is told until it is sent again.
  expect(retriedOf(rowOf({ outcome: 'refused', reason: 'event' }, 7))?.result.outcome).toBe('refused');
});
