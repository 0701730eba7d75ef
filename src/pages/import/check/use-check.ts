import { useCallback, useEffect, useRef, useState } from 'react';
import type { Client } from '../../../api/wire/client';
import { queryClient } from '../../../api/wire/query-client';
import type { Id } from '../../../contract/ids';
import type { UpdateMode } from '../../../contract/records';
import { checkRows, dropCheck, type KnownRows } from '../../../jobs/check/check-rows';
import type { RowFinding } from '../../../jobs/check/dry-run';
import type { RowPlace } from '../../../jobs/check/judge-again';
import { ownerOf, tableReading } from '../../../jobs/runner/run-connection';
import type { RowDecisions, SimilarChoice } from '../../../jobs/similar/similar-records';
import type { CheckRow, JobField } from '../../../storage/job-rows';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import { startsByItself } from '../wizard';
import { addToCounts, noCounts } from './check-counts';
import { changesOf } from './file-changes';
import {
  chooseIn,
  type FoundBase,
  type FoundRows,
  judgedAgainIn,
  noBase,
  type PieceCounts,
  pieceOf,
  standingIn,
} from './found-rows';

/** What is checked: every row of the file under a mapping and a key. Another subject needs another check; fixed cells are not part of it. */
export interface CheckSubject {
  client: Client;
  importer: ImportClient;
  table_id: Id;
  rows: number;
  fields: JobField[];
  /** Fields of the table that no column of the file goes to. */
  others: JobField[];
  mode: UpdateMode;
}

interface Done extends FoundRows {
  state: 'done';
  /** Values of another JSON kind were allowed. */
  allowKinds: boolean;
  /** Rows that are being checked again. */
  judging: number;
  /** A row that was fixed could not be checked again: what is known of it is older than its values. */
  isOutdated: boolean;
  /** Why a later check of the same rows failed: the previous result stays. */
  failed: Failed | null;
}

interface Failed {
  state: 'failed';
  error: unknown;
  allowKinds: boolean;
}

export type CheckState =
  | { state: 'none'; isStopped: boolean }
  /** `before`: the result of an earlier check of the same rows, which stays until this one is complete. */
  | { state: 'running'; check: CheckRow | null; secondsLeft: number | null; before: Done | null }
  | Done
  | Failed;

export type ChooseRows = (choice: (finding: RowFinding) => SimilarChoice | undefined) => void;

export interface Check {
  now: CheckState;
  start(allowKinds: boolean): void;
  /** Sets choices for rows with similar records; undefined: the previous ones. */
  choose: ChooseRows;
  /** Checks one row again after a cell of it was fixed. */
  judgeAgain(place: RowPlace, mapped: readonly MappedColumn[]): void;
  /** Waits until no row is being checked again. @returns whether everything is checked */
  settled(): Promise<boolean>;
  /** Ends the running check; an earlier result for the same rows stays. */
  stop(): void;
  /** The next input is checked without a click, at any cost. */
  repeat(): void;
  /** A job was made of it: it is not this page's to drop any more. */
  handOver(): void;
}

const notChecked: CheckState = { state: 'none', isStopped: false };

/** Choices for rows hold for the next check of the same file as well. */
const decisionsOf = new WeakMap<ImportClient, RowDecisions>();

/**
 * The check of the whole file; one at a time. Its result is stored in this browser until it is used, or the subject changes. It starts automatically when its
 * step is opened, if it needs few requests.
 * Long: one check from its start to its end, over one state.
 * @param mapped the columns, with the fixed cells
 */
