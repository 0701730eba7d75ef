import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testClient } from '../../../api/wire/test-client';
import type { JsonObject } from '../../../contract/json';
import type { TableReading } from '../../../jobs/check/live-rows';
import { about, readingOf, rows } from '../../../jobs/check/test-similar-rows';
import { createJobOfCheck } from '../../../jobs/make/create-job';
import type { ChangedRecord } from '../../../jobs/table/changes';
import { testImport } from '../../../jobs/test-job';
import { database } from '../../../storage/database';
import { column } from '../../../transfer/in/test-columns';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import { type CheckState, type CheckSubject, ImportCheck, secondsLeft, subjectKey } from './import-check';

const table = vi.hoisted((): { reading: TableReading | null } => ({ reading: null }));
vi.mock('../../../jobs/runner/run-connection', async (original) => ({
  ...(await original<typeof import('../../../jobs/runner/run-connection')>()),
  tableReading: () => table.reading,
}));

beforeEach(() => {
  table.reading = readingOf(['Audi', 'Golf', 'Ford'].map((name) => ({ name, f: 'old' })));
});
afterEach(async () => {
  for (const stored of [database.checks, database.checkPieces, database.jobs, database.batches, database.payloads])
    await stored.clear();
});

/** A file with these rows by now, and what is checked of it. */
function subjectOf(file: () => readonly ChangedRecord[]) {
  const rowOf = (index: number) => {
    const row = file()[index];
    return { ...row, cells: row?.cells.map((cell) => ({ ...cell, unfit: null })), broken: null };
  };
  const ask = vi.fn(async (name: string, input: { from: number; to: number; rows: number[] }) =>
    name === 'recordsAt'
      ? input.rows.map(rowOf)
      : file()
          .slice(input.from, input.to)
          .map((_row, at) => rowOf(input.from + at)),
  );
  const importer = { ask, end: () => {} } as unknown as ImportClient;
  const { update_type, update_by_fields, table_id, fields } = about;
  const subject: CheckSubject = {
    ...{ client: testClient(), importer, table_id, rows: file().length, fields, others: [] },
    ...{ mode: { update_type, update_by_fields }, mapped: fields.map(({ field_id }) => column('text', { field_id })) },
  };
  return { subject, ask };
}

const doneOf = (state: CheckState) => {
  if (state.state !== 'done') throw new Error(`the check is ${state.state}`);
  return state;
};

async function checked(file: readonly ChangedRecord[]) {
  const now = { file };
  const { subject, ask } = subjectOf(() => now.file);
  const check = new ImportCheck(new Map());
  await check.start(subject, subject.mapped, false);
  const done = () => doneOf(check.state.get());
  return { now, subject, ask, check, done };
}

test('a check is of the same subject, whatever was loaded again meanwhile; not of another mapping, key, table or owner', () => {
  const { subject } = subjectOf(() => []);
  const mapped = subject.mapped.map((own) => ({
    ...own,
    config: { options: ['another'] } as never,
    fixes: [[2, 'x']] as const,
  }));
  const renewed = {
    ...subject,
    client: testClient({ apiKey: () => 'renewed' }),
    fields: [],
    others: about.fields,
    mapped,
  };
  expect(subjectKey(renewed)).toBe(subjectKey(subject));
  const others: Partial<CheckSubject>[] = [
    { client: testClient({ identity: 'another' }) },
    { table_id: '22' },
    { mode: { update_type: 'upsert', update_by_fields: ['f'] } },
    { mapped: subject.mapped.slice(1) },
    { mapped: subject.mapped.map((own) => ({ ...own, blank: 'clear' as const })) },
  ];
  for (const other of others) expect(subjectKey({ ...subject, ...other })).not.toBe(subjectKey(subject));
});

