import { expect, test } from 'vitest';
import { canStep, fitOf, stepped } from './zoom-bar';

test('a larger picture is fitted, a smaller one stays unchanged', () => {
  expect(fitOf({ width: 2000, height: 500 }, { width: 1000, height: 1000 })).toBe(0.5);
  expect(fitOf({ width: 500, height: 4000 }, { width: 1000, height: 1000 })).toBe(0.25);
  expect(fitOf({ width: 20, height: 20 }, { width: 1000, height: 1000 })).toBe(1);
  expect(fitOf({ width: 0, height: 0 }, { width: 1000, height: 1000 })).toBe(1);
});

test('a step leads to the next zoom level, up to the limits', () => {
  expect(stepped(0.31, 1)).toBe(0.5);
  expect(stepped(0.31, -1)).toBe(0.25);
  expect(stepped(1, 1)).toBe(1.5);
  expect(stepped(8, 1)).toBe(8);
  expect([canStep(8, 1), canStep(8, -1), canStep(0.1, -1)]).toEqual([false, true, false]);
});
