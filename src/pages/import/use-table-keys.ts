import { useCallback, useEffect, useRef, useState } from 'react';
import type { Client } from '../../api/client';
import { walkRecords } from '../../api/walk-records';
import type { Id } from '../../contract/ids';
import { keyMaker } from '../../jobs/record-key';
import type { JobField } from '../../storage/job-rows';
import { HashSet53, hashOf } from '../../transfer/in/key-counter';

export interface TableKeys {
  state: 'none' | 'reading' | 'done';
  rows: number;
  requests: number;
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
}

const nothing: Reading = { state: 'none', rows: 0, requests: 0, doubles: new Map() };

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
    const counters = keys
      .filter((fields) => !(fields.length === 1 && fields[0] === 'item_id'))
      .map((fields) => ({
        name: nameOf(fields),
        maker: keyMaker({ update_by_fields: [...fields] }, fields.map(fieldOf)),
        seen: new HashSet53(),
        doubles: 0,
      }));
    let rows = 0;
    const result = (state: Reading['state'], requests: number): Reading => ({
      state,
      rows,
      requests,
      doubles: new Map(counters.map(({ name, doubles }) => [name, doubles])),
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
        for (const record of step.records) {
          for (const counter of counters) {
            const key = counter.maker.ofRecord(record);
            if (key && !counter.seen.add(hashOf([key.text]))) counter.doubles += 1;
          }
        }
        setReading(result('reading', requests));
      }
      setReading(result('done', requests));
    } catch {
      if (!own.signal.aborted) setReading(nothing);
    }
  }

  return {
    ...reading,
    doublesOf: (fields) => reading.doubles.get(nameOf(fields)) ?? null,
    start: () => void start(),
    stop,
  };
}

function nameOf(fields: readonly string[]): string {
  return JSON.stringify([...fields].sort());
}
