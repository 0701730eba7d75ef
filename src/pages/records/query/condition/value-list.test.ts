import { describe, expect, test } from 'vitest';
import { readValueList, withoutFailed } from './value-list';

const asNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined);

describe('a list that is pasted or written', () => {
  test('a column: doubles and what is no value are told by their place', () => {
    expect(readValueList('1\r\n2\r\n\r\n2\r\nx\r\n3\r\n', asNumber, true)).toEqual({
      values: [1, 2, 3],
      doubles: 1,
      failed: [{ place: 4, text: 'x' }],
    });
  });

  test('a row of cells; a quoted cell may hold a line', () => {
    expect(readValueList('a\t"b\nc"\td', (text) => text, false).values).toEqual(['a', 'b\nc', 'd']);
  });

  test('commas separate where they cannot be part of a value, and nothing else does', () => {
    expect(readValueList('1, 2；3，4、5', asNumber, true).values).toEqual([1, 2, 3, 4, 5]);
    expect(readValueList('Smith, John', (text) => text, false).values).toEqual(['Smith, John']);
    expect(readValueList('a, b\nc', (text) => text, true).values).toEqual(['a, b', 'c']);
  });

  test('what failed can be left out', () => {
    const text = '1\nx\n2\ny';
    const { failed } = readValueList(text, asNumber, true);
    expect(readValueList(withoutFailed(text, failed, true), asNumber, true)).toEqual({
      values: [1, 2],
      doubles: 0,
      failed: [],
    });
  });
});
