import { afterEach } from 'vitest';
import type { JsonObject } from '../../contract/json';
import { ConsoleDatabase } from '../../storage/database';
import type { CheckRow, JobField } from '../../storage/job-rows';
import type { ListRecords } from '../read/read-rows';
import { listing, readingOfList } from '../read/test-listing';
import { recordOf } from '../runner/test-simulation';
import type { ChangedRecord } from '../table/changes';
import type { CheckAbout } from './check-rows';
import type { RowFinding } from './dry-run';
import type { TableReading } from './live-rows';
import { findingsOfCheck } from './stored-check';

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
  const all = records.map((fields, index) => recordOf(`${100 + index}`, fields));
  const { list: held } = listing(({ filter }) => {
    const [condition] = (filter?.and ?? []) as { query: { eq: string[] } }[];
    return condition ? all.filter(({ fields }) => condition.query.eq.includes(`${fields.name}`)) : all;
  });
  const list: ListRecords = (input, signal) => {
    const { filter, offset = 0 } = input;
    // A longer table than could be held here: its rows past the end exist only to be requested.
    const isPastAll = !filter && offset >= all.length && offset < claimed;
    return held(isPastAll ? { ...input, offset: 0, limit: 1 } : input, signal);
  };
  return readingOfList(list, { now: () => 5 });
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
  const { pieces = [] } = ((await db.checks.get(id)) ?? {}) as Partial<CheckRow>;
  for await (const piece of findingsOfCheck({ id, pieces }, undefined, db)) all.push(...piece);
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
