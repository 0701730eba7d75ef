import { expect, test } from 'vitest';
import { removedText } from '../../api/wire/remove-credentials';
import type { JsonObject } from '../../contract/json';
import { ConsoleDatabase } from '../../storage/database';
import type { BatchRow, RowResult } from '../../storage/job-rows';
import { checkRows } from '../check/check-rows';
import { updateById } from '../check/dry-run';
import { createLedger } from '../ledger/ledger';
import { createJobReader, type JobView, summaryOf } from '../ledger/use-jobs';
import { createJobOfCheck } from '../make/create-job';
import { listing, readingOfList } from '../read/test-listing';
import { linesInOrder } from '../results/job-lines';
import { recordOf } from '../runner/test-simulation';
import { countRows, noCounts } from '../table/job-state';
import { testBatch, testImport, testJob, testJobRow } from '../test-job';
import { leftByUndo, noneLeft, undoOf, undoOfJob } from './undo';

const rowsOfCall = 50;

/** A job of several calls that wrote `new` over `old`; the last row of each created its record, and of the one before nothing was read. */
async function written(db: ConsoleDatabase, calls: number): Promise<JobView> {
  const results = (): RowResult[] =>
    Array.from({ length: rowsOfCall }, (_, index) => ({
      ...{ outcome: 'verified', reason: null },
      ...(index === rowsOfCall - 1 ? { created: true } : {}),
    }));
  const batches = Array.from({ length: calls }, (_, index): BatchRow => {
    return testBatch(index + 1, index * rowsOfCall + 1, results());
  });
  await db.batches.bulkPut(batches);
  await db.payloads.bulkPut(
    batches.map(({ number, rows, first_line }) => ({
      ...{ job_id: 'j', number, found: [], titles: rows.map(() => null), lines: [] },
      update_type: 'upsert' as const,
      items: rows.map((_, index) => ({
        item_id: index === rowsOfCall - 1 ? null : `${first_line + index}`,
        fields: { f: 'new' } as JsonObject,
      })),
      before: rows.map((_, index) => (index < rowsOfCall - 2 ? { f: 'old' } : null)),
    })),
  );
  const rows = batches.flatMap((batch) => batch.rows);
  return {
    job: testJobRow({ counts: { ...noCounts(), ...countRows(rows) }, total: rows.length }),
    calls: batches.map(summaryOf),
  };
}

test('the undo of a job is read a call at a time, and counts what stays', async () => {
  const db = new ConsoleDatabase('undo-read');
  const view = await written(db, 4);
  const left = noneLeft();
  const changes = undoOfJob(view, left, 3, db);
  for (let row = 0; row < rowsOfCall - 2; row += 1) await changes.next();
  expect(left).toMatchObject({ creates: 1, impossible: 1 });
  let rest = 0;
  for await (const _ of changes) rest += 1;
  expect(rest).toBe(3 * (rowsOfCall - 2));
  expect(left).toMatchObject({ creates: 4, certain: 4, impossible: 4 });
  expect(left.created).toHaveLength(3);
  expect(leftByUndo(left)).toEqual({ created: 4, others: 4 });
  await db.delete();
});

test('a large undo becomes a job by its check, which skips what someone else changed since', async () => {
  const db = new ConsoleDatabase('undo-check');
  const ledger = createLedger(db);
  const view = await written(db, 3);
  const table = Array.from({ length: 3 * rowsOfCall }, (_, index) =>
    recordOf(`${index + 1}`, { f: index === 1 ? 'theirs' : index === 2 ? 'old' : 'new' }),
  );
  const { list } = listing(() => table);
  const left = noneLeft();
  const { signal } = new AbortController();
  const about = { environment: 'lab', identity: 'i1', table_id: '21', ...updateById, fields: testJob.fields };
  const rows = view.job.total;
  const check = await checkRows(undoOfJob(view, left, 9, db), about, {
    reading: readingOfList(list),
    signal,
    rows,
    db,
  });
  const named = { ...testImport, kind: 'undo' as const, undoes: 'j', leaves: leftByUndo(left) };
  const id = await createJobOfCheck(check, named, { kept: { db, ledger } });
  const made = await createJobReader(id, db)();
  expect(made?.job).toMatchObject({ kind: 'undo', undoes: 'j', total: 144, leaves: { created: 3, others: 3 } });
  const lines = [];
  for await (const some of linesInOrder(id, made?.calls ?? [], new Set(), db)) lines.push(...some);
  expect(lines.slice(0, 4).map(({ line, item_id, sent, result }) => [line, item_id, sent, result.outcome])).toEqual([
    [1, '1', { f: 'old' }, 'not-sent'],
    [2, '2', { f: 'old' }, 'invalid'],
    [3, '3', { f: 'old' }, 'no-change'],
    [4, '4', { f: 'old' }, 'not-sent'],
  ]);
  expect(new Set(lines.map(({ line }) => line)).size).toBe(144);
  await db.delete();
});

