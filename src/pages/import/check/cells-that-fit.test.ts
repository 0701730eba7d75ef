import { expect, test } from 'vitest';
import { cellsThatFit } from './cells-that-fit';

test.each([
  [[10, 10, 10, 10, 10, 10], 1000, 6],
  [[10, 10, 10, 10, 10, 10], 350, 3],
  // Where all of them fit, none is counted instead.
  [[10, 10], 200, 2],
  [[10, 10, 10], 200, 1],
  // One is always shown, as much of it as there is room for.
  [[300, 2], 200, 1],
  [[], 200, 0],
])('of changes with %j letters in %i pixels %i are shown', (letters, room, count) => {
  expect(cellsThatFit(letters, room)).toBe(count);
});
