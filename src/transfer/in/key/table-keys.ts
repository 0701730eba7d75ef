import type { DwRecord } from '../../../contract/records';
import { keyPart } from '../../../jobs/check/similar-keys';
import { keyMaker } from '../../../jobs/table/record-key';
import { HashSet53, hashOf } from './key-hashes';

type KeyField = Parameters<typeof keyMaker>[1][number];

/** Counts, for several keys at once, the records of a table whose key another one has too. */
interface TableKeyCounter {
  add(records: readonly DwRecord[]): void;
  /** By `nameOfKey`. */
  duplicates(): Map<string, number>;
}

/** A name for a key, independent of the order of its fields. */
export function nameOfKey(fields: readonly string[]): string {
  return JSON.stringify([...fields].sort());
}

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
      duplicates: 0,
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
          if (!counter.seen.add(hash)) counter.duplicates += counter.twice.add(hash) ? 2 : 1;
        }
      }
    },
    duplicates: () => new Map(counters.map(({ fields, duplicates }) => [nameOfKey(fields), duplicates])),
  };
}
