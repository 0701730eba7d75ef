import { afterEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../contract/errors';
import type { JsonObject } from '../../contract/json';
import { ConsoleDatabase } from '../../storage/database';
import type { CheckRow, JobField } from '../../storage/job-rows';
import { wipe } from '../../storage/storage-usage';
import { decodePayload } from '../../storage/stored-jobs';
import { createLedger, type Ledger } from '../ledger/ledger';
import { createJobOfCheck } from '../make/create-job';
import type { ListRecords } from '../read/read-rows';
import { listing, readingOfList } from '../read/test-listing';
import { simulatedClock } from '../runner/test-clock';
import { failure, recordOf, SimulatedPlatform } from '../runner/test-simulation';
import type { ChangedRecord } from '../table/changes';
import { sumOf } from '../table/job-state';
import { testImport } from '../test-job';
import { type CheckAbout, checkRows } from './check-rows';
import type { TableReading } from './live-rows';
import { dropCheck, findingsOfCheck } from './stored-check';

const open: ConsoleDatabase[] = [];
afterEach(async () => {
  for (const db of open.splice(0)) await db.delete();
});
let names = 0;
function newDatabase(): ConsoleDatabase {
  names += 1;
  const db = new ConsoleDatabase(`check-${names}`);
  open.push(db);
  return db;
}

const field: JobField = { field_id: 'code', name: 'Code', kind: 'text', options: [] };
const about: CheckAbout = {
  environment: 'lab',
  identity: 'i1',
  table_id: '21',
  update_type: 'upsert',
  update_by_fields: ['code'],
  fields: [field, { ...field, field_id: 'f' }],
};
const signal = new AbortController().signal;

/** A table of this many records with the codes c0 …, and how it is read. */
function tableOf(records: number): { reading: TableReading; platform: SimulatedPlatform } {
  const clock = simulatedClock();
  const held = Array.from({ length: records }, (_, index): [string, JsonObject] => [
    String(1000 + index),
    { code: `c${index}`, f: 'old' },
  ]);
  const platform = new SimulatedPlatform({ ...clock, sleep: () => Promise.resolve() }, [], false, held);
  const byCode = new Map(held.map(([id, fields]) => [fields.code, recordOf(id, fields)]));
  const { list: byKey } = listing(({ filter }) => {
    const [condition] = (filter?.and ?? []) as { query: { eq: string[] } }[];
    return condition?.query.eq.flatMap((code) => byCode.get(code) ?? []) ?? [];
  });
  const list: ListRecords = (input, signal) => {
    // As an index would, and as no scan of twenty thousand records a hundred times could.
    const [condition] = (input.filter?.and ?? []) as { field: string; query: { eq?: string[] } }[];
    return condition?.field === 'code' && condition.query.eq ? byKey(input, signal) : platform.list(input);
  };
  return { platform, reading: readingOfList(list, { now: clock.now }) };
}

function* rowsOf(count: number): Generator<ChangedRecord> {
  for (let index = 0; index < count; index += 1) {
    const cell = (field_id: string, after: string) => ({ field_id, before: undefined, after });
    const cells = [cell('code', index % 50 === 49 ? '' : `c${index}`), cell('f', 'new')];
    yield { row: `r${index}`, line: index + 2, item_id: null, title: null, unseen: true, cells };
  }
}

describe('a dry run of many rows', () => {
  test('loads no more pages than needed: ten thousand rows by key in about a hundred requests', async () => {
    const { reading } = tableOf(20_000);
    const check = await checkRows(rowsOf(10_000), about, { reading, signal, rows: 10_000, db: newDatabase() });
    expect(check.counts.states).toMatchObject({ 'will-update': 9800, invalid: 200 });
    expect(check).toMatchObject({ counts: { rows: 10_000 }, way: 'filter', planned: check.requests, done: true });
    expect(check.requests).toBeLessThanOrEqual(104);
  });

  test.each([
    ['a day on, as a clock may be set', 25, 2],
    ['eight days on', 8 * 24, 1],
  ])(
    'leaves what an earlier one found, which a page may still show, and clears it away later: %s',
    async (_when, hours, kept) => {
      const db = newDatabase();
      const { reading } = tableOf(3);
      await checkRows(rowsOf(2), about, { reading, signal, rows: 2, db });
      const later = { ...reading, now: () => reading.now() + hours * 60 * 60_000 };
      await checkRows(rowsOf(2), about, { reading: later, signal, rows: 2, db });
      expect([await db.checks.count(), await db.checkPieces.count()]).toEqual([kept, kept]);
    },
  );

  test('one whose key is forgotten while it runs ends, and keeps nothing', async () => {
    const db = newDatabase();
    const { reading } = tableOf(20_000);
    const wiped: Promise<void>[] = [];
    const onProgress = () => void wiped.push(wipe(about.environment, about.identity, db));
    const check = checkRows(rowsOf(10_000), about, { reading, signal, rows: 10_000, onProgress, db });
    await expect(check).rejects.toThrow('The check was dropped while it was made.');
    await Promise.all(wiped);
    expect([await db.checks.count(), await db.checkPieces.count()]).toEqual([0, 0]);
  });

  test('reports which blank cells are over a value, and no others', async () => {
    const { reading } = tableOf(3);
    const rows: ChangedRecord[] = ['f', 'code'].map((blank, index) => ({
      row: `${index}`,
      line: index + 2,
      item_id: `${1000 + index}`,
      title: null,
      cells: [],
      blank: [blank, 'other'],
      unseen: true,
    }));
    const db = newDatabase();
    const check = await checkRows(rows, about, { reading, signal, rows: 2, db });
    for await (const findings of findingsOfCheck(check, undefined, db)) {
      expect(
        findings.map(({ state, keptByBlank, record, live }) => [state, keptByBlank, record.blank, live?.fields]),
      ).toEqual([
        ['no-change', ['f'], undefined, { f: 'old' }],
        ['no-change', ['code'], undefined, { code: 'c1' }],
      ]);
    }
  });

  test('a table with fewer pages than the job has calls is walked once', async () => {
    const { reading } = tableOf(900);
    const check = await checkRows(rowsOf(5000), about, { reading, signal, rows: 5000, db: newDatabase() });
    expect(check.counts.states).toMatchObject({ 'will-update': 882, 'will-create': 4018, invalid: 100 });
    // One request finds that it is short, one its latest change; its ten pages overlap by a record.
    expect(check).toMatchObject({ way: 'walk', requests: 12 });
  });

  test('a table with somewhat fewer pages than queries is walked, its page count known within a few', async () => {
    const { reading } = tableOf(14_000);
    const seen: [done: number, planned: number | null, way: string][] = [];
    const onReading = ({ requests, planned, way }: CheckRow): void => void seen.push([requests, planned, way]);
    const options = { reading, signal, rows: 15_000, onReading, db: newDatabase() };
    const check = await checkRows(rowsOf(15_000), about, options);
    expect(check).toMatchObject({ way: 'walk', counts: { rows: 15_000 } });
    // Reported page by page, so that the count does not stay at zero for minutes.
    expect(seen.length).toBe(141);
    expect(new Set(seen.map(([, , way]) => way))).toEqual(new Set(['walk']));
    for (const [, planned] of seen.slice(0, -1)) expect(Math.abs((planned ?? 0) - check.requests)).toBeLessThan(12);
  });

  describe.each([
    ['by a business error', failure('business', 30001, null)],
    ['by a system error', failure('system', 1, null, { status: 500 })],
  ])('a platform that refuses offsets above 1,000, %s', (_how, error) => {
    const refusing = (reading: TableReading): TableReading =>
      readingOfList((input, signal) => {
        if ((input.offset ?? 0) > 1000) throw error;
        return reading.list(input, signal);
      });

    test.each([
      [
        'by filter, as the end of its table is out of reach',
        3000,
        { way: 'filter', counts: { states: { 'will-update': 1470 } } },
      ],
      ['by reading it whole, as its end is in reach', 400, { way: 'walk', counts: { states: { 'will-update': 392 } } }],
    ])('can be imported into: %s', async (_name, records, found) => {
      const options = { reading: refusing(tableOf(records).reading), signal, rows: 1500, db: newDatabase() };
      expect(await checkRows(rowsOf(1500), about, options)).toMatchObject(found);
    });

    test.each([
      ['is read whole, if its end is in reach', 300, { 'will-update': 40, unread: 0 }],
      ['leaves its rows unread, if it is not', 2000, { 'will-update': 0, unread: 40 }],
    ])('and does not know filters: the table %s', async (_name, records, counts) => {
      const { platform } = tableOf(records);
      const blind = readingOfList(({ filter: _ignored, ...input }) => platform.list(input));
      const options = { reading: refusing(blind), signal, rows: 40, db: newDatabase() };
      const check = await checkRows(rowsOf(40), about, options);
      expect(check.counts.states).toMatchObject(counts);
    });
  });

  test('finds the same for each row by any reading, in input order', async () => {
    const db = newDatabase();
    const states = async (rows: number | null): Promise<string[]> => {
      const check = await checkRows(rowsOf(1500), about, { reading: tableOf(300).reading, signal, rows, db });
      const found: string[] = [];
      for await (const piece of findingsOfCheck(check, undefined, db)) {
        found.push(...piece.map(({ record, state, live }) => `${record.line} ${state} ${live?.item_id}`));
      }
      return found;
    };
    const walked = await states(1500);
    expect(walked).toEqual(await states(null));
    expect(walked.length).toBe(1500);
    expect(walked[0]).toBe('2 will-update 1000');
  });

  test('progress adds up, and a stopped or failed check leaves nothing behind', async () => {
    const db = newDatabase();
    const seen: number[] = [];
    const stopped = new AbortController();
    const onProgress = ({ counts: { rows, states } }: CheckRow): void => {
      seen.push(rows);
      expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(rows);
      if (rows > 1000) stopped.abort(new Error('stopped'));
    };
    const { reading } = tableOf(10);
    await expect(
      checkRows(rowsOf(3000), about, { reading, signal: stopped.signal, rows: null, onProgress, db }),
    ).rejects.toThrow('stopped');
    expect(seen).toEqual([1584]);
    const failing = {
      ...reading,
      readKeys: () => Promise.reject(new ApiError({ kind: 'no-answer', operation: 'listRecords', message: 'gone' })),
    };
    await expect(checkRows(rowsOf(10), about, { reading: failing, signal, rows: 10, db })).rejects.toThrow('gone');
    expect(await db.checks.count()).toBe(0);
    expect(await db.checkPieces.count()).toBe(0);
  });
});

describe('a job of a dry run', () => {
  test('has every row once: sent by key in batches of a hundred, or skipped with a reason', async () => {
    const db = newDatabase();
    const ledger = createLedger(db);
    const { reading } = tableOf(1000);
    const check = await checkRows(rowsOf(2345), about, { reading, signal, rows: 2345, db });
    const id = await createJobOfCheck(check, testImport, { kept: { db, ledger } });
    const job = await ledger.job(id);
    expect(job).toMatchObject({
      total: 2345,
      calls: 24,
      open: 1,
      update_type: 'upsert',
      update_by_fields: ['code'],
      kind: 'import',
    });
    expect(job?.counts).toMatchObject({ 'not-sent': 2299, invalid: 46 });
    expect(sumOf(job?.counts ?? {})).toBe(2345);
    const payloads = (await db.payloads.toArray()).map(decodePayload);
    const lines = payloads.flatMap((payload) => payload.lines);
    expect([...lines].sort((a, b) => a - b)).toEqual(Array.from({ length: 2345 }, (_, index) => index + 2));
    expect(payloads.every(({ items }) => items.length <= 100)).toBe(true);
    const found = payloads.flatMap((payload) => (payload.update_type === 'upsert' ? payload.found : []));
    expect(found.filter((each) => each === null).length).toBe(2299 - 980);
    expect(await db.checks.count()).toBe(0);
    expect(await db.checkPieces.count()).toBe(0);
  });

  test('that cannot be stored leaves nothing behind, and the check can be used again', async () => {
    const db = newDatabase();
    const ledger = createLedger(db);
    const check = await checkRows(rowsOf(800), about, { reading: tableOf(10).reading, signal, rows: 800, db });
    const full = { ...ledger, create: () => Promise.reject(new Error('no room')) };
    await expect(createJobOfCheck(check, testImport, { kept: { db, ledger: full } })).rejects.toThrow('no room');
    expect([await db.batches.count(), await db.payloads.count(), await db.jobs.count()]).toEqual([0, 0, 0]);
    await createJobOfCheck(check, testImport, { kept: { db, ledger } });
    expect(await db.jobs.count()).toBe(1);
  });

  /** What befalls a check, or the job that is begun of it, while the job is made. */
  const meanwhile: Record<string, (db: ConsoleDatabase, id: string) => Promise<unknown>> = {
    'its check is dropped': (db, id) => dropCheck(id, db),
    'its check is deleted with the data of the site': (db) => Promise.all([db.checks.clear(), db.checkPieces.clear()]),
    'its check is another job’s by then': (db, id) => db.checks.update(id, { job_id: 'another' }),
    'its first calls are deleted': (db) => db.batches.clear(),
    'what its first calls send is deleted': (db) => db.payloads.clear(),
    'everything is deleted': (db) => new ConsoleDatabase(db.name).delete(),
  };

  test.each(Object.keys(meanwhile))('is not made, if %s, whenever that is', async (what) => {
    const all = 1300;
    for (const at of [1, 2, 3]) {
      const db = newDatabase();
      const ledger = createLedger(db);
      const check = await checkRows(rowsOf(all), about, { reading: tableOf(10).reading, signal, rows: all, db });
      let prepared = 0;
      const rude: Ledger = {
        ...ledger,
        async prepare(parts) {
          // Few parts at a time, as of a job of many more rows.
          for (let start = 0; start < parts.length; start += 5) {
            await ledger.prepare(parts.slice(start, start + 5));
            prepared += 1;
            if (prepared === at) await meanwhile[what]?.(db, check.id);
          }
        },
      };
      await expect(createJobOfCheck(check, testImport, { kept: { db, ledger: rude } })).rejects.toThrow();
      expect(prepared).toBeGreaterThanOrEqual(3);
      expect([await db.jobs.count(), await db.batches.count(), await db.payloads.count()]).toEqual([0, 0, 0]);
    }
  });

  test('is made once, if it is asked for twice; and not once its signal is aborted, which keeps the check', async () => {
    const db = newDatabase();
    const ledger = createLedger(db);
    const check = await checkRows(rowsOf(3500), about, { reading: tableOf(10).reading, signal, rows: 3500, db });
    const stop = new AbortController();
    const stopped = { kept: { db, ledger }, signal: stop.signal, onProgress: () => stop.abort() };
    await expect(createJobOfCheck(check, testImport, stopped)).rejects.toThrow('aborted');
    expect([await db.jobs.count(), await db.batches.count(), await db.checks.count()]).toEqual([0, 0, 1]);
    const made = await Promise.allSettled(
      [1, 2].map(() => createJobOfCheck(check, testImport, { kept: { db, ledger } })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await db.jobs.toArray()).map(({ total }) => total)).toEqual([3500]);
    await expect(createJobOfCheck(check, testImport, { kept: { db, ledger } })).rejects.toThrow();
  });

  test('is not made, if a piece of what was found is missing', async () => {
    for (const number of [1, 2, 3]) {
      const db = newDatabase();
      const check = await checkRows(rowsOf(3500), about, { reading: tableOf(10).reading, signal, rows: 3500, db });
      await db.checkPieces.delete([check.id, number]);
      const kept = { db, ledger: createLedger(db) };
      await expect(createJobOfCheck(check, testImport, { kept })).rejects.toThrow('was deleted');
      expect([await db.jobs.count(), await db.batches.count(), await db.checks.count()]).toEqual([0, 0, 1]);
    }
  });

  test('begun by a killed tab is deleted with its check', async () => {
    const db = newDatabase();
    const ledger = createLedger(db);
    const check = await checkRows(rowsOf(800), about, { reading: tableOf(10).reading, signal, rows: 800, db });
    const killed = { ...ledger, create: () => new Promise<never>(() => {}) };
    void createJobOfCheck(check, testImport, { kept: { db, ledger: killed } });
    await expect.poll(() => db.batches.count()).toBeGreaterThan(0);
    await dropCheck(check.id, db);
    expect([await db.batches.count(), await db.payloads.count(), await db.checks.count()]).toEqual([0, 0, 0]);
  });
});
