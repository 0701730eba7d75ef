import { expect, test } from 'vitest';
import type { DwRecord } from '../contract/records';
import { checkRows } from './check/check-rows';
import { rowStates } from './check/dry-run';
import type { TableReading } from './check/live-rows';
import { about, found, newDatabase, readingOf, rows, signal, states } from './check/test-similar-rows';
import { createLedger } from './ledger/ledger';
import { createJobReader } from './ledger/use-jobs';
import { createJobOfCheck } from './make/create-job';
import { linesInOrder } from './results/job-lines';
import { storyOf } from './results/job-story';
import type { ChangedRecord } from './table/changes';
import { countRows } from './table/job-state';
import { whyNotSent } from './table/row-reasons';
import { testImport } from './test-job';

const table = [
  { name: 'Audi', f: 'old' },
  { name: 'Pinto', f: 'old' },
  { name: 'Pinto', f: 'other' },
  { name: 'Golf', f: 5 },
  { name: 'Ford', f: 'same' },
];

/** One row of every kind that a check knows. */
const file: ChangedRecord[] = rows(
  { name: 'Audi', f: 'new' },
  { name: 'Trabant', f: 'new' },
  { name: 'ford', f: 'new' },
  { name: 'Ford', f: 'same' },
  { name: 'Golf', f: 'six' },
  { name: 'Pinto', f: 'new' },
  { name: 'Lost', f: 'new' },
  { name: '', f: 'new' },
  { name: 'Audi', f: 'newer' },
  { name: 'Away', f: 'new' },
  { name: 'Broken' },
  { name: 'Beetle', f: 'long' },
).map((row) => {
  if (row.row === '8') return { ...row, item_id: '999' };
  if (row.row === '11') return { ...row, item_id: '998' };
  if (row.row === '12') return { ...row, cells: [], broken: 'long-row', raw: 'Broken,1,2,3' };
  const [key, cell] = row.cells;
  if (row.row === '13' && key && cell) return { ...row, cells: [key, { ...cell, unfit: true }] };
  return row;
});

/** The table without an answer about one record; too long to be read whole, which would give one. */
function reading(): TableReading {
  const whole = readingOf(table, 1_000_000);
  return {
    ...whole,
    read: async () => ({
      records: new Map<string, DwRecord>(),
      missing: new Set(['999']),
      unreadable: new Set(),
      requests: 1,
    }),
  };
}

test.each([true, false])(
  'each line of a file is in its job once, sent or with its reason; records are created: %s',
  async (creates) => {
    const db = newDatabase();
    const ledger = createLedger(db);
    const check = await checkRows(file, about, { reading: reading(), signal, rows: file.length, db });
    const seen = states(await found(check.id, db));
    // Nothing of a file was loaded before, so there is no conflict.
    expect(new Set(seen)).toEqual(new Set(rowStates.filter((state) => state !== 'conflict')));
    const id = await createJobOfCheck(check, testImport, { creates, kept: { db, ledger } });
    const view = await createJobReader(id, db)();
    const lines = [];
    for await (const some of linesInOrder(id, view?.calls ?? [], new Set(), db)) lines.push(...some);
    expect(lines.map(({ line, result }) => [line, result.outcome, result.reason])).toEqual([
      [2, 'not-sent', null],
      creates ? [3, 'not-sent', null] : [3, 'skipped', 'not-to-create'],
      [4, 'invalid', 'near-undecided'],
      [5, 'no-change', null],
      [6, 'invalid', 'kind-not-allowed'],
      [7, 'invalid', 'several-match'],
      [8, 'invalid', 'gone'],
      [9, 'invalid', 'key-empty'],
      [10, 'invalid', 'same-record-twice'],
      [11, 'invalid', 'not-checked'],
      [12, 'invalid', 'long-row'],
      [13, 'invalid', 'does-not-fit'],
    ]);
    if (!view) throw new Error('the job is gone');
    expect(view.job.total).toBe(file.length);
    expect(view.job.counts).toMatchObject(countRows(lines.map(({ result }) => result)));
    const told = storyOf(view.job, view.calls, 0).map(({ key, count }) => [key, count]);
    expect(told).toEqual([
      ['same', 1],
      ['invalid', 6],
      ['left', 3],
      ...(creates ? [] : [['skipped', 1]]),
      ['waiting', creates ? 2 : 1],
    ]);
    const whys = lines
      .filter(({ result }) => result.outcome === 'invalid')
      .map(({ result }) => whyNotSent(result.reason));
    expect(whys).not.toContain('nothing');
  },
);
