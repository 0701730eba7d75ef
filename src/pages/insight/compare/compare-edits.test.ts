import { expect, test } from 'vitest';
import type { FieldConfig } from '../../../contract/tables';
import type { RowChange } from '../../../insight/questions/compare';
import type { MappedColumn, TargetField } from '../../../transfer/in/mapping/mapping';
import type { ImportRow } from '../../../transfer/in/worker/import-rows';
import { asImported, asItWas, byText, editsOf } from './compare-edits';
import { recordOfRow } from './compared-file';

const options: FieldConfig = {
  field_id: 'opt',
  name: 'Genre',
  field_type: 'category',
  required: false,
  config: { options: [{ id: '7', name: 'Drama', color: null }] },
};
const targets: TargetField[] = [
  { field_id: 'txt', name: 'Name', kind: 'text', config: null },
  { field_id: 'num', name: 'Count', kind: 'number', config: null },
  { field_id: 'opt', name: 'Genre', kind: 'option', config: options },
];
const row = { id: '1', title: 'One', updated_on: '2026-01-01 00:00:00' };
const changed = (fields: RowChange['fields'], sides: Partial<RowChange> = {}): RowChange => ({
  kind: 'changed',
  key: ['1'],
  before: row,
  after: { id: '0', title: null, updated_on: null },
  fields,
  ...sides,
});
const of = (id: string, old: RowChange['fields'][number]['old'], now: typeof old) => ({
  before: id,
  after: id,
  old,
  new: now,
});

test('old values are staged as they were: references by their IDs, what was not set as null', () => {
  const record = { item_id: '1', title: 'One', updated_on: row.updated_on };
  const change = changed([of('opt', [{ id: '7', name: 'Drama' }], []), of('num', undefined, 5), of('gone', 1, 2)], {
    before: { ...row, updated_on: 'then' },
    after: row,
  });
  expect(editsOf([change], 'after', targets, asItWas)).toEqual([
    { record, field_id: 'opt', before: [], kind: 'option', after: ['7'] },
    { record, field_id: 'num', before: 5, kind: 'number', after: null },
  ]);
});

test('only changed rows of the own side are staged', () => {
  const added = changed([of('txt', undefined, 'x')], { kind: 'added', before: null });
  expect(editsOf([added], 'before', targets, asItWas)).toEqual([]);
});

test('values of another table are taken by their text; what does not fit is kept as such, what is equal is not staged', () => {
  const change = changed([of('num', 1, '1.0'), of('txt', 'a', 12), of('opt', null, 'Comedy'), of('num', 1, '2')]);
  expect(editsOf([change], 'before', targets, byText)).toMatchObject([
    { field_id: 'txt', after: '12' },
    { field_id: 'opt', after: 'Comedy', unfit: true },
    { field_id: 'num', after: 2 },
  ]);
});

test('rows of a file are compared by what people read, and staged as the import writes them', () => {
  const cells: ImportRow['cells'] = [
    { field_id: 'opt', after: ['7'], text: 'Drama', unfit: null },
    { field_id: 'num', after: null, text: 'many', unfit: 'not-a-number' },
    { field_id: 'txt', after: null, text: '', unfit: null },
  ];
  const imported: ImportRow = {
    line: 2,
    item_id: '1',
    cells,
    blank: undefined,
    misfits: undefined,
    broken: null,
    raw: undefined,
  };
  const mapped = targets.map((target, column): MappedColumn => ({ ...target, column, blank: 'clear' }));
  const { item_id, fields } = recordOfRow(imported, 0, mapped);
  expect({ item_id, fields }).toEqual({
    item_id: '1',
    fields: { '#row': 0, opt: ['Drama'], num: 'many', txt: null },
  });
  const change = changed([of('opt', null, ['Drama']), of('num', 3, 'many'), of('txt', 'a', null)]);
  expect(editsOf([change], 'before', targets, asImported(new Map([['0', imported]])))).toMatchObject([
    { field_id: 'opt', before: null, after: ['7'] },
    { field_id: 'num', before: 3, after: 'many', unfit: true },
    { field_id: 'txt', before: 'a', after: null },
  ]);
});
