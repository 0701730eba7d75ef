import { expect, test } from 'vitest';
import type { JobField } from '../../storage/job-rows';
import { shownText } from './job-field';

const options = [
  ['7', 'Other'],
  ['8', 'Other'],
  ['9', 'Red'],
].map(([id = '', name = '']) => ({ id, name, color: null }));
const field: JobField = { field_id: '22', name: 'Kind', kind: 'option', options };

test('options that share their name are shown with their ids, as they were read and as they are written', () => {
  expect(shownText([{ id: '7', name: 'Other' }], field)).toBe('Other (7)');
  expect(shownText(['8', '9'], field)).toBe('Other (8), Red');
  expect(shownText([{ name: 'Other' }], field)).toBe('Other');
  expect(shownText([{ id: '6', name: 'Gone' }, '7'], field)).toBe('Gone, Other (7)');
  expect(shownText(null, field)).toBe('');
  expect(shownText('n/a', { ...field, kind: 'text' })).toBe('n/a');
  expect(shownText(['9'], { ...field, options: options.slice(1) })).toBe('Red');
});
