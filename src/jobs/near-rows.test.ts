import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../contract/json';
import { ConsoleDatabase } from '../storage/database';
import type { JobField } from '../storage/job-rows';
import type { ChangedRecord } from './changes';
import { type CheckAbout, checkRows, findingsOfCheck } from './check-rows';
import { createJobOfCheck } from './create-job';
import type { RowFinding } from './dry-run';
import { createLedger } from './ledger';
import type { TableReading } from './live-rows';
import { chooseNear, type NearChoice } from './near-rows';
import { createKeyReader } from './read-keys';
import { createRowReader } from './read-rows';
import { recordOf } from './test-simulation';

const open: ConsoleDatabase[] = [];
afterEach(async () => {
  for (const db of open.splice(0)) await db.delete();
});
function newDatabase(): ConsoleDatabase {
  const db = new ConsoleDatabase(`near-${Math.random()}`);
  open.push(db);
  return db;
}

const field = (field_id: string): JobField => ({ field_id, name: field_id, kind: 'text', options: [] });
const about: CheckAbout = {
  environment: 'lab',
  identity: 'i1',
  table_id: '21',
  update_type: 'upsert',
  update_by_fields: ['name'],
  fields: [field('name'), field('f'), field('g')],
};
const { signal } = new AbortController();

/** A table as a platform keeps it that compares texts exactly: pages, and `eq` with the values of one field. */
function readingOf(records: JsonObject[], claimed = records.length): TableReading {
  const held = records.map((fields, index) => recordOf(`${100 + index}`, fields));
  let requests = 0;
  const list: TableReading['list'] = async ({ filter, offset = 0, limit = 20 }) => {
    requests += 1;
    const page = (items: typeof held) => ({ items, total: null, filtered: null, has_more: null });
    const [condition] = (filter?.and ?? []) as { query: { eq: string[] } }[];
    if (condition) return page(held.filter(({ fields }) => condition.query.eq.includes(`${fields.name}`)));
    // A longer table than anybody would hold here: what is past the end of it is there to be asked for, and for nothing else.
    return page(offset >= held.length && offset < claimed ? held.slice(0, 1) : held.slice(offset, offset + limit));
  };
  return {
    list,
    read: createRowReader(list, () => Promise.reject(new Error('not asked'))),
    readKeys: createKeyReader(list),
    async *walk() {
      for (let offset = 0; offset < held.length; offset += 100)
        yield (await list({ table_id: '21', offset, limit: 100 }, signal)).items;
    },
    requests: () => requests,
    now: () => 5,
  };
}

const rows = (...given: JsonObject[]): ChangedRecord[] =>
  given.map(({ blank, ...values }, index) => ({
    row: `${index + 2}`,
    line: index + 2,
    item_id: null,
    title: null,
    unseen: true,
    ...(blank ? { blank: [blank as string] } : {}),
    cells: Object.entries(values).map(([field_id, after]) => ({
      field_id,
      before: undefined,
      after,
      text: String(after),
    })),
  }));

const cars: JsonObject[] = [
  { name: 'Citroen DS', f: 'old', g: 'kept' },
  { name: 'Ford Pinto', f: 'old' },
  { name: 'Audi 80', f: 'old' },
  { name: 'AUDI 80', f: 'old' },
];
const file = rows(
  { name: 'citroën  ds', f: 'new', blank: 'g' },
  { name: 'Ford Pinto ', f: 'new' },
  { name: 'Trabant', f: 'new' },
  { name: 'audi 80', f: 'new' },
  { name: 'ford pinto', f: 'newer' },
  { name: 'Citroen DS', f: 'other' },
);

async function found(id: string, db: ConsoleDatabase): Promise<RowFinding[]> {
  const all: RowFinding[] = [];
  for await (const piece of findingsOfCheck(id, undefined, db)) all.push(...piece);
  return all;
}
const states = (findings: readonly RowFinding[]) => findings.map(({ state }) => state);
const nearOf = (findings: readonly RowFinding[]) =>
  findings.map(({ near = [] }) =>
    near
      .map(({ fields }) => fields.name)
      .sort()
      .join(),
  );

