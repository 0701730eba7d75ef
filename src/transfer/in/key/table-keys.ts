import type { DwRecord } from '../../../contract/records';
import { keyMaker } from '../../../jobs/plan/record-key';
import { keyPart, nearForm } from '../../../jobs/similar/similar-keys';
import { HashSet53, hashOf } from './key-counter';

type KeyField = Parameters<typeof keyMaker>[1][number];

/** What the records of a table have in a key, as far as rows of a file are to be compared with it. */
export interface TableKey {
  fields: readonly string[];
  /** Hashes of the keys, and of their near forms (`HashSet53.places`). */
  exact: Float64Array<ArrayBuffer>;
  near: Float64Array<ArrayBuffer>;
}

/** Counts, for several keys at once, the records of a table whose key another one has too. */
export interface TableKeyCounter {
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
          const near = hashOf(texts.map(nearForm));
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
