import { expect, test } from 'vitest';
import { recordOf } from '../../jobs/runner/test-simulation';
import { hasSameFields, targetFieldsOf } from './use-import-table';

const fieldsOf = (...names: string[]) =>
  targetFieldsOf(
    names.map((name, index) => recordOf(`${index}`, { name, size: index })),
    null,
    { names: {}, kinds: {} },
  );

test('the fields of a table are the same ones, whatever their records hold by now', () => {
  expect(hasSameFields(fieldsOf('Audi', 'Golf'), fieldsOf('Trabant', 'Ford'))).toBe(true);
  expect(hasSameFields(fieldsOf('Audi'), null)).toBe(false);
  expect(hasSameFields(fieldsOf('Audi'), fieldsOf('Audi').slice(1))).toBe(false);
  const named = fieldsOf('Audi').map((field) => ({ ...field, name: 'another' }));
  expect(hasSameFields(fieldsOf('Audi'), named)).toBe(false);
});
