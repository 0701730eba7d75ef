import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldConfig } from '../../../contract/tables';
import type { SourceCell } from '../source/rows';
import { column } from '../test-columns';
import { converterOf } from './convert';
import type { MappedColumn } from './mapping';

const options: FieldConfig = {
  field_id: '22',
  name: '',
  field_type: 'category',
  required: false,
  config: { options: [{ id: '1', name: 'Red', color: null }] },
};

describe('what a cell becomes', () => {
  test.each<[MappedColumn['kind'], SourceCell, unknown]>([
    ['text', '007', '007'],
    ['text', '1e5', '1e5'],
    ['text', 'TRUE', 'TRUE'],
    ['text', '12345678901234567890', '12345678901234567890'],
    ['text', "'-tje", "'-tje"],
    ['text', 12, '12'],
    ['number', '007', 7],
    ['number', '-12.50', -12.5],
    ['number', '1,234', 1234],
    ['number', '12345678901234567890', 12345678901234567890n],
    ['number', '12345678901234.5678', { digits: 123456789012345678n, scale: 4n }],
    ['number', 5, 5],
    ['date', '2026-02-28', '2026-02-28'],
    ['date', '2026/2/3', '2026-02-03'],
    ['switch', 'yes', true],
    ['json', [1], [1]],
  ])('%s %j', (kind, cell, after) => {
    expect(converterOf(column(kind))(cell)).toMatchObject({ after, unfit: null });
  });

  test('a number of a file that a double would round is stored with all digits, and a text has them', () => {
    const cell = { digits: 123456789012345678n, scale: 4n };
    expect(converterOf(column('number'))(cell)).toMatchObject({ after: cell, unfit: null });
    expect(converterOf(column('text'))(cell)).toMatchObject({ after: '12345678901234.5678', unfit: null });
    expect(converterOf(column('location'))(cell)).toMatchObject({ unfit: 'not-json' });
  });

  test.each<[MappedColumn['kind'], SourceCell, string]>([
    ['number', 'many', 'not-a-number'],
    ['number', '.', 'not-a-number'],
    ['number', `0.${'3'.repeat(1000)}`, 'not-exact'],
    ['date', '2026-02-30', 'not-a-date'],
    ['date', '31.12.2026', 'not-a-date'],
    ['option', 'Green', 'unknown-name'],
    ['text', { a: 1 }, 'kind-would-change'],
  ])('%s %j does not fit: %s', (kind, cell, unfit) => {
    expect(converterOf(column(kind, { config: kind === 'option' ? options : null }))(cell)).toMatchObject({ unfit });
  });

  test('option names become IDs, in whatever form', () => {
    const convert = converterOf(column('option', { config: options }));
    expect(convert('red')).toMatchObject({ after: ['1'] });
    expect(convert([{ id: '1', name: 'Red' }])).toMatchObject({ after: ['1'] });
  });

  test.each<[NonNullable<MappedColumn['written']>, string, unknown]>([
    ['day-first', '3.4.2026', '2026-04-03'],
    ['day-first', '31/12/2026', '2026-12-31'],
    ['day-first', '12/31/2026', null],
    ['day-first', '31.12.26', null],
    ['day-first', '2026-12-31', '2026-12-31'],
    ['day-first-short', '31.12.29', '2029-12-31'],
    ['day-first-short', '31.12.30', '1930-12-31'],
    ['day-first-short', '31.12.2026', '2026-12-31'],
    ['day-first-short', '12/31/97', null],
    ['month-first-short', '12/18/97', '1997-12-18'],
    ['month-first-short', '12/18/997', null],
    ['no-offset', '2026-01-02T09:30:00+08:00', '2026-01-02 09:30:00'],
    ['no-offset', '2026-01-02 09:30:15.25Z', '2026-01-02 09:30:15'],
    ['no-offset', '2026-01-02 09:30', '2026-01-02 09:30:00'],
    ['no-offset', '2026-01-02+08', null],
    ['month-first', '3/4/2026', '2026-03-04'],
    ['month-first', '2/30/2026', null],
    ['month-name', '14 March 2026', '2026-03-14'],
    ['month-name', 'Mar 4, 2026', '2026-03-04'],
    ['month-name', 'Sat, 14-Mar-2026 2:05 PM', '2026-03-14 14:05:00'],
    ['month-name', '1. Dezember 2026', '2026-12-01'],
    ['month-name', '3 févr. 2026', '2026-02-03'],
    ['month-name', '14 de março de 2026', '2026-03-14'],
    ['month-name', 'Samstag, 14. März 2026', '2026-03-14'],
    ['month-name', 'before, 14 Mar 2026', null],
    ['month-name', '31 Feb 2026', null],
    ['month-name', '14 Foo 2026', null],
    ['compact', '20260314', '2026-03-14'],
    ['compact', '20261314', null],
    ['serial', '46095', '2026-03-14'],
    ['serial', '46095.5', '2026-03-14 12:00:00'],
    ['serial', '60', null],
    ['month-first', '3/14/2026 2:05 PM', '2026-03-14 14:05:00'],
    ['month-first', '12/31/2025 12:59 a.m.', '2025-12-31 00:59:00'],
    ['month-first', '12/31/2025 13:59 PM', null],
    ['accounting', '1,234.50-', -1234.5],
    ['accounting', '(1,234.50)', -1234.5],
    ['accounting', '$1,234.50', 1234.5],
    ['accounting', '-US$ 12', -12],
    ['accounting', '1,23,456', 123456],
    ['accounting', '1\u00a0234', 1234],
    ['accounting', '15%', 0.15],
    ['accounting', '1,2345', null],
    ['accounting', 'USD 12.50', 12.5],
    ['accounting', '12 PCS', null],
    ['accounting', 'SKU 12', null],
    ['accounting', '(5', null],
    ['accounting', 'EUR', null],
    ['comma', '1.234,50 €', 1234.5],
    ['comma', '(1.234,50)', -1234.5],
    ['comma', '1,5', 1.5],
    ['comma', '-1.234.567,25', -1234567.25],
    ['comma', '1.234', 1234],
    ['comma', '1\u00a0234,5', 1234.5],
    ['comma', '9007199254740993', 9007199254740993n],
    ['comma', '12,5%', 0.125],
    ['comma', ',5', 0.5],
    ['comma', '1.5', null],
    ['comma', '1,234,5', null],
    ['comma', ',', null],
  ])('written %s, %s is %s', (written, text, after) => {
    const made = converterOf(column(written === 'comma' || written === 'accounting' ? 'number' : 'date', { written }))(
      text,
    );
    expect(made?.unfit === null ? made.after : null).toEqual(after);
    // What does not fit is reported as in the file.
    if (after === null) expect(made?.text).toBe(text);
    expect(converterOf(column('text', { written }))(text)).toMatchObject({ after: text });
  });

  test('dates in another format equal the table’s, and stay equal when stored', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          const [year, month, day] = date.toISOString().slice(0, 10).split('-') as [string, string, string];
          const read = (written: MappedColumn['written'], text: string) =>
            converterOf(column('date', { written }))(text)?.after;
          const wanted = read(undefined, `${year}-${month}-${day}`);
          expect(read('day-first', `${Number(day)}.${Number(month)}.${year}`)).toEqual(wanted);
          expect(read('month-first', `${month}/${day}/${year}`)).toEqual(wanted);
        },
      ),
    );
  });

  test('plain texts in JSON are names; in a column of IDs they are IDs', () => {
    const numbered: FieldConfig = {
      ...options,
      config: {
        options: [
          { id: '2', name: '4', color: null },
          { id: '4', name: '6', color: null },
        ],
      },
    };
    const names = converterOf(column('option', { config: numbered }));
    const ids = converterOf(column('option', { config: numbered, written: 'ids', replacements: [['9', '4']] }));
    for (const cell of ['4', 4, ['4'], [4]] as SourceCell[]) {
      expect(names(cell)).toMatchObject({ after: ['2'], unfit: null, text: '4' });
      expect(ids(cell)).toMatchObject({ after: ['4'], unfit: null, text: '4' });
    }
    for (const cell of ['2', 2, ['2'], ['4', '2']] as SourceCell[])
      expect(names(cell)).toMatchObject({ unfit: 'unknown-name' });
    // The user still chooses an option by name.
    expect(ids('9')).toMatchObject({ after: ['2'], unfit: null });
    expect(converterOf(column('date'))(45000)).toMatchObject({ unfit: 'not-a-date' });
  });

  test('JSON that holds more than a reference is kept whole, unless the table config names the type', () => {
    const order = { item_id: '9', title: 'Order', qty: 500 };
    expect(converterOf(column('relation'))(order)).toMatchObject({ after: order, unfit: null });
    expect(converterOf(column('option'))([{ id: '7', name: 'Bolt', qty: 2 }])).toMatchObject({
      after: [{ id: '7', name: 'Bolt', qty: 2 }],
    });
    expect(converterOf(column('relation'))({ item_id: '9', title: 'Order' })).toMatchObject({ after: ['9'] });
    const config: FieldConfig = { field_id: 'f', name: 'F', field_type: 'relation', required: false, config: {} };
    expect(converterOf(column('relation', { config }))(order)).toMatchObject({ after: ['9'] });
  });

  test('a blank cell keeps the field, or clears it if chosen', () => {
    expect(converterOf(column('number'))('')).toBeUndefined();
    expect(converterOf(column('number', { blank: 'clear' }))('')).toMatchObject({ after: null, unfit: null });
  });

  test('a text that does not fit is replaced as chosen; texts that fit are not', () => {
    const replacements = [
      ['n/a', '0'],
      ['-', ''],
      ['?', 'many'],
      ['7', '8'],
    ] as const;
    const convert = converterOf(column('number', { replacements }));
    expect(convert('n/a')).toEqual({ after: 0, unfit: null, text: '0' });
    expect(convert('-')).toBeUndefined();
    expect(converterOf(column('number', { replacements, blank: 'clear' }))('-')).toMatchObject({
      after: null,
      unfit: null,
    });
    expect(convert('?')).toMatchObject({ unfit: 'not-a-number', text: '?' });
    expect(convert('7')).toMatchObject({ after: 7 });
    expect(convert('N/A')).toMatchObject({ unfit: 'not-a-number' });
    const origin = converterOf(column('option', { config: options, replacements: [['U.S.', 'Red']] }));
    expect(origin('U.S.')).toMatchObject({ after: ['1'], unfit: null });
    const grouped = converterOf(column('number', { written: 'comma', replacements: [['k.A.', '1.200,5']] }));
    expect(grouped('k.A.')).toMatchObject({ after: 1200.5 });
  });
});
