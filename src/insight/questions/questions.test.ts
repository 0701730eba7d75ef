import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { type TestEngine, testEngine } from '../engine/test-engine';
import { askGroups, type GroupRow, selectionOf } from './group';
import type { GroupQuestion } from './group-question';
import { measuresFor } from './measure';
import { valueStates } from './selection';
import { askSummary, measureValues } from './test-figures';
import { idsBehind, shownValues, stateOf, testColumns, testRecords } from './test-records';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});

// To find a smaller counterexample takes more than the time of a test.
const runs = { numRuns: 2, endOnFailure: true };
const valuesOf = (records: readonly DwRecord[], id: string) => records.map(({ fields }) => fields[id]);
const ids = (records: readonly DwRecord[]) => records.map(({ item_id }) => item_id).sort();
const plain: GroupQuestion = { groups: [], measures: [], filters: [], sort: null, limit: 1000, isPivot: false };

/** Equal, but that sums and averages of doubles differ in their last digits. */
function expectFigure(found: unknown, wanted: unknown, context: string) {
  if (typeof found === 'number' || (typeof wanted === 'number' && found !== null)) {
    expect(Number(found), context).toBeCloseTo(Number(wanted), 6 - Math.ceil(Math.log10(Math.abs(Number(wanted)) + 1)));
    return;
  }
  const exact = (value: unknown) =>
    value === null
      ? null
      : String(value)
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, '');
  expect(exact(found), context).toBe(exact(wanted));
}

test('every measure is what plain JavaScript finds', async () => {
  await fc.assert(
    fc.asyncProperty(testRecords, async (records) => {
      const source = engine.load(testColumns, records);
      const columns = source.columns.filter(({ id }) => testColumns.some((column) => column.id === id));
      const measures = columns.flatMap((column) => measuresFor(column).map((kind) => ({ kind, column: column.id })));
      const { rows, values } = await askSummary(engine, source, measures);
      expect(rows).toBe(records.length);
      for (const [index, { kind, column: id }] of measures.entries()) {
        const column = columns.find((each) => each.id === id);
        if (!column) throw new Error(id);
        // Dates that are none are no values of the column.
        const given = valuesOf(records, id).map((value) =>
          ['min', 'max', 'median', 'sum', 'average'].includes(kind) && stateOf(id, value) !== 'value'
            ? undefined
            : value,
        );
        expectFigure(values[index], measureValues(given, column, kind), `${kind} of ${id}`);
      }
    }),
    runs,
  );
});

test('groups hold the rows that have their value, and lead back to exactly these', async () => {
  const by = fc.constantFrom('txt', 'num', 'dec', 'day', 'yes', 'opt');
  await fc.assert(
    fc.asyncProperty(testRecords, by, by, async (records, first, second) => {
      const source = engine.load(testColumns, records);
      const question: GroupQuestion = {
        ...plain,
        groups: [...new Set([first, second])].map((column) => ({ column, by: 'value' })),
        measures: [{ kind: 'sum', column: 'num' }],
      };
      const answer = await askGroups(engine, source, question);
      const shown = everyRow(answer.all);
      const behind = await idsBehind(
        engine,
        source,
        shown.map(({ keys }) => selectionOf(answer, keys)),
      );
      const column = source.columns.find(({ id }) => id === 'num');
      if (!column) throw new Error('no column');
      for (const [index, row] of shown.entries()) {
        const wanted = records.filter((record) =>
          row.keys.every((key, at) => {
            const id = question.groups[at]?.column ?? '';
            const value = record.fields[id];
            if (key.state !== 'value') return stateOf(id, value) === key.state;
            return shownValues(id, value).some((text) => text !== null && same(text, String(key.value)));
          }),
        );
        expect(row.rows).toBe(wanted.length);
        expectFigure(row.measures[0], measureValues(valuesOf(wanted, 'num'), column, 'sum'), 'sum');
        expect(behind[index]?.sort()).toEqual(ids(wanted));
        expect(row.keys.every((key) => valueStates.includes(key.state))).toBe(true);
      }
      const distinct = new Set(
        records.flatMap((record) => {
          const value = record.fields[first];
          const texts = shownValues(first, value);
          return texts.map((text) => (text === null ? stateOf(first, value) : `value ${normal(text)}`));
        }),
      );
      expect(answer.all.children).toHaveLength(distinct.size);
    }),
    runs,
  );
});

const everyRow = (row: GroupRow): GroupRow[] => [row, ...row.children.flatMap(everyRow)];
const normal = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) && text.length < 16 ? String(Number(text)) : text);
const same = (a: string, b: string) => normal(a) === normal(b);

