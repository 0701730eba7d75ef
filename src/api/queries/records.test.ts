import { expect, test } from 'vitest';
import type { JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { askedFields, noteAskedFields, wasAskedFor } from './records';

function record(item_id: string, fields: JsonObject): DwRecord {
  const nothing = { title: 't', created_on: null, created_by: null, updated_on: '2026-11-20', updated_by: null };
  return { item_id, ...nothing, fields };
}

test('a record knows which fields were requested; a whole one has all', () => {
  const lean = record('1', { a: 1 });
  noteAskedFields([lean], ['a', 'b']);
  expect(wasAskedFor(lean, ['b'])).toBe(true);
  expect(wasAskedFor(lean, ['c'])).toBe(false);
  expect(wasAskedFor(lean, null)).toBe(false);
  const other = record('2', {});
  expect(askedFields(other)).toBeNull();
  expect(wasAskedFor(other, null)).toBe(true);
});

test('a page with a field that was not requested is complete', () => {
  const page = [record('1', { a: 1 }), record('2', { a: 2, hidden: 3 })];
  noteAskedFields(page, ['a']);
  expect(page.map(askedFields)).toEqual([null, null]);
});
