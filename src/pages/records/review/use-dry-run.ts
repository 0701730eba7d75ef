import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { UpdateMode } from '../../../contract/records';
import { dryRun, type LiveRows, type RowFinding } from '../../../jobs/check/dry-run';
import { type OpenWrite, openWritesOf } from '../../../jobs/check/earlier-writes';
import { createLiveReader, readPieces } from '../../../jobs/check/live-rows';
import { onJobNews } from '../../../jobs/ledger/use-jobs';
import { ownerOf, tableReading } from '../../../jobs/runner/run-connection';
import { keysAtOnce } from '../../../jobs/table/record-key';
import { useSubscription } from '../../../state/store';
import type { JobField } from '../../../storage/job-rows';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import type { ReviewSource } from './review-source';

export type Reading =
  | { state: 'reading'; done: number; all: number }
  | ({ state: 'ready' } & ReadTimes)
  | { state: 'failed'; error: unknown };

/** When the oldest row was read. */
type ReadTimes = Pick<LiveRows, 'read_at' | 'changed_on'>;

export interface DryRun {
  reading: Reading;
  findings: RowFinding[];
  /** Reads the live rows again. Resolves with what is found then, or null when that failed. */
  checkAgain(): Promise<(ReadTimes & Pick<DryRun, 'findings'>) | null>;
}

interface DryRunAbout {
  client: Client;
  tableId: Id;
  source: ReviewSource;
  mode: UpdateMode;
  fields: readonly JobField[];
  agreed: ReadonlySet<string>;
}

/** Rows read between progress updates: a few requests, some of them parallel. */
const pieceSize = 3 * keysAtOnce;

/**
 * Judges the changes of a source against the live rows. They are read when it begins, when what locates them changes, when a row comes to them, and when the
 * person asks; reverting and choosing judges again what was read.
 */
export function useDryRun({ client, tableId, source, mode, fields, agreed }: DryRunAbout): DryRun {
  const [reading, setReading] = useState<Reading>({ state: 'reading', done: 0, all: source.changes.length });
  const [live, setLive] = useState<ReadonlyMap<string, LiveRows>>(new Map());
  const { start, stop } = useAbortable();
  const { changes } = source;
  /** What is read, or was: names of rows, and how they find their records. */
  const asked = useRef<{ mode: UpdateMode; rows: ReadonlySet<string> } | null>(null);

  async function checkAgain() {
    const signal = start();
    const all = changes.length;
    const asks = { mode, rows: new Set(changes.map(({ row }) => row)) };
    asked.current = asks;
    setReading({ state: 'reading', done: 0, all });
    const reader = createLiveReader(tableReading(client), { ...mode, table_id: tableId, fields }, all);
    const read = new Map<string, LiveRows>();
    let times: ReadTimes = { read_at: Date.now() };
    let done = 0;
    try {
      for await (const piece of readPieces(changes, pieceSize, reader, signal)) {
        signal.throwIfAborted();
        const { read_at, changed_on, records } = piece.live;
        // A row that is assigned to one of the records with its key is called so.
        for (const id of records.keys()) if (!read.has(id)) read.set(id, piece.live);
        for (const { row } of piece.rows) read.set(row, piece.live);
        times = { read_at: Math.min(times.read_at, read_at), changed_on };
        done += piece.rows.length;
        setReading({ state: 'reading', done, all });
      }
      setLive(read);
      setReading({ state: 'ready', ...times });
      return { ...times, findings: dryRun(changes, read, { fields, mode, agreed }) };
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
