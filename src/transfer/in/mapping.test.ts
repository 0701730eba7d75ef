import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldConfig } from '../../contract/table-config';
import { type Samples, withValues } from './by-values';
import { converterOf } from './convert';
import { FitCounter, looksRounded, unfitOf } from './fit';
import { headsOf } from './header';
import { importRowsOf } from './import-rows';
import { keyCandidates } from './key-candidates';
import { byChance, counterOf, isSafe, ranked, verdictOf } from './key-doctor';
import {
  blanksOf,
  changeColumn,
  clearingAgain,
  keptOf,
  type MappedColumn,
  mapColumn,
  mappedColumns,
  proposeMapping,
  recordIdField,
  type TargetField,
} from './mapping';
import type { RowBlock, SourceCell } from './rows';

const field = (field_id: string, name: string, kind: TargetField['kind'] = 'text'): TargetField => ({
  field_id,
  name,
  kind,
  config: null,
});
const fields = [recordIdField, field('22', 'Name'), field('23', 'Unit price', 'number'), field('24', 'Name', 'date')];
const optionsNamed = (...names: string[]): FieldConfig => ({
  field_id: '',
  name: '',
  field_type: 'category',
  required: false,
  config: { options: names.map((name, index) => ({ id: `${index}`, name, color: null })) },
});
const told = (names: string[], own: TargetField[], profiles: Samples) =>
  withValues(proposeMapping(headsOf(names), own), headsOf(names), own, profiles);
const ids = (mapping: ReturnType<typeof proposeMapping>) => mapping.map(({ field_id }) => field_id);

describe('where columns go', () => {
  test('by id, by name, by nearly the name; a name that two fields have finds none; system fields are never written', () => {
    const columns = headsOf(['item_id', '22', 'unit_PRICE', 'Name', 'created_on', '']);
    expect(ids(proposeMapping(columns, fields))).toEqual(['item_id', '22', '23', null, null, null]);
  });

  test('by the options that its first texts are, two at least, where that is one field; as its texts leave only one way to read them', () => {
    const size = { field_id: '30', name: 'Size', kind: 'option', config: optionsNamed('S', 'L') } as const;
    const own: TargetField[] = [
      { ...size, field_id: '31', name: 'Colour', config: optionsNamed('red', 'blue') },
      size,
      { field_id: '32', name: 'Price', kind: 'number', config: null },
      { field_id: '33', name: 'Day', kind: 'date', config: null },
    ];
    const profiles = [
      ['S', 'L'],
      ['42,53', 'n/a', '1.000'],
      ['3/4/2026', '5/6/2026'],
    ].map((samples) => ({ samples }));
    expect(told(['Grösse', 'Price', 'Day'], own, profiles)).toMatchObject([
      { field_id: '30', by: 'values' },
      { field_id: '32', written: 'comma', told: true },
      // The third of April, or the fourth of March.
      { field_id: '33' },
    ]);
    const day = told(['Day'], own, [{ samples: ['3/4/2026', '13/4/2026'] }]);
    expect(day).toMatchObject([{ written: 'day-first', told: true }]);
    expect(told(['Day'], own, [{ samples: ['3/4/2026'] }])[0]?.written).toBeUndefined();
    const twice = [...own, { ...size, field_id: '34', name: 'Size too' }];
    expect(told(['Grösse'], twice, profiles)[0]?.field_id).toBeNull();
    expect(told(['Grösse'], own, [{ samples: ['S'] }])[0]?.field_id).toBeNull();
    expect(mapColumn(day, 0, own[2] ?? null)[0]?.written).toBeUndefined();
  });

  test('an export tells two fields of one name apart by their ids', () => {
    expect(ids(proposeMapping(headsOf(['Name (24)', 'Name (22)']), fields))).toEqual(['24', '22']);
  });

  test('as last time, also where that was nowhere; a field takes one column', () => {
    const columns = headsOf(['Unit price', 'b']);
    const chosen = mapColumn(mapColumn(proposeMapping(columns, fields), 0, null), 1, fields[2] ?? null);
    expect(ids(chosen)).toEqual([null, '23']);
    expect(proposeMapping(columns, fields, keptOf(chosen, columns))).toMatchObject([
      { field_id: null, by: 'remembered' },
      { field_id: '23', by: 'remembered' },
    ]);
    expect(ids(mapColumn(chosen, 0, fields[2] ?? null))).toEqual(['23', null]);
  });
});

