import type { DwRecord } from '../../../contract/records';
import { keyMaker } from '../../../jobs/plan/record-key';
import { comparableForm, keyPart } from '../../../jobs/similar/similar-keys';
import type { MappedColumn } from '../mapping/mapping';
import { lineOf, type RowBlock } from '../source/rows';
import { HashSet53, hashOf } from './key-hashes';
import { keyReader } from './key-quality';

type KeyField = Parameters<typeof keyMaker>[1][number];

/** What the records of a table have in a key, as far as rows of a file are to be compared with it. */
export interface TableKey {
  fields: readonly string[];
  /** Hashes of the keys, and of their near forms (`HashSet53.places`). */
  exact: Float64Array<ArrayBuffer>;
  near: Float64Array<ArrayBuffer>;
}

/** Counts, for several keys at once, the records of a table whose key another one has too. */
interface TableKeyCounter {
  add(records: readonly DwRecord[]): void;
  /** By `nameOfKey`. */
  doubles(): Map<string, number>;
  keys(): TableKey[];
  /** How a record of the table writes a key with this near hash; null where that was not kept: of a long table not all are. */
  textOf(fields: readonly string[], near: number): string | null;
}

/** A name for a key, whatever the order of its fields. */
export function nameOfKey(fields: readonly string[]): string {
  return JSON.stringify([...fields].sort());
}

/** Texts of keys that are kept to be shown. */
const textsKept = 20_000;

/** The record id needs no counting: no two records share it (2.4). */
export function tableKeyCounter(
  keys: readonly (readonly string[])[],
  fieldOf: (id: string) => KeyField,
): TableKeyCounter {
  const counters = keys
    .filter((fields) => !(fields.length === 1 && fields[0] === 'item_id'))
    .map((fields) => ({
      fields,
      maker: keyMaker({ update_by_fields: [...fields] }, fields.map(fieldOf)),
      seen: new HashSet53(),
      twice: new HashSet53(),
      near: new HashSet53(),
      texts: new Map<number, string>(),
      doubles: 0,
    }));
  return {
    add(records) {
      for (const record of records) {
        for (const counter of counters) {
          const key = counter.maker.ofRecord(record);
          if (!key) continue;
          const texts = counter.fields.map((id) => keyPart(key.values[id] ?? null));
          const hash = hashOf(texts);
          // The first of them has it in common with the second.
          if (!counter.seen.add(hash)) counter.doubles += counter.twice.add(hash) ? 2 : 1;
          const near = hashOf(texts.map(comparableForm));
          if (counter.near.add(near) && counter.texts.size < textsKept) counter.texts.set(near, texts.join(' · '));
        }
      }
    },
    doubles: () => new Map(counters.map(({ fields, doubles }) => [nameOfKey(fields), doubles])),
    keys: () => counters.map(({ fields, seen, near }) => ({ fields, exact: seen.places, near: near.places })),
    textOf(fields, near) {
      const name = nameOfKey(fields);
      return counters.find((counter) => nameOfKey(counter.fields) === name)?.texts.get(near) ?? null;
    },
  };
}

/** Rows whose key no record has, and one nearly. */
export interface SimilarRows {
  fields: readonly string[];
  rows: number;
  /** The first of them, each with the hash by which the table tells how it writes the key. */
  examples: { text: string; line: number; near: number }[];
}

const examplesKept = 3;

/** Counts the rows of a file whose key nearly equals that of a record and is none; null where a field of the key is no column. */
export function similarRowsCounter({ fields, exact, near }: TableKey, mapped: readonly MappedColumn[]) {
  const key = keyReader(fields, mapped);
  if (!key) return null;
  const there = new HashSet53(exact);
  const nearly = new HashSet53(near);
  const found: SimilarRows = { fields, rows: 0, examples: [] };
  return {
    add(block: RowBlock): void {
      for (const [index, row] of block.rows.entries()) {
        const texts = block.broken.has(index) || key.idOf(row) !== '' ? null : key.textsOf(row);
        if (!texts || there.has(hashOf(texts))) continue;
        const hash = hashOf(texts.map(comparableForm));
        if (!nearly.has(hash)) continue;
        found.rows += 1;
        if (found.examples.length < examplesKept)
          found.examples.push({ text: texts.join(' · '), line: lineOf(block, index), near: hash });
      }
    },
    result: (): SimilarRows => found,
  };
}
