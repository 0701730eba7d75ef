import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../contract/json';
import { checkRows } from '../check/check-rows';
import type { RowFinding } from '../check/dry-run';
import { chooseNear, type NearChoice } from './near-rows';
import { noteSaid, type SaidOfRows, stillSaid } from './near-said';
import { about, cars, found, newDatabase, readingOf, rows, signal } from './test-near-rows';

const table: JsonObject[] = [...cars, { name: 'Golf', f: 'one' }, { name: 'Golf', f: 'two' }];
const file = rows(
  { name: 'citroën ds', f: 'new' },
  { name: 'FORD PINTO', f: 'new' },
  { name: 'audi 80', f: 'new' },
  { name: 'Golf', f: 'new' },
  { name: 'Trabant', f: 'new' },
);
const said: Record<string, NearChoice> = { 2: 'out', 3: '101', 4: 'create', 5: '105' };

/** What a new dry run of rows finds once more is said what was said of the file before. */
async function again(records: JsonObject[], given = file): Promise<[string, RowFinding['chosen']][]> {
  const db = newDatabase();
  const noted: SaidOfRows = new Map();
  const first = await checkRows(file, about, { reading: readingOf(table), signal, rows: file.length, db });
  const choose = ({ record }: RowFinding): NearChoice => said[record.row] ?? null;
  await chooseNear(first, choose, { db, onPiece: (_number, _counts, near) => noteSaid(noted, near) });
  const second = await checkRows(given, about, { reading: readingOf(records), signal, rows: given.length, db });
  await chooseNear(second, (finding) => stillSaid(noted, finding), { db });
  return (await found(second.id, db)).map(({ state, chosen }) => [state, chosen]);
}

test('what was said of rows is said of them in a new check too', async () => {
  expect(await again(table)).toEqual([
    ['near', 'out'],
    ['will-update', '101'],
    ['will-create', 'create'],
    ['will-update', '105'],
    ['will-create', undefined],
  ]);
});

test('it holds no more where the key is another one, or its record is gone; of a record that came nobody decided that the row is new', async () => {
  const changed = [
    ...table.slice(0, 1),
    { name: 'Ford Taunus', f: 'old' },
    ...table.slice(2, 4),
    { name: 'VW Golf' },
    ...table.slice(5),
    { name: 'Audi  80' },
  ];
  expect(await again(changed, rows({ name: 'CITROEN DS', f: 'new' }, ...file.slice(1).map(valuesOf)))).toEqual([
    ['near', undefined],
    ['will-create', undefined],
    ['near', undefined],
    // One record alone has the key by now.
    ['will-update', undefined],
    ['will-create', undefined],
  ]);
});

test('a record is meant as long as the row is near it, whatever else is near by now', async () => {
  const more = [...table, { name: 'Ford  Pinto', f: 'new one' }, { name: 'Golf', f: 'three' }];
  expect(await again(more)).toEqual([
    ['near', 'out'],
    ['will-update', '101'],
    ['will-create', 'create'],
    ['will-update', '105'],
    ['will-create', undefined],
  ]);
});

function valuesOf({ cells }: (typeof file)[number]): JsonObject {
  return Object.fromEntries(cells.map(({ field_id, after }) => [field_id, after]));
}
