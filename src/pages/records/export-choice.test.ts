import { expect, test } from 'vitest';
import { firstChoice, withNewColumns } from './export-choice';

test('columns that come after the dialog was opened are taken in, but not against what a person chose', () => {
  const before = ['item_id', 'a'];
  const shown = ['item_id', 'a', 'b'];
  const choice = firstChoice(before);
  expect([...withNewColumns(choice, before, shown).columns]).toEqual(shown);
  expect([...withNewColumns(firstChoice([]), [], shown).columns]).toEqual(shown);
  const own = { ...choice, columns: new Set(['item_id']) };
  expect(withNewColumns(own, before, shown)).toBe(own);
  expect(withNewColumns({ ...choice, format: 'json' }, before, shown).format).toBe('json');
});
