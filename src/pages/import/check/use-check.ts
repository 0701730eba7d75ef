import { useEffect, useMemo, useRef } from 'react';
import type { RowPlace } from '../../../jobs/check/judge-again';
import type { RowDecisions } from '../../../jobs/check/similar-records';
import { createStore, useStore } from '../../../state/store';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import { startsByItself } from '../wizard';
import {
  type CheckState,
  type CheckSubject,
  type ChooseRows,
  ImportCheck,
  notChecked,
  subjectKey,
} from './import-check';

export interface Check {
  now: CheckState;
  start(allowKinds: boolean): void;
  choose: ChooseRows;
  /** Checks one row again after a cell of it was fixed. */
  judgeAgain(place: RowPlace, mapped: readonly MappedColumn[]): void;
  /** Waits until no row is being checked again. @returns whether everything is checked */
  settled(): Promise<boolean>;
  /** Ends the running check; an earlier result for the same rows stays. */
  stop(): void;
  /** The next input is checked without a click, at any cost. */
  repeat(): void;
}

/** Choices for rows hold for the next check of the same file as well. */
const decisionsOf = new WeakMap<ImportClient, RowDecisions>();
const noCheck = createStore(notChecked);

/**
 * The check of the whole file; one at a time. It is dropped when its subject changes by value, and with the page. It starts automatically when its step is
 * opened, if it needs few requests.
 * @param mapped the columns, with the fixed cells
 */
export function useCheck(subject: CheckSubject | null, mapped: readonly MappedColumn[], isOpen: boolean): Check {
  const key = subject && subjectKey(subject);
  const importer = subject?.importer;
  const check = useMemo(() => {
    if (!importer || key === null) return null;
    const said = decisionsOf.get(importer) ?? new Map();
    decisionsOf.set(importer, said);
    return new ImportCheck(said);
  }, [importer, key]);
  const now = useStore(check?.state ?? noCheck);
  const wantsRepeat = useRef(false);
  useEffect(() => (check ? () => check.drop() : undefined), [check]);

  function start(allowKinds: boolean): void {
    wantsRepeat.current = false;
    if (subject) void check?.start(subject, mapped, allowKinds);
  }

  useEffect(() => {
    if (!isOpen || !subject || now.state !== 'none' || now.isStopped) return;
    if (wantsRepeat.current || startsByItself(subject.rows, subject.mode)) start(false);
  });

  return {
    now,
    start,
    choose: (choice) => check?.choose(choice),
    judgeAgain(place, fixed) {
      if (subject) check?.judgeAgain(subject, place, fixed);
    },
    settled: async () => (await check?.settled()) === true,
    stop: () => check?.stop(),
    repeat() {
      wantsRepeat.current = true;
    },
  };
}