export function useCheck(subject: CheckSubject | null, mapped: readonly MappedColumn[], isOpen: boolean): Check {
  const [shown, setShown] = useState<{ of: CheckSubject | null; now: CheckState }>({ of: null, now: notChecked });
  const latest = useRef(shown);
  const running = useRef<AbortController | null>(null);
  const heldCheck = useRef<string | null>(null);
  const base = useRef<FoundBase>(noBase);
  /** One change of what was found after the other, each on what the one before left. */
  const changing = useRef(Promise.resolve());
  const wantsRepeat = useRef(false);
  const now = shown.of === subject ? shown.now : notChecked;

  const discard = useCallback((): void => {
    running.current?.abort();
    running.current = null;
    if (heldCheck.current) void dropCheck(heldCheck.current).catch(() => {});
    heldCheck.current = null;
  }, []);
  // Another file, mapping or key, or another page: what was found is of no use.
  useEffect(() => (subject ? discard : undefined), [subject, discard]);

  function show(next: CheckState): void {
    latest.current = { of: subject, now: next };
    setShown(latest.current);
  }

  function start(allowKinds: boolean): void {
    if (!subject || (now.state === 'done' && now.judging > 0)) return;
    const before = now.state === 'done' ? now : null;
    if (!before) discard();
    wantsRepeat.current = false;
    const said = decisionsOf.get(subject.importer) ?? new Map();
    decisionsOf.set(subject.importer, said);
    const own = new AbortController();
    running.current = own;
    const pieces: PieceCounts[] = [];
    const counts = noCounts();
    const agreed = allowKinds ? new Set(subject.fields.map(({ field_id }) => `*/${field_id}`)) : undefined;
    const withoutSimilar = noCounts();
    const begun = Date.now();
    let counted: CheckRow['counts'] = {};
    let known: KnownRows | null = null;
    const read = (check: CheckRow): void => {
      if (running.current === own)
        show({ state: 'running', check, secondsLeft: secondsLeft(check, Date.now() - begun), before });
    };
    show({ state: 'running', check: null, secondsLeft: null, before });
    const { client, mode, table_id, fields, others, rows } = subject;
    checkRows(
      changesOf({ importer: subject.importer, mapped, rows: subject.rows }, own.signal),
      { ...ownerOf(client), ...mode, table_id, fields, others },
      {
        reading: tableReading(client),
        signal: own.signal,
        rows,
        agreed,
        onReading: read,
        onProgress: (check, findings) => {
          addToCounts(counts, findings, mode.update_by_fields);
          const plain = findings.filter(({ candidates }) => !candidates);
          addToCounts(withoutSimilar, plain, mode.update_by_fields);
          pieces.push(pieceOf(check.counts, counted, findings));
          counted = check.counts;
          read(check);
        },
        onDone: (rowsKnown) => {
          known = rowsKnown;
        },
      },
    )
      .then(async (check) => {
        const from: FoundBase = { counts: withoutSimilar, agreed, known, said };
        let found: FoundRows = { check, pieces, counts };
        if (said.size > 0) found = await standingIn(found, from);
        if (running.current !== own) return void dropCheck(check.id);
        if (heldCheck.current) void dropCheck(heldCheck.current).catch(() => {});
        heldCheck.current = check.id;
        base.current = from;
        show({ state: 'done', ...found, allowKinds, judging: 0, isOutdated: false, failed: null });
      })
      .catch((error: unknown) => {
        if (running.current !== own) return;
        const failed = { state: 'failed', error, allowKinds } as const;
        show(before ? { ...before, failed } : failed);
      });
  }

  useEffect(() => {
    if (!isOpen || !subject || now.state !== 'none' || now.isStopped) return;
    if (wantsRepeat.current || startsByItself(subject.rows, subject.mode)) start(false);
  });

  /** Changes the result, and shows it unless another check is shown by then. */
  function change(make: (found: FoundRows, from: FoundBase) => Promise<FoundRows>, judging: 0 | 1): void {
    const shownDone = (): Done | null => {
      const { of, now: latestNow } = latest.current;
      return of !== null && of === subject && latestNow.state === 'done' ? latestNow : null;
    };
    const begun = shownDone();
    if (!begun) return;
    if (judging > 0) show({ ...begun, judging: begun.judging + judging });
    changing.current = changing.current.then(async () => {
      const before = shownDone();
      if (!before) return;
      const isShown = (done: Done | null): done is Done => done !== null && heldCheck.current === before.check.id;
      try {
        const found = await make(before, base.current);
        const done = shownDone();
        if (!isShown(done)) return;
        show({ ...done, ...found, judging: done.judging - judging, failed: done.isOutdated ? done.failed : null });
        void queryClient.invalidateQueries({ queryKey: findingsKey(found.check.id) });
      } catch (error) {
        const done = shownDone();
        const failed = { state: 'failed', error, allowKinds: before.allowKinds } as const;
        if (!isShown(done)) return;
        show({ ...done, judging: done.judging - judging, isOutdated: done.isOutdated || judging > 0, failed });
      }
    });
  }

  return {
    now,
    start,
    choose: (choice) => change((found, from) => chooseIn(found, from, choice), 0),
    judgeAgain(place, fixed) {
      if (subject)
        change((found, from) => judgedAgainIn(found, from, place, { importer: subject.importer, mapped: fixed }), 1);
    },
    async settled() {
      let last: Promise<void>;
      do {
        last = changing.current;
        await last;
      } while (last !== changing.current);
      return isChecked(latest.current.now);
    },
    stop() {
      if (now.state !== 'running') return;
      if (!now.before) {
        discard();
        return show({ state: 'none', isStopped: true });
      }
      running.current?.abort();
      running.current = null;
      show({ ...now.before, failed: null });
    },
    repeat() {
      wantsRepeat.current = true;
    },
    handOver() {
      heldCheck.current = null;
    },
  };
}

/** Whether every row has been checked, or is being checked again. */
export function isChecked(now: CheckState): boolean {
  return now.state === 'done' && !now.isOutdated;
}

/** Whether every row has been checked as it is now. */
export function isSettled(now: CheckState): boolean {
  return isChecked(now) && now.state === 'done' && now.judging === 0;
}

/** Under which the query cache has the pieces of the findings. */
export function findingsKey(checkId: string): string[] {
  return ['import-findings', checkId];
}

/** Before so much was measured nothing is promised. */
const leastMs = 2000;
const leastRequests = 5;

/** Seconds that a check still takes, at the pace of its requests so far; null before that is known. */
export function secondsLeft({ requests, planned }: Pick<CheckRow, 'requests' | 'planned'>, ms: number): number | null {
  if (!planned || ms < leastMs || requests < leastRequests) return null;
  return (Math.max(0, planned - requests) * ms) / requests / 1000;
}