describe('a row whose key several records have', () => {
  const twins: JsonObject[] = [
    { name: 'Pinto', f: 'old', g: 'kept' },
    { name: 'Audi 80', f: 'old' },
    { name: 'Pinto', f: 'other' },
    ...Array.from({ length: 7 }, () => ({ name: 'Golf', f: 'old' })),
  ];
  const given = rows(
    { name: 'Pinto', f: 'new', blank: 'g' },
    { name: 'Golf', f: 'new' },
    { name: 'Pinto', f: 'newer' },
    { name: 'audi 80', f: 'new' },
  );
  const checked = async (job: readonly ChangedRecord[] = given) => {
    const db = newDatabase();
    let check = await checkRows(job, about, { reading: readingOf(twins), signal, rows: job.length, db });
    const choose = async (choice: (finding: RowFinding) => NearChoice | undefined) => {
      check = await chooseNear(check, choice, { db });
      const findings = await found(check.id, db);
      for (const [state, count] of Object.entries(check.counts))
        expect([state, count]).toEqual([state, findings.filter((each) => each.state === state).length]);
      return findings;
    };
    return { db, check: () => check, before: await found(check.id, db), choose };
  };
  const chosenFor =
    (choices: Record<string, NearChoice>) =>
    ({ record }: RowFinding): NearChoice | undefined =>
      choices[record.row];

  test('is told with them, five at most, and stays out', async () => {
    const { before } = await checked();
    expect(states(before)).toEqual(['refused', 'refused', 'refused', 'near']);
    expect(
      before.map(({ near = [], nearTotal, several }) => [near.map(({ item_id }) => item_id), nearTotal, several]),
    ).toEqual([
      [['100', '102'], undefined, true],
      [['103', '104', '105', '106', '107'], 7, true],
      [['100', '102'], undefined, true],
      [['101'], undefined, undefined],
    ]);
    expect(before[0]?.near?.map(({ fields }) => fields)).toEqual([twins[0], twins[2]]);
  });

  test('means the one that the person says, located by its id; a record that two rows mean is written by one; taken back it is refused again', async () => {
    const { before, choose, db, check } = await checked();
    const one = await choose(chosenFor({ 2: '102', 3: '107' }));
    expect(states(one)).toEqual(['will-update', 'will-update', 'refused', 'near']);
    expect(one[0]).toMatchObject({ match: 'id', reason: null, chosen: '102', live: { item_id: '102' } });
    expect(one[0]?.cells.map(({ state, now }) => [state, now])).toEqual([
      ['only-matches', 'Pinto'],
      ['will-update', 'other'],
    ]);
    expect((await choose(chosenFor({ 4: '102' })))[2]).toMatchObject({
      state: 'double',
      reason: 'same-record-twice',
      twin: '2',
    });
    // What stands under a blank is known of the record that is meant.
    expect((await choose(chosenFor({ 2: '100' }))).slice(0, 3)).toMatchObject([
      { state: 'will-update', stands: ['g'] },
      { state: 'will-update' },
      { state: 'will-update', live: { item_id: '102' } },
    ]);
    // No record is created with a key that several have, nor is any but one of them written.
    expect(states(await choose(chosenFor({ 2: 'create', 3: '101', 4: null })))).toEqual([
      'refused',
      'refused',
      'refused',
      'near',
    ]);
    expect(await choose(() => null)).toEqual(before);

    await choose(chosenFor({ 2: '102', 4: '100' }));
    await createJobOfCheck(
      check(),
      { kind: 'import', space_id: '40', table_name: 'T', undoes: null },
      { kept: { db, ledger: createLedger(db) } },
    );
    const calls = await db.batches.toArray();
    const payloads = await db.payloads.toArray();
    const told = payloads.map(({ items, lines }, index) => ({ state: calls[index]?.state, items, lines }));
    expect(told).toMatchObject([
      {
        state: 'waiting',
        items: [
          { item_id: '102', fields: { f: 'new' } },
          { item_id: '100', fields: { f: 'newer' } },
        ],
        lines: [2, 4],
      },
      { state: 'left-out', lines: [3] },
    ]);
    expect(payloads[0]?.update_type).toBe('update');
  });

  test('is double where another row has the id of that record', async () => {
    const [first, ...rest] = given;
    const byId = { ...(first as ChangedRecord), row: '9', line: 9, item_id: '102', cells: first?.cells.slice(1) ?? [] };
    const reading = readingOf(twins);
    const db = newDatabase();
    const read: TableReading['read'] = async (table_id, ids) => {
      const { items } = await reading.list({ table_id, limit: 100 }, signal);
      const records = items.filter(({ item_id }) => ids.includes(item_id)).map((each) => [each.item_id, each] as const);
      return { records: new Map(records), missing: new Set(), unreadable: [], requests: 1 } as never;
    };
    const check = await checkRows([byId, ...rest], about, { reading: { ...reading, read }, signal, rows: 4, db });
    await chooseNear(check, ({ near = [] }) => near.at(-1)?.item_id ?? null, { db });
    expect((await found(check.id, db)).map(({ state, twin }) => [state, twin])).toEqual([
      ['will-update', undefined],
      ['will-update', undefined],
      ['double', '9'],
      ['will-update', undefined],
    ]);
  });
});

