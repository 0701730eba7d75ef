import { describe, expect, test } from 'vitest';
import type { FieldConfig } from '../../../contract/tables';
import { headsOf, withSystemNames } from '../source/header';
import { importRowsOf } from '../worker/import-rows';
import { mapByValues, type Samples } from './column-values';
import {
  blanksOf,
  type ColumnChoice,
  changeColumn,
  clearingAgain,
  fitOfSaved,
  mapColumn,
  mappedColumns,
  proposeMapping,
  recordIdField,
  type SavedChoice,
  savedChoices,
  type TargetField,
  withReplacement,
} from './mapping';

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
  mapByValues(proposeMapping(headsOf(names), own), headsOf(names), own, profiles);
const ids = (mapping: ReturnType<typeof proposeMapping>) => mapping.map(({ field_id }) => field_id);

describe('the suggested mapping', () => {
  test('is by ID, name or similar name; ambiguous names map nowhere; system fields are never written', () => {
    const columns = headsOf(['item_id', '22', 'unit_PRICE', 'Name', 'created_on', '']);
    expect(ids(proposeMapping(columns, fields))).toEqual(['item_id', '22', '23', null, null, null]);
  });

  test('maps exported system fields in any language: the record ID if its texts are IDs, others nowhere', () => {
    const called = new Map([
      ['Record', 'item_id'],
      ['记录', 'item_id'],
      ['Updated', 'updated_on'],
      ['Created', 'created_on'],
    ] as const);
    const own = [recordIdField, field('1', 'Updated'), field('2', 'Created at'), field('3', 'Record label')];
    const wentTo = (names: string[], samples: string[]) => {
      const columns = withSystemNames(headsOf(names), called);
      const profiles = names.map(() => ({ samples, texts: samples, ids: null }));
      return ids(mapByValues(proposeMapping(columns, own), columns, own, profiles));
    };
    // If a field has such a name the export distinguishes it; alone, its name means the field.
    expect(wentTo(['Record', 'Updated (updated_on)', 'Updated (1)', 'Created'], ['12', '13'])).toEqual([
      'item_id',
      null,
      '1',
      null,
    ]);
    expect(wentTo(['记录', 'Updated'], ['12'])).toEqual(['item_id', '1']);
    expect(wentTo(['Record (item_id)', '记录'], ['12'])).toEqual(['item_id', null]);
    expect(wentTo(['Record', 'Record (3)'], ['Abbey Road'])).toEqual([null, null]);
    expect(wentTo(['Record'], [])).toEqual([null]);
  });

  test('is by words of a name if unambiguous; another system’s ID is no record ID', () => {
    const own = [
      recordIdField,
      field('1', 'Weight (lbs)'),
      field('2', 'Model year'),
      field('3', 'Max speed'),
      field('4', 'Colour, outside'),
      field('5', 'Colour, inside'),
    ];
    expect(ids(proposeMapping(headsOf(['weight', 'Year', 'ID', 'Speed', 'Top speed max', 'Colour']), own))).toEqual([
      '1',
      '2',
      null,
      null,
      null,
      null,
    ]);
    expect(ids(proposeMapping(headsOf(['Weight, net', 'Speed']), own))).toEqual([null, '3']);
  });

  test('is by abbreviation or typo if unambiguous, as in an earlier file, or by texts in records', () => {
    const own = [
      recordIdField,
      field('1', 'Miles per gallon', 'number'),
      field('2', 'Model year'),
      field('3', 'Horsepower', 'number'),
      { ...field('4', 'Origin'), seen: new Set(['USA', 'Japan', 'Europe']) },
      field('5', 'Weight (lbs)', 'number'),
    ];
    const to = (names: string[], earlier: SavedChoice[] = []) =>
      proposeMapping(headsOf(names), own, [], earlier).map(({ field_id, by }) =>
        field_id ? `${field_id} ${by}` : null,
      );
    expect(to(['MPG', 'Horsepwer', 'Mod', 'Wt'])).toEqual(['1 alike', '3 alike', null, '5 alike']);
    // Both could match the one field.
    expect(to(['HP', 'Hrsepower'])).toEqual([null, null]);
    const earlier = savedChoices(mapColumn(proposeMapping(headsOf(['PS']), own), 0, own[3] ?? null), headsOf(['PS']));
    expect(to(['Colour', 'ps'], earlier)).toEqual([null, '3 earlier']);
    expect(to(['Horsepower', 'ps'], earlier)).toEqual(['3 name', null]);
    const samples = ['Japan', 'USA'];
    expect(told(['Where from'], own, [{ samples, texts: samples, ids: null }])).toMatchObject([
      { field_id: '4', by: 'values' },
    ]);
  });

  test('is by at least two option texts if unambiguous, or by the only possible type', () => {
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
    ].map((samples) => ({ samples, texts: samples, ids: null }));
    expect(told(['Grösse', 'Price', 'Day'], own, profiles)).toMatchObject([
      { field_id: '30', by: 'values' },
      { field_id: '32', written: 'comma', formatDetected: true },
      // The third of April, or the fourth of March.
      { field_id: '33' },
    ]);
    const day = told(['Day'], own, [
      { samples: ['3/4/2026', '13/4/2026'], texts: ['3/4/2026', '13/4/2026'], ids: null },
    ]);
    expect(day).toMatchObject([{ written: 'day-first', formatDetected: true }]);
    expect(told(['Day'], own, [{ samples: ['3/4/2026'], texts: ['3/4/2026'], ids: null }])[0]?.written).toBeUndefined();
    const twice = [...own, { ...size, field_id: '34', name: 'Size too' }];
    expect(told(['Grösse'], twice, profiles)[0]?.field_id).toBeNull();
    expect(told(['Grösse'], own, [{ samples: ['S'], texts: ['S'], ids: null }])[0]?.field_id).toBeNull();
    expect(mapColumn(day, 0, own[2] ?? null)[0]?.written).toBeUndefined();
  });

  test('detects a column of IDs if every text is an ID and so is its header, or by length; never if all are names', () => {
    const options = [
      ['1', '3'],
      ['2', '4'],
      ['4', '6'],
    ].map(([id, name]) => ({ id: id as string, name: name as string, color: null }));
    const config = { field_id: '30', name: 'Cylinders', field_type: 'category', required: false, config: { options } };
    const cylinders: TargetField = { field_id: '30', name: 'Cylinders', kind: 'option', config };
    const told = (ids: string[] | null, head = 'Cylinders', kept: SavedChoice[] = []) => {
      const columns = headsOf([head]);
      const mapping = proposeMapping(columns, [cylinders], kept);
      const samples = (ids ?? ['some']).slice(0, 4);
      return mapByValues(mapping, columns, [cylinders], [{ samples, texts: samples, ids }])[0];
    };
    for (const ids of [
      ['1', '2'],
      ['2', '4'],
    ])
      expect(told(ids, '30')).toMatchObject({ written: 'ids', formatDetected: true });
    // Under a name a text that is no option's name does not fit: it may be a mistake for another name.
    for (const ids of [['2'], ['1', '2'], ['2', '4'], ['2', '6'], ['2', '9'], null])
      expect(told(ids)?.written).toBeUndefined();
    for (const ids of [['4'], ['2', '6'], ['9'], null]) expect(told(ids, '30')?.written).toBeUndefined();
    // What the IDs of one file meant does not hold for the next; a choice does.
    const kept = savedChoices([told(['1', '2'], '30') as ColumnChoice], headsOf(['30']));
    expect(told(['6', '3'], '30', kept)).toMatchObject({ by: 'remembered', written: undefined });
    for (const ids of [['1'], ['2', '4']])
      expect(told(ids, '30', kept)).toMatchObject({ by: 'remembered', written: 'ids', formatDetected: true });
    const elsewhere = kept.map((choice) => ({ ...choice, name: 'Cylinders' }));
    expect(told(['1'], 'Cylinders', elsewhere)).toMatchObject({ by: 'remembered', written: undefined });
    const said = elsewhere.map((choice) => ({ ...choice, written: 'ids' as const, told: undefined }));
    expect(told(['4'], 'Cylinders', said)).toMatchObject({ by: 'remembered', written: 'ids' });
    options.push({ id: 'AD', name: 'Andorra', color: null });
    expect(told(['1', 'AD'], '30')).toMatchObject({ written: 'ids' });
    expect(told(['1', 'AD'])?.written).toBeUndefined();
    expect(told(['1', 'Andorra'], '30')?.written).toBeUndefined();
    options.push({ id: '2300010000000009', name: 'Long', color: null });
    expect(told(['2300010000000009'])).toMatchObject({ written: 'ids' });
    expect(told(['2300010000000009', '2'])?.written).toBeUndefined();
    // A record may be called by a year; only what is as long as an id is one without being known.
    const year: TargetField = { ...cylinders, kind: 'relation' };
    const relation = (ids: string[]) =>
      mapByValues(
        proposeMapping(headsOf(['Cylinders']), [year]),
        headsOf(['Cylinders']),
        [year],
        [{ samples: ids, texts: ids, ids }],
      )[0];
    expect(relation(['2024'])?.written).toBeUndefined();
    expect(relation(['2300010000000001'])).toMatchObject({ written: 'ids' });
  });

  test('distinguishes two fields of one name by ID', () => {
    expect(ids(proposeMapping(headsOf(['Name (24)', 'Name (22)']), fields))).toEqual(['24', '22']);
  });

  test('is as last time, also unmapped; a field takes one column', () => {
    const columns = headsOf(['Unit price', 'b']);
    const chosen = mapColumn(mapColumn(proposeMapping(columns, fields), 0, null), 1, fields[2] ?? null);
    expect(ids(chosen)).toEqual([null, '23']);
    expect(proposeMapping(columns, fields, savedChoices(chosen, columns))).toMatchObject([
      { field_id: null, by: 'remembered' },
      { field_id: '23', by: 'remembered' },
    ]);
    expect(ids(mapColumn(chosen, 0, fields[2] ?? null))).toEqual(['23', null]);
  });
});

