import { expect, test } from 'vitest';
import { firstChoice, rememberChoice, withNewColumns } from './export-choice';

const place = { environment: 'lab', tableId: '21' };

test('columns that were chosen by hand are those of the next file of this table, as far as they are there; those that show follow the table', () => {
  const chosen = firstChoice(place, ['a', 'b', 'c'], ['a', 'b']);
  expect([...chosen.columns]).toEqual(['a', 'b']);
  rememberChoice(place, { ...chosen, format: 'xlsx', columns: new Set(['c', 'gone']) }, ['a', 'b']);
  expect(firstChoice(place, ['a', 'b', 'c'], ['a', 'b'])).toMatchObject({ format: 'xlsx', columns: new Set(['c']) });
  expect([...firstChoice({ ...place, tableId: '22' }, ['a'], ['a']).columns]).toEqual(['a']);
  rememberChoice(place, chosen, ['a', 'b']);
  expect([...firstChoice(place, ['a', 'b', 'c'], ['c']).columns]).toEqual(['c']);
});

test('columns that come after the dialog was opened are taken in, but not against what a person chose', () => {
  const before = ['item_id', 'a'];
  const shown = ['item_id', 'a', 'b'];
  const choice = firstChoice(place, before, before);
  expect([...withNewColumns(choice, before, shown).columns]).toEqual(shown);
  expect([...withNewColumns(firstChoice(place, [], []), [], shown).columns]).toEqual(shown);
  const own = { ...choice, columns: new Set(['item_id']) };
  expect(withNewColumns(own, before, shown)).toBe(own);
  expect(withNewColumns({ ...choice, format: 'json' }, before, shown).format).toBe('json');
});
