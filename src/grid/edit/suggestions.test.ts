import { expect, test } from 'vitest';
import { nearest, suggest } from './suggestions';

const options = ['Truck', 'Sports car', 'Car'].map((name, id) => ({ id: String(id), name, color: null }));
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

test('options that begin with what is typed are first', () => {
  expect(names(suggest(options, 'car'))).toEqual(['Car', 'Sports car']);
  expect(names(suggest(options, ''))).toEqual(['Truck', 'Sports car', 'Car']);
});

test('for a text that none holds all options are offered, the nearest first', () => {
  expect(names(nearest(options, 'carriage'))).toEqual(['Car', 'Sports car', 'Truck']);
  expect(names(nearest(options, 'zzz'))).toEqual(['Truck', 'Sports car', 'Car']);
});
