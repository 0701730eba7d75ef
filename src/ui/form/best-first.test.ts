import { expect, test } from 'vitest';
import { bestFirst } from './best-first';

test('the option that was typed comes before those that only hold it, which keep their order', () => {
  const names = ['Black Comedy', 'Romantic Comedy', 'Comedy Drama', 'Comedy', 'Drama'];
  const found = (typed: string) => bestFirst(names, typed, (name) => name);
  expect(found('comedy ')).toEqual(['Comedy', 'Comedy Drama', 'Black Comedy', 'Romantic Comedy', 'Drama']);
  expect(found('dra')).toEqual(['Drama', 'Black Comedy', 'Romantic Comedy', 'Comedy Drama', 'Comedy']);
  expect(found('')).toEqual(names);
});
