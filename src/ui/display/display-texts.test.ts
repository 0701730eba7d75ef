import { createFormatter } from 'use-intl';
import { expect, test } from 'vitest';
import { spaceDigits } from '../../texts/space-digits';
import { scaledSize } from './size-text';
import { agoText, checkedAgo, pastText } from './time-text';

test('a size is formatted in the shortest unit', () => {
  expect(scaledSize(0)).toEqual({ value: 0, unit: 'byte' });
  expect(scaledSize(999)).toEqual({ value: 999, unit: 'byte' });
  expect(scaledSize(82_400)).toEqual({ value: 82.4, unit: 'kilobyte' });
  expect(scaledSize(999_700)).toEqual({ value: 0.9997, unit: 'megabyte' });
  expect(scaledSize(5_000_000_000_000_000_000n)).toEqual({ value: 5_000_000, unit: 'terabyte' });
});

test('only digits before Chinese are spaced', () => {
  expect(spaceDigits('171字节')).toBe('171 字节');
  expect(spaceDigits('3.9 kB')).toBe('3.9 kB');
});

test('a time that has passed has a space between digits and Chinese; a check is never "now"', () => {
  const chinese = createFormatter({ locale: 'zh-CN', timeZone: 'UTC' });
  const english = createFormatter({ locale: 'en', timeZone: 'UTC' });
  expect(agoText(chinese, 0, 180_000)).toBe('3 分钟前');
  expect(agoText(english, 0, 180_000)).toBe('3 minutes ago');
  expect(agoText(chinese, 0, 0)).toBe('现在');
  expect(pastText(chinese, 0, 180_000, '刚刚')).toBe('3 分钟前');
  expect(pastText(chinese, 15_000, 0, '刚刚')).toBe('刚刚');
  expect(checkedAgo(chinese, 0, 0)).toBe('1 秒前');
  expect(agoText(chinese, 0, 2000, 'narrow')).toBe(agoText(chinese, 0, 2000));
  expect(checkedAgo(english, 500, 0)).toBe('1 second ago');
});
