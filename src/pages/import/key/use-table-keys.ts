import { useState } from 'react';
import { walkRecords } from '../../../api/queries/walk-records';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { JobField } from '../../../storage/job-rows';
import { nameOfKey, tableKeyCounter } from '../../../transfer/in/key/table-keys';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import { useAbortable } from '../../../ui/hooks/use-abortable';

export interface TableKeys {
  state: 'none' | 'reading' | 'done';
  rows: number;
  requests: number;
  /** Why it could not be read to its end; null otherwise. */
  error: unknown;
  /** Records of the table whose key another one has too; null while the table was not read for this key. */
  doublesOf(fields: readonly string[]): number | null;
  /** Rows of the file that are similar to a record under a key; null while that is not known. */
  similarOf(fields: readonly string[]): SimilarRows | null;
  start(): void;
  stop(): void;
}

/** Rows whose key no record has, and a similar one. */
export interface SimilarRows {
  rows: number;
  /** The first of them, each beside how the table writes the key; null where that is not kept any more. */
  examples: { line: number; text: string; there: string | null }[];
}

type Reading = Pick<TableKeys, 'state' | 'rows' | 'requests' | 'error'> & {
  doubles: ReadonlyMap<string, number>;
  similar: ReadonlyMap<string, SimilarRows>;
};

const nothing: Reading = { state: 'none', rows: 0, requests: 0, doubles: new Map(), similar: new Map(), error: null };

/**
 * Doubles of keys in the table itself, and rows of the file that are similar to a record: the table is read to its end when the person asks, as that may take
 * a while.
 */
export function useTableKeys(
  client: Client,
  tableId: Id,
  { importer, mapped }: { importer: ImportClient; mapped: readonly MappedColumn[] },
  keys: readonly (readonly string[])[],
  fieldOf: (id: string) => JobField,
): TableKeys {
  const [reading, setReading] = useState(nothing);
  const work = useAbortable();

  async function start() {
    const signal = work.start();
    const counter = tableKeyCounter(keys, fieldOf);
    let [rows, requests] = [0, 0];
    setReading({ ...nothing, state: 'reading' });
    try {
      const everything = { table_id: tableId, filter: null, order: null };
      for await (const step of walkRecords(client, everything, { signal, priority: 'prefetch' })) {
        requests = step.requests;
        rows += step.records.length;
        counter.add(step.records);
        setReading({ ...nothing, state: 'reading', rows, requests });
      }
      const found = await importer.ask('similarRows', { mapped: [...mapped], keys: counter.keys() }, { signal });
      const similar = new Map(
        found.map(({ fields, rows: count, examples }) => [
          nameOfKey(fields),
          {
            rows: count,
            examples: examples.map(({ line, text, near }) => ({ line, text, there: counter.textOf(fields, near) })),
          },
        ]),
      );
      // Said once, at the end: half a count would only move the page.
      setReading({ state: 'done', rows, requests, doubles: counter.doubles(), similar, error: null });
    } catch (error) {
      if (!signal.aborted) setReading({ ...nothing, error });
    }
  }

  return {
    ...reading,
    doublesOf: (fields) => reading.doubles.get(nameOfKey(fields)) ?? null,
    similarOf: (fields) => reading.similar.get(nameOfKey(fields)) ?? null,
    start: () => void start(),
    stop() {
      work.stop();
      setReading((now) => (now.state === 'reading' ? nothing : now));
    },
  };
}
