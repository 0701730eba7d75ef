import { expect, test } from 'vitest';
import type { CheckRow } from '../../storage/job-rows';
import { createLedger } from '../ledger/ledger';
import { createJobReader } from '../ledger/use-jobs';
import { createJobOfCheck } from '../make/create-job';
import { linesInOrder } from '../results/job-lines';
import type { ChangedRecord } from '../table/changes';
import { testImport } from '../test-job';
import { checkRows, type KnownRows } from './check-rows';
import type { RowFinding } from './dry-run';
import { judgeAgain } from './judge-again';
import { chooseSimilar } from './similar-records';
import { dropCheck } from './stored-check';
import { about, found, newDatabase, readingOf, rows, signal, states } from './test-similar-rows';

const table = [
  { name: 'Audi', f: 'old' },
  { name: 'Golf', f: 'old' },
  { name: 'Ford', f: 'old' },
];

/** Of a row the value of `f` cannot be read. */
const unfit = (row: ChangedRecord): ChangedRecord => ({
  ...row,
  cells: row.cells.map((cell) => (cell.field_id === 'f' ? { ...cell, unfit: true } : cell)),
});

async function checked(file: ChangedRecord[], reading = readingOf(table)) {
  const db = newDatabase();
  let known: KnownRows | null = null;
  const check = await checkRows(file, about, {
    reading,
    signal,
    rows: file.length,
    db,
    onDone: (own) => (known = own),
  });
  if (!known) throw new Error('the check knows nothing');
  return { db, check, known: known as KnownRows, reading };
}

/** The file with one row as it is now, and that row judged again. */
async function fixed(
  { db, check, known }: { db: Awaited<ReturnType<typeof checked>>['db']; check: CheckRow; known: KnownRows },
  file: ChangedRecord[],
  nth: number,
) {
  return judgeAgain(
    check,
    known,
    { piece: 1, nth },
    {
      signal,
      db,
      rowsAt: async (places) => places.map((place) => file[place] as ChangedRecord),
    },
  );
}

const countsOf = (findings: readonly RowFinding[]) => {
  const counts: Record<string, number> = {};
  for (const state of states(findings)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};
const some = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count));

test('a row whose cell was fixed is judged again alone, by one request; counts follow, and the job sends what was fixed', async () => {
  const right = rows({ name: 'Audi', f: 'new' }, { name: 'Golf', f: 'right' }, { name: 'Ford', f: 'new' });
  const wrong = right.map((row, index) => (index === 1 ? unfit(row) : row));
  const own = await checked(wrong);
  expect(states(await found(own.check.id, own.db))).toEqual(['will-update', 'invalid', 'will-update']);
  const before = own.reading.requests();
  const check = await fixed(own, right, 1);
  expect(own.reading.requests() - before).toBe(1);
  expect(some(check.counts.states)).toEqual({ 'will-update': 3 });
  expect(await own.db.checks.get(check.id)).toEqual(check);

  const ledger = createLedger(own.db);
  const id = await createJobOfCheck(check, testImport, { kept: { db: own.db, ledger } });
  const view = await createJobReader(id, own.db)();
  const sent = [];
  for await (const lines of linesInOrder(id, view?.calls ?? [], new Set(), own.db)) sent.push(...lines);
  expect(sent.map((line) => line.sent.f)).toEqual(['new', 'right', 'new']);
});

test('rows that were duplicates of it are judged with it; a record that another row means is left to that one', async () => {
  const file = rows({ name: 'Audi', f: 'first' }, { name: 'Audi', f: 'second' }, { name: 'Audi', f: 'third' });
  const own = await checked(file);
  expect(states(await found(own.check.id, own.db))).toEqual(['will-update', 'duplicate', 'duplicate']);
  const moved = rows({ name: 'Golf', f: 'first' }, { name: 'Audi', f: 'second' }, { name: 'Audi', f: 'third' });
  const check = await fixed(own, moved, 0);
  const after = await found(check.id, own.db);
  expect(states(after)).toEqual(['will-update', 'will-update', 'duplicate']);
  expect(after[2]?.twin).toBe('3');
  expect(some(check.counts.states)).toEqual(countsOf(after));
  // Taken back, it meets the row that means its record by now.
  const back = await fixed({ ...own, check }, file, 0);
  const last = await found(check.id, own.db);
  expect(last.map(({ state, twin }) => [state, twin])).toEqual([
    ['duplicate', '3'],
    ['will-update', undefined],
    ['duplicate', '3'],
  ]);
  expect(some(back.counts.states)).toEqual(countsOf(last));
});

test.each([
  [{ name: 'audi', f: 'new' }, 'near'],
  [{ name: 'Trabant', f: 'new' }, 'will-create'],
  [{ name: '', f: 'new' }, 'invalid'],
  [{ name: 'Audi', f: 'old' }, 'no-change'],
] as const)('a row that was fixed to %o is judged as a check of all of them does', async (values, state) => {
  const now = rows({ name: 'Ford', f: 'new' }, values);
  const own = await checked([
    now[0] as ChangedRecord,
    unfit(rows({ name: 'x' }, { name: 'Golf', f: '?' })[1] as ChangedRecord),
  ]);
  const check = await fixed(own, now, 1);
  const whole = await checked(now);
  const after = await found(check.id, own.db);
  expect(after[1]?.state).toBe(state);
  expect(after).toEqual(await found(whole.check.id, whole.db));
  expect(check.counts).toEqual(whole.check.counts);
  expect(check.pieces).toEqual(whole.check.pieces);
  expect(check.meant).toEqual(whole.check.meant);
});

test('where it cannot be read what was found stands', async () => {
  const right = rows({ name: 'Audi', f: 'new' }, { name: 'Golf', f: 'right' });
  const file = [right[0] as ChangedRecord, unfit(right[1] as ChangedRecord)];
  const own = await checked(file);
  const before = await found(own.check.id, own.db);
  const failing = { ...own, known: { ...own.known, read: () => Promise.reject(new Error('gone')) } };
  await expect(fixed(failing, right, 1)).rejects.toThrow('gone');
  expect(await found(own.check.id, own.db)).toEqual(before);
  expect(states(await found((await fixed(own, right, 1)).id, own.db))).toEqual(['will-update', 'will-update']);
});

test('nothing is changed in a check of which a job is being made, or that was dropped', async () => {
  const file = rows({ name: 'Audi', f: 'new' }, { name: 'Golf', f: 'right' });
  const own = await checked(file);
  await own.db.checks.update(own.check.id, { job_id: 'a' });
  await expect(fixed(own, file, 1)).rejects.toThrow('a job is being made of it');
  await expect(chooseSimilar(own.check, () => 'out', { db: own.db })).rejects.toThrow('a job is being made of it');
  expect(await own.db.checks.get(own.check.id)).toEqual({ ...own.check, job_id: 'a' });
  await dropCheck(own.check.id, own.db);
  await expect(chooseSimilar(own.check, () => 'out', { db: own.db })).rejects.toThrow('dropped');
  expect(await own.db.checks.count()).toBe(0);
});

test('no job is made of a check as it was before a row was judged again', async () => {
  const right = rows({ name: 'Audi', f: 'new' }, { name: 'Golf', f: 'right' });
  const own = await checked(right);
  const check = await fixed(own, right, 1);
  const kept = { db: own.db, ledger: createLedger(own.db) };
  await expect(createJobOfCheck(own.check, testImport, { kept })).rejects.toThrow('changed');
  await createJobOfCheck(check, testImport, { kept });
});
