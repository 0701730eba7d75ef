import type { Json, JsonObject } from '../../../contract/json';
import type { TableType } from '../../../contract/tables';
import { ids } from '../catalogue/catalogue';

/** One record of a data set: its values in the order of the fields; undefined leaves the key out. */
export type SeedRow = readonly (Json | undefined)[];

export interface SeedField {
  name: string;
  type: string;
  required?: boolean;
  config?: JsonObject;
}

/** A table that the service starts with. */
export interface SeedTable {
  number: number;
  space: number;
  type: TableType;
  name: string;
  alias: string;
  createdOn: string;
  /** The first one is the title. */
  fields: readonly SeedField[];
  /** Fields whose order index is built at once, by place: the ones that a very large table is surely ordered by. */
  sorted?: readonly number[];
  /** How many records there will be: for progress alone. */
  size: number;
  /** All records, always the same ones in the same order, in pieces. */
  rows(): AsyncIterable<readonly SeedRow[]>;
}

/** A field and its value in an entry of the data; without a value it is there for people to fill. */
type Column<Entry> = readonly [field: SeedField, value?: (entry: Entry, index: number) => Json | undefined];

type DataSet<Entry> = Omit<SeedTable, 'space' | 'fields' | 'rows'> & {
  /** Default: the first workspace. */
  space?: number;
  /** The first one is the title. */
  columns: readonly Column<Entry>[];
  entries(): Promise<readonly Entry[]> | AsyncIterable<readonly Entry[]>;
};

/** A table of which each entry of a data set makes one record, in their order. */
export function tableOf<Entry>({ space = 1, columns, entries, ...about }: DataSet<Entry>): SeedTable {
  return {
    ...about,
    space,
    fields: columns.map(([field]) => field),
    async *rows() {
      let index = 0;
      const rowOf = (entry: Entry): SeedRow => {
        index += 1;
        return columns.map(([, value]) => value?.(entry, index - 1));
      };
      const source = entries();
      for await (const piece of Symbol.asyncIterator in source ? source : inPieces(await source))
        yield piece.map(rowOf);
    },
  };
}

export interface Option extends JsonObject {
  id: string;
  name: string;
  color: string;
}

const colors = [
  '#3b82f6',
  '#10b981',
  '#f59e0b',
  '#ef4444',
  '#8b5cf6',
  '#06b6d4',
  '#84cc16',
  '#ec4899',
  '#64748b',
  '#d97706',
];

/** Options with these names; their ids count from 1, or are given. */
export function optionsOf(names: readonly string[], optionIds?: readonly string[]): Option[] {
  return names.map((name, index) => ({
    id: optionIds?.[index] ?? String(index + 1),
    name,
    color: colors[index % colors.length] as string,
  }));
}

/** The value of an option field: an array of the one option with this name; undefined if there is none. */
export function chosen(options: readonly Option[], name: Json | undefined): Json | undefined {
  const option = options.find((candidate) => candidate.name === name);
  return option ? [option] : undefined;
}

export const field = {
  text: (name: string, required = false): SeedField => ({ name, type: 'text', required }),
  longText: (name: string): SeedField => ({ name, type: 'textarea' }),
  richText: (name: string): SeedField => ({ name, type: 'rich_text' }),
  number: (name: string): SeedField => ({ name, type: 'number' }),
  money: (name: string): SeedField => ({ name, type: 'money' }),
  rating: (name: string): SeedField => ({ name, type: 'rating' }),
  progress: (name: string): SeedField => ({ name, type: 'progress' }),
  calculation: (name: string): SeedField => ({ name, type: 'calculation' }),
  date: (name: string): SeedField => ({ name, type: 'date' }),
  dateTime: (name: string): SeedField => ({ name, type: 'datetime' }),
  switch: (name: string): SeedField => ({ name, type: 'switch' }),
  location: (name: string): SeedField => ({ name, type: 'location' }),
  user: (name: string): SeedField => ({ name, type: 'user' }),
  image: (name: string): SeedField => ({ name, type: 'image' }),
  attachment: (name: string): SeedField => ({ name, type: 'attachment' }),
  option: (name: string, options: readonly Option[]): SeedField => ({
    name,
    type: 'category',
    config: { options: [...options] },
  }),
  relation: (name: string, table: number, isMulti = false): SeedField => ({
    name,
    type: 'relation',
    config: { table_id: ids.table(table), is_multi: isMulti },
  }),
} as const;

/** People that records were made and changed by. The first two are those that the keys act as. */
export const people = [
  { user_id: ids.user(1), name: 'Open API' },
  { user_id: ids.user(2), name: 'Partner API' },
  { user_id: ids.user(3), name: 'Data import' },
  { user_id: ids.user(4), name: 'Lena Brandt' },
  { user_id: ids.user(5), name: 'Wei Zhang' },
  { user_id: ids.user(6), name: 'Amara Okafor' },
] as const;

/** The value of a user field. */
export function person(number: 4 | 5 | 6): Json {
  const { user_id, name } = people[number - 1] as (typeof people)[number];
  return [{ user_id, name }];
}

/** A place as a location field keeps it. */
export function place(name: string, lat: number, lon: number): Json {
  return { name, address: name, coordinate: { lat, lon } };
}

/** Rows that are there at once, in pieces. */
async function* inPieces<T>(rows: readonly T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < rows.length; from += 1000) yield rows.slice(from, from + 1000);
}

/** Entries by a key, in the order in which the keys first come. */
export function groupBy<T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

/** Runs `read` once; later callers get the same. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

/**
 * Number of the cell of a grid over the whole world that a place lies in: the bits of longitude and latitude in turn, 31 of each (a Morton code), so that
 * near places have near numbers. Most are far beyond 2^53.
 */
export function gridCell(lat: number, lng: number): bigint {
  const x = BigInt(Math.floor(((lng + 180) / 360) * 0x7fffffff));
  const y = BigInt(Math.floor(((lat + 90) / 180) * 0x7fffffff));
  let cell = 0n;
  for (let bit = 30n; bit >= 0n; bit -= 1n) cell = (cell << 2n) | (((y >> bit) & 1n) << 1n) | ((x >> bit) & 1n);
  return cell;
}
