import { expect, test } from 'vitest';
import type { JobField } from '../../storage/job-rows';
import { changedFields, differingFields, lineName, misfitFields, shownText } from './job-field';

const options = [
  ['7', 'Other'],
  ['8', 'Other'],
  ['9', 'Red'],
].map(([id = '', name = '']) => ({ id, name, color: null }));
const field: JobField = { field_id: '22', name: 'Kind', kind: 'option', options };

test('options with the same name are shown with their IDs, in loaded and written form', () => {
  expect(shownText([{ id: '7', name: 'Other' }], field)).toBe('Other (7)');
  expect(shownText(['8', '9'], field)).toBe('Other (8), Red');
  expect(shownText([{ name: 'Other' }], field)).toBe('Other');
  expect(shownText([{ id: '6', name: 'Gone' }, '7'], field)).toBe('Gone, Other (7)');
  expect(shownText(null, field)).toBe('');
  expect(shownText('n/a', { ...field, kind: 'text' })).toBe('n/a');
  expect(shownText(['9'], { ...field, options: options.slice(1) })).toBe('Red');
});

const fields: JobField[] = [
  { field_id: 'name', name: 'Name', kind: 'text', options: [] },
  { field_id: 'size', name: 'Size', kind: 'number', options: [] },
  { field_id: 'state', name: 'State', kind: 'option', options: [{ id: '91', name: 'Open', color: null }] },
];

test('a row changes neither fields it only matches by nor fields that already have the value', () => {
  const sent = { item_id: '1', name: 'a', size: 5, state: ['91'] };
  expect(changedFields({ sent, before: { name: 'a', size: 4, state: [{ id: '91', name: 'Open' }] } }, fields)).toEqual([
    'size',
  ]);
  expect(changedFields({ sent, before: {} }, fields)).toEqual(['name', 'size', 'state']);
  expect(changedFields({ sent: { size: null }, before: { size: 4 } }, fields)).toEqual(['size']);
});

test('of a row that differs, the fields read back with another value are listed', () => {
  const sent = { item_id: '1', name: 'new', size: 5, state: ['91'] };
  const now = { name: 'new', size: 4, state: [{ id: '91', name: 'Open' }] };
  const result = { outcome: 'differs', reason: 'in-part' } as const;
  expect(differingFields({ sent, result: { ...result, now } }, fields)).toEqual(['size']);
  expect(differingFields({ sent, result: { ...result, now: { name: 'new' } } }, fields)).toEqual(['size', 'state']);
  expect(differingFields({ sent, result }, fields)).toEqual([]);
  expect(differingFields({ sent, result: { outcome: 'unknown', reason: 'not-seen', now } }, fields)).toEqual([]);
});

test('a row is named by its record’s title, else by its key', () => {
  const job = { fields, update_by_fields: [fields[0]?.field_id ?? '', 'none'] };
  const sent = { [fields[0]?.field_id ?? '']: 'the key' };
  expect(lineName({ title: 'Title', sent }, job)).toBe('Title');
  expect(lineName({ title: null, sent }, job)).toBe('the key');
  expect(lineName({ title: null, sent: {} }, job)).toBeNull();
});

test('a new record changes everything but system fields', () => {
  expect(changedFields({ sent: { item_id: '1', name: 'a', size: null }, before: null }, fields)).toEqual([
    'name',
    'size',
  ]);
});

test('texts that do not fit are listed by field; what was text may stay text', () => {
  const sent = { name: '12,5x', size: '12,5x', state: 'Shut' };
  expect(misfitFields({ sent, before: null }, fields)).toEqual(['size', 'state']);
  expect(misfitFields({ sent, before: { size: 'about 5' } }, fields)).toEqual(['state']);
  expect(misfitFields({ sent: { size: 5, state: ['91'] }, before: {} }, fields)).toEqual([]);
});
