import { expect, test } from 'vitest';
import { FitCounter } from '../../transfer/in/fit';
import type { MappedColumn } from '../../transfer/in/mapping';
import { block, column } from '../../transfer/in/test-columns';
import { betterForms, fitNow, perhapsThousands } from './instead';

function counted(texts: readonly string[], own: MappedColumn) {
  const fit = new FitCounter([own]);
  fit.add(block(texts.map((text) => [text])));
  return fit.columns[0] as (typeof fit.columns)[0];
}

const texts = ['1', 'n/a', 'n/a', '-', '?'];
const said: MappedColumn['instead'][] = [
  undefined,
  [['n/a', '0']],
  [
    ['n/a', ''],
    ['-', 'no number'],
  ],
];

test('what is said of a text is told at once as it is counted later, whatever was said before', () => {
  for (const before of said) {
    for (const now of said) {
      const { unfit, mended, unfitExamples } = counted(texts, column('number', { instead: now }));
      const early = fitNow(counted(texts, column('number', { instead: before })), column('number', { instead: now }));
      expect(early).toMatchObject({ unfit: unfit['not-a-number'], mended });
      if (before === undefined) expect(early.examples).toEqual(unfitExamples);
    }
  }
});

test('a way of writing that more texts fit in is found; several where nobody can tell them apart', () => {
  const day = column('date');
  expect(betterForms(counted(['2026-01-01', '01.02.2026', '1/3/2026', 'Q1'], day), day)).toEqual([
    { form: 'day-first', count: 2 },
    { form: 'month-first', count: 2 },
  ]);
  expect(betterForms(counted(['31.12.2026', '1/3/2026'], day), day)).toEqual([{ form: 'day-first', count: 2 }]);
  expect(betterForms(counted(['Q1'], day), day)).toEqual([]);
  const mended = column('date', { instead: [['31.12.2026', '2026-12-31']] });
  expect(betterForms(counted(['31.12.2026'], mended), mended)).toEqual([]);
});

test('points that may set thousands apart are told, unless they cannot or were spoken of', () => {
  const number = column('number');
  expect(perhapsThousands(['3.514', '-', '12.693'], number)).toBe('3.514');
  for (const samples of [['3.514'], ['3.514', '2.5'], ['3.514', '20'], ['3514', '2693']])
    expect(perhapsThousands(samples, number)).toBeNull();
  expect(perhapsThousands(['3.514', '2.693'], column('number', { written: 'comma' }))).toBeNull();
  expect(perhapsThousands(['3.514', '2.693'], column('text'))).toBeNull();
});