const column = (kind: MappedColumn['kind'], more: Partial<MappedColumn> = {}): MappedColumn => ({
  column: 0,
  field_id: '22',
  kind,
  config: null,
  blank: 'keep',
  ...more,
});
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
    ['text', "'=1+1", '=1+1'],
    ['text', 12, '12'],
    ['number', '007', 7],
    ['number', '-12.50', -12.5],
    ['number', '1,234', 1234],
    ['number', '12345678901234567890', 12345678901234567890n],
    ['number', 5, 5],
    ['date', '2026-02-28', '2026-02-28'],
    ['date', '2026/2/3', '2026-02-03'],
    ['switch', 'yes', true],
    ['json', [1], [1]],
  ])('%s %j', (kind, cell, after) => {
    expect(converterOf(column(kind))(cell)).toMatchObject({ after, unfit: null });
  });

  test.each<[MappedColumn['kind'], SourceCell, string]>([
    ['number', 'many', 'not-a-number'],
    ['number', '.', 'not-a-number'],
    ['number', '0.1234567890123456789', 'not-exact'],
    ['date', '2026-02-30', 'not-a-date'],
    ['date', '31.12.2026', 'not-a-date'],
    ['option', 'Green', 'unknown-name'],
    ['text', { a: 1 }, 'kind-would-change'],
  ])('%s %j does not fit: %s', (kind, cell, unfit) => {
    expect(converterOf(column(kind, { config: kind === 'option' ? options : null }))(cell)).toMatchObject({ unfit });
  });

  test('names of options become ids, whatever form they come in', () => {
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
    ['month-first', '3/4/2026', '2026-03-04'],
    ['month-first', '2/30/2026', null],
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
    const made = converterOf(column(written === 'comma' ? 'number' : 'date', { written }))(text);
    expect(made?.unfit === null ? made.after : null).toEqual(after);
    // What does not fit is told as the file has it.
    if (after === null) expect(made?.text).toBe(text);
    expect(converterOf(column('text', { written }))(text)).toMatchObject({ after: text });
  });

  test('days as they are written here are the same in a file that writes them otherwise, and stay the same when they are kept', () => {
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

  test('blank leaves the field as it is, or clears it when the person says so', () => {
    expect(converterOf(column('number'))('')).toBeUndefined();
    expect(converterOf(column('number', { blank: 'clear' }))('')).toMatchObject({ after: null, unfit: null });
  });
});

const block = (rows: SourceCell[][]): RowBlock => ({
  rows,
  lines: null,
  firstLine: 2,
  broken: new Map(),
  problems: [],
});

