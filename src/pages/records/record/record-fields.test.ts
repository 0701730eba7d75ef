import { expect, test } from 'vitest';
import { neighbour } from './record-fields';

test('Tab goes to the field below and back, and leaves the last one; Enter goes nowhere', () => {
  const [first, second] = [{ id: 'a' }, { id: 'b' }];
  const fields = [first, second];
  expect(neighbour(fields, first, 'right')).toBe(second);
  expect(neighbour(fields, second, 'left')).toBe(first);
  expect(neighbour(fields, second, 'right')).toBeNull();
  expect(neighbour(fields, first, 'left')).toBeNull();
  expect(neighbour(fields, first, 'down')).toBeNull();
  expect(neighbour(fields, first, 'stay')).toBeNull();
});
