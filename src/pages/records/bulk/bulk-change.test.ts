import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testClient } from '../../../api/wire/test-client';
import type { Json } from '../../../contract/json';
import { noDrafts, stage } from '../../../edits/drafts';
import { TooMuchText } from '../../../edits/replace-text';
import { columnsOf, type GridColumn } from '../../../grid/columns/columns-of';
import { config, record } from '../../../grid/test-table';
import type { Extent } from '../rows/extent';
import { type BulkChange, findChanges, isActionOf, problemOf, textsToReplace } from './bulk-change';
import { loadRows, useBulkRows } from './use-bulk-rows';

// Drawn as on a server, where no store has subscribers.
vi.mock('../../../api/wire/query-client', async (original) => ({
  ...(await original<typeof import('../../../api/wire/query-client')>()),
  useFailingWalk: () => null,
}));

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

  test('have a bound together, also where each is a text of many', () => {
    const records = Array.from({ length: 101 }, (_, row) => record(`${row}`, { name: 'a' }));
    const text = 'x'.repeat(1_000_000);
    for (const some of [
      { text },
      { action: 'replace', rule: { ...rule, find: 'a', replacement: text } },
      { action: 'copy', from: { ...columnOf('name'), id: 'long' } },
    ] as const) {
      const long = records.map((each) => ({ ...each, fields: { ...each.fields, long: text } }));
      expect(() => findChanges(long, change('name', some), noDrafts.drafts)).toThrow(TooMuchText);
      expect(findChanges(long.slice(0, 99), change('name', some), noDrafts.drafts).changes).toBe(99);
    }
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

type BulkRows = ReturnType<typeof useBulkRows>;
type RowsOptions = Parameters<typeof useBulkRows>[0];

function Rows({ options, onDrawn }: { options: RowsOptions; onDrawn(rows: BulkRows): void }) {
  onDrawn(useBulkRows(options));
  return null;
}

describe('the rows of a bulk change', () => {
  const whole = (row: number) => record(`${row}`, { name: `n${row}`, size: row });
  /** Rows of the table, and where each request began. */
  let table: ReturnType<typeof whole>[] = [];
  let asked: number[] = [];
  let answer: (items: unknown[]) => Record<string, unknown>;

  beforeEach(() => {
    table = Array.from({ length: 250 }, (_, row) => whole(row));
    asked = [];
    answer = (items) => ({ code: 0, message: 'success', data: { items } });
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      const { offset, limit } = JSON.parse(String(body)) as { offset: number; limit: number };
      asked.push(offset);
      return Response.json({ ...answer(table.slice(offset, offset + limit)), meta: { trace_id: 't' } });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  /** A selection over a table of which the first page is loaded. */
  const optionsOf = (top: number, bottom: number, exactly: number | null = null): RowsOptions => ({
    client: testClient(),
    query: { table_id: '21', filter: null, order: null },
    range: { top, bottom },
    pages: {
      recordAt: (row) => (row < 100 ? table[row] : undefined),
      loadedPages: () => [0, 0].map((index) => ({ index, items: table.slice(0, 100), asked: null, last: false })),
    },
    extent: { atLeast: 100, exactly, source: null, countedAt: null } satisfies Extent,
  });
  const drawn = (options: RowsOptions): BulkRows => {
    const given: BulkRows[] = [];
    renderToStaticMarkup(createElement(Rows, { options, onDrawn: (rows) => given.push(rows) }));
    return given[0] as BulkRows;
  };
  /** What a load returns, and the phases that it passes through. */
  const loaded = async (options: RowsOptions, scope: 'selected' | 'matching', work = new AbortController()) => {
    const phases: string[] = [];
    const rows = await loadRows(options, scope, ['size'], work.signal, ({ phase }) => {
      if (phases.at(-1) !== phase) phases.push(phase);
    });
    return { rows: rows?.records.length ?? null, phases };
  };

  test('are those loaded when it began, each once, and it is known whether they are all', () => {
    const sizes = (options: RowsOptions) =>
      (['selected', 'loaded', 'matching'] as const).map((scope) => {
        const { records, isComplete } = drawn(options).rowsOf(scope, ['size']);
        return [records.length, isComplete];
      });
    expect(sizes(optionsOf(10, 19))).toEqual([
      [10, true],
      [100, true],
      [100, false],
    ]);
    expect(sizes(optionsOf(90, 109))[0]).toEqual([10, false]);
    // The selection reaches past the last row.
    expect(sizes(optionsOf(90, 109, 100))).toEqual([
      [10, true],
      [100, true],
      [100, true],
    ]);
  });

  test('are loaded where they are missing, with the fields of the change alone', async () => {
    const selected = await drawn(optionsOf(90, 209)).load('selected', ['size']);
    expect(asked.sort((a, b) => a - b)).toEqual([100, 200]);
    expect(selected?.records.map(({ item_id }) => Number(item_id))).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 90),
    );
    expect(selected?.records[30]?.fields).toEqual({ size: 120 });
    const matching = await drawn(optionsOf(0, 0)).load('matching', ['size', 'gone']);
    expect(matching).toMatchObject({ fields: ['size', 'gone'], drifted: 0 });
    expect(matching?.records.length).toBe(250);
    expect(matching?.records[249]?.fields).toEqual({ size: 249 });
  });

  test('are none when it is stopped, refused or too much, or when rows have moved, with the reason', async () => {
    expect(await loaded(optionsOf(90, 209), 'selected')).toEqual({ rows: 120, phases: ['reading'] });
    expect(await loaded(optionsOf(0, 100_000), 'selected')).toEqual({ rows: null, phases: ['reading', 'too-many'] });
    const work = new AbortController();
    work.abort();
    expect(await loaded(optionsOf(0, 0), 'matching', work)).toEqual({ rows: null, phases: ['reading', 'stopped'] });
    // Row 99 has moved to the next page since the first one was loaded.
    const moved = optionsOf(90, 209);
    const first = table.slice(0, 100);
    moved.pages = { ...moved.pages, recordAt: (row) => first[row] };
    table = [whole(1000), ...table];
    expect(await loaded(moved, 'selected')).toEqual({ rows: null, phases: ['reading', 'moved'] });
    answer = () => ({ code: 20001, message: 'no', data: null });
    expect(await loaded(optionsOf(90, 209), 'selected')).toEqual({ rows: null, phases: ['reading', 'failed'] });
  });
});
