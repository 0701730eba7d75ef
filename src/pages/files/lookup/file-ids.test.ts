import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitsAddress, placeOf, readFileIds } from './file-ids';

describe('file ids in a text', () => {
  test('are found whatever is between them, in order', () => {
    expect(readFileIds('4100000037, 4100000000;\n4100000074\t["4100000111"]（4100000148）').ids).toEqual([
      '4100000037',
      '4100000000',
      '4100000074',
      '4100000111',
      '4100000148',
    ]);
  });
  test('are the same whatever separates them', () => {
    const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String);
    const separator = fc.stringMatching(/^[^\p{N}Ee+]{1,3}$/u).filter((text) => !/\p{N}/u.test(text.normalize('NFKC')));
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 30 }), separator, (ids, between) => {
        expect(readFileIds(ids.join(between)).ids).toEqual(ids);
      }),
    );
  });
  test('are counted once, and repeated ones are reported', () => {
    const reading = readFileIds('7 8 7 9 7 8');
    expect(reading.ids).toEqual(['7', '8', '9']);
    expect(reading.repeated).toEqual(['7', '8']);
  });
  test('are read as integers', () => {
    expect(readFileIds('007 7 ４１００')).toMatchObject({ ids: ['7', '4100'], repeated: ['7'] });
  });
  test('are no longer than 64 bits', () => {
    expect(readFileIds('9223372036854775807 9223372036854775808')).toMatchObject({
      ids: ['9223372036854775807'],
      tooLong: ['9223372036854775808'],
    });
  });
  test('are rejected where a spreadsheet rounded them', () => {
    expect(readFileIds('4.1E+15 4,1e15 5')).toMatchObject({ ids: ['5'], rounded: ['4.1E+15', '4,1e15'] });
  });
  test('are not found in a text without digits', () => {
    expect(readFileIds('no ids here')).toEqual({ ids: [], repeated: [], tooLong: [], rounded: [] });
  });
});

test('an address holds hundreds of IDs, not thousands', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => String(4100000000000000 + index));
  expect(fitsAddress(ids(300))).toBe(true);
  expect(fitsAddress(ids(1000))).toBe(false);
});

test('the IDs of the address are shown in order, and other parts are reported', () => {
  expect(placeOf({ search: '?ids=7,5,abc,-4,7,92233720368547758070,008', state: null })).toEqual({
    ids: ['7', '5', '8'],
    refused: ['abc', '-4', '92233720368547758070'],
    outsideAddress: false,
  });
});

test('IDs too many for an address are restored from the history entry', () => {
  expect(placeOf({ search: '', state: { ids: ['3', '1'] } })).toEqual({
    ids: ['3', '1'],
    refused: [],
    outsideAddress: true,
  });
});

test('another history entry is not read as IDs', () => {
  for (const state of [null, 'x', { ids: 'x' }, { from: '/connect' }]) {
    expect(placeOf({ search: '?ids=1', state }).ids).toEqual(['1']);
  }
});
