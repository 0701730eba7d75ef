import { useCallback, useEffect, useRef, useState } from 'react';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { UpdateMode } from '../../../contract/updates';
import { checkRows, dropCheck } from '../../../jobs/check/check-rows';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import type { ChangedRecord } from '../../../jobs/plan/changes';
import { ownerOf, tableReading } from '../../../jobs/runner/run-connection';
import {
  chooseNear,
  type NearChoice,
  noteSaid,
  type SaidOfRows,
  stillSaid,
} from '../../../jobs/similar/similar-records';
import type { CheckRow, JobField } from '../../../storage/job-rows';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import type { ImportRow } from '../../../transfer/in/worker/import-rows';
import { type Mark, marked, paceOf } from './check-pace';
import { addToTally, noTally, type Tally } from './tally';

/** What is checked: every row of the file under a mapping and a key. */
export interface CheckSubject {
  client: Client;
  importer: ImportClient;
  table_id: Id;
  rows: number;
  mapped: readonly MappedColumn[];
  fields: JobField[];
  /** Fields of the table that no column of the file goes to. */
  others: JobField[];
  mode: UpdateMode;
}

/** Where each piece of the findings begins: for paging through them. */
export interface PieceCounts {
  counts: Record<string, number>;
}

/** What a check that was stopped measured: requests a second, and how many it needed in all. */
export interface Measured {
  pace: number;
  requests: number;
}

interface Done {
  state: 'done';
  check: CheckRow;
  pieces: readonly PieceCounts[];
  tally: Tally;
  /** Values of another JSON kind were allowed. */
  allowKinds: boolean;
  /** Why a later check of the same rows failed: what was found before stands. */
  failed: Failed | null;
}

interface Failed {
  state: 'failed';
  error: unknown;
  allowKinds: boolean;
}

export type CheckState =
  | { state: 'none'; measured: Measured | null }
  /** `before`: what an earlier check of the same rows found, which stands until this one is whole. */
  | { state: 'running'; check: CheckRow | null; marks: readonly Mark[]; before: Done | null }
  | Done
  | Failed;

/** What choosing adds to: the rows that nearly equal no record. */
interface ChoiceBase {
  tally: Tally;
  agreed: ReadonlySet<string> | undefined;
}

export interface Check {
  now: CheckState;
  start(subject: CheckSubject, allowKinds: boolean): void;
  /** Says of rows that nearly equal a record what they mean; undefined: what they meant before. */
  choose(choice: (finding: RowFinding) => NearChoice | undefined): void;
  /** Ends the check that is running; what an earlier one of the same rows found stands. */
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
  const [now, setNow] = useState<CheckState>({ state: 'none', measured: null });
  const latest = useRef<CheckState>(now);
  latest.current = now;
  const running = useRef<AbortController | null>(null);
  const found = useRef<string | null>(null);
  const base = useRef<ChoiceBase>({ tally: noTally(), agreed: undefined });
  /** Of rows of one file: it holds for the next check of them as well. */
  const said = useRef<{ of: ImportClient | null; rows: SaidOfRows }>({ of: null, rows: new Map() });

  const forget = useCallback(() => {
    running.current?.abort();
    running.current = null;
    if (found.current) void dropCheck(found.current).catch(() => {});
    found.current = null;
    setNow({ state: 'none', measured: null });
  }, []);
  useEffect(() => forget, [forget]);

