import { expect, test } from 'vitest';
import { environmentOf, type LastPlace, placeAfter } from './last-place';

const nowhere: LastPlace = { path: null, spaces: {} };

test('a page of a workspace is the last place, and its workspace the last of the environment', () => {
  expect(placeAfter(nowhere, '/e/prod/w/40/t/21')).toEqual({ path: '/e/prod/w/40/t/21', spaces: { prod: '40' } });
});

test('a page without workspace keeps the last workspace', () => {
  const place = placeAfter(placeAfter(nowhere, '/e/prod/w/40/tables/ext'), '/e/prod/jobs');
  expect(place).toEqual({ path: '/e/prod/jobs', spaces: { prod: '40' } });
});

test('each environment has its own last workspace', () => {
  const place = placeAfter(placeAfter(nowhere, '/e/prod/w/40'), '/e/lab/w/41');
  expect(place.spaces).toEqual({ prod: '40', lab: '41' });
});

test('pages outside an environment are not remembered', () => {
  const place = placeAfter(nowhere, '/e/prod/w');
  expect(placeAfter(place, '/settings')).toBe(place);
  expect(placeAfter(place, '/connect')).toBe(place);
});

test('names are decoded from the address', () => {
  expect(environmentOf('/e/caf%C3%A9/w')).toBe('café');
  expect(environmentOf('/settings')).toBeNull();
});
