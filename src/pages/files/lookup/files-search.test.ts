import { expect, test } from 'vitest';
import { placeOf } from './files-search';

test('the ids of the address are shown in their order, and what is no id is named', () => {
  expect(placeOf({ search: '?ids=7,5,abc,-4,7,92233720368547758070,008', state: null })).toEqual({
    ids: ['7', '5', '8'],
    refused: ['abc', '-4', '92233720368547758070'],
    outsideAddress: false,
  });
});

test('ids that are too many for an address come back from the history entry', () => {
  expect(placeOf({ search: '', state: { ids: ['3', '1'] } })).toEqual({
    ids: ['3', '1'],
    refused: [],
    outsideAddress: true,
  });
});

test('a history entry of something else is not taken for ids', () => {
  for (const state of [null, 'x', { ids: 'x' }, { from: '/connect' }]) {
    expect(placeOf({ search: '?ids=1', state }).ids).toEqual(['1']);
  }
});
