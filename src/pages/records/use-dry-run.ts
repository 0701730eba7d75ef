import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Client } from '../../api/client';
import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';
import { dryRun, type LiveRows, type RowFinding } from '../../jobs/dry-run';
import { chunks } from '../../jobs/plan';
import { rowReader } from '../../jobs/run-connection';
import type { JobField } from '../../storage/job-rows';
import type { ReviewSource } from './review-source';

export type Reading =
  | { state: 'reading'; done: number; all: number }
  | { state: 'ready'; read_at: number; requests: number }
  | { state: 'failed'; error: unknown };

export interface DryRun {
  reading: Reading;
  findings: RowFinding[];
  /** Reads the live rows again. Resolves with what they show, or null when that failed. */
  checkAgain(): Promise<LiveRows | null>;
}

/** Nothing was read yet: each row is called so. */
const nothingRead: LiveRows = { records: new Map(), missing: new Set(), read_at: 0 };
const readsAtOnce = 3;

/**
 * Judges the changes of a source against the live rows. They are read once when it begins, and when the person asks; reverting and choosing judges
 * again what was read.
 */
export function useDryRun(
  client: Client,
  tableId: Id,
  source: ReviewSource,
  fields: readonly JobField[],
  agreed: ReadonlySet<string>,
): DryRun {
  const [reading, setReading] = useState<Reading>({ state: 'reading', done: 0, all: source.changes.length });
  const [live, setLive] = useState(nothingRead);
  const stop = useRef<AbortController | null>(null);
  const read = useMemo(() => rowReader(client, 'prefetch'), [client]);
  const ids = useRef<Id[]>([]);
  ids.current = source.changes.flatMap(({ item_id }) => item_id ?? []);

  const checkAgain = useCallback(async (): Promise<LiveRows | null> => {
    stop.current?.abort();
    const stopped = new AbortController();
    stop.current = stopped;
    const { signal } = stopped;
    const wanted = ids.current;
    const read_at = Date.now();
    setReading({ state: 'reading', done: 0, all: wanted.length });
    const records = new Map<Id, DwRecord>();
    const missing = new Set<Id>();
    let done = 0;
    let requests = 0;
    const pieces = chunks(wanted, limits.pageSizeMax);
    const work = async (): Promise<void> => {
      for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
        const found = await read(tableId, piece, signal);
        for (const [id, record] of found.records) records.set(id, record);
        for (const id of found.missing) missing.add(id);
        done += piece.length;
        requests += found.requests;
        if (!signal.aborted) setReading({ state: 'reading', done, all: wanted.length });
      }
    };
    try {
      await Promise.all(Array.from({ length: readsAtOnce }, work));
      if (signal.aborted) return null;
      const rows = { records, missing, read_at };
      setLive(rows);
      setReading({ state: 'ready', read_at, requests });
      return rows;
    } catch (error) {
      if (!signal.aborted) setReading({ state: 'failed', error });
      stopped.abort();
      return null;
    }
  }, [read, tableId]);

  useEffect(() => {
    void checkAgain();
    return () => stop.current?.abort();
  }, [checkAgain]);

  const findings = useMemo(
    () => dryRun(source.changes, live, { fields, agreed }),
    [source.changes, live, fields, agreed],
  );
  return { reading, findings, checkAgain };
}
