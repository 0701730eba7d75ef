import { expect, test } from 'vitest';
import type { BatchRow, RowResult } from '../storage/job-rows';
import { withRows } from './counts';

test('a call tells how many of its verified rows created their record, and no more once none does', () => {
  const batch = { number: 1, created: 5, rows: [], counts: {} } as unknown as BatchRow;
  const made: RowResult = { outcome: 'verified', reason: null, created: true };
  const rows: RowResult[] = [made, { outcome: 'verified', reason: null }, { ...made, outcome: 'differs' }];
  expect(withRows(batch, rows)).toMatchObject({ created: 1, counts: { verified: 2, differs: 1 } });
  expect(withRows(batch, rows.slice(1))).not.toHaveProperty('created');
});
