import { expect, test } from 'vitest';
import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { cellKinds } from '../cells/kinds';
import { fittingWidth, type MeasureText, maximumWidth } from './column-width';
import { columnsOf, type GridColumn } from './columns-of';

const words = { null: 'null', missing: 'missing', empty: 'empty', yes: 'yes', no: 'no', misfit: '' };

function record(a: Json | undefined): DwRecord {
  const nothing = { title: null, created_on: null, created_by: null, updated_on: null, updated_by: null };
  return { item_id: '1', ...nothing, fields: a === undefined ? {} : { a } };
}

test('a column is as wide as its widest text or its name, up to a maximum; equal texts are measured once', () => {
  const measured: string[] = [];
  const measure: MeasureText = (text) => {
    measured.push(text);
    return text.length * 10;
  };
  const records = ['x', 'a long enough text', 'x', null, undefined].map(record);
  const column = columnsOf(records, null)[1] as GridColumn;
  expect(fittingWidth(column, 'a', records, words, measure)).toBe(180 + cellKinds.text.padding);
  expect(measured).toEqual(['a', 'x', 'a long enough text', 'null', 'missing']);
  expect(fittingWidth(column, 'A name of thirty characters ..', [], words, measure)).toBe(368);
  expect(fittingWidth(column, 'a', [record('y'.repeat(5000))], words, measure)).toBe(maximumWidth);
});
