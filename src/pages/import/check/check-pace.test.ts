import { expect, test } from 'vitest';
import { type Mark, marked, paceOf } from './check-pace';

const marks = (...given: [seconds: number, requests: number][]): Mark[] =>
  given.reduce<Mark[]>((all, [seconds, requests]) => marked(all, { at: seconds * 1000, requests }), []);

test('nothing is promised before some requests were measured', () => {
  expect(paceOf([])).toBeNull();
  expect(paceOf(marks([0, 0]))).toBeNull();
  expect(paceOf(marks([0, 0], [1, 9]))).toBeNull();
  expect(paceOf(marks([0, 0], [9, 4]))).toBeNull();
  expect(paceOf(marks([0, 0], [19, 23]))).toBeCloseTo(23 / 19);
});

test('the pace is that of the last half minute: what was slow at first says nothing of what is left', () => {
  const slow: [number, number][] = [
    [0, 0],
    [20, 20],
  ];
  expect(paceOf(marks(...slow, [30, 120]))).toBeCloseTo(4);
  expect(paceOf(marks(...slow, [50, 320], [60, 420]))).toBeCloseTo(10);
});
