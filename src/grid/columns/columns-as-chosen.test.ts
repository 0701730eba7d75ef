import { expect, test } from 'vitest';
import type { Json } from '../../contract/json';
import { coerceCell } from '../edit/coerce-cell';
import { record } from '../test-table';
import { noChoice } from './column-choice';
import { columnsAsChosen, isDescribed, renameColumn, retypeColumn } from './columns-as-chosen';
import { columnsOf, type GridColumn } from './columns-of';

const columns = columnsOf([record('1', { a: '12', b: 'x', c: 3, d: true })], null);
const described = retypeColumn(renameColumn(noChoice, 'a', ' Amount '), 'a', 'number');

test('a name and a kind by hand stand for what was found, and go when they are taken back', () => {
  const amount = columnsAsChosen(columns, described)[1];
  expect(amount).toMatchObject({ id: 'a', name: 'Amount', kind: 'number', source: 'hand', confidence: 0 });
  expect(columnsAsChosen(columns, described)[2]).toBe(columns[2]);
  expect(isDescribed('a', described)).toBe(true);
  const back = retypeColumn(renameColumn(described, 'a', '  '), 'a', null);
  expect(back).toEqual(noChoice);
  expect(columnsAsChosen(columns, back)).toBe(columns);
});

test('system fields can be named, their kind is not up to anybody', () => {
  const choice = retypeColumn(renameColumn(noChoice, 'updated_on', 'Changed'), 'updated_on', 'text');
  expect(columnsAsChosen(columns, choice).find(({ id }) => id === 'updated_on')).toMatchObject({
    name: 'Changed',
    kind: 'date',
    source: 'system',
  });
});

test('what is typed becomes a value of the kind given by hand, also where another was read', () => {
  const typed = (kind: GridColumn['kind'], id: string, text: string, before: Json) => {
    const column = columnsAsChosen(columns, retypeColumn(noChoice, id, kind)).find((each) => each.id === id);
    return column && coerceCell(text, column, before);
  };
  expect(typed('number', 'a', '13', '12')).toEqual({ ok: true, value: 13 });
  expect(typed('number', 'a', 'x', '12')).toEqual({ ok: false, reason: 'not-a-number' });
  expect(typed('text', 'c', '4', 3)).toEqual({ ok: true, value: '4' });
  // Its own text gives back what was read.
  expect(typed('number', 'a', '12', '12')).toEqual({ ok: true, value: '12' });
  expect(typed('switch', 'b', 'yes', 'x')).toEqual({ ok: true, value: true });
  expect(typed('date', 'c', '2026-11-30', 3)).toEqual({ ok: true, value: '2026-11-30' });
});
