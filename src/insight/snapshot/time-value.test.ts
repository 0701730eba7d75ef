import { expect, test } from 'vitest';
import { timeValue } from './time-value';

test('a day is one of the calendar, in every year that four digits name', () => {
  for (let year = 0; year <= 9999; year += year < 2100 && year > 1890 ? 1 : 37)
    for (let month = 0; month <= 13; month += 1)
      for (const day of [0, 1, 28, 29, 30, 31, 32]) {
        const text = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
          '-',
        );
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const isDay = year > 0 && date.toISOString().slice(0, 10) === text;
        expect(timeValue(text)?.micros ?? null, text).toBe(isDay ? BigInt(date.getTime()) * 1000n : null);
      }
});
