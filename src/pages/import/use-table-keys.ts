import { useCallback, useEffect, useRef, useState } from 'react';
import type { Client } from '../../api/client';
import { walkRecords } from '../../api/walk-records';
import type { Id } from '../../contract/ids';
import type { JobField } from '../../storage/job-rows';
import { nameOfKey, tableKeyCounter } from '../../transfer/in/table-keys';

export interface TableKeys {
  state: 'none' | 'reading' | 'done';
  rows: number;
  requests: number;
  /** Why it could not be read to its end; null otherwise. */
  error: unknown;
  /** Records of the table whose key another one has too; null while the table was not read for this key. */
  doublesOf(fields: readonly string[]): number | null;
  start(): void;
  stop(): void;
}

interface Reading {
  state: TableKeys['state'];
  rows: number;
  requests: number;
  doubles: ReadonlyMap<string, number>;
  error: unknown;
}

const nothing: Reading = { state: 'none', rows: 0, requests: 0, doubles: new Map(), error: null };

/** Doubles of keys in the table itself: it is read to its end when the person asks, as that may take a while. */
export function useTableKeys(
  client: Client,
  tableId: Id,
  keys: readonly (readonly string[])[],
  fieldOf: (id: string) => JobField,
): TableKeys {
  const [reading, setReading] = useState(nothing);
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setReading((now) => (now.state === 'reading' ? nothing : now));
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    stop();
    const own = new AbortController();
    running.current = own;
    const counter = tableKeyCounter(keys, fieldOf);
    let rows = 0;
    const result = (state: Reading['state'], requests: number): Reading => ({
      state,
      rows,
      requests,
      doubles: counter.doubles(),
      error: null,
    });
    setReading(result('reading', 0));
    let requests = 0;
    try {
      const walk = walkRecords(
        client,
        { table_id: tableId, filter: null, order: null },
        { signal: own.signal, priority: 'prefetch' },
      );
      for await (const step of walk) {
        requests = step.requests;
        rows += step.records.length;
        counter.add(step.records);
        setReading(result('reading', requests));
      }
      setReading(result('done', requests));
    } catch (error) {
      if (!own.signal.aborted) setReading({ ...nothing, error });
    }
  }

  return {
    ...reading,
    doublesOf: (fields) => reading.doubles.get(nameOfKey(fields)) ?? null,
    start: () => void start(),
    stop,
  };
}