test('a row that was fixed and its duplicates are requested from the worker together, and judged by what it has now', async () => {
  /** More than the rows of one piece of the findings. */
  const count = 1600;
  const others = Array.from({ length: count }, (_row, index): JsonObject => ({ name: `Car ${index}`, f: 'new' }));
  const duplicates = ['first', 'second', 'third'].map((f): JsonObject => ({ name: 'Audi', f }));
  const { now, subject, ask, check, done } = await checked(rows(...others, ...duplicates));
  expect(done().check.pieces).toHaveLength(2);
  expect(done().check.counts.states).toMatchObject({ 'will-create': count, 'will-update': 1, duplicate: 2 });
  now.file = rows(...others, { name: 'Golf', f: 'first' }, ...duplicates.slice(1));
  ask.mockClear();
  check.judgeAgain(subject, { piece: 2, nth: count - (done().check.pieces[0]?.rows ?? 0) }, []);
  expect(done().judging).toBe(1);
  expect(await check.settled()).toBe(true);
  expect(ask.mock.calls).toEqual([['recordsAt', { mapped: [], rows: [count, count + 1, count + 2] }]]);
  expect(done()).toMatchObject({
    judging: 0,
    check: {
      counts: { states: { 'will-create': count, 'will-update': 2, duplicate: 1 } },
      pieces: [{}, { states: { 'will-update': 2, duplicate: 1 } }],
    },
  });
});

test('what cannot be checked again is shown as outdated, until a later check', async () => {
  const { subject, check, done } = await checked(rows({ name: 'Audi', f: 'new' }));
  const importer = { ask: () => Promise.reject(new Error('gone')), end: () => {} };
  check.judgeAgain({ importer }, { piece: 1, nth: 0 }, []);
  expect(await check.settled()).toBe(false);
  expect(done()).toMatchObject({ judging: 0, isOutdated: true, failed: { error: new Error('gone') } });
  await check.start(subject, subject.mapped, false);
  expect(done()).toMatchObject({ isOutdated: false, failed: null });
  expect(await database.checks.count()).toBe(1);
});

test('an earlier result stays while it is checked again, with choices made meanwhile; a stopped check leaves it', async () => {
  const { subject, check, done } = await checked(rows({ name: 'audi', f: 'new' }));
  const { id } = done().check;
  const again = check.start(subject, subject.mapped, false);
  check.choose(() => 'create');
  await check.settled();
  check.stop();
  await again;
  expect(done().check).toMatchObject({ id, counts: { states: { 'will-create': 1, near: 0 } } });
  // The choice holds in the next one too.
  await check.start(subject, subject.mapped, false);
  expect(done().check).toMatchObject({ counts: { states: { 'will-create': 1, near: 0 } } });
  expect(done().check.id).not.toBe(id);
});

test('a check that is dropped while a job is made of it becomes none, and nothing of it stays', async () => {
  const file = Array.from({ length: 6000 }, (_row, index): JsonObject => ({ name: `Car ${index}`, f: 'new' }));
  const { check, done } = await checked(rows(...file));
  const signals = [new AbortController(), new AbortController()];
  for (const [index, { signal }] of signals.entries()) {
    // Once with the signal of the page, and once as if that were late.
    const onProgress = (): void => {
      if (index === 0) signals[0]?.abort();
      else check.drop();
    };
    await expect(createJobOfCheck(done().check, testImport, { signal, onProgress })).rejects.toThrow();
    expect(await database.jobs.count()).toBe(0);
    if (index === 0) expect(done().check.counts.rows).toBe(6000);
  }
  expect(check.state.get()).toEqual({ state: 'none', isStopped: false });
  for (const stored of [database.checks, database.checkPieces, database.batches, database.payloads])
    await expect.poll(() => stored.count()).toBe(0);
});

test('the time left of a check is estimated once enough requests were measured', () => {
  expect(secondsLeft({ requests: 20, planned: 120 }, 10_000)).toBe(50);
  expect(secondsLeft({ requests: 130, planned: 120 }, 10_000)).toBe(0);
  expect(secondsLeft({ requests: 20, planned: null }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 4, planned: 120 }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 20, planned: 120 }, 1999)).toBeNull();
});