test('a deleted record is created again with all that was kept of it and can be written', () => {
  const option = { field_id: 'o', name: 'O', kind: 'option' as const, options: [] };
  const line = (item_id: string, before: JsonObject, outcome: 'verified' | 'unknown' | 'refused' = 'verified') => ({
    ...{
      line: 1,
      call: 1,
      item_id,
      creates: false,
      title: `T${item_id}`,
      sent: {},
      before,
      trace_id: null,
      read_at: null,
    },
    result: { outcome, reason: null },
  });
  const { changes, impossible, removed } = undoOf(
    [
      line('1', { f: 'a', o: [{ id: '7', name: 'Seven' }], none: null, empty: '', updated_on: '2026-01-01' }),
      line('2', { f: 'b', secret: `https://files/?key=${removedText}` }, 'unknown'),
      line('3', { f: 'c' }, 'refused'),
      line('4', {}),
    ],
    [...testJob.fields, option],
    true,
  );
  expect(changes).toEqual([
    {
      ...{ row: '1', line: null, item_id: null, title: 'T1', anew: true },
      cells: [
        { field_id: 'f', before: undefined, after: 'a' },
        { field_id: 'o', before: undefined, after: ['7'] },
        { field_id: 'none', before: undefined, after: null },
        { field_id: 'empty', before: undefined, after: '' },
      ],
    },
    {
      ...{ row: '2', line: null, item_id: null, title: 'T2', anew: true, late: true },
      cells: [{ field_id: 'f', before: undefined, after: 'b' }],
    },
  ]);
  expect([impossible, removed]).toEqual([1, 1]);
});

test('a large undo of a delete becomes a job that creates by key, and leaves out what has the key by now', async () => {
  const db = new ConsoleDatabase('undo-delete');
  const ledger = createLedger(db);
  const batch = testBatch(
    1,
    1,
    Array.from({ length: 3 }, () => ({ outcome: 'verified', reason: null })),
  );
  await db.batches.put(batch);
  await db.payloads.put({
    ...{ job_id: 'j', number: 1, update_type: 'delete', found: [null, null, null], lines: [1, 2, 3] },
    items: ['1', '2', '3'].map((item_id) => ({ item_id, fields: {} })),
    before: ['a', 'b', 'c'].map((f) => ({ f, g: 1 })),
    titles: ['A', 'B', 'C'],
  });
  const counts = { ...noCounts(), ...countRows(batch.rows) };
  const job = testJobRow({ kind: 'delete', update_type: 'delete', counts, total: 3 });
  const { list } = listing(() => [recordOf('9', { f: 'b', g: 2 })]);
  const left = noneLeft();
  const { signal } = new AbortController();
  const about = { environment: 'lab', identity: 'i1', table_id: '21', fields: testJob.fields };
  const mode = { update_type: 'upsert' as const, update_by_fields: ['f'] };
  const check = await checkRows(
    undoOfJob({ job, calls: [summaryOf(batch)] }, left, 9, db),
    { ...about, ...mode },
    {
      ...{ reading: readingOfList(list), signal, rows: 3, db },
    },
  );
  const named = { ...testImport, kind: 'undo' as const, undoes: 'j', leaves: leftByUndo(left) };
  const id = await createJobOfCheck(check, named, { kept: { db, ledger } });
  const made = await createJobReader(id, db)();
  expect(made?.job).toMatchObject({ kind: 'undo', update_type: 'upsert', update_by_fields: ['f'], total: 3 });
  const lines = [];
  for await (const some of linesInOrder(id, made?.calls ?? [], new Set(), db)) lines.push(...some);
  expect(lines.map(({ sent, creates, result }) => [sent, creates, result.outcome, result.reason])).toEqual([
    [{ f: 'a', g: 1 }, true, 'not-sent', null],
    [{ f: 'b', g: 1 }, expect.anything(), 'invalid', 'exists-now'],
    [{ f: 'c', g: 1 }, true, 'not-sent', null],
  ]);
  await db.delete();
});
