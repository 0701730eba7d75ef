import { describe, expect, test } from 'vitest';
import { scaleOf, timelineOf } from './request-timing';

describe('the time of a request', () => {
  test('is split into waiting, network and decoding, which add up', () => {
    const times = { queuedAt: 1000, sentAt: 1250, answeredAt: 1290, finishedAt: 1293 };
    expect(timelineOf(times, 9999)).toEqual({ waiting: 250, network: 40, decoding: 3, total: 293, now: null });
  });
  test('of a waiting request grows with the clock', () => {
    const times = { queuedAt: 1000, sentAt: null, answeredAt: null, finishedAt: null };
    expect(timelineOf(times, 1400)).toEqual({ waiting: 400, network: 0, decoding: 0, total: 400, now: 'waiting' });
  });
  test('of a running request is network', () => {
    const times = { queuedAt: 1000, sentAt: 1010, answeredAt: null, finishedAt: null };
    expect(timelineOf(times, 1500)).toEqual({ waiting: 10, network: 490, decoding: 0, total: 500, now: 'network' });
  });
  test('of one cancelled before sending is waiting only', () => {
    const times = { queuedAt: 1000, sentAt: null, answeredAt: null, finishedAt: 1100 };
    expect(timelineOf(times, 5000)).toEqual({ waiting: 100, network: 0, decoding: 0, total: 100, now: null });
  });
  test('of one without response is network up to its end', () => {
    const times = { queuedAt: 1000, sentAt: 1000, answeredAt: null, finishedAt: 3000 };
    expect(timelineOf(times, 5000)).toMatchObject({ network: 2000, decoding: 0, total: 2000 });
  });
  test('is never negative when the clock was set back', () => {
    const times = { queuedAt: 5000, sentAt: 1000, answeredAt: 900, finishedAt: 1100 };
    expect(timelineOf(times, 0)).toEqual({ waiting: 0, network: 0, decoding: 200, total: 200, now: null });
  });
});

describe('the scale of the bars', () => {
  test('fits nine in ten requests', () => {
    expect(scaleOf([...Array.from({ length: 18 }, () => 200), 60_000, 60_000])).toBe(200);
  });
  test('is 100 ms without requests', () => {
    expect(scaleOf([])).toBe(100);
    expect(scaleOf([3])).toBe(100);
  });
});
