import { describe, expect, test } from 'vitest';
import { block, column } from '../test-columns';
import { importRowsOf } from '../worker/import-rows';
import { FitCounter, unfitOf } from './fit';
import type { MappedColumn } from './mapping';

describe('counts', () => {
  test('fitting and misfitting values, with lines', () => {
    const fit = new FitCounter([column('number')]);
    fit.add(block([['1'], [''], ['x'], ['2'], ['3'], ['4'], ['5'], ['6'], ['y']]));
    const [counted] = fit.columns;
    expect(counted).toMatchObject({ filled: 8, blank: 1 });
    expect(counted?.unfitExamples.map(({ line, text }) => [line, text])).toEqual([
      [4, 'x'],
      [10, 'y'],
    ]);
    expect(unfitOf(counted as NonNullable<typeof counted>)).toBe(2);
    expect(fit.unfitRows).toBe(2);
  });

  test('misfits keep or clear their field if chosen, and are reported; the row is sent then', () => {
    const mapped = (unfit: MappedColumn['unfit']) => [
      column('number', { unfit }),
      column('text', { field_id: '23', column: 1 }),
    ];
    const row = (unfit: MappedColumn['unfit']) =>
      importRowsOf(mapped(unfit))({ row: 0, line: 2, cells: ['n/a', 'x'], broken: null });
    const own = { field_id: '22', text: 'n/a' };
    const other = { field_id: '23', after: 'x', unfit: null, text: 'x' };
    expect(row(undefined)).toMatchObject({ cells: [{ field_id: '22', unfit: 'not-a-number' }, other] });
    expect(row(undefined).misfits).toBeUndefined();
    expect(row('keep')).toMatchObject({ cells: [other], misfits: [{ ...own, does: 'keep' }] });
    expect(row('clear')).toMatchObject({
      // Its text stays with it: a record that reads like the file already is not cleared.
      cells: [{ field_id: '22', after: null, unfit: null, text: 'n/a' }, other],
      misfits: [{ ...own, does: 'clear' }],
    });
    const fit = new FitCounter(mapped('keep'));
    fit.add(
      block([
        ['n/a', 'x'],
        ['1', 'y'],
      ]),
    );
    expect(fit.unfitRows).toBe(0);
    expect(fit.columns[0]).toMatchObject({ unfit: { 'not-a-number': 1 }, unfitExamples: [{ line: 2, text: 'n/a' }] });
  });

  test('misfits are listed with counts; replaced ones are counted apart', () => {
    const rows = block([
      ['n/a', 'x'],
      ['n/a', 'y'],
      ['-', 'z'],
      ['3', 'v'],
      ['?', 'w'],
    ]);
    const counted = (replacements: MappedColumn['replacements']) => {
      const fit = new FitCounter([column('number', { replacements }), column('text', { field_id: '23', column: 1 })]);
      fit.add(rows);
      return fit;
    };
    const plain = counted(undefined);
    expect([...(plain.columns[0]?.unfitTexts ?? [])].map(([text, { count }]) => [text, count])).toEqual([
      ['n/a', 2],
      ['-', 1],
      ['?', 1],
    ]);
    const replaced = counted([
      ['n/a', '0'],
      ['-', ''],
      ['?', 'no number either'],
    ]);
    expect(replaced.columns[0]).toMatchObject({ filled: 5, replaced: 3, unfit: { 'not-a-number': 1 } });
    expect(replaced.columns[0]?.unfitTexts).toEqual(plain.columns[0]?.unfitTexts);
    expect(replaced.columns[0]?.unfitExamples.map(({ text }) => text)).toEqual(['?']);
    expect([plain.unfitRows, replaced.unfitRows]).toEqual([4, 1]);
  });

  test('of very many misfits the first are listed, and those decided', () => {
    const many = Array.from({ length: 60 }, (_each, index) => [`text ${index}`]);
    const fit = new FitCounter([column('number', { replacements: [['text 59', '1']] })]);
    fit.add(block(many));
    expect([...(fit.columns[0]?.unfitTexts.keys() ?? [])]).toEqual([
      ...many.slice(0, 50).map(([text]) => text),
      'text 59',
    ]);
  });

  test.each<[string, boolean, number, string[]]>([
    ['IDs, of which one ends in zero', false, 0, ['2300020000000010', '2300020000000011', '2300020000000012', '']],
    ['IDs that all end in zero', true, 0, ['2300020000000010', '2300020000000010', '2300020000000020']],
    ['one ID that ends in three zeros', true, 0, ['230002000000001000']],
    ['names', false, 4, ['a', 'b', 'c', 'd']],
    ['IDs in scientific form', true, 3, ['2.30002E+15', '2.30002E+15', '2.30002E+15', '2300020000000011']],
  ])('%s: rounded by a spreadsheet: %s', (_what, rounded, unfit, ids) => {
    for (const field_id of ['item_id', '22']) {
      const fit = new FitCounter([column('text', { field_id })]);
      fit.add(block(ids.map((id) => [id])));
      const [own] = fit.columns as [(typeof fit.columns)[0]];
      expect([own.rounded, unfitOf(own), fit.unfitRows]).toEqual([rounded, field_id === 'item_id' ? unfit : 0, 0]);
    }
  });
});
