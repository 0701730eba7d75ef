import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lifeOf } from '../../credentials/expiry';
import { barOf, placeOf, ticksOf, timelineOf } from './timeline';

const minute = 60_000;
const life = (issuedMinute: number, now: number) =>
  lifeOf({ receivedAt: issuedMinute * minute, expireSeconds: 7200 }, now);

describe('the timeline of credentials', () => {
  test('spans from the first start to the last expiry', () => {
    const now = 46 * minute;
    expect(timelineOf([life(0, now), life(16, now)], now)).toEqual({ start: 0, end: 136 * minute });
  });
  test('does not exist without a credential', () => {
    expect(timelineOf([], 0)).toBeNull();
  });
  test('follows the clock past the end for a while, then stops', () => {
    expect(timelineOf([life(0, 0)], 125 * minute)?.end).toBe(125 * minute);
    expect(timelineOf([life(0, 0)], 600 * minute)?.end).toBe(135 * minute);
  });
  test('keeps every time on the track', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }), (now, at) => {
        const timeline = timelineOf([life(0, now)], now);
        const left = timeline === null ? -1 : placeOf(timeline, at);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('the bar of a credential', () => {
  const timeline = { start: 0, end: 120 * minute };
  test('has its last quarter renewable: thirty minutes of two hours', () => {
    const bar = barOf(timeline, life(0, 60 * minute), 60 * minute);
    expect(bar).toEqual({
      left: 0,
      width: 100,
      passed: { left: 0, width: 50 },
      renewable: { left: 75, width: 25 },
    });
  });
  test('is completely elapsed after expiry', () => {
    expect(barOf({ start: 0, end: 130 * minute }, life(0, 0), 130 * minute).passed.width).toBeCloseTo(
      (120 / 130) * 100,
    );
  });
  test('is not elapsed before it starts', () => {
    expect(barOf(timeline, life(30, 0), 0).passed.width).toBe(0);
  });
});

describe('the times named below the line', () => {
  test('are now, renewal, expiry and start, in order of time', () => {
    const now = 46 * minute;
    const lives = [life(0, now)];
    const ticks = ticksOf({ start: 0, end: 120 * minute }, lives, now, 8);
    expect(ticks.map(({ at, now }) => [at / minute, now])).toEqual([
      [0, false],
      [46, true],
      [90, false],
      [120, false],
    ]);
  });
  test('name the expiry of an expired credential rather than its renewal', () => {
    const ticks = ticksOf({ start: 0, end: 240 * minute }, [life(0, 10 * minute)], 200 * minute, 14);
    expect(ticks.map(({ at }) => at / minute)).toEqual([0, 120, 200]);
  });
  test('omit those that would overlap more important ones', () => {
    const now = 88 * minute;
    const ticks = ticksOf({ start: 0, end: 120 * minute }, [life(0, now)], now, 8);
    expect(ticks.map(({ at }) => at / minute)).toEqual([0, 88, 120]);
  });
});
