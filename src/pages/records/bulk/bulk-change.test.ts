import { describe, expect, test } from 'vitest';
import type { Json } from '../../../contract/json';
import { noDrafts, stage } from '../../../edits/drafts';
import { columnsOf, type GridColumn } from '../../../grid/columns/columns-of';
import { config, record } from '../../../grid/test-table';
import { type BulkChange, findChanges, isActionOf, problemOf, textsToReplace } from './bulk-change';

const columns = columnsOf([], {
  ...config,
  fields: [...config.fields, { field_id: 'day', name: 'Day', field_type: 'date', required: false, config: {} }],
});

function columnOf(id: string): GridColumn {
  const column = columns.find((each) => each.id === id);
  if (!column) throw new Error(`no column ${id}`);
  return column;
}

function change(field: string, some: Partial<BulkChange>): BulkChange {
  return {
    column: columnOf(field),
    action: 'set',
    text: '',
    rule: { find: '', replacement: '', regex: false, matchCase: false, wholeCell: false },
    amount: '',
    unit: 'days',
    decimals: '',
    from: null,
    onlyEmpty: false,
    anyKind: false,
    ...some,
  };
}

/** The results for the values of one field: the new value, the reason why not, or `same`. */
function results(field: string, some: Partial<BulkChange>, values: readonly (Json | undefined)[]) {
  return values.map((value) => {
    const records = [record('1', value === undefined ? {} : { [field]: value })];
    const { lines, same } = findChanges(records, change(field, some), noDrafts.drafts);
    const [line] = lines;
    if (!line) return same === 1 ? 'same' : null;
    return line.edit ? line.edit.after : line.reason;
  });
}

const rule = { find: 'old', replacement: 'new', regex: false, matchCase: false, wholeCell: false };

describe('the edits of a bulk change', () => {
  test.each<[string, string, Partial<BulkChange>, (Json | undefined)[], (Json | undefined)[]]>([
    [
      'sets a number by the JSON kind read',
      'size',
      { text: '12' },
      [7, 12, true, '12', undefined],
      [12, 'same', 'kind-would-change', 'same', 12],
    ],
    ['changes the kind where that was agreed to', 'size', { text: '12', anyKind: true }, [true], [12]],
    [
      'sets an option by its name',
      'segment',
      { text: 'Outlet' },
      [['91'], [{ id: '92', name: 'Outlet' }]],
      [['92'], 'same'],
    ],
    ['refuses what is no option', 'segment', { text: 'Kiosk' }, [null], ['unknown-name']],
    [
      'fills only the empty',
      'name',
      { text: 'x', onlyEmpty: true },
      ['a', '', null, undefined],
      ['same', 'x', 'x', 'x'],
    ],
    ['clears', 'name', { action: 'clear' }, ['a', '', null, undefined], [null, 'same', 'same', 'same']],
    [
      'replaces a part of a text',
      'name',
      { action: 'replace', rule },
      ['Old town', 'new', null],
      ['new town', 'same', 'same'],
    ],
    [
      'replaces all of a text by nothing',
      'name',
      { action: 'replace', rule: { ...rule, find: 'a', replacement: '' } },
      ['a'],
      [null],
    ],
    [
      'replaces digits of a number',
      'size',
      { action: 'replace', rule: { ...rule, find: '1', replacement: '2' } },
      [117, 5],
      [227, 'same'],
    ],
    [
      'replaces the name of an option',
      'segment',
      { action: 'replace', rule: { ...rule, find: 'Flagship', replacement: 'Outlet' } },
      [['91'], ['92']],
      [['92'], 'same'],
    ],
    [
      'adds to a number',
      'size',
      { action: 'add', amount: '0.2' },
      [0.1, null, '7', true],
      [0.3, 'same', '7.2', 'not-a-number'],
    ],
    [
      'multiplies and rounds',
      'size',
      { action: 'multiply', amount: '1.07', decimals: '2' },
      [19.99, 0],
      [21.39, 'same'],
    ],
    [
      'adds to an integer past the safe ones',
      'size',
      { action: 'add', amount: '1' },
      [9007199254740993n],
      [9007199254740994n],
    ],
    [
      'adds months to a day',
      'day',
      { action: 'add', amount: '1', unit: 'months' },
      ['2026-01-31', 'soon', null],
      ['2026-02-28', 'not-a-date', 'same'],
    ],
    ['trims', 'name', { action: 'trim' }, ['  a b ', 'a', null], ['a b', 'same', 'same']],
    ['writes in capitals', 'name', { action: 'upper' }, ['straße', 'ÉÀ'], ['STRASSE', 'same']],
    ['writes small', 'name', { action: 'lower' }, ['AbC'], ['abc']],
  ])('%s', (_, field, some, before, after) => {
    expect(results(field, some, before)).toEqual(after);
  });

  test('take the values of another field, which may not fit', () => {
    const records = [record('1', { name: '12' }), record('2', { name: 'many' }), record('3', { size: 4 })];
    const { lines, changes, same } = findChanges(
      records,
      change('size', { action: 'copy', from: columnOf('name') }),
      noDrafts.drafts,
    );
    expect(lines.map(({ edit, reason }) => (edit ? edit.after : reason))).toEqual([12, 'not-a-number', null]);
    expect([changes, same]).toEqual([2, 0]);
  });

  test('apply to unsent changes, and keep the loaded value as the old one', () => {
    const one = record('1', { size: 7 });
    const set = findChanges([one], change('size', { text: '12' }), noDrafts.drafts).lines[0]?.edit;
    const { drafts } = stage(noDrafts, set ? [set] : [], 1);
    expect(findChanges([one], change('size', { text: '12' }), drafts)).toEqual({ lines: [], changes: 0, same: 1 });
    expect(findChanges([one], change('size', { action: 'add', amount: '1' }), drafts).lines[0]?.edit).toMatchObject({
      before: 7,
      after: 13,
    });
  });

  test('replace each distinct text once', () => {
    const records = [record('1', { name: 'a' }), record('2', { name: 'a' }), record('3', { name: '' })];
    const replacing = change('name', { action: 'replace', rule: { ...rule, regex: true } });
    expect(textsToReplace(records, replacing, noDrafts.drafts)).toEqual(['a']);
    expect(findChanges(records, replacing, noDrafts.drafts, () => 'b').changes).toBe(2);
  });
});

describe('required inputs', () => {
  test.each<[string, Partial<BulkChange>, string | null]>([
    ['name', {}, 'noValue'],
    ['name', { action: 'clear' }, null],
    ['name', { action: 'replace' }, 'noFind'],
    ['name', { action: 'replace', rule: { ...rule, find: '(', regex: true } }, 'notAnExpression'],
    ['size', { action: 'add', amount: 'x' }, 'notANumber'],
    ['size', { action: 'multiply', amount: '2', decimals: '-1' }, 'badDecimals'],
    ['day', { action: 'add', amount: '1.5' }, 'notWhole'],
    ['name', { action: 'copy' }, 'noField'],
  ])('of %s, %o: %s', (field, some, problem) => {
    expect(problemOf(change(field, some))).toBe(problem);
  });

  test('dates can be added to but not multiplied; letter case is for texts only', () => {
    expect(
      ['name', 'size', 'day', 'segment'].map((id) => [
        isActionOf('add', columnOf(id)),
        isActionOf('multiply', columnOf(id)),
        isActionOf('upper', columnOf(id)),
      ]),
    ).toEqual([
      [false, false, true],
      [true, true, false],
      [true, false, false],
      [false, false, false],
    ]);
  });
});
