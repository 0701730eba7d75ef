import { expect, it } from 'vitest';
import { daysOfWord, isDateText, timeText } from './clock';

/** A Wednesday. */
const now = Date.parse('2025-01-01T23:59:59Z');

it('writes times as in the contract, without zone', () => {
  expect(timeText(now)).toBe('2025-01-01 23:59:59');
});

it('knows the days of a date word; weeks begin on Monday, over the turn of a year too', () => {
  expect(daysOfWord('today', now)).toEqual(['2025-01-01', '2025-01-01']);
  expect(daysOfWord('yesterday', now)).toEqual(['2024-12-31', '2024-12-31']);
  expect(daysOfWord('this_week', now)).toEqual(['2024-12-30', '2025-01-05']);
  expect(daysOfWord('last_week', now)).toEqual(['2024-12-23', '2024-12-29']);
  expect(daysOfWord('this_week', Date.parse('2025-01-05T12:00:00Z'))).toEqual(['2024-12-30', '2025-01-05']);
  expect(daysOfWord('this_week', Date.parse('2025-01-06T00:00:00Z'))).toEqual(['2025-01-06', '2025-01-12']);
  expect(daysOfWord('tomorrow', now)).toBeNull();
});

it('accepts existing dates and date-times only', () => {
  for (const text of ['2024-02-29', '1999-12-31 23:59:59']) expect(isDateText(text)).toBe(true);
  for (const text of [
    '2025-02-29',
    '2025-13-01',
    '2025-1-1',
    '2025-01-01T00:00:00',
    '2025-01-01 24:00:00',
    '',
    'today',
  ]) {
    expect(isDateText(text)).toBe(false);
  }
});
