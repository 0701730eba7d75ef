import { expect, test } from 'vitest';
import { lifeOf } from './expiry';
import { heldCredential } from './provider-session';

const minute = 60_000;
const answer = (receivedAt: number) => ({ receivedAt, milliseconds: 200, traceId: null });
const endOf = (credential: Parameters<typeof lifeOf>[0]) => lifeOf(credential, 0).expiresAt;

test('a lifetime counts from when the request was sent, not from its response', () => {
  expect(endOf(heldCredential('a', 7200, answer(1000), null))).toBe(800 + 120 * minute);
});

test('a credential returned again is reported, and lives no longer whatever expire says', () => {
  const first = heldCredential('a', 7200, answer(0), null);
  expect(first.again).toBe(false);
  const again = heldCredential('a', 7200, answer(60 * minute), first);
  expect(again.again).toBe(true);
  expect(endOf(again)).toBe(endOf(first));
});

test('where the response has the remaining lifetime, the earlier expiry counts', () => {
  const first = heldCredential('a', 7200, answer(0), null);
  const again = heldCredential('a', 3590, answer(60 * minute), first);
  expect(endOf(again)).toBe(60 * minute - 200 + 3590_000);
});

test('a new credential has its own lifetime', () => {
  const first = heldCredential('a', 7200, answer(0), null);
  const next = heldCredential('b', 7200, answer(100 * minute), first);
  expect(next).toMatchObject({ value: 'b', again: false, expireSeconds: 7200 });
  expect(endOf(next)).toBe(220 * minute - 200);
});

test('one that expired by this clock but is returned again expires as reported now: the clock was set ahead', () => {
  const day = 24 * 60 * minute;
  const first = heldCredential('a', 7200, answer(0), null);
  const again = heldCredential('a', 3600, answer(day), first);
  expect(again.again).toBe(true);
  expect(endOf(again)).toBe(day - 200 + 60 * minute);
});
