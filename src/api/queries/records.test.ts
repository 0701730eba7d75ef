import { expect, test } from 'vitest';
import type { JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { noteRequestedFields, requestedFields, wasRequested } from './records';

function record(item_id: string, fields: JsonObject): DwRecord {
  const nothing = { title: 't', created_on: null, created_by: null, updated_on: '2026-11-20', updated_by: null };
  return { item_id, ...nothing, fields };
}

test('a record knows which fields were requested; a whole one has all', () => {
  const lean = record('1', { a: 1 });
  noteRequestedFields([lean], ['a', 'b']);
  expect(wasRequested(lean, ['b'])).toBe(true);
  expect(wasRequested(lean, ['c'])).toBe(false);
  expect(wasRequested(lean, null)).toBe(false);
  const other = record('2', {});
  expect(requestedFields(other)).toBeNull();
  expect(wasRequested(other, null)).toBe(true);
});

test('a page with a field that was not requested is complete', () => {
  const page = [record('1', { a: 1 }), record('2', { a: 2, hidden: 3 })];
  noteRequestedFields(page, ['a']);
  expect(page.map(requestedFields)).toEqual([null, null]);
});