test('bins and spans of time hold every value once', async () => {
  const groupings = fc.constantFrom(
    { column: 'num', by: { width: '7' } },
    { column: 'num', by: { width: '0.5' } },
    { column: 'dec', by: { width: '0.25' } },
    { column: 'dbl', by: { width: '0.1' } },
    ...(['decade', 'year', 'quarter', 'month', 'week', 'day'] as const).map((unit) => ({ column: 'day', by: unit })),
    { column: 'at', by: 'hour' as const },
    { column: 'at', by: 'week' as const },
  );
  await fc.assert(
    fc.asyncProperty(testRecords, groupings, async (records, group) => {
      const source = engine.load(testColumns, records);
      const answer = await askGroups(engine, source, { ...plain, groups: [group] });
      const { children } = answer.all;
      expect(children.reduce((total, child) => total + child.rows, 0)).toBe(records.length);
      const behind = await idsBehind(
        engine,
        source,
        children.map(({ keys }) => selectionOf(answer, keys)),
      );
      const values = new Map(records.map(({ item_id, fields }) => [item_id, fields[group.column]]));
      for (const [index, { rows, keys }] of children.entries()) {
        const [key] = keys;
        expect(behind[index]).toHaveLength(rows);
        if (key?.state !== 'value' || key.value === null || key.to === null) continue;
        const isNumber = group.column !== 'day' && group.column !== 'at';
        for (const value of behind[index]?.map((id) => values.get(id)) ?? []) {
          if (isNumber) {
            expect(Number(value)).toBeGreaterThanOrEqual(Number(key.value));
            expect(Number(value)).toBeLessThanOrEqual(Number(key.to));
          } else {
            expect(String(value) >= String(key.value) && String(value) < String(key.to)).toBe(true);
          }
        }
      }
    }),
    { numRuns: 6 },
  );
});

test('a decimal is in the bin that begins with it', async () => {
  const records = [0.1, 0.2, 0.3, 0.7, -0.1, 1e-20].map((dbl, index) => ({
    ...blank,
    item_id: String(index),
    fields: { dbl },
  }));
  const source = engine.load(testColumns, records);
  const answer = await askGroups(engine, source, { ...plain, groups: [{ column: 'dbl', by: { width: '0.1' } }] });
  expect(answer.all.children.map(({ keys }) => keys[0]?.value)).toEqual(['-0.1', '0', '0.1', '0.2', '0.3', '0.7']);
});

const blank = { title: null, created_on: null, created_by: null, updated_on: null, updated_by: null };

test('a pivot has the rows of both keys', async () => {
  await fc.assert(
    fc.asyncProperty(
      testRecords,
      fc.constantFrom('txt', 'opt'),
      fc.constantFrom('yes', 'opt', 'num'),
      async (records, one, two) => {
        if (one === two) return;
        const source = engine.load(testColumns, records);
        const groups = [one, two].map((column) => ({ column, by: 'value' as const }));
        const question: GroupQuestion = { ...plain, groups, measures: [{ kind: 'rows', column: null }], isPivot: true };
        const answer = await askGroups(engine, source, question);
        const nested = await askGroups(engine, source, { ...question, isPivot: false });
        const cells = answer.all.children.flatMap(({ cells }) =>
          cells.filter((cell) => cell !== null).map(([n]) => Number(n)),
        );
        const children = nested.all.children.flatMap(({ children }) => children.map(({ rows }) => rows));
        expect([...cells].sort()).toEqual([...children].sort());
        const shown = answer.all.children.flatMap(({ keys, cells }) =>
          cells.map((cell, index) => ({
            keys,
            pivot: answer.pivot?.keys[index] ?? null,
            count: Number(cell?.[0] ?? 0),
          })),
        );
        const behind = await idsBehind(
          engine,
          source,
          shown.map(({ keys, pivot }) => selectionOf(answer, keys, pivot)),
        );
        expect(behind.map((own) => own.length)).toEqual(shown.map(({ count }) => count));
      },
    ),
    runs,
  );
});

test('filters, order and limit choose groups, and change no total', async () => {
  const records = ['a', 'a', 'a', 'b', 'b', 'Ab', 'c'].map((txt, index) => ({
    ...blank,
    item_id: String(index),
    fields: { txt, num: index } as Record<string, Json>,
  }));
  const source = engine.load(testColumns, records);
  const groups = [{ column: 'txt', by: 'value' as const }];
  const ask = async (part: Partial<GroupQuestion>) => {
    const { all } = await askGroups(engine, source, {
      ...plain,
      groups,
      measures: [
        { kind: 'rows', column: null },
        { kind: 'sum', column: 'num' },
      ],
      ...part,
    });
    expect(all.rows).toBe(7);
    return { keys: all.children.map(({ keys }) => keys[0]?.value), of: all.childCount };
  };
  expect(await ask({})).toEqual({ keys: ['a', 'b', 'Ab', 'c'], of: 4 });
  expect(await ask({ limit: 2 })).toEqual({ keys: ['a', 'b'], of: 4 });
  expect(await ask({ filters: [{ kind: 'contains', group: 0, text: 'A' }] })).toEqual({ keys: ['a', 'Ab'], of: 2 });
  expect(await ask({ filters: [{ kind: 'atLeast', measure: 0, value: '2' }] })).toEqual({ keys: ['a', 'b'], of: 2 });
  expect(await ask({ sort: { by: 1, isDescending: true } })).toEqual({ keys: ['b', 'c', 'Ab', 'a'], of: 4 });
  expect(await ask({ sort: { by: 'key', isDescending: true }, limit: 1 })).toEqual({ keys: ['c'], of: 4 });
});