  const start = useCallback(
    (subject: CheckSubject, allowKinds: boolean) => {
      const before = latest.current.state === 'done' ? latest.current : null;
      if (!before) forget();
      if (said.current.of !== subject.importer) said.current = { of: subject.importer, rows: new Map() };
      const { rows: saidBefore } = said.current;
      const stop = new AbortController();
      running.current = stop;
      const pieces: PieceCounts[] = [];
      const tally = noTally();
      const withoutNear = noTally();
      let counted: Record<string, number> = {};
      let marks = marked([], { at: Date.now(), requests: 0 });
      const read = (check: CheckRow): void => {
        marks = marked(marks, { at: Date.now(), requests: check.requests });
        if (running.current === stop) setNow({ state: 'running', check, marks, before });
      };
      setNow({ state: 'running', check: null, marks, before });
      const agreed = allowKinds ? new Set(subject.fields.map(({ field_id }) => `*/${field_id}`)) : undefined;
      checkRows(
        changesOf(subject, stop.signal),
        {
          ...ownerOf(subject.client),
          ...subject.mode,
          table_id: subject.table_id,
          fields: subject.fields,
          others: subject.others,
        },
        {
          reading: tableReading(subject.client),
          signal: stop.signal,
          rows: subject.rows,
          agreed,
          onReading: read,
          onProgress: (check, findings) => {
            const { update_by_fields } = subject.mode;
            addToTally(tally, findings, update_by_fields);
            const plain = findings.filter(({ near }) => !near);
            addToTally(withoutNear, plain, update_by_fields);
            pieces.push({ counts: difference(check.counts, counted) });
            counted = check.counts;
            read(check);
          },
        },
      )
        .then(async (check) => {
          const own: ChoiceBase = { tally: withoutNear, agreed };
          let done: Done = { state: 'done', check, pieces, tally, allowKinds, failed: null };
          if (saidBefore.size > 0) done = await chosenIn(done, own, (finding) => stillSaid(saidBefore, finding));
          if (running.current !== stop) return void dropCheck(check.id);
          if (found.current) void dropCheck(found.current).catch(() => {});
          found.current = check.id;
          base.current = own;
          setNow(done);
        })
        .catch((error: unknown) => {
          if (running.current !== stop) return;
          const failed = { state: 'failed', error, allowKinds } as const;
          setNow(before ? { ...before, failed } : failed);
        });
    },
    [forget],
  );

  /** One choice after the other, each on what the one before left. */
  const choosing = useRef(Promise.resolve());
  const choose = useCallback((choice: (finding: RowFinding) => NearChoice | undefined) => {
    choosing.current = choosing.current.then(async () => {
      const done = latest.current;
      if (done.state !== 'done') return;
      const { rows } = said.current;
      try {
        const chosen = await chosenIn(done, base.current, choice, (near) => noteSaid(rows, near));
        if (found.current !== chosen.check.id) return;
        latest.current = chosen;
        setNow(chosen);
      } catch (error) {
        if (found.current === done.check.id) setNow({ state: 'failed', error, allowKinds: done.allowKinds });
      }
    });
  }, []);

  const stop = useCallback(() => {
    const { current } = latest;
    if (current.state !== 'running') return;
    if (current.before) {
      running.current?.abort();
      running.current = null;
      return setNow({ ...current.before, failed: null });
    }
    forget();
    const pace = paceOf(current.marks);
    const requests = current.check?.planned;
    setNow({ state: 'none', measured: pace && requests ? { pace, requests } : null });
  }, [forget]);

  return {
    now,
    choose,
    start,
    stop,
    forget,
    handOver: () => {
      found.current = null;
    },
  };
}

/** What was found, with rows that nearly equal a record judged by what was said of them. */
async function chosenIn(
  done: Done,
  base: ChoiceBase,
  choice: (finding: RowFinding) => NearChoice | undefined,
  onNear: (near: readonly RowFinding[]) => void = () => {},
): Promise<Done> {
  const tally = structuredClone(base.tally);
  const pieces = [...done.pieces];
  const onPiece = (number: number, counts: Record<string, number>, near: readonly RowFinding[]): void => {
    pieces[number - 1] = { counts };
    addToTally(tally, near, done.check.update_by_fields);
    onNear(near);
  };
  const check = await chooseNear(done.check, choice, { agreed: base.agreed, onPiece });
  return { ...done, check, pieces, tally };
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
export function changeOf({ line, item_id, cells, blank, misfits, double, broken, raw }: ImportRow): ChangedRecord {
  const whole = { row: `${line}`, line, title: null, unseen: true as const };
  if (broken !== null) return { ...whole, item_id: null, cells: [], broken, ...(raw === undefined ? {} : { raw }) };
  return {
    ...whole,
    item_id,
    ...(blank ? { blank } : {}),
    ...(misfits ? { misfits } : {}),
    ...(double === undefined ? {} : { double }),
    cells: cells.map(({ field_id, after, text, own, unfit, ids }) => ({
      field_id,
      before: undefined,
      after,
      text,
      ...(own === undefined ? {} : { own }),
      ...(unfit === null ? {} : { unfit: true as const }),
      ...(ids ? { ids } : {}),
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
