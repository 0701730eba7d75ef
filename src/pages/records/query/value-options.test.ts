import { expect, test } from 'vitest';
import { noteRequestedFields } from '../../../api/queries/records';
import type { Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { compile, newOperator } from './condition-draft';
import { column } from './test-column';
import { optionTyped, seenValues, soughtIn } from './value-options';

function records(...values: Json[]): DwRecord[] {
  return values.map((value, index) => ({
    item_id: String(index),
    title: null,
    created_on: null,
    created_by: { user_id: '7', name: 'Ana', avatar: null },
    updated_on: null,
    updated_by: null,
    fields: { x: value },
  }));
}

test('options of the config keep their order, with counts; others follow', () => {
  const of = column('x', 'option', {
    options: [
      { id: '91', name: 'Flagship', color: null },
      { id: '92', name: 'Outlet', color: null },
    ],
  });
  const { values, rows, few } = seenValues(
    records(
      [{ id: '92', name: 'Outlet' }],
      [
        { id: '92', name: 'Outlet' },
        { id: '93', name: 'Kiosk' },
      ],
      [],
    ),
    of,
  );
  expect(values.map(({ name, count }) => [name, count])).toEqual([
    ['Flagship', 0],
    ['Outlet', 2],
    ['Kiosk', 1],
  ]);
  expect([rows, few]).toEqual([3, true]);
});

test('rows that were loaded without the field are not counted among those with it', () => {
  const whole = records('CN', 'CN');
  const lean = records(null).map((record) => ({ ...record, fields: {} }));
  noteRequestedFields(lean, ['y']);
  expect(seenValues([...whole, ...lean], column('x', 'text'))).toMatchObject({ rows: 2, values: [{ id: 'CN' }] });
  expect(seenValues([...whole, ...lean], { ...column('created_by', 'user'), source: 'system' }).rows).toBe(3);
});

test('users of a system column, relations and texts are the loaded ones, most frequent first', () => {
  expect(seenValues(records(1, 2), { ...column('created_by', 'user'), source: 'system', config: null }).values).toEqual(
    [{ id: '7', name: 'Ana', count: 2 }],
  );
  expect(seenValues(records('BR', 'CN', 'CN', null, 'CN'), column('x', 'text')).values).toEqual([
    { id: 'CN', name: 'CN', count: 3 },
    { id: 'BR', name: 'BR', count: 1 },
  ]);
});

test('numbers and days have a range, of any size, whatever else is among them', () => {
  const rangeOf = (kind: 'number' | 'date' | 'text', ...values: Json[]) =>
    seenValues(records(...values), column('x', kind)).range;
  expect(rangeOf('number', 91, 'many', null, 3, 9007199254740993n)).toEqual(['3', '9007199254740993']);
  expect(rangeOf('number', 5)).toEqual(['5', '5']);
  expect(rangeOf('date', '2026-11-19 08:00:00', '2025-02-01', '')).toEqual(['2025-02-01', '2026-11-19']);
  expect(rangeOf('number', 'many', null)).toBeNull();
  expect(rangeOf('text', 'a', 'b')).toBeNull();
});

test('rarely repeated texts are not offered', () => {
  expect(seenValues(records('a', 'b', 'c', 'c'), column('x', 'text')).few).toBe(false);
  expect(seenValues(records('a', 'a', 'c', 'c'), column('x', 'text')).few).toBe(true);
});

test('a value typed into the search counts as chosen, once it can be but one', () => {
  const options = ['Pará', 'Paraná', 'Paraíba', 'Goiás'].map((name) => ({ id: name, name }));
  expect(soughtIn(options, 'par')).toBeNull();
  expect(soughtIn(options, ' pará ')).toEqual({ id: 'Pará' });
  expect(soughtIn(options, 'goi')).toEqual({ id: 'Goiás' });
  expect(soughtIn(options, '')).toBeNull();
  expect(soughtIn(options, 'acre')).toBe('none');
  const text = column('x', 'text');
  const draft = { ...newOperator, sought: { id: 'Pará' } };
  expect(compile(draft, text, '2026-11-26')).toEqual({ eq: 'Pará' });
  expect(compile({ ...draft, ids: ['Goiás', 'Pará'] }, text, '2026-11-26')).toEqual({ eq: ['Goiás', 'Pará'] });
  // Beside a ticked option it is any of them: none has exactly both.
  const one = { ...newOperator, ids: ['91'], sought: { id: '92' } };
  expect(compile(one, column('x', 'option'), '2026-11-26')).toEqual({ in: ['91', '92'] });
  expect(compile(newOperator, text, '2026-11-26')).toBe('empty');
  // What is no value is not passed over for the ticked one.
  expect(compile({ ...one, sought: 'none' }, column('x', 'option'), '2026-11-26')).toBe('none-found');
});

test('what is typed leads through a list of values, letter by letter', () => {
  const options = ['3', 'G', 'Goiás', 'goat', 'PG', 'PG-13'].map((name) => ({ id: name, name }));
  expect(optionTyped('3', 1, options)).toBe(0);
  expect(optionTyped('g', 0, options)).toBe(1);
  // One letter again and again goes through those that begin with it.
  expect(optionTyped('gg', 1, options)).toBe(2);
  expect(optionTyped('ggg', 2, options)).toBe(3);
  expect(optionTyped('go', 2, options)).toBe(2);
  expect(optionTyped('goa', 2, options)).toBe(3);
  // No letter of a word begins anew: PG is not G.
  expect(optionTyped('pg', 4, options)).toBe(4);
  expect(optionTyped('pg-', 4, options)).toBe(5);
  expect(optionTyped('x', 0, options)).toBeNull();
  // The one of that name, also where another begins with it.
  expect(optionTyped('pg', 5, options)).toBe(4);
  const numbers = ['1', '11', '10', '3', '30'].map((name) => ({ id: name, name }));
  expect(optionTyped('1', 0, numbers)).toBe(0);
  expect(optionTyped('11', 0, numbers)).toBe(1);
  expect(optionTyped('3', 3, numbers)).toBe(3);
});
