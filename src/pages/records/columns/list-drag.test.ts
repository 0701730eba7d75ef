import { expect, test } from 'vitest';
import { placeOfGap } from './list-drag';

const ids = ['a', 'b', 'c', 'd'];

test('a gap is after what stands above it on the way down, before what stands below it on the way up', () => {
  expect(placeOfGap(ids, 'a', 3)).toEqual({ target: 'c', side: 'after' });
  expect(placeOfGap(ids, 'a', 4)).toEqual({ target: 'd', side: 'after' });
  expect(placeOfGap(ids, 'd', 1)).toEqual({ target: 'b', side: 'before' });
  expect(placeOfGap(ids, 'c', 0)).toEqual({ target: 'a', side: 'before' });
});

test('the gaps beside an entry leave it where it is', () => {
  expect(ids.flatMap((id, index) => [placeOfGap(ids, id, index), placeOfGap(ids, id, index + 1)])).toEqual(
    Array(8).fill(null),
  );
});
