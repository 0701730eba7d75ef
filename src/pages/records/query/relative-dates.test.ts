import { describe, expect, test } from 'vitest';
import { dayOf, resolveDate } from './relative-dates';

describe('relative dates', () => {
  test.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['Yesterday', '2026-11-20', '2026-11-20'],
    ['昨天', '2026-11-20', '2026-11-20'],
    ['last 7 days', '2026-11-15', '2026-11-21'],
    ['last_30_days', '2026-10-23', '2026-11-21'],
    ['最近 90 天', '2026-08-24', '2026-11-21'],
    ['past 1 day', '2026-11-21', '2026-11-21'],
    ['this week', '2026-11-16', '2026-11-22'],
    ['上周', '2026-11-09', '2026-11-15'],
    ['this month', '2026-11-01', '2026-11-30'],
    ['last month', '2026-10-01', '2026-10-31'],
    ['this year', '2026-01-01', '2026-12-31'],
    ['去年', '2025-01-01', '2025-12-31'],
    ['start of month', '2026-11-01', '2026-11-01'],
    ['年初', '2026-01-01', '2026-01-01'],
    ['2026/2/3', '2026-02-03', '2026-02-03'],
    ['2026-02-03 04:05', '2026-02-03 04:05:00', '2026-02-03 04:05:00'],
  ])('%s', (text, from, to) => {
    expect(resolveDate(text, '2026-11-21')).toEqual({ from, to });
  });

  test('work across ends of months, years and weeks', () => {
    expect(resolveDate('yesterday', '2026-01-01')).toEqual({ from: '2025-12-31', to: '2025-12-31' });
    expect(resolveDate('last month', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(resolveDate('last month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    // A Sunday belongs to the week that began on the Monday before it.
    expect(resolveDate('this week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  });

  test.each(['', 'soon', 'last days', 'last 0 days', '2026-13-01', 'constructor'])('%s is no word', (text) => {
    expect(resolveDate(text, '2026-11-21')).toBeNull();
  });

  test('today is by this clock, not by another time zone', () => {
    expect(dayOf(new Date(2026, 0, 1, 0, 30))).toBe('2026-01-01');
    expect(dayOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31');
  });
});
