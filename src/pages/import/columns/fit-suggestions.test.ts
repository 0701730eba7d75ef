import { expect, test } from 'vitest';
import { converterOf } from '../../../transfer/in/mapping/convert';
import { FitCounter } from '../../../transfer/in/mapping/fit';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { SourceCell } from '../../../transfer/in/source/rows';
import { block, column } from '../../../transfer/in/test-columns';
import { betterFormats, fitNow, optionsToChoose, perhapsThousands } from './fit-suggestions';

function counted(texts: readonly SourceCell[], own: MappedColumn) {
  const fit = new FitCounter([own]);
  fit.add(block(texts.map((text) => [text])));
  return fit.columns[0] as (typeof fit.columns)[0];
}

const texts = ['1', 'n/a', 'n/a', '-', '?'];
const said: MappedColumn['replacements'][] = [
  undefined,
  [['n/a', '0']],
  [
    ['n/a', ''],
    ['-', 'no number'],
  ],
];

test('a decision on a text is counted at once as later, whatever was decided before', () => {
  for (const before of said) {
    for (const now of said) {
      const { unfit, replaced, unfitExamples } = counted(texts, column('number', { replacements: now }));
      const early = fitNow(
        counted(texts, column('number', { replacements: before })),
        column('number', { replacements: now }),
      );
      expect(early).toMatchObject({ unfit: unfit['not-a-number'], replaced });
      if (before === undefined) expect(early.examples).toEqual(unfitExamples);
    }
  }
});

test('a format in which more texts fit is suggested, or several if ambiguous', () => {
  const day = column('date');
  const found = (texts: string[], own = day) => betterFormats(counted(texts, own), own);
  expect(found(['2026-01-01', '01.02.2026', '1/3/2026', 'Q1'])).toEqual([
    { form: 'day-first', gained: 2, lost: 0, turned: 0 },
    { form: 'month-first', gained: 2, lost: 0, turned: 0 },
  ]);
  expect(found(['31.12.2026', '1/3/2026'])).toEqual([{ form: 'day-first', gained: 2, lost: 0, turned: 0 }]);
  expect(found(['Q1'])).toEqual([]);
  expect(found(['31.12.2026'], column('date', { replacements: [['31.12.2026', '2026-12-31']] }))).toEqual([]);
  expect(found(['12/18/97', '12/18/1997', '1/2/03'])).toEqual([
    { form: 'month-first-short', gained: 3, lost: 0, turned: 0 },
  ]);
  expect(found(['2026-01-02T09:30:00+08:00', '2026-01-02'])).toEqual([
    { form: 'no-offset', gained: 1, lost: 0, turned: 0 },
  ]);
});

test('a format that loses as many texts as it gains is not suggested; fewer losses are counted', () => {
  const number = column('number');
  const found = (texts: string[], own = number) => betterFormats(counted(texts, own), own);
  expect(found(['18,5', '15.5'])).toEqual([]);
  expect(found(['18,5', '15.5', '6.1', '7.2', '8.3', '9.4', '10.5'])).toEqual([]);
  expect(found(['18,5', '19,5', '20,5', '7', '1.234', '-1.234', '15.5', '1234.567', '1e3'])).toEqual([
    { form: 'comma', gained: 3, lost: 2, turned: 0 },
  ]);
  expect(found(['18,5', '19,5', '15.5'], column('number', { replacements: [['18,5', '18.5']] }))).toEqual([]);
});

test('possible thousands separators are reported, unless impossible or decided', () => {
  const found = (texts: string[], own = column('number')) => perhapsThousands(counted(texts, own));
  expect(found(['3.514', '-', '12.693'])).toBe('3.514');
  // One among many that have no point is no chance.
  const many = ['3504', '3693', '4341', '2372', '1613', '5140', '3086', '2774', '2587', '2130'];
  expect(found([...many, '3.436'])).toBe('3.436');
  for (const texts of [['3.514'], ['3.514', '2.5'], ['3.514', '20'], ['3514', '2693'], [...many, '3.436', '3.4361']])
    expect(found(texts)).toBeNull();
  expect(found(['3.514', '2.693'], column('number', { written: 'comma' }))).toBeNull();
  expect(found(['3.514', '2.693'], column('text'))).toBeNull();
});

test('option texts that are IDs are offered to be read as IDs, with how many fit or would change', () => {
  const options = [
    ['1', '3'],
    ['2', '4'],
    ['4', '6'],
  ].map(([id = '', name = '']) => ({ id, name, color: null }));
  const config = { field_id: '22', name: 'Cylinders', field_type: 'category', required: false, config: { options } };
  const cylinders = column('option', { config });
  const found = (...cells: SourceCell[]) => betterFormats(counted(cells, cylinders), cylinders);
  expect(found('2', '2')).toEqual([{ form: 'ids', gained: 2, lost: 0, turned: 0 }]);
  expect(found('2', '2', '4')).toEqual([{ form: 'ids', gained: 2, lost: 0, turned: 1 }]);
  expect(found('2', '2', '6')).toEqual([{ form: 'ids', gained: 2, lost: 1, turned: 0 }]);
  expect(found('2', '6')).toEqual([]);
  // Numbers of a workbook or of JSON are no texts, and may be ids as well.
  expect(found(2, [2])).toEqual([{ form: 'ids', gained: 2, lost: 0, turned: 0 }]);
});

test('options of one name are identified by ID, also where that is the name of another', () => {
  const options = [
    ['7', 'Other'],
    ['8', 'Other'],
    ['9', '8'],
    ['10', ''],
  ].map(([id = '', name = '']) => ({ id, name, color: null }));
  const config = { field_id: '22', name: 'Size', field_type: 'category', required: false, config: { options } };
  const size = column('option', { config });
  const fit = counted(['Other', 'Other', '8'], size);
  expect(fit).toMatchObject({ filled: 3, unfit: { 'several-named': 2 } });
  const meant = optionsToChoose(config);
  expect(meant.map(({ shared }) => shared)).toEqual([true, true, false, false]);
  for (const { id, own } of meant) {
    const said = { ...size, replacements: [['Other', own]] as const };
    expect(converterOf(said)('Other')).toMatchObject({ after: [id], unfit: null });
    expect(fitNow(fit, said)).toMatchObject({ unfit: 0, replaced: 2 });
  }
});
