import { expect, test } from 'vitest';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { addSent, callsOf, noRows } from './call-count';

const found = (state: RowFinding['state'], match: RowFinding['match'], count: number): RowFinding[] =>
  Array.from({ length: count }, () => ({ state, match }) as RowFinding);

test('rows located by id and rows located by key go in calls of their own', () => {
  let sent = addSent(noRows, [...found('will-update', 'id', 38), ...found('double', 'id', 1)]);
  sent = addSent(sent, found('will-create', 'key', 3));
  expect(callsOf(sent, true)).toBe(2);
  expect(callsOf(sent, false)).toBe(1);
  sent = addSent(sent, [...found('will-update', 'key', 100), ...found('no-change', 'key', 500)]);
  expect(callsOf(sent, true)).toBe(3);
  expect(callsOf(sent, false)).toBe(2);
  expect(callsOf(noRows, true)).toBe(0);
});
