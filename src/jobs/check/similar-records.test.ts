import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../contract/json';
import type { CheckRow, JobField } from '../../storage/job-rows';
import { decodeBatch, decodePayload } from '../../storage/stored-jobs';
import { createLedger } from '../ledger/ledger';
import { createJobOfCheck } from '../make/create-job';
import { recordOf } from '../runner/test-simulation';
import { testImport } from '../test-job';
import type { CellFinding } from './cell-judge';
import { checkRows } from './check-rows';
import type { RowFinding } from './dry-run';
import {
  chooseSimilar,
  disambiguation,
  noteDecision,
  type RowDecisions,
  type SimilarChoice,
  standingDecision,
} from './similar-records';
import { about, cars, file, found, newDatabase, readingOf, rows, signal, similarOf, states } from './test-similar-rows';

describe('a row similar to an existing record', () => {
  test('lists the similar records, and is not sent', async () => {
    const db = newDatabase();
    const check = await checkRows(file, about, { reading: readingOf(cars), signal, rows: file.length, db });
    const findings = await found(check.id, db);
    expect(states(findings)).toEqual(['near', 'near', 'will-create', 'near', 'near', 'will-update']);
    expect(similarOf(findings)).toEqual(['Citroen DS', 'Ford Pinto', '', 'AUDI 80,Audi 80', 'Ford Pinto', '']);
    expect(check).toMatchObject({
      counts: { searched: { whole: 5, spellings: 0, not: 0 }, candidates: 4 },
      meant: { 100: '7' },
    });
    const ledger = createLedger(db);
    const id = await createJobOfCheck(check, testImport, { kept: { db, ledger } });
    const payloads = (await db.payloads.toArray()).map(decodePayload);
    const calls = (await db.batches.toArray()).map(decodeBatch);
    const sent = payloads.filter((_payload, index) => calls[index]?.state === 'waiting');
    expect(sent.flatMap(({ items }) => items.map(({ fields }) => fields.name)).sort()).toEqual([
      'Citroen DS',
      'Trabant',
    ]);
    // They are listed in the job anyway, with the records they are similar to.
    expect(await ledger.job(id)).toMatchObject({ total: 6, counts: { 'not-sent': 2, invalid: 4 } });
    const told = calls.flatMap(({ rows, number }) =>
      rows.map((row, index) => [payloads[number - 1]?.lines[index], row.reason, row.matches]),
    );
    expect(told.filter(([, reason]) => reason !== null)).toEqual([
      [2, 'near-undecided', ['100']],
      [3, 'near-undecided', ['101']],
      [5, 'near-undecided', ['102', '103']],
      [6, 'near-undecided', ['101']],
    ]);
  });

  test('is found by walking the table or by other spellings; rows not searched are counted', async () => {
    const many = Array.from({ length: 1600 }, (_, index) => ({ name: `other ${index}`, f: 'old' }));
    const job = rows(
      ...Array.from({ length: 1800 }, (_, index) => ({ name: `other ${index}`, f: 'new' })),
      ...pairs.map(({ cells }) => Object.fromEntries(cells.map(({ field_id, after }) => [field_id, after]))),
    );
    const db = newDatabase();
    const walked = await checkRows(job, about, {
      reading: readingOf([...cars, ...many]),
      signal,
      rows: job.length,
      db,
    });
    expect(walked).toMatchObject({
      way: 'walk',
      counts: { searched: { whole: 205, spellings: 0, not: 0 } },
      pieces: [{ candidates: 0 }, {}],
    });

    const long = await checkRows(file, about, { reading: readingOf(cars, 1_000_000), signal, rows: file.length, db });
    expect(long).toMatchObject({ way: 'filter', counts: { searched: { whole: 0, spellings: 5, not: 0 } } });
    // The first row asks for no usual spelling of this record; it was read for the last row.
    expect(similarOf(await found(long.id, db))).toEqual([
      'Citroen DS',
      'Ford Pinto',
      '',
      'AUDI 80,Audi 80',
      'Ford Pinto',
      '',
    ]);

    const news = rows(...Array.from({ length: 4000 }, (_, index) => ({ name: `Néw Thing ${index}`, f: 'x' })));
    const bounded = await checkRows(news, about, { reading: readingOf(cars, 1_000_000), signal, rows: null, db });
    expect(bounded.counts.searched.spellings).toBeGreaterThan(500);
    expect(bounded.counts.searched.not).toBe(4000 - bounded.counts.searched.spellings);
    expect(bounded.requests).toBeLessThan(41 + 3 + 110);
  });

  test('becomes an update, which keeps the record’s key, or a new record, as chosen; unchosen it is skipped again', async () => {
    const db = newDatabase();
    const check = await checkRows(file, about, { reading: readingOf(cars), signal, rows: file.length, db });
    const before = await found(check.id, db);
    const choose = async (choice: (finding: RowFinding) => SimilarChoice | undefined) => {
      const kept = (await db.checks.get(check.id)) as CheckRow | undefined;
      const chosen = await chooseSimilar(kept ?? check, choice, { db });
      const findings = await found(check.id, db);
      expect(Object.values(chosen.counts.states).reduce((sum, count) => sum + count, 0)).toBe(file.length);
      for (const [state, count] of Object.entries(chosen.counts.states))
        expect([state, count]).toEqual([state, findings.filter((each) => each.state === state).length]);
      return findings;
    };
    const updated = await choose(({ candidates }) =>
      candidates?.length === 1 ? (candidates[0]?.item_id ?? null) : null,
    );
    // The last row matches the record of the first row; only the second row matches its own.
    expect(updated.map(({ state, twin }) => [state, twin])).toEqual([
      ['duplicate', '7'],
      ['will-update', undefined],
      ['will-create', undefined],
      ['near', undefined],
      ['duplicate', '3'],
      ['will-update', undefined],
    ]);
    expect(updated[1]).toMatchObject({ match: 'id', live: { item_id: '101' }, chosen: '101' });
    expect(updated[1]?.cells.map(({ state, now }) => [state, now])).toEqual([
      ['only-matches', 'Ford Pinto'],
      ['will-update', 'old'],
    ]);
    expect(updated[0]?.keptByBlank).toEqual(['g']);

    const one = await choose(({ record }) => (record.row === '5' ? '103' : undefined));
    expect(one[3]).toMatchObject({ state: 'will-update', chosen: '103', live: { fields: { name: 'AUDI 80' } } });
    expect(states(await choose(() => 'create'))).toEqual([...Array(5).fill('will-create'), 'will-update']);
    // Skipping by choice is not the same as no choice.
    const out = await choose(({ record }) => (record.row === '5' ? 'out' : null));
    expect(out.map(({ state, chosen }) => [state, chosen])[3]).toEqual(['near', 'out']);
    expect(await choose(() => null)).toEqual(before);
  });

  test('chosen to update a record is sent by its ID, without its key', async () => {
    const db = newDatabase();
    const ledger = createLedger(db);
    const check = await checkRows(file.slice(1, 4), about, { reading: readingOf(cars), signal, rows: 3, db });
    const chosen = await chooseSimilar(check, ({ candidates = [] }) => candidates.at(-1)?.item_id ?? null, { db });
    await createJobOfCheck(chosen, testImport, { kept: { db, ledger } });
    const payloads = (await db.payloads.toArray()).map(decodePayload);
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

const table: JsonObject[] = [...cars, { name: 'Golf', f: 'one' }, { name: 'Golf', f: 'two' }];
const pairs = rows(
  { name: 'citroën ds', f: 'new' },
  { name: 'FORD PINTO', f: 'new' },
  { name: 'audi 80', f: 'new' },
  { name: 'Golf', f: 'new' },
  { name: 'Trabant', f: 'new' },
);
const said: Record<string, SimilarChoice> = { 2: 'out', 3: '101', 4: 'create', 5: '105' };

/** Choices for pairs that a new check of rows finds again. */
async function again(records: JsonObject[], given = pairs): Promise<[string, RowFinding['chosen']][]> {
  const db = newDatabase();
  const noted: RowDecisions = new Map();
  const first = await checkRows(pairs, about, { reading: readingOf(table), signal, rows: pairs.length, db });
  const choose = ({ record }: RowFinding): SimilarChoice => said[record.row] ?? null;
  await chooseSimilar(first, choose, {
    db,
    onRow: (finding) => noteDecision(noted, finding),
  });
  const second = await checkRows(given, about, { reading: readingOf(records), signal, rows: given.length, db });
  await chooseSimilar(second, (finding) => standingDecision(noted, finding), { db });
  return (await found(second.id, db)).map(({ state, chosen }) => [state, chosen]);
}

test('choices for rows hold in a new check too', async () => {
  expect(await again(table)).toEqual([
    ['near', 'out'],
    ['will-update', '101'],
    ['will-create', 'create'],
    ['will-update', '105'],
    ['will-create', undefined],
  ]);
});

test('a choice ends when the key changes or its record is gone, or a new similar record appears', async () => {
  const changed = [
    ...table.slice(0, 1),
    { name: 'Ford Taunus', f: 'old' },
    ...table.slice(2, 4),
    { name: 'VW Golf' },
    ...table.slice(5),
    { name: 'Audi  80' },
  ];
  expect(await again(changed, rows({ name: 'CITROEN DS', f: 'new' }, ...pairs.slice(1).map(valuesOf)))).toEqual([
    ['near', undefined],
    ['will-create', undefined],
    ['near', undefined],
    // One record alone has the key by now.
    ['will-update', undefined],
    ['will-create', undefined],
  ]);
});

test('a chosen record stays chosen while it is similar, whatever else is', async () => {
  const more = [...table, { name: 'Ford  Pinto', f: 'new one' }, { name: 'Golf', f: 'three' }];
  expect(await again(more)).toEqual([
    ['near', 'out'],
    ['will-update', '101'],
    ['will-create', 'create'],
    ['will-update', '105'],
    ['will-create', undefined],
  ]);
});

function valuesOf({ cells }: (typeof pairs)[number]): JsonObject {
  return Object.fromEntries(cells.map(({ field_id, after }) => [field_id, after]));
}

const known = new Map<string, JobField>(
  ['name', 'power', 'colour', 'year', 'owner', 'photo', 'updated_on'].map((id) => [
    id,
    { field_id: id, name: id[0]?.toUpperCase() + id.slice(1), kind: id === 'photo' ? 'file' : 'text', options: [] },
  ]),
);
const cells = ['name', 'power'].map(
  (field_id): CellFinding => ({ field_id, before: undefined, after: 'x', now: undefined, state: 'will-update' }),
);

function told(...given: JsonObject[]): string[] {
  const records = given.map((fields, index) => ({ ...recordOf(`${100 + index}`, fields), title: 'Pinto' }));
  const apart = disambiguation(records, { cells }, ['name'], (id) => known.get(id));
  return records.map((record) => apart(record).join(', '));
}

test('records are distinguished by the row’s fields, where these differ', () => {
  expect(told({ name: 'a', power: '75', year: '1971' }, { name: 'a', power: '80', year: '1974' })).toEqual([
    'Power 75',
    'Power 80',
  ]);
});

test('where two are equal in these, by other loaded fields, as few as needed', () => {
  const same = { name: 'a', power: '75', colour: 'red', photo: 'https://files/1?signature=2' };
  expect(
    told(
      { ...same, year: '1971', owner: 'Ann' },
      { ...same, photo: 'https://files/3', year: '1974', owner: 'Bob' },
      { ...same, power: '80', year: '1975', owner: 'Cy' },
    ),
  ).toEqual(['Power 75, Year 1971', 'Power 75, Year 1974', 'Power 80, Year 1975']);
});

test('an unnamed field does not distinguish, and equal records keep only their IDs', () => {
  expect(told({ name: 'a', hidden: '1' }, { name: 'a', hidden: '2' })).toEqual(['', '']);
});

test('long texts with the same beginning do not distinguish', () => {
  const long = 'x'.repeat(50);
  expect(told({ year: `${long}1`, owner: 'Ann' }, { year: `${long}2`, owner: 'Bob' })).toEqual([
    'Owner Ann',
    'Owner Bob',
  ]);
});
