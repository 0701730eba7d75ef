import { useState } from 'react';
import { walkRecords } from '../../../api/queries/walk-records';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { JobField } from '../../../storage/job-rows';
import { nameOfKey, tableKeyCounter } from '../../../transfer/in/key/table-keys';
import { useAbortable } from '../../../ui/hooks/use-abortable';

export interface TableKeys {
  state: 'none' | 'reading' | 'done';
  rows: number;
  requests: number;
  /** Why it could not be read to its end; null otherwise. */
  error: unknown;
  /** Records of the table whose key another one has too; null while the table was not read for this key. */
  duplicatesOf(fields: readonly string[]): number | null;
  start(): void;
  stop(): void;
}

type Reading = Pick<TableKeys, 'state' | 'rows' | 'requests' | 'error'> & {
  duplicates: ReadonlyMap<string, number>;
};

const nothing: Reading = { state: 'none', rows: 0, requests: 0, duplicates: new Map(), error: null };

/** Duplicate keys in the table: it is loaded completely on request, as that may take a while. */
export function useTableKeys(
  client: Client,
  tableId: Id,
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
      // Announced once, at the end: a partial count would only move the page.
      setReading({ state: 'done', rows, requests, duplicates: counter.duplicates(), error: null });
    } catch (error) {
      if (!signal.aborted) setReading({ ...nothing, error });
    }
  }

  return {
    ...reading,
    duplicatesOf: (fields) => reading.duplicates.get(nameOfKey(fields)) ?? null,
    start: () => void start(),
    stop() {
      work.stop();
      setReading((now) => (now.state === 'reading' ? nothing : now));
    },
  };
}