describe('choices for columns', () => {
  test('blank handling is offered for clearable columns, and remembered only for those', () => {
    const columns = headsOf(['item_id', '22', 'Unit price', 'nowhere']);
    const all = (mapping: ReturnType<typeof proposeMapping>) => mapping.map(({ blank }) => blank);
    const cleared = blanksOf(proposeMapping(columns, fields), 'clear');
    expect(all(cleared)).toEqual(['keep', 'clear', 'clear', 'keep']);
    const first = proposeMapping(columns, fields, savedChoices(changeColumn(cleared, 2, { blank: 'keep' }), columns));
    expect(clearingAgain(first, first)).toEqual([1]);
    const now = changeColumn(blanksOf(first, 'clear'), 2, { unfit: 'clear' });
    expect(all(now)).toEqual(['keep', 'clear', 'clear', 'keep']);
    expect(clearingAgain(now, first)).toEqual([1]);
    expect(clearingAgain(blanksOf(now, 'keep'), first)).toEqual([]);
    expect(all(blanksOf(first, 'clear', ['22']))).toEqual(['keep', 'clear', 'keep', 'keep']);
    expect(all(blanksOf(now, 'keep', ['item_id', 'other']))).toEqual(all(now));
    // As an older console may have kept it.
    const oldId = first.map((own) => ({ ...own, blank: 'clear' as const }));
    expect(clearingAgain(oldId, oldId)).toEqual([1, 2]);
  });

  test('a column’s format is detected until chosen', () => {
    const day: TargetField = { field_id: '33', name: 'Day', kind: 'date', config: null };
    const first = told(
      ['Day'],
      [day],
      [{ samples: ['3/4/2026', '13/4/2026'], texts: ['3/4/2026', '13/4/2026'], ids: null }],
    );
    expect(changeColumn(first, 0, { blank: 'clear' })[0]).toMatchObject({ formatDetected: true, blank: 'clear' });
    expect(changeColumn(first, 0, { written: 'month-first' })[0]?.formatDetected).toBeUndefined();
    expect(changeColumn(first, 0, { kind: 'text', written: undefined })[0]?.formatDetected).toBeUndefined();
  });

  test('a saved mapping applies to another column order, and reports what is missing', () => {
    const kept = savedChoices(
      proposeMapping(headsOf(['22', 'Note', 'Unit price']), fields),
      headsOf(['22', 'Note', 'Unit price']),
    );
    const turned = headsOf(['Unit price', 'Note', 'Other', 'Note']);
    expect(ids(proposeMapping(turned, fields, kept))).toEqual(['23', null, null, null]);
    expect(fitOfSaved(kept, turned, fields)).toMatchObject({
      fits: 1,
      withoutColumn: [{ name: '22' }],
      withoutField: [],
    });
    expect(fitOfSaved(kept, turned, [recordIdField])).toMatchObject({
      fits: 0,
      withoutField: [{ name: 'Unit price' }],
    });
    // Two columns of one name are ambiguous.
    expect(fitOfSaved(kept, headsOf(['A', 'Unit price', 'B', 'Unit price']), fields).fits).toBe(0);
  });

  test('misfit handling belongs to one field, and resets when a column is remapped', () => {
    const columns = headsOf(['Unit price']);
    const chosen = proposeMapping(columns, fields).map((own) => ({ ...own, unfit: 'keep' as const }));
    expect(proposeMapping(columns, fields, savedChoices(chosen, columns))).toMatchObject([
      { field_id: '23', unfit: 'keep' },
    ]);
    expect(mapColumn(chosen, 0, fields[1] ?? null)[0]?.unfit).toBeUndefined();
  });

  test('one text is replaced, or restored', () => {
    const one = withReplacement(undefined, 'n/a', '0');
    expect(withReplacement(one, 'n/a', '')).toEqual([['n/a', '']]);
    expect(withReplacement(withReplacement(one, '-', ''), 'n/a', null)).toEqual([['-', '']]);
    expect(withReplacement(one, 'n/a', null)).toBeUndefined();
  });

  test('an import row has what it would write; a malformed line writes nothing', () => {
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
