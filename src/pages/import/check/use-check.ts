import { useCallback, useEffect, useRef, useState } from 'react';
import type { Client } from '../../../api/wire/client';
import { queryClient } from '../../../api/wire/query-client';
import type { Id } from '../../../contract/ids';
import type { UpdateMode } from '../../../contract/records';
import { checkRows, dropCheck } from '../../../jobs/check/check-rows';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import type { ChangedRecord } from '../../../jobs/plan/changes';
import { ownerOf, tableReading } from '../../../jobs/runner/run-connection';
import {
  chooseSimilar,
  noteDecisions,
  type RowDecisions,
  type SimilarChoice,
  standingDecision,
} from '../../../jobs/similar/similar-records';
import type { CheckRow, JobField } from '../../../storage/job-rows';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import type { ImportRow } from '../../../transfer/in/worker/import-rows';
import { startsByItself } from '../wizard';
import { addToCounts, type CheckCounts, noCounts } from './check-counts';

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

/** Rows of a piece of the findings, by state: for paging through them. */
export type PieceCounts = Record<string, number>;

interface Done {
  state: 'done';
  check: CheckRow;
  pieces: readonly PieceCounts[];
  counts: CheckCounts;
  /** Values of another JSON kind were allowed. */
  allowKinds: boolean;
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
  /** Ends the running check; an earlier result for the same rows stays. */
  stop(): void;
  /** The next subject is checked without a press, whatever it costs. */
  repeat(): void;
  /** A job was made of it: it is not this page's to drop any more. */
  handOver(): void;
}

/** What choosing adds to: the rows without similar records. */
interface ChoiceBase {
  counts: CheckCounts;
  agreed: ReadonlySet<string> | undefined;
}

const notChecked: CheckState = { state: 'none', isStopped: false };

/** Choices for rows hold for the next check of the same file as well. */
const decisionsOf = new WeakMap<ImportClient, RowDecisions>();

/**
 * The check of the whole file; one at a time. Its result is stored in this browser until it is used, or the subject changes. It starts automatically when its
 * step is opened, if it needs few requests.
 */
export function useCheck(subject: CheckSubject | null, isOpen: boolean): Check {
  const [shown, setShown] = useState<{ of: CheckSubject | null; now: CheckState }>({ of: null, now: notChecked });
  const latest = useRef(shown);
  const running = useRef<AbortController | null>(null);
  const heldCheck = useRef<string | null>(null);
  const base = useRef<ChoiceBase>({ counts: noCounts(), agreed: undefined });
  /** One choice after the other, each on what the one before left. */
  const choosing = useRef(Promise.resolve());
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
    if (!subject) return;
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
    const withoutSimilar: ChoiceBase = { counts: noCounts(), agreed };
    const begun = Date.now();
    let counted: PieceCounts = {};
    const read = (check: CheckRow): void => {
      if (running.current === own)
        show({ state: 'running', check, secondsLeft: secondsLeft(check, Date.now() - begun), before });
    };
    show({ state: 'running', check: null, secondsLeft: null, before });
    const { client, mode, table_id, fields, others, rows } = subject;
    checkRows(
      changesOf(subject, own.signal),
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
          addToCounts(withoutSimilar.counts, plain, mode.update_by_fields);
          pieces.push(difference(check.counts, counted));
          counted = check.counts;
          read(check);
        },
      },
    )
      .then(async (check) => {
        let done: Done = { state: 'done', check, pieces, counts, allowKinds, failed: null };
        if (said.size > 0) done = await chosenIn(done, withoutSimilar, (finding) => standingDecision(said, finding));
        if (running.current !== own) return void dropCheck(check.id);
        if (heldCheck.current) void dropCheck(heldCheck.current).catch(() => {});
        heldCheck.current = check.id;
        base.current = withoutSimilar;
        show(done);
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

  function choose(choice: (finding: RowFinding) => SimilarChoice | undefined): void {
    choosing.current = choosing.current.then(async () => {
      const { of, now: done } = latest.current;
      if (!of || of !== subject || done.state !== 'done') return;
      const said = decisionsOf.get(of.importer) ?? new Map();
      try {
        const chosen = await chosenIn(done, base.current, choice, (rows) => noteDecisions(said, rows));
        if (heldCheck.current !== chosen.check.id) return;
        show(chosen);
        void queryClient.invalidateQueries({ queryKey: findingsKey(chosen.check.id) });
      } catch (error) {
        if (heldCheck.current === done.check.id) show({ state: 'failed', error, allowKinds: done.allowKinds });
      }
    });
  }

  return {
    now,
    start,
    choose,
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

/** The result, with rows similar to records judged by the choices made. */
async function chosenIn(
  done: Done,
  { counts: before, agreed }: ChoiceBase,
  choice: (finding: RowFinding) => SimilarChoice | undefined,
  onSimilar: (rows: readonly RowFinding[]) => void = () => {},
): Promise<Done> {
  const counts = structuredClone(before);
  const pieces = [...done.pieces];
  const onPiece = (number: number, piece: PieceCounts, similar: readonly RowFinding[]): void => {
    pieces[number - 1] = piece;
    addToCounts(counts, similar, done.check.update_by_fields);
    onSimilar(similar);
  };
  const check = await chooseSimilar(done.check, choice, { agreed, onPiece });
  return { ...done, check, pieces, counts };
}

/** Rows asked of the worker at once. */
const rowsAtOnce = 1000;

async function* changesOf(
  { importer, mapped, rows }: CheckSubject,
  signal: AbortSignal,
): AsyncGenerator<ChangedRecord> {
  const ask = (from: number) => {
    const to = Math.min(rows, from + rowsAtOnce);
    const page = importer.ask('records', { mapped: [...mapped], from, to }, { signal });
    // Requested ahead, and useless when the check ends before.
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
export function changeOf({ line, item_id, cells, blank, misfits, duplicateOf, broken, raw }: ImportRow): ChangedRecord {
  const whole = { row: `${line}`, line, title: null, unseen: true as const };
  if (broken !== null) return { ...whole, item_id: null, cells: [], broken, ...(raw === undefined ? {} : { raw }) };
  return {
    ...whole,
    item_id,
    ...(blank ? { blank } : {}),
    ...(misfits ? { misfits } : {}),
    ...(duplicateOf === undefined ? {} : { duplicateOf }),
    cells: cells.map(({ own, unfit, ids, ...cell }) => ({
      ...cell,
      before: undefined,
      ...(own === undefined ? {} : { own }),
      ...(unfit === null ? {} : { unfit: true as const }),
      ...(ids ? { ids } : {}),
    })),
  };
}

function difference(after: PieceCounts, before: PieceCounts): PieceCounts {
  return Object.fromEntries(Object.entries(after).map(([state, count]) => [state, count - (before[state] ?? 0)]));
}

/** Rows in one of the states, or in all. */
export function rowsIn(piece: PieceCounts, state: RowState | 'all'): number {
  return state === 'all' ? Object.values(piece).reduce((sum, count) => sum + count, 0) : (piece[state] ?? 0);
}