describe('counts', () => {
  test('what fits, what does not, with lines', () => {
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

  test('what does not fit leaves its field as it is, or clears it, where the person says so, and is told; it keeps no row out then', () => {
    const mapped = (misfit: MappedColumn['misfit']) => [
      column('number', { misfit }),
      column('text', { field_id: '23', column: 1 }),
    ];
    const row = (misfit: MappedColumn['misfit']) =>
      importRowsOf(mapped(misfit))({ row: 0, line: 2, cells: ['n/a', 'x'], broken: null });
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

  test('record ids that a spreadsheet has rounded are told from ids that end with a zero', () => {
    const judged = (...ids: string[]) => {
      const fit = new FitCounter([column('text', { field_id: 'item_id' })]);
      fit.add(block(ids.map((id) => [id])));
      expect(fit.unfitRows).toBe(0);
      return fit.columns[0] as (typeof fit.columns)[0];
    };
    const sound = judged('2300020000000010', '2300020000000011', '2300020000000012', '');
    expect([unfitOf(sound), sound.blank, looksRounded(sound)]).toEqual([0, 1, false]);
    expect(looksRounded(judged('2300020000000010', '2300020000000010', '2300020000000020'))).toBe(true);
    const names = judged('a', 'b', 'c', 'd');
    expect([unfitOf(names), looksRounded(names)]).toEqual([4, false]);
    const scientific = judged('2.30002E+15', '2.30002E+15', '2.30002E+15', '2300020000000011');
    expect([unfitOf(scientific), looksRounded(scientific)]).toEqual([3, true]);
  });

  test('what blank means is said of columns that can be cleared, and is told as last time only where it was so then', () => {
    const columns = headsOf(['item_id', '22', 'Unit price', 'nowhere']);
    const all = (mapping: ReturnType<typeof proposeMapping>) => mapping.map(({ blank }) => blank);
    const cleared = blanksOf(proposeMapping(columns, fields), 'clear');
    expect(all(cleared)).toEqual(['keep', 'clear', 'clear', 'keep']);
    const first = proposeMapping(columns, fields, keptOf(changeColumn(cleared, 2, { blank: 'keep' }), columns));
    expect(clearingAgain(first, first)).toEqual([1]);
    const now = changeColumn(blanksOf(first, 'clear'), 2, { misfit: 'clear' });
    expect(all(now)).toEqual(['keep', 'clear', 'clear', 'keep']);
    expect(clearingAgain(now, first)).toEqual([1]);
    expect(clearingAgain(blanksOf(now, 'keep'), first)).toEqual([]);
    // As an older console may have kept it.
    const oldId = first.map((own) => ({ ...own, blank: 'clear' as const }));
    expect(clearingAgain(oldId, oldId)).toEqual([1, 2]);
  });

  test('how a column is written was told by its texts until the person says it', () => {
    const day: TargetField = { field_id: '33', name: 'Day', kind: 'date', config: null };
    const first = told(['Day'], [day], [{ samples: ['3/4/2026', '13/4/2026'] }]);
    expect(changeColumn(first, 0, { blank: 'clear' })[0]).toMatchObject({ told: true, blank: 'clear' });
    expect(changeColumn(first, 0, { written: 'month-first' })[0]?.told).toBeUndefined();
    expect(changeColumn(first, 0, { kind: 'text', written: undefined })[0]?.told).toBeUndefined();
  });

  test('what does not fit is said of one field: a column that goes elsewhere begins anew', () => {
    const columns = headsOf(['Unit price']);
    const chosen = proposeMapping(columns, fields).map((own) => ({ ...own, misfit: 'keep' as const }));
    expect(proposeMapping(columns, fields, keptOf(chosen, columns))).toMatchObject([
      { field_id: '23', misfit: 'keep' },
    ]);
    expect(mapColumn(chosen, 0, fields[1] ?? null)[0]?.misfit).toBeUndefined();
  });

  test('a row of the file is what it would write; a line that is broken writes nothing by itself', () => {
    const mapped = mappedColumns(proposeMapping(headsOf(['item_id', '22', 'Unit price']), fields), fields);
    const row = importRowsOf(mapped)({ row: 0, line: 7, cells: [' 5 ', 'x', '1e'], broken: null });
    expect(row).toEqual({
      line: 7,
      item_id: '5',
      broken: null,
      cells: [
        { field_id: '22', after: 'x', unfit: null, text: 'x' },
        { field_id: '23', after: null, unfit: 'not-a-number', text: '1e' },
      ],
    });
    expect(importRowsOf(mapped)({ row: 0, line: 8, cells: ['5', '', '2'], broken: null })).toMatchObject({
      cells: [{ field_id: '23' }],
      blank: ['22'],
    });
  });
});

describe('the key doctor', () => {
  const mapped = ['a', 'b', 'c'].map((field_id, place) => column('text', { field_id, column: place }));
  const rows = [
    ['x1', 'p', 'k'],
    ['X1', 'q', 'k'],
    ['x2', 'p', 'l'],
    ['x 2', 'q', 'l'],
    ['', 'r', 'k'],
    ['x1', 'r', 'l'],
  ];
  const judge = (fields: string[]) => {
    const counter = counterOf(fields, mapped);
    counter?.add(block(rows));
    counter?.addLines(block(rows));
    return counter?.result();
  };

  test('counts empties, doubles and what is nearly alike, with lines', () => {
    expect(judge(['a'])).toMatchObject({
      rows: 6,
      empty: 1,
      doubles: 1,
      near: 2,
      doubleExamples: [{ text: 'x1', lines: [2, 7] }],
    });
    expect(judge(['a'])?.nearExamples.map(({ lines }) => lines)).toEqual([
      [2, 3, 7],
      [4, 5],
    ]);
  });

  test('of two keys that leave a few rows out what names a row is proposed, not the number to its right', () => {
    const named = Array.from({ length: 200 }, (_row, index) => [
      index < 3 ? '' : `name ${index}`,
      index < 1 ? '' : `${index}`,
    ]);
    const columns = [column('text', { field_id: 'name' }), column('number', { field_id: 'weight', column: 1 })];
    const findings = [['weight'], ['name']].flatMap((fields) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(named));
      return counter ? [counter.result()] : [];
    });
    expect(ranked(findings).map(({ fields }) => fields)).toEqual([['name'], ['weight']]);
  });

  test('rows with a record id are looked for by it first: a key beside it is judged by the others alone', () => {
    const columns = [column('text', { field_id: 'item_id' }), column('text', { field_id: 'name', column: 1 })];
    const given = [
      ['1', 'a'],
      ['2', 'a'],
      ['2', ''],
      ['', 'b'],
      ['', 'c'],
    ];
    expect(keyCandidates(columns, given)).toEqual([['item_id'], ['name']]);
    const [id, name] = [['item_id'], ['name']].map((fields) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(given));
      return counter?.result();
    });
    expect(id).toMatchObject({ rows: 5, byId: 0, empty: 2, doubles: 1 });
    expect(name).toMatchObject({ rows: 5, byId: 3, empty: 0, doubles: 1 });
  });

  test('safe is said of a key that was judged, in the file and in the table; where every row has an id, the key was not', () => {
    const columns = [column('text', { field_id: 'item_id' }), column('number', { field_id: 'power', column: 1 })];
    const found = (fields: string[], given: string[][]) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(given));
      return counter?.result() as NonNullable<ReturnType<typeof judge>>;
    };
    const withIds = found(
      ['power'],
      [
        ['1', '5'],
        ['2', '5'],
      ],
    );
    expect([verdictOf(withIds, null), verdictOf(withIds, 0), verdictOf(withIds, 2)]).toEqual([
      'id-first',
      'id-first',
      'unsafe',
    ]);
    expect(byChance(withIds)).toBe(false);
    const some = found(
      ['power'],
      [
        ['1', '5'],
        ['', '5'],
      ],
    );
    expect([verdictOf(some, null), verdictOf(some, 0), byChance(some)]).toEqual(['safe-in-file', 'safe', true]);
    const doubled = found(
      ['power'],
      [
        ['', '5'],
        ['', '5'],
      ],
    );
    expect(verdictOf(doubled, 0)).toBe('unsafe');
    expect(verdictOf(found(['item_id'], [['1', '5']]), null)).toBe('safe');
    expect(verdictOf(found(['item_id'], [['', '5']]), null)).toBe('useless');
  });

  test('a number that tells a few rows apart is not proposed; one row can be found by its name', () => {
    const columns = [column('number', { field_id: 'power' }), column('text', { field_id: 'name', column: 1 })];
    const given = [
      ['90', 'a'],
      ['75', 'b'],
      ['60', 'b'],
    ];
    const findings = keyCandidates(columns, given).flatMap((fields) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(given));
      return counter ? [counter.result()] : [];
    });
    expect(findings.map((finding) => [finding.fields.join(), byChance(finding)])).toEqual([
      ['power', true],
      ['name', false],
    ]);
    expect(keyCandidates(columns, given.slice(0, 1))).toContainEqual(['name']);
  });

  test('a joint key is judged as one; the smallest safe one comes first', () => {
    expect(keyCandidates(mapped, rows)).toContainEqual(['b', 'c']);
    const findings = [['a'], ['b'], ['b', 'c']].map((fields) => judge(fields) as NonNullable<ReturnType<typeof judge>>);
    expect(ranked(findings).map(({ fields }) => fields)[0]).toEqual(['b', 'c']);
    expect(isSafe(ranked(findings)[0] as (typeof findings)[0])).toBe(true);
  });
});
