import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../contract/json';
import { decodeBatch, decodePayload } from '../storage/stored-jobs';
import { checkRows } from './check/check-rows';
import type { RowFinding } from './check/dry-run';
import type { TableReading } from './check/live-rows';
import { chooseSimilar, type SimilarChoice } from './check/similar-records';
import { about, found, newDatabase, readingOf, rows, signal, states } from './check/test-similar-rows';
import { createLedger } from './ledger/ledger';
import { createJobOfCheck } from './make/create-job';
import type { ChangedRecord } from './table/changes';
import { testImport } from './test-job';

describe('a row that matches several records', () => {
  const twins: JsonObject[] = [
    { name: 'Pinto', f: 'old', g: 'kept' },
    { name: 'Audi 80', f: 'old' },
    { name: 'Pinto', f: 'other' },
    ...Array.from({ length: 19 }, () => ({ name: 'Golf', f: 'old' })),
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
    const choose = async (choice: (finding: RowFinding) => SimilarChoice | undefined) => {
      check = await chooseSimilar(check, choice, { db });
      const findings = await found(check.id, db);
      for (const [state, count] of Object.entries(check.counts.states))
        expect([state, count]).toEqual([state, findings.filter((each) => each.state === state).length]);
      return findings;
    };
    return { db, check: () => check, before: await found(check.id, db), choose };
  };
  const chosenFor =
    (choices: Record<string, SimilarChoice>) =>
    ({ record }: RowFinding): SimilarChoice | undefined =>
      choices[record.row];

  test('lists all of them, and is skipped', async () => {
    const { before } = await checked();
    expect(states(before)).toEqual(['refused', 'refused', 'refused', 'near']);
    expect(
      before.map(({ candidates = [], candidatesInAll, several }) => [
        candidates.map(({ item_id }) => item_id),
        candidatesInAll,
        several,
      ]),
    ).toEqual([
      [['100', '102'], undefined, true],
      [Array.from({ length: 19 }, (_, index) => String(103 + index)), undefined, true],
      [['100', '102'], undefined, true],
      [['101'], undefined, undefined],
    ]);
    expect(before[0]?.candidates?.map(({ fields }) => fields)).toEqual([twins[0], twins[2]]);
  });

  test('lists the fields that distinguish them, also unmapped ones, whichever way they were read', async () => {
    const told = async (job: readonly ChangedRecord[]) => {
      const db = newDatabase();
      const other = { field_id: 'h', name: 'Owner', kind: 'text' as const, options: [] };
      const records = [
        { name: 'Pinto', f: 'old', h: 'Ann', i: 1 },
        { name: 'Pinto', f: 'old', h: 'Bob', i: 2 },
      ];
      const reading = readingOf(records);
      const check = await checkRows(job, { ...about, others: [other] }, { reading, signal, rows: job.length, db });
      return (await found(check.id, db))[0]?.candidates?.map(({ fields }) => fields);
    };
    const row = { name: 'Pinto', f: 'new' };
    const kept = ['Ann', 'Bob'].map((h) => ({ name: 'Pinto', f: 'old', h }));
    expect(await told(rows(row))).toEqual(kept);
    // Another row has the whole table read, for what it nearly equals.
    expect(await told(rows(row, { name: 'New', f: 'new' }))).toEqual(kept);
    // So it is where the row nearly equals them.
    expect(await told(rows({ name: 'pinto', f: 'new' }))).toEqual(kept);
  });

  test('updates the chosen one by its ID; a record chosen by two rows is written by one; unchosen it is skipped again', async () => {
    const { before, choose, db, check } = await checked();
    const one = await choose(chosenFor({ 2: '102', 3: '107' }));
    expect(states(one)).toEqual(['will-update', 'will-update', 'refused', 'near']);
    expect(one[0]).toMatchObject({ match: 'id', reason: null, chosen: '102', live: { item_id: '102' } });
    expect(one[0]?.cells.map(({ state, now }) => [state, now])).toEqual([
      ['only-matches', 'Pinto'],
      ['will-update', 'other'],
    ]);
    expect((await choose(chosenFor({ 4: '102' })))[2]).toMatchObject({
      state: 'duplicate',
      reason: 'same-record-twice',
      twin: '2',
    });
    // The value under a blank is known once a record is chosen.
    expect((await choose(chosenFor({ 2: '100' }))).slice(0, 3)).toMatchObject([
      { state: 'will-update', keptByBlank: ['g'] },
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

    await choose(chosenFor({ 2: '102', 4: '100', 5: 'out' }));
    await createJobOfCheck(check(), testImport, { kept: { db, ledger: createLedger(db) } });
    const calls = (await db.batches.toArray()).map(decodeBatch);
    const payloads = (await db.payloads.toArray()).map(decodePayload);
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
      { state: 'left-out', lines: [3, 5] },
    ]);
    expect(calls[1]?.rows.map(({ reason }) => reason)).toEqual(['several-match', 'left-out']);
    expect(payloads[0]?.update_type).toBe('update');
  });

  test('is a duplicate where another row has the ID of that record', async () => {
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
    await chooseSimilar(check, ({ candidates = [] }) => candidates.at(-1)?.item_id ?? null, { db });
    expect((await found(check.id, db)).map(({ state, twin }) => [state, twin])).toEqual([
      ['will-update', undefined],
      ['will-update', undefined],
      ['duplicate', '9'],
      ['will-update', undefined],
    ]);
  });
});
