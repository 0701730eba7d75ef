import { nearForm } from '../../../jobs/similar/similar-keys';
import type { MappedColumn } from '../mapping/mapping';
import { lineOf, type RowBlock } from '../source/rows';
import { HashSet53, hashOf } from './key-counter';
import { keyReader } from './key-doctor';
import type { TableKey } from './table-keys';

/** Rows whose key no record has, and one nearly. */
export interface NearTable {
  fields: readonly string[];
  rows: number;
  /** The first of them, each with the hash by which the table tells how it writes the key. */
  examples: { text: string; line: number; near: number }[];
}

const examplesKept = 3;

/** Counts the rows of a file whose key nearly equals that of a record and is none; null where a field of the key is no column. */
export function nearTableCounter({ fields, exact, near }: TableKey, mapped: readonly MappedColumn[]) {
  const read = keyReader(fields, mapped);
  if (!read) return null;
  const there = new HashSet53(exact);
  const nearly = new HashSet53(near);
  const found: NearTable = { fields, rows: 0, examples: [] };
  return {
    add(block: RowBlock): void {
      for (const [index, row] of block.rows.entries()) {
        const texts = block.broken.has(index) ? null : read(row);
        if (!texts || there.has(hashOf(texts))) continue;
        const hash = hashOf(texts.map(nearForm));
        if (!nearly.has(hash)) continue;
        found.rows += 1;
        if (found.examples.length < examplesKept)
          found.examples.push({ text: texts.join(' · '), line: lineOf(block, index), near: hash });
      }
    },
    result: (): NearTable => found,
  };
}
