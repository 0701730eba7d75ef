import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { DwRecord, UpdateMode } from '../../../contract/records';
import { dryRun, type LiveRows, type RowFinding } from '../../../jobs/check/dry-run';
import { type OpenWrite, openWritesOf } from '../../../jobs/check/earlier-writes';
import { createLiveReader } from '../../../jobs/check/live-rows';
import { onJobNews } from '../../../jobs/ledger/use-jobs';
import { chunks } from '../../../jobs/plan/plan';
import { keysAtOnce } from '../../../jobs/plan/record-key';
import { ownerOf, tableReading } from '../../../jobs/runner/run-connection';
import { useSubscription } from '../../../state/store';
import type { JobField } from '../../../storage/job-rows';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import type { ReviewSource } from './review-source';

export type Reading =
  | { state: 'reading'; done: number; all: number }
  | { state: 'ready'; read_at: number; changed_on: LiveRows['changed_on']; requests: number }
  | { state: 'failed'; error: unknown };

interface DryRun {
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
/** Rows read between progress updates: a few requests, some of them parallel. */
const pieceSize = 3 * keysAtOnce;

/**
 * Judges the changes of a source against the live rows. They are read when it begins, when what locates them changes, when a row comes to them, and when the
 * person asks; reverting and choosing judges again what was read.
 */
export function useDryRun({ client, tableId, source, mode, fields, agreed }: DryRunAbout): DryRun {
  const [reading, setReading] = useState<Reading>({ state: 'reading', done: 0, all: source.changes.length });
  const [live, setLive] = useState(nothingRead);
  const { start, stop } = useAbortable();
  const { changes } = source;
  /** What is read, or was: names of rows, and how they find their records. */
  const asked = useRef<{ mode: UpdateMode; rows: ReadonlySet<string> } | null>(null);

  async function checkAgain(): Promise<LiveRows | null> {
    const signal = start();
    const all = changes.length;
    const asks = { mode, rows: new Set(changes.map(({ row }) => row)) };
    asked.current = asks;
    setReading({ state: 'reading', done: 0, all });
    const table = tableReading(client);
    const reader = createLiveReader(table, { ...mode, table_id: tableId, fields }, all);
    const records = new Map<Id, DwRecord>();
    const missing = new Set<Id>();
    const keys = new Map<string, readonly DwRecord[]>();
    let read_at = Date.now();
    let changed_on: LiveRows['changed_on'];
    let done = 0;
    try {
      for (const piece of chunks(changes, pieceSize)) {
        const found = await reader.read(piece, signal);
        signal.throwIfAborted();
        for (const [id, record] of found.records) records.set(id, record);
        for (const id of found.missing) missing.add(id);
        for (const [text, same] of found.keys ?? []) {
          keys.set(text, same);
          // A row may be assigned to one of them.
          for (const record of same) records.set(record.item_id, record);
        }
        read_at = Math.min(read_at, found.read_at);
        changed_on = found.changed_on;
        done += piece.length;
        setReading({ state: 'reading', done, all });
      }
      const rows = { records, missing, keys, read_at, changed_on };
      setLive(rows);
      setReading({ state: 'ready', read_at, changed_on, requests: table.requests() });
      return rows;
    } catch (error) {
      // What was stopped before its end is read again.
      if (signal.aborted && asked.current === asks) asked.current = null;
      if (signal.aborted) return null;
      setReading({ state: 'failed', error });
      stop();
      return null;
    }
  }

  // React runs effects twice in development: the reading that was stopped begins again.
  useEffect(
    () => () => {
      asked.current = null;
    },
    [],
  );
  const check = useEffectEvent(() => void checkAgain());
  useEffect(() => {
    // A row may be typed right before the review was opened, or in another tab.
    if (asked.current?.mode !== mode || changes.some(({ row }) => !asked.current?.rows.has(row))) check();
  }, [changes, mode]);

  const findings = useMemo(
    () => dryRun(changes, live, { fields, mode, agreed }),
    [changes, live, fields, mode, agreed],
  );
  return { reading, findings, checkAgain };
}

const noWrites: ReadonlyMap<string, OpenWrite> = new Map();

/** Earlier writes of a table that may still be applied, kept up to date; none where the browser denies its database. */
export function useOpenWrites(client: Client, tableId: Id): ReadonlyMap<string, OpenWrite> {
  const listen = useCallback(
    (tell: (writes: ReadonlyMap<string, OpenWrite>) => void) => {
      let reading = false;
      const read = async (): Promise<void> => {
        if (reading) return;
        reading = true;
        const found = await openWritesOf(ownerOf(client), tableId).catch(() => noWrites);
        reading = false;
        // None again draws nothing.
        tell(found.size === 0 ? noWrites : found);
      };
      void read();
      return onJobNews(() => void read());
    },
    [client, tableId],
  );
  return useSubscription(listen) ?? noWrites;
}
