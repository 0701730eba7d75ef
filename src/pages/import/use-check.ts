import { useCallback, useEffect, useRef, useState } from 'react';
import type { Client } from '../../api/client';
import type { Id } from '../../contract/ids';
import type { UpdateMode } from '../../contract/updates';
import type { ChangedRecord } from '../../jobs/changes';
import { checkRows, dropCheck } from '../../jobs/check-rows';
import type { RowState } from '../../jobs/dry-run';
import { ownerOf, tableReading } from '../../jobs/run-connection';
import type { CheckRow } from '../../storage/check-rows';
import type { JobField } from '../../storage/job-rows';
import type { ImportClient } from '../../transfer/in/import-client';
import type { ImportRow } from '../../transfer/in/import-rows';
import type { MappedColumn } from '../../transfer/in/mapping';
import { addSent, noRows, type SentRows } from './call-count';
import { addLeftOut, type Why } from './left-out';
import { addMisfits, addStanding, type MisfitCount } from './misfit-count';

/** What is checked: every row of the file under a mapping and a key. */
export interface CheckSubject {
  client: Client;
  importer: ImportClient;
  table_id: Id;
  rows: number;
  mapped: readonly MappedColumn[];
  fields: JobField[];
  mode: UpdateMode;
}

/** Where each piece of the findings begins: for paging through them. */
export interface PieceCounts {
  counts: Record<string, number>;
}

export type CheckState =
  | { state: 'none' }
  | { state: 'running'; check: CheckRow | null; begun: number }
  | {
      state: 'done';
      check: CheckRow;
      pieces: readonly PieceCounts[];
      misfits: readonly MisfitCount[];
      stands: ReadonlyMap<string, number>;
      sent: SentRows;
      leftOut: ReadonlyMap<Why, number>;
    }
  | { state: 'failed'; error: unknown };

export interface Check {
  now: CheckState;
  start(subject: CheckSubject, allowKinds: boolean): void;
  stop(): void;
  /** The file, mapping or key is another one: what was found is of no use. */
  forget(): void;
  /** A job was made of it: it is not this page's to drop any more. */
  handOver(): void;
}

/** Rows asked of the worker at once. */
const rowsAtOnce = 1000;

/** The dry run of the whole file; one at a time. What was found is kept in this browser until it is used, or forgotten. */
export function useCheck(): Check {
  const [now, setNow] = useState<CheckState>({ state: 'none' });
  const running = useRef<AbortController | null>(null);
  const found = useRef<string | null>(null);

  const forget = useCallback(() => {
    running.current?.abort();
    running.current = null;
    if (found.current) void dropCheck(found.current).catch(() => {});
    found.current = null;
    setNow({ state: 'none' });
  }, []);
  useEffect(() => forget, [forget]);

  const start = useCallback(
    (subject: CheckSubject, allowKinds: boolean) => {
      forget();
      const stop = new AbortController();
      running.current = stop;
      const pieces: PieceCounts[] = [];
      const misfits: MisfitCount[] = [];
      const stands = new Map<string, number>();
      const leftOut = new Map<Why, number>();
      let sent = noRows;
      let before: Record<string, number> = {};
      const begun = Date.now();
      setNow({ state: 'running', check: null, begun });
      const agreed = allowKinds ? new Set(subject.fields.map(({ field_id }) => `*/${field_id}`)) : undefined;
      checkRows(
        changesOf(subject, stop.signal),
        { ...ownerOf(subject.client), ...subject.mode, table_id: subject.table_id, fields: subject.fields },
        {
          reading: tableReading(subject.client),
          signal: stop.signal,
          rows: subject.rows,
          agreed,
          onProgress: (check, findings) => {
            addMisfits(misfits, findings);
            addStanding(stands, findings);
            addLeftOut(leftOut, findings, subject.mode.update_by_fields);
            sent = addSent(sent, findings);
            pieces.push({ counts: difference(check.counts, before) });
            before = check.counts;
            if (running.current === stop) setNow({ state: 'running', check, begun });
          },
        },
      )
        .then((check) => {
          if (running.current !== stop) return void dropCheck(check.id);
          found.current = check.id;
          setNow({ state: 'done', check, pieces, misfits, stands, sent, leftOut });
        })
        .catch((error: unknown) => {
          if (running.current === stop) setNow({ state: 'failed', error });
        });
    },
    [forget],
  );

  return {
    now,
    start,
    stop: forget,
    forget,
    handOver: () => {
      found.current = null;
    },
  };
}

async function* changesOf(
  { importer, mapped, rows }: CheckSubject,
  signal: AbortSignal,
): AsyncGenerator<ChangedRecord> {
  const ask = (from: number) => {
    const page = importer.ask(
      'records',
      { mapped: [...mapped], from, to: Math.min(rows, from + rowsAtOnce) },
      { signal },
    );
    // Asked ahead of time, and of no use to anybody when the check ends before.
    page.catch(() => {});
    return page;
  };
  let ahead = ask(0);
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const page = await ahead;
    // The next rows are made while these are judged.
    if (from + rowsAtOnce < rows) ahead = ask(from + rowsAtOnce);
    for (const row of page) yield changeOf(row);
  }
}

/** A row of the file as the input of a job. */
export function changeOf({ line, item_id, cells, blank, misfits, broken }: ImportRow): ChangedRecord {
  const whole = { row: `${line}`, line, title: null, unseen: true as const };
  if (broken !== null) return { ...whole, item_id: null, cells: [], broken };
  return {
    ...whole,
    item_id,
    ...(blank ? { blank } : {}),
    ...(misfits ? { misfits } : {}),
    cells: cells.map(({ field_id, after, text, unfit }) => ({
      field_id,
      before: undefined,
      after,
      text,
      ...(unfit === null ? {} : { unfit: true as const }),
    })),
  };
}

function difference(after: Record<string, number>, before: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([state, count]) => [state, count - (before[state] ?? 0)]));
}

/** Rows in one of the states, or in all. */
export function rowsIn({ counts }: PieceCounts, state: RowState | 'all'): number {
  return state === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[state] ?? 0);
}