describe('a row that would create what is nearly there', () => {
  test('is told with the records that it nearly equals, and nothing is sent of it', async () => {
    const db = newDatabase();
    const check = await checkRows(file, about, { reading: readingOf(cars), signal, rows: file.length, db });
    const findings = await found(check.id, db);
    expect(states(findings)).toEqual(['near', 'near', 'will-create', 'near', 'near', 'will-update']);
    expect(nearOf(findings)).toEqual(['Citroen DS', 'Ford Pinto', '', 'AUDI 80,Audi 80', 'Ford Pinto', '']);
    expect(check.near).toEqual({ looked: { whole: 5, spellings: 0, not: 0 }, pieces: [1], meant: { 100: '7' } });
    const ledger = createLedger(db);
    const id = await createJobOfCheck(
      check,
      { kind: 'import', space_id: '40', table_name: 'T', undoes: null },
      { kept: { db, ledger } },
    );
    const payloads = await db.payloads.toArray();
    expect((await ledger.job(id))?.total).toBe(2);
    expect(payloads.flatMap(({ items }) => items.map(({ fields }) => fields.name)).sort()).toEqual([
      'Citroen DS',
      'Trabant',
    ]);
  });

  test('is found also where every record is walked, or only other spellings can be asked for; what was not looked for is counted', async () => {
    const many = Array.from({ length: 600 }, (_, index) => ({ name: `other ${index}`, f: 'old' }));
    const job = rows(
      ...Array.from({ length: 800 }, (_, index) => ({ name: `other ${index}`, f: 'new' })),
      ...file.map(({ cells }) => Object.fromEntries(cells.map(({ field_id, after }) => [field_id, after]))),
    );
    const db = newDatabase();
    const walked = await checkRows(job, about, {
      reading: readingOf([...cars, ...many]),
      signal,
      rows: job.length,
      db,
    });
    expect(walked).toMatchObject({ way: 'walk', near: { looked: { whole: 205, spellings: 0, not: 0 }, pieces: [2] } });

    const long = await checkRows(file, about, { reading: readingOf(cars, 1_000_000), signal, rows: file.length, db });
    expect(long).toMatchObject({ way: 'filter', near: { looked: { whole: 0, spellings: 5, not: 0 } } });
    // Of this record no usual spelling is asked for by the first row; it was read for the last one.
    expect(nearOf(await found(long.id, db))).toEqual([
      'Citroen DS',
      'Ford Pinto',
      '',
      'AUDI 80,Audi 80',
      'Ford Pinto',
      '',
    ]);

    const news = rows(...Array.from({ length: 4000 }, (_, index) => ({ name: `Néw Thing ${index}`, f: 'x' })));
    const bounded = await checkRows(news, about, { reading: readingOf(cars, 1_000_000), signal, rows: null, db });
    expect(bounded.near.looked.spellings).toBeGreaterThan(500);
    expect(bounded.near.looked.not).toBe(4000 - bounded.near.looked.spellings);
    expect(bounded.requests).toBeLessThan(41 + 3 + 110);
  });

  test('becomes what the person says: the record, which keeps its key, or a new one; again nothing when it is taken back', async () => {
    const db = newDatabase();
    const check = await checkRows(file, about, { reading: readingOf(cars), signal, rows: file.length, db });
    const before = await found(check.id, db);
    const choose = async (choice: (finding: RowFinding) => NearChoice | undefined) => {
      const kept = await db.checks.get(check.id);
      const chosen = await chooseNear(kept ?? check, choice, { db });
      const findings = await found(check.id, db);
      expect(Object.values(chosen.counts).reduce((sum, count) => sum + count, 0)).toBe(file.length);
      for (const [state, count] of Object.entries(chosen.counts))
        expect([state, count]).toEqual([state, findings.filter((each) => each.state === state).length]);
      return findings;
    };
    const updated = await choose(({ near }) => (near?.length === 1 ? (near[0]?.item_id ?? null) : null));
    // The record of the first row is meant by the last one, that of the second by it alone.
    expect(updated.map(({ state, twin }) => [state, twin])).toEqual([
      ['double', '7'],
      ['will-update', undefined],
      ['will-create', undefined],
      ['near', undefined],
      ['double', '3'],
      ['will-update', undefined],
    ]);
    expect(updated[1]).toMatchObject({ match: 'id', live: { item_id: '101' }, chosen: '101' });
    expect(updated[1]?.cells.map(({ state, now }) => [state, now])).toEqual([
      ['only-matches', 'Ford Pinto'],
      ['will-update', 'old'],
    ]);
    expect(updated[0]?.stands).toEqual(['g']);

    const one = await choose(({ record }) => (record.row === '5' ? '103' : undefined));
    expect(one[3]).toMatchObject({ state: 'will-update', chosen: '103', live: { fields: { name: 'AUDI 80' } } });
    expect(states(await choose(() => 'create'))).toEqual([...Array(5).fill('will-create'), 'will-update']);
    expect(await choose(() => null)).toEqual(before);
  });

  test('that was taken for a record is sent to that one by its id, without its key', async () => {
    const db = newDatabase();
    const ledger = createLedger(db);
    const check = await checkRows(file.slice(1, 4), about, { reading: readingOf(cars), signal, rows: 3, db });
    const chosen = await chooseNear(check, ({ near = [] }) => near.at(-1)?.item_id ?? null, { db });
    await createJobOfCheck(
      chosen,
      { kind: 'import', space_id: '40', table_name: 'T', undoes: null },
      { kept: { db, ledger } },
    );
    const payloads = await db.payloads.toArray();
    expect(payloads.map(({ update_type, items, lines }) => ({ update_type, items, lines }))).toEqual([
      {
        update_type: 'update',
        items: [
          { item_id: '101', fields: { f: 'new' } },
          { item_id: '103', fields: { f: 'new' } },
        ],
        lines: [3, 5],
      },
      { update_type: 'upsert', items: [{ item_id: null, fields: { name: 'Trabant', f: 'new' } }], lines: [4] },
    ]);
  });
});
