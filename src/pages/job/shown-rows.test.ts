import { expect, test } from 'vitest';
import { noCounts } from '../../jobs/counts';
import { retriedOf } from './shown-rows';

const counts = { ...noCounts(), verified: 10, refused: 2, 'not-sent': 3 };

test('what an ended job left unsent or refused can be opened again where all rows are shown, and each by itself', () => {
  expect([...retriedOf('all', { open: 0, counts })]).toEqual(['refused', 'not-sent']);
  expect([...retriedOf('trouble', { open: 0, counts })]).toEqual(['refused']);
  expect([...retriedOf('not-sent', { open: 0, counts })]).toEqual(['not-sent']);
});

test('nothing is opened again that was written, or while its job still runs', () => {
  expect(retriedOf('verified', { open: 0, counts }).size).toBe(0);
  expect(retriedOf('all', { open: 0, counts: { ...noCounts(), verified: 10 } }).size).toBe(0);
  expect(retriedOf('all', { open: 1, counts }).size).toBe(0);
});
