import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { DwRecord } from '../../../contract/records';
import type { UpdateMode } from '../../../contract/updates';
import { dryRun, type LiveRows, type RowFinding } from '../../../jobs/check/dry-run';
import { createLiveReader } from '../../../jobs/check/live-rows';
import { chunks } from '../../../jobs/plan/plan';
import { keysAtOnce } from '../../../jobs/plan/record-key';
import { tableReading } from '../../../jobs/runner/run-connection';
import type { JobField } from '../../../storage/job-rows';
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

interface DryRunAbout {
  client: Client;
  tableId: Id;
  source: ReviewSource;
  mode: UpdateMode;
  fields: readonly JobField[];
  agreed: ReadonlySet<string>;
}

/** Nothing was read yet: each row is called so. */
const nothingRead: LiveRows = { records: new Map(), missing: new Set(), keys: new Map(), read_at: 0 };
/** Rows read before the progress is told again: a few requests, some of them at once. */
const pieceSize = 3 * keysAtOnce;

/**
 * Judges the changes of a source against the live rows. They are read when it begins, when what locates them changes, when a row comes to them, and when the
 * person asks; reverting and choosing judges again what was read.
 */
export function useDryRun({ client, tableId, source, mode, fields, agreed }: DryRunAbout): DryRun {
  const [reading, setReading] = useState<Reading>({ state: 'reading', done: 0, all: source.changes.length });
  const [live, setLive] = useState(nothingRead);
  const stop = useRef<AbortController | null>(null);
  /** Names of the rows that were read, or are being read. */
  const asked = useRef<ReadonlySet<string>>(new Set());
  const now = useRef({ changes: source.changes, fields });
  now.current = { changes: source.changes, fields };

  const checkAgain = useCallback(async (): Promise<LiveRows | null> => {
    stop.current?.abort();
    const stopped = new AbortController();
    stop.current = stopped;
    const { signal } = stopped;
    const { changes } = now.current;
    const all = changes.length;
    asked.current = new Set(changes.map(({ row }) => row));
    setReading({ state: 'reading', done: 0, all });
    const table = tableReading(client);
    const reader = createLiveReader(table, { ...mode, table_id: tableId, fields: now.current.fields }, all);
    const records = new Map<Id, DwRecord>();
    const missing = new Set<Id>();
    const keys = new Map<string, readonly DwRecord[]>();
    let read_at = Date.now();
    let done = 0;
    try {
      for (const piece of chunks(changes, pieceSize)) {
        const found = await reader.read(piece, signal);
        signal.throwIfAborted();
        for (const [id, record] of found.records) records.set(id, record);
        for (const id of found.missing) missing.add(id);
        for (const [text, same] of found.keys ?? []) {
          keys.set(text, same);
          // The person may say that a row means one of them.
          for (const record of same) records.set(record.item_id, record);
        }
        read_at = Math.min(read_at, found.read_at);
        done += piece.length;
        setReading({ state: 'reading', done, all });
      }
      const rows = { records, missing, keys, read_at };
      setLive(rows);
      setReading({ state: 'ready', read_at, requests: table.requests() });
      return rows;
    } catch (error) {
      if (!signal.aborted) setReading({ state: 'failed', error });
      stopped.abort();
      return null;
    }
  }, [client, tableId, mode]);

  useEffect(() => {
    void checkAgain();
    return () => stop.current?.abort();
  }, [checkAgain]);
  // One that was typed right before the review was opened, or in another tab.
  useEffect(() => {
    if (source.changes.some(({ row }) => !asked.current.has(row))) void checkAgain();
  }, [source.changes, checkAgain]);

  const findings = useMemo(
    () => dryRun(source.changes, live, { fields, mode, agreed }),
    [source.changes, live, fields, mode, agreed],
  );
  return { reading, findings, checkAgain };
}
