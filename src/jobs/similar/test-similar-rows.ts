import { afterEach } from 'vitest';
import type { JsonObject } from '../../contract/json';
import { ConsoleDatabase } from '../../storage/database';
import type { JobField } from '../../storage/job-rows';
import { type CheckAbout, findingsOfCheck } from '../check/check-rows';
import type { RowFinding } from '../check/dry-run';
import type { TableReading } from '../check/live-rows';
import type { ChangedRecord } from '../plan/changes';
import { createKeyReader } from '../read/read-keys';
import { createRowReader } from '../read/read-rows';
import { recordOf } from '../runner/test-simulation';

const open: ConsoleDatabase[] = [];
afterEach(async () => {
  for (const db of open.splice(0)) await db.delete();
});
export function newDatabase(): ConsoleDatabase {
  const db = new ConsoleDatabase(`near-${Math.random()}`);
  open.push(db);
  return db;
}

const field = (field_id: string): JobField => ({ field_id, name: field_id, kind: 'text', options: [] });
export const about: CheckAbout = {
  environment: 'lab',
  identity: 'i1',
  table_id: '21',
  update_type: 'upsert',
  update_by_fields: ['name'],
  fields: [field('name'), field('f'), field('g')],
};
export const { signal } = new AbortController();

/** A table as a platform keeps it that compares texts exactly: pages, and `eq` with the values of one field. */
export function readingOf(records: JsonObject[], claimed = records.length): TableReading {
  const held = records.map((fields, index) => recordOf(`${100 + index}`, fields));
  let requests = 0;
  const list: TableReading['list'] = async ({ filter, offset = 0, limit = 20 }) => {
    requests += 1;
    const page = (items: typeof held) => ({ items, total: null, filtered: null, has_more: null });
    const [condition] = (filter?.and ?? []) as { query: { eq: string[] } }[];
    if (condition) return page(held.filter(({ fields }) => condition.query.eq.includes(`${fields.name}`)));
    // A longer table than could be held here: its rows past the end exist only to be requested.
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

export const rows = (...given: JsonObject[]): ChangedRecord[] =>
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

export const cars: JsonObject[] = [
  { name: 'Citroen DS', f: 'old', g: 'kept' },
  { name: 'Ford Pinto', f: 'old' },
  { name: 'Audi 80', f: 'old' },
  { name: 'AUDI 80', f: 'old' },
];
export const file = rows(
  { name: 'citroën  ds', f: 'new', blank: 'g' },
  { name: 'Ford Pinto ', f: 'new' },
  { name: 'Trabant', f: 'new' },
  { name: 'audi 80', f: 'new' },
  { name: 'ford pinto', f: 'newer' },
  { name: 'Citroen DS', f: 'other' },
);

export async function found(id: string, db: ConsoleDatabase): Promise<RowFinding[]> {
  const all: RowFinding[] = [];
  for await (const piece of findingsOfCheck(id, undefined, db)) all.push(...piece);
  return all;
}
export const states = (findings: readonly RowFinding[]) => findings.map(({ state }) => state);
export const similarOf = (findings: readonly RowFinding[]) =>
  findings.map(({ candidates = [] }) =>
    candidates
      .map(({ fields }) => fields.name)
      .sort()
      .join(),
  );
