import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { removedText } from '../../api/wire/remove-credentials';
import type { JsonObject } from '../../contract/json';
import { ConsoleDatabase } from '../../storage/database';
import type { BatchRow, JobField, JobRow } from '../../storage/job-rows';
import type { Outcome, OutcomeCounts } from '../../storage/outcomes';
import { dryRun } from '../check/dry-run';
import { summaryOf } from '../ledger/use-jobs';
import { recordOf } from '../runner/test-simulation';
import { noCounts } from '../table/job-state';
import { testBatch } from '../test-job';
import { leftByUndo, noneLeft, onlyCreated, undoneBy, undoOf } from '../undo/undo';
import { type JobLine, linesInOrder, linesOfJob, placeOf, startsOf } from './job-lines';

const fields: JobField[] = [
  { field_id: '221', name: 'Segment', kind: 'option', options: [{ id: '1', name: 'Flagship', color: null }] },
  { field_id: '222', name: 'Code', kind: 'text', options: [] },
];
const line = (change: Partial<JobLine> = {}): JobLine => ({
  line: 3,
  call: 1,
  item_id: '2300000000000001',
  creates: false,
  title: 'Lyon',
  sent: { 221: ['1'], 222: '=1+1' },
  before: { 221: [{ id: '2', name: 'Outlet' }] },
  result: { outcome: 'refused', reason: 'call-refused', code: 3500102, message: 'no quota' },
  trace_id: 'trace-1',
  read_at: null,
  ...change,
});
describe('undoing a job', () => {
  test('a job is undone when every row has its old value again; excluded and created records are counted', () => {
    const undoing = (id: string, change: Partial<OutcomeCounts>, about: Partial<JobRow> = {}) => ({
      id,
      undoes: 'a',
      open: 0 as const,
      total: 3,
      leaves: { created: 0, others: 0 },
      counts: { ...noCounts(), ...change },
      ...about,
    });
    const how = (...jobs: Parameters<typeof undoneBy>[1][number][]) => undoneBy('a', jobs);
    expect(how(undoing('b', { verified: 2, refused: 1 }))).toEqual({ id: 'b', how: 'part', left: 1, created: 0 });
    expect(how(undoing('b', { verified: 3 }, { open: 1 }))).toMatchObject({ how: 'begun' });
    const whole = undoing('c', { verified: 2, 'no-change': 1 });
    expect(how(undoing('b', { refused: 3 }), whole)).toMatchObject({ id: 'c', how: 'whole' });
    expect(undoneBy('b', [whole])).toBeUndefined();
    const all = { verified: 3 };
    expect(how(undoing('b', all, { leaves: { created: 2, others: 0 } }))).toMatchObject({ how: 'whole', created: 2 });
    expect(how(undoing('b', all, { leaves: { created: 0, others: 4 } }))).toMatchObject({ how: 'part', left: 4 });
    // A job of an earlier version does not have its unsent rows.
    expect(how(undoing('b', all, { leaves: undefined }))).toMatchObject({ how: 'begun' });
    // What undid it was undone: its values are back.
    expect(how(undoing('d', all, { undoes: 'c' }), whole)).toBeUndefined();
  });

  test('an undo leaves created records and rows it does not fully restore', () => {
    const row = (name: string, cells: number) => ({
      record: { row: name, line: null, item_id: name, title: null, cells: Array(cells).fill({ field_id: 'f' }) },
    });
    const all = ['1', '2', '3'].map((name) => row(name, 2).record);
    const left = { ...noneLeft(), creates: 2, certain: 1, impossible: 1 };
    const planned = (calls: ReturnType<typeof row>[], leftOut: ReturnType<typeof row>[] = []) =>
      ({ calls: [calls], leftOut }) as never;
    const of = (plan: never) => leftByUndo(left, { all, plan });
    expect(leftByUndo(left)).toEqual({ created: 1, others: 2 });
    expect(of(planned([row('1', 2), row('2', 2)], [row('3', 2)]))).toEqual({ created: 1, others: 2 });
    expect(of(planned([row('1', 2), row('2', 1)]))).toEqual({ created: 1, others: 4 });
  });

  test('expects the sent values and writes the previous ones, in the API’s form', () => {
    const verified = line({ result: { outcome: 'verified', reason: null } });
    expect(undoOf([verified], fields)).toEqual({
      impossible: 0,
      removed: 0,
      missing: 1,
      created: [],
      changes: [
        {
          row: verified.item_id,
          line: null,
          item_id: verified.item_id,
          title: 'Lyon',
          cells: [
            { field_id: '221', before: ['1'], after: ['2'] },
            { field_id: '222', before: '=1+1', after: null },
          ],
        },
      ],
    });
  });

  test.each<[JsonObject, JsonObject, JsonObject]>([
    [{ 222: ' Ab ' }, { 222: 'old' }, { 222: 'AB' }],
    [{ 222: 'x'.repeat(300) }, { 222: 'old' }, { 222: 'x'.repeat(255) }],
    [
      { 221: ['1'], 222: 'new' },
      { 221: [], 222: 'old' },
      { 221: [{ id: '1', name: 'Flagship' }], 222: 'NEW' },
    ],
    [{ 222: 'not kept' }, { 222: 'old' }, {}],
  ])('expects what the platform made of %j, and is no conflict', (sent, before, now) => {
    const differs = line({
      sent,
      before,
      result: { outcome: 'differs', reason: null, proof: 'read-back', at: 1, now },
    });
    const { changes } = undoOf([differs], fields);
    const item_id = differs.item_id ?? '';
    const live = (values: JsonObject) => ({
      records: new Map([[item_id, recordOf(item_id, values)]]),
      missing: new Set<string>(),
      read_at: 0,
    });
    expect(dryRun(changes, live(now), { fields }).map(({ state }) => state)).toEqual(['will-update']);
    // Someone else has changed it since.
    expect(dryRun(changes, live({ 222: 'theirs' }), { fields }).map(({ state }) => state)).toEqual(['conflict']);
  });

  test('never writes a placeholder of a credential: the previous value is unknown', () => {
    const result = { outcome: 'verified' as const, reason: null };
    const before = { 222: `the key ${removedText}` };
    expect(undoOf([line({ before, result })], fields)).toMatchObject({ changes: [], impossible: 1, missing: 0 });
  });

  test('a row with unknown outcome is reported: it may still be written after the undo', () => {
    const of = (outcome: Outcome) => undoOf([line({ result: { outcome, reason: null } })], fields).changes[0]?.late;
    expect((['verified', 'differs', 'unknown', 'accepted'] as const).map(of)).toEqual([
      undefined,
      undefined,
      true,
      true,
    ]);
  });

  test('lists created records, and restores nothing that only matched', () => {
    const result = { outcome: 'verified' as const, reason: null, proof: 'event' as const };
    const created = line({ creates: true, before: null, result: { ...result, created: true } });
    const matched = line({
      sent: { 222: 'code', 221: ['1'] },
      before: { 222: 'code', 221: [{ id: '2', name: 'Outlet' }] },
      result,
    });
    const { changes, ...rest } = undoOf([created, matched], fields);
    expect(rest).toEqual({ created: [created], impossible: 0, missing: 0, removed: 0 });
    expect(changes.map(({ cells }) => cells.map(({ field_id }) => field_id))).toEqual([['221']]);
  });

  test('a job that only created records has nothing to restore, and lists what stays', async () => {
    const result = { outcome: 'verified' as const, reason: null, proof: 'event' as const };
    const made = line({ creates: true, before: null, result: { ...result, created: true } });
    const unsure = line({ creates: true, before: null, result: { ...result, unsure: true } });
    const unread = line({ before: null, result });
    const only = (calls: JobLine[][], listed = 200) =>
      onlyCreated(
        (async function* () {
          yield* calls;
        })(),
        fields,
        listed,
      );
    expect(await only([[made, made], [made]], 2)).toEqual({ records: [made, made], count: 3 });
    expect(await only([[made], [unread]])).toEqual({ records: [made], count: 1 });
    expect(await only([[made], [line({ result })]])).toBeNull();
    expect(await only([[unread]])).toBeNull();
    // Whether it overwrote a record created by someone else is unknown.
    expect(await only([[made], [unsure]])).toBeNull();
  });

  test('includes only rows that may have been written, and reports unknown ones', () => {
    const of = (outcome: Outcome, before: JobLine['before'] = {}) =>
      line({ before, result: { outcome, reason: null } });
    const { changes, impossible } = undoOf(
      [
        of('verified'),
        of('differs'),
        of('unknown'),
        of('refused'),
        of('not-sent'),
        of('no-change'),
        of('verified', null),
      ],
      fields,
    );
    expect(changes.length).toBe(3);
    expect(impossible).toBe(1);
  });
});

