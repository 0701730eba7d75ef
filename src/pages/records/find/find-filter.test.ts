import { expect, test } from 'vitest';
import type { FieldKind } from '../../../contract/field-kinds';
import { readFilter } from '../../../contract/filter';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { addToFilter } from '../query/add-to-filter';
import { filterForText, hasEntry, spellingsOf } from './find-filter';

const column = (id: string, kind: FieldKind, source: GridColumn['source'] = 'config'): GridColumn => ({
  id,
  name: null,
  kind,
  source,
  confidence: 1,
  config: null,
  profile: null,
  distribution: null,
});
const name = column('2201', 'text');
const note = column('2202', 'long-text');
const others = [column('item_id', 'text', 'system'), column('2203', 'number'), column('2204', 'option')];

test('a text filters every visible text column, and no other', () => {
  expect(filterForText('7', [...others, name, note])).toEqual({
    or: [
      { field: '2201', query: { in: ['7'] } },
      { field: '2202', query: { in: ['7'] } },
    ],
  });
  expect(filterForText('7', [name, ...others])).toEqual({ field: '2201', query: { in: ['7'] } });
  expect(filterForText('7', others)).toBeNull();
  expect(filterForText('', [name])).toBeNull();
});

test('it is filtered in its usual spellings, because a service may be case-sensitive', () => {
  expect(spellingsOf('trABant 601')).toEqual(['trABant 601', 'trabant 601', 'TRABANT 601', 'Trabant 601']);
  expect(spellingsOf('北京')).toEqual(['北京']);
});

test('with too many columns for all spellings it is filtered as typed', () => {
  const many = Array.from({ length: 400 }, (_each, index) => column(String(index), 'text'));
  const entry = filterForText('Trabant', many);
  expect(entry?.or).toHaveLength(400);
  expect(entry).toHaveProperty('or.0.query', { in: ['Trabant'] });
  expect(readFilter(entry).ok).toBe(true);
});

test('an existing condition is recognized within any filter', () => {
  const one = { field: '2203', query: { eq: 1 } };
  for (const columns of [[name], [name, note]]) {
    const entry = filterForText('Trabant', columns);
    if (entry === null) throw new Error('nothing is asked');
    expect(hasEntry(null, entry)).toBe(false);
    expect(hasEntry({ and: [one] }, entry)).toBe(false);
    expect(hasEntry(addToFilter(null, entry), entry)).toBe(true);
    expect(hasEntry(addToFilter({ and: [one] }, entry), entry)).toBe(true);
    expect(hasEntry(addToFilter({ or: [one, one] }, entry), entry)).toBe(true);
    expect(hasEntry({ or: [one, entry] }, entry)).toBe(false);
  }
});
