import { expect, test } from 'vitest';
import type { RowResult } from '../../storage/job-rows';
import { hasRecord, isKnownByEvent } from './job-lines';

const verified: RowResult = { outcome: 'verified', reason: null, proof: 'read-back', at: 7 };

test('values were seen of a row that was read back, and not of one that an event confirmed', () => {
  expect(isKnownByEvent({ result: verified })).toBe(false);
  expect(isKnownByEvent({ result: { ...verified, proof: 'event' } })).toBe(true);
  // A row that is only reported, or refused, is no confirmed one.
  expect(isKnownByEvent({ result: { outcome: 'reported', reason: 'reported-written', proof: 'event' } })).toBe(false);
  expect(isKnownByEvent({ result: { outcome: 'refused', reason: 'event', proof: 'event' } })).toBe(false);
});

test('a record can be shown where a row wrote one, may have, or needed not to', () => {
  const has = (result: RowResult, item_id: string | null = '23') => hasRecord({ item_id, result });
  expect(has(verified)).toBe(true);
  expect(has({ ...verified, created: true })).toBe(true);
  expect(has({ outcome: 'unknown', reason: 'cannot-read' })).toBe(true);
  expect(has({ outcome: 'no-change', reason: null })).toBe(true);
  expect(has({ outcome: 'unknown', reason: 'cannot-read' }, null)).toBe(false);
  expect(has({ outcome: 'differs', reason: 'deleted', proof: 'read-back' })).toBe(false);
  expect(has({ outcome: 'invalid', reason: 'gone' })).toBe(false);
});
