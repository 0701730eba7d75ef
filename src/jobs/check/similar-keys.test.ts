import { describe, expect, test } from 'vitest';
import type { JobField } from '../../storage/job-rows';
import { keyMaker, type RecordKey } from '../table/record-key';
import { comparableForm, comparableKey, spellingsOf } from './similar-keys';

const field = (field_id: string, kind: JobField['kind'] = 'text'): JobField => ({
  field_id,
  name: field_id,
  kind,
  options: [],
});
const maker = keyMaker({ update_by_fields: ['name', 'year'] }, [field('name'), field('year', 'number')]);
const keyOf = (name: string, year = 1) => maker.ofValues({ name, year }) as RecordKey;

test.each([
  ['citroën  ds', 'Citroen DS'],
  ['Ford Pinto ', 'ford pinto'],
  ['Ｆｏｒｄ　Ｐｉｎｔｏ', 'ford pinto'],
  ['0042', '42'],
  ['E\u0301clair', 'éclair'],
  ['a\u200bb', 'AB'],
  ['İzmir', 'izmir'],
])('“%s” nearly equals “%s”', (one, other) => {
  expect(comparableForm(one)).toBe(comparableForm(other));
});

test.each([
  ['Ford Pinto', 'Ford Pinta'],
  // Marks of other scripts make other words.
  ['は', 'ば'],
  ['कि', 'का'],
  ['0', ''],
  ['42', '420'],
])('“%s” is another text than “%s”', (one, other) => {
  expect(comparableForm(one)).not.toBe(comparableForm(other));
});

test('a joint key is similar if all its parts are', () => {
  expect(comparableKey(keyOf('FORD', 70))).toBe(comparableKey(keyOf('ford ', 70)));
  expect(comparableKey(keyOf('ford', 70))).not.toBe(comparableKey(keyOf('ford', 71)));
});

describe('spellings', () => {
  const names = (text: string) => spellingsOf(keyOf(text), maker).map(({ values }) => values.name);

  test('are common ones, with and without accents, and never the key itself', () => {
    expect(names(' citroën  ds')).toEqual([
      'citroën ds',
      'CITROËN DS',
      'Citroën Ds',
      'Citroën ds',
      'citroen ds',
      'CITROEN DS',
      'Citroen Ds',
      'Citroen ds',
    ]);
    expect(names('Ohio')).toEqual(['ohio', 'OHIO']);
    expect(names('007')).toEqual(['7']);
    expect(names('7')).toEqual([]);
  });

  test('are all similar to their key', () => {
    const key = keyOf("  L'Évêque–Ångström 0Ａ");
    for (const spelled of spellingsOf(key, maker)) expect(comparableKey(spelled)).toBe(comparableKey(key));
  });
});
