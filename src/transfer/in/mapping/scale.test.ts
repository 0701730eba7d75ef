import { expect, test } from 'vitest';
import { block, column } from '../test-columns';
import { FitCounter } from './fit';

const weights = [3504, 3693, 4341, 2372, 1613, 5140, 3086, 2774, 2587, 2130, 2234, 4615].map(String);

function found(texts: (string | number)[], more = {}) {
  const fit = new FitCounter([column('number', more)]);
  fit.add(block(texts.map((text) => [text])));
  fit.end();
  return fit.columns[0]?.oddScale ?? null;
}

test('a value that is about a thousand times smaller than all others is named, with its line and text', () => {
  expect(found(['3.436', ...weights])).toEqual({
    than: 'smaller',
    count: 1,
    first: [{ line: 2, text: '3.436' }],
    of: 0,
  });
  expect(found([...weights.map(Number), 3.436])).toMatchObject({
    than: 'smaller',
    first: [{ line: 14, text: '3.436' }],
  });
  expect(found([...weights, ...weights, '-3.436', '4,000', '2.000'])).toMatchObject({ than: 'smaller', count: 2 });
});

test('a comma that was read as setting thousands apart makes a value a thousand times larger', () => {
  const grams = weights.map((text) => String(Number(text) / 1000));
  expect(found([...grams, '3,436'])).toEqual({ than: 'larger', count: 1, first: [{ line: 14, text: '3,436' }], of: 0 });
  expect(found([...grams, '3436'])).toBeNull();
});

test('of a long column the first ten thousand values are looked at, and it is said', () => {
  const long = Array.from({ length: 12_000 }, (_, index) => weights[index % weights.length] ?? '');
  expect(found(['3.436', ...long])).toMatchObject({ count: 1, of: 10_000 });
  expect(found([...long, '3.436'])).toBeNull();
});

test('nothing is named where values differ as values do', () => {
  expect(found(weights)).toBeNull();
  expect(found([...weights, '0', '', '1', '300'])).toBeNull();
  expect(found([...weights, '3.4361'])).toBeNull();
  // Too few others, too many of them, and others that are far apart themselves.
  expect(found(['3.436', ...weights.slice(0, 9)])).toBeNull();
  expect(found(['3.436', '2.125', ...weights])).toBeNull();
  expect(found(['3.436', ...weights, '120', '24000'])).toBeNull();
});
