import { expect, test } from 'vitest';
import { rowOfText } from './go-to-row';

test.each([
  ['1', 0],
  [' 9,999,900 ', 9_999_899],
  ['9.999.900', 9_999_899],
  ['10 000 000', 9_999_999],
  ['0', null],
  ['', null],
  ['-5', null],
  ['1e6', null],
  ['99999999999999', null],
])('%j is row %j from 0', (text, row) => {
  expect(rowOfText(text)).toBe(row);
});
