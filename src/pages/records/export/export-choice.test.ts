import { expect, test } from 'vitest';
import { type ExportChoice, firstChoice, rememberChoice, withNewColumns } from './export-choice';

const place = { environment: 'lab', tableId: '21' };

test('chosen columns are kept for the table’s next file; “As shown” follows the table', () => {
  const chosen = firstChoice(place, ['a', 'b', 'c'], ['a', 'b']);
  expect([...chosen.columns]).toEqual(['a', 'b']);
  const there = { all: ['a', 'b', 'c'], shown: ['a', 'b'] };
  rememberChoice(place, { ...chosen, format: 'xlsx', columns: new Set(['c', 'gone']) }, there);
  expect(firstChoice(place, ['a', 'b', 'c'], ['a', 'b'])).toMatchObject({ format: 'xlsx', columns: new Set(['c']) });
  expect([...firstChoice({ ...place, tableId: '22' }, ['a'], ['a']).columns]).toEqual(['a']);
  rememberChoice(place, chosen, there);
  expect([...firstChoice(place, ['a', 'b', 'c'], ['c']).columns]).toEqual(['c']);
});

test('columns that appear later are included, unless the person chose columns', () => {
  const before = { all: ['item_id', 'a', 'z'], shown: ['item_id', 'a'] };
  const now = { all: ['item_id', 'a', 'b', 'z'], shown: ['item_id', 'a', 'b'] };
  const choice = firstChoice(place, before.all, before.shown);
  expect([...withNewColumns(place, choice, before, now).columns]).toEqual(now.shown);
  const own = { ...choice, columns: new Set(['item_id']) };
  expect(withNewColumns(place, own, before, now)).toBe(own);
  expect(withNewColumns(place, { ...choice, format: 'json' }, before, now).format).toBe('json');
});

test('before the first rows, when only system fields are known, a stored choice is kept', () => {
  const early = { all: ['item_id', 'created_on'], shown: ['item_id', 'created_on'] };
  const now = { all: ['item_id', 'a', 'b', 'created_on'], shown: ['item_id', 'a', 'b', 'created_on'] };
  const fresh = firstChoice(place, early.all, early.shown);
  rememberChoice(place, { ...fresh, columns: new Set(['item_id', 'b']) }, now);
  const begun: ExportChoice = { ...firstChoice(place, early.all, early.shown), format: 'json', byRecordId: true };
  rememberChoice(place, begun, early);
  const later = withNewColumns(place, begun, early, now);
  expect(later).toMatchObject({ format: 'json', byRecordId: true, columns: new Set(['item_id', 'b']) });
  const noId = withNewColumns(place, { ...begun, columns: new Set(['created_on']) }, early, now);
  expect(noId.columns).toEqual(new Set(['b', 'created_on']));
  rememberChoice(place, { ...later, columns: new Set(now.shown) }, now);
  expect(firstChoice(place, now.all, ['a']).columns).toEqual(new Set(['a']));
});

test('choices are kept for the latest tables of each environment', () => {
  const there = { all: ['a', 'b'], shown: ['a'] };
  const choice = { ...firstChoice(place, there.all, there.shown), columns: new Set(['b']) };
  const of = (tableId: string, environment = 'many') =>
    [...firstChoice({ environment, tableId }, there.all, there.shown).columns].join();
  for (let index = 1; index <= 51; index += 1) {
    rememberChoice({ environment: 'many', tableId: `${index}` }, choice, there);
    if (index === 50) rememberChoice({ environment: 'many', tableId: '1' }, choice, there);
  }
  expect([of('1'), of('2'), of('3'), of('51'), of('51', 'other')]).toEqual(['b', 'a', 'b', 'b', 'a']);
});
