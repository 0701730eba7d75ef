import { expect, test } from 'vitest';
import { scaledSize } from './size-text';

test('a size is formatted in the shortest unit', () => {
  expect(scaledSize(0)).toEqual({ value: 0, unit: 'byte' });
  expect(scaledSize(999)).toEqual({ value: 999, unit: 'byte' });
  expect(scaledSize(82_400)).toEqual({ value: 82.4, unit: 'kilobyte' });
  expect(scaledSize(999_700)).toEqual({ value: 0.9997, unit: 'megabyte' });
  expect(scaledSize(5_000_000_000_000_000_000n)).toEqual({ value: 5_000_000, unit: 'terabyte' });
});