test('each requested row is found, however batches are made up', async () => {
  const outcome = fc.constantFrom<Outcome>('verified', 'refused', 'unknown');
  const calls = fc.array(fc.array(outcome, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
  const db = new ConsoleDatabase('job-lines');
  await fc.assert(
    fc.asyncProperty(calls, fc.subarray<Outcome>(['verified', 'refused', 'unknown']), async (made, chosen) => {
      await Promise.all([db.batches.clear(), db.payloads.clear()]);
      let first_line = 1;
      const batches = made.map((rows, index): BatchRow => {
        const results = rows.map((each) => ({ outcome: each, reason: null }));
        const batch = testBatch(index + 1, first_line, results);
        first_line += rows.length;
        return batch;
      });
      await db.batches.bulkPut(batches);
      await db.payloads.bulkPut(
        batches.map(({ number, rows }) => ({
          job_id: 'j',
          number,
          update_type: 'update' as const,
          found: [],
          lines: [],
          items: rows.map(() => ({ item_id: '1', fields: {} })),
          before: rows.map(() => null),
          titles: rows.map(() => null),
        })),
      );
      const summaries = batches.map(summaryOf);
      const wanted = new Set(chosen);
      const lines: JobLine[] = [];
      for await (const some of linesOfJob('j', summaries, wanted, db)) lines.push(...some);
      const expected = made.flat().flatMap((each, index) => (wanted.size === 0 || wanted.has(each) ? [index + 1] : []));
      expect(lines.map((each) => each.line)).toEqual(expected);
      const { starts, total } = startsOf(summaries, wanted);
      expect(total).toBe(expected.length);
      for (const [index, each] of lines.entries()) {
        const place = placeOf(starts, index);
        const before = lines.filter((other) => other.call === each.call && other.line < each.line).length;
        expect([place.call + 1, place.nth]).toEqual([each.call, before]);
      }
    }),
    { numRuns: 40 },
  );
  db.close();
});

test('a results file has the source order, however its rows were batched', async () => {
  const db = new ConsoleDatabase('job-lines-in-order');
  const shares = fc.array(fc.nat(2), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(shares, fc.integer({ min: 1, max: 5 }), async (streams, size) => {
      await Promise.all([db.batches.clear(), db.payloads.clear()]);
      const calls: number[][] = [];
      const open: number[][] = [[], [], []];
      for (const [index, stream] of streams.entries()) {
        const own = open[stream] as number[];
        own.push(index + 1);
        if (own.length === size) calls.push(own.splice(0));
      }
      calls.push(...open.filter((rest) => rest.length > 0));
      const batches = calls.map((lines, index) => {
        const rows = lines.map(() => ({ outcome: 'verified' as const, reason: null }));
        return testBatch(index + 1, 1, rows);
      });
      await db.batches.bulkPut(batches);
      await db.payloads.bulkPut(
        calls.map((lines, index) => ({
          job_id: 'j',
          number: index + 1,
          update_type: 'update' as const,
          found: [],
          lines,
          items: lines.map(() => ({ item_id: '1', fields: {} })),
          before: lines.map(() => null),
          titles: lines.map(() => null),
        })),
      );
      const summaries = batches.map(summaryOf);
      const lines: number[] = [];
      for await (const some of linesInOrder('j', summaries, new Set(), db)) lines.push(...some.map(({ line }) => line));
      expect(lines).toEqual(streams.map((_, index) => index + 1));
    }),
    { numRuns: 25 },
  );
  db.close();
});
