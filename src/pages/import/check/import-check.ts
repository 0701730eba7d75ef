import type { Client } from '../../../api/wire/client';
import { queryClient } from '../../../api/wire/query-client';
import type { Id } from '../../../contract/ids';
import type { UpdateMode } from '../../../contract/records';
import { checkRows, type KnownRows } from '../../../jobs/check/check-rows';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { judgeAgain, type RowPlace } from '../../../jobs/check/judge-again';
import {
  chooseSimilar,
  noteDecision,
  type RowDecisions,
  type SimilarChoice,
  standingDecision,
} from '../../../jobs/check/similar-records';
import { dropCheck } from '../../../jobs/check/stored-check';
import { ownerOf, tableReading } from '../../../jobs/runner/run-connection';
import { createStore } from '../../../state/store';
import type { CheckRow, JobField } from '../../../storage/job-rows';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import { changeOf, changesOf } from './file-changes';

/** What is checked: every row of the file under a mapping and a key. */
export interface CheckSubject {
  client: Client;
  importer: ImportClient;
  table_id: Id;
  rows: number;
  fields: JobField[];
  /** Fields of the table that no column of the file goes to. */
  others: JobField[];
  mode: UpdateMode;
  /** The columns, without the fixed cells: a fixed cell is checked alone. */
  mapped: readonly MappedColumn[];
}

/** What a check of a file is about, by value: with another one nothing that was found is of use. What fields are called, and which options they have, may be loaded again meanwhile. */
export function subjectKey({ client, table_id, mode, mapped }: Omit<CheckSubject, 'importer'>): string {
  const { environment, identity } = ownerOf(client);
  const columns = mapped.map(({ config: _loaded, fixes: _fixed, ...column }) => column);
  return JSON.stringify([environment, identity, table_id, mode, columns]);
}

interface Done {
  state: 'done';
  check: CheckRow;
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

export const notChecked: CheckState = { state: 'none', isStopped: false };

export type ChooseRows = (choice: (finding: RowFinding) => SimilarChoice | undefined) => void;

/** The check of a whole file under one mapping and key. Its result is stored in this browser until a job is made of it, or it is dropped. */
export class ImportCheck {
  readonly state = createStore<CheckState>(notChecked);
  private running: AbortController | null = null;
  /** Of the result that is shown: what judging single rows again needs. */
  private known: KnownRows | null = null;
  private agreed: ReadonlySet<string> | undefined;
  /** One change of what was found after the other, each on what the one before left. */
  private changing = Promise.resolve();

  /** @param said the choices for rows of the file so far */
  constructor(private readonly said: RowDecisions) {}

  /** @param mapped the columns, with the fixed cells */
  async start(subject: CheckSubject, mapped: readonly MappedColumn[], allowKinds: boolean): Promise<void> {
    if ((this.done()?.judging ?? 0) > 0) return;
    this.running?.abort();
    const own = new AbortController();
    this.running = own;
    const begun = Date.now();
    const show = (next: CheckState): void => {
      if (this.running === own) this.state.set(next);
    };
    const read = (check: CheckRow | null): void => {
      const left = check && secondsLeft(check, Date.now() - begun);
      show({ state: 'running', check, secondsLeft: left, before: this.done() });
    };
    read(null);
    const { client, importer, mode, table_id, fields, others, rows } = subject;
    const agreed = allowKinds ? new Set(fields.map(({ field_id }) => `*/${field_id}`)) : undefined;
    let known: KnownRows | null = null;
    try {
      const check = await checkRows(
        changesOf({ importer, mapped, rows }, own.signal),
        { ...ownerOf(client), ...mode, table_id, fields, others },
        {
          reading: tableReading(client),
          signal: own.signal,
          rows,
          agreed,
          onReading: read,
          onProgress: read,
          onDone: (rowsKnown) => {
            known = rowsKnown;
          },
        },
      );
      const chosen = this.said.size > 0 ? await this.standing(check, agreed) : check;
      if (this.running !== own) return void dropCheck(check.id).catch(() => {});
      this.dropDone();
      this.known = known;
      this.agreed = agreed;
      show({ state: 'done', check: chosen, allowKinds, judging: 0, isOutdated: false, failed: null });
    } catch (error) {
      const before = this.done();
      const failed = { state: 'failed', error, allowKinds } as const;
      show(before ? { ...before, failed } : failed);
    }
  }

  /** Ends the running check; an earlier result for the same rows stays. */
  stop(): void {
    if (this.state.get().state !== 'running') return;
    const before = this.done();
    this.running?.abort();
    this.running = null;
    this.state.set(before ? { ...before, failed: null } : { state: 'none', isStopped: true });
  }

  /** Forgets what was found. */
  drop(): void {
    this.running?.abort();
    this.running = null;
    this.dropDone();
    this.state.set(notChecked);
  }

  /** Sets choices for rows with similar records; undefined: the previous ones. They hold in later checks of the file too. */
  choose(choice: (finding: RowFinding) => SimilarChoice | undefined): void {
    const { agreed, said } = this;
    this.change((check) => chooseSimilar(check, choice, { agreed, onRow: (row) => noteDecision(said, row) }), 0);
  }

  /** Checks one row again after a cell of it was fixed. */
  judgeAgain({ importer }: Pick<CheckSubject, 'importer'>, place: RowPlace, mapped: readonly MappedColumn[]): void {
    const { known, agreed } = this;
    if (!known) return;
    this.change(async (check) => {
      const { signal } = new AbortController();
      const rowsAt = async (rows: readonly number[]) =>
        (await importer.ask('recordsAt', { mapped: [...mapped], rows: [...rows] })).map(changeOf);
      return this.standing(await judgeAgain(check, known, place, { signal, rowsAt }), agreed);
    }, 1);
  }

  /** Waits until no row is being checked again. @returns whether everything is checked */
  async settled(): Promise<boolean> {
    let last: Promise<void>;
    do {
      last = this.changing;
      await last;
    } while (last !== this.changing);
    return isChecked(this.state.get());
  }

  /** By what was said of rows before; what is chosen already stays so. */
  private standing(check: CheckRow, agreed: ReadonlySet<string> | undefined): Promise<CheckRow> {
    const choice = (finding: RowFinding) =>
      finding.chosen === undefined ? standingDecision(this.said, finding) : undefined;
    return chooseSimilar(check, choice, { agreed });
  }

  /** The result so far, also while another check runs. */
  private done(): Done | null {
    const now = this.state.get();
    if (now.state === 'running') return now.before;
    return now.state === 'done' ? now : null;
  }

  private dropDone(): void {
    const done = this.done();
    if (done) void dropCheck(done.check.id).catch(() => {});
  }

  /** Changes the result, and shows it unless another one is shown by then. */
  private change(make: (check: CheckRow) => Promise<CheckRow>, judging: 0 | 1): void {
    const id = this.done()?.check.id;
    const show = (next: (done: Done) => Partial<Done>): void => {
      const done = this.done();
      if (done?.check.id !== id || !done) return;
      const now = this.state.get();
      const changed = { ...done, ...next(done) };
      this.state.set(now.state === 'running' ? { ...now, before: changed } : changed);
    };
    if (judging > 0) show((done) => ({ judging: done.judging + judging }));
    this.changing = this.changing.then(async () => {
      const before = this.done();
      if (!before || before.check.id !== id) return;
      try {
        const check = await make(before.check);
        show((done) => ({ check, judging: done.judging - judging, failed: done.isOutdated ? done.failed : null }));
        void queryClient.invalidateQueries({ queryKey: findingsKey(check.id) });
      } catch (error) {
        const failed = { state: 'failed', error, allowKinds: before.allowKinds } as const;
        show((done) => ({
          judging: done.judging - judging,
          isOutdated: done.isOutdated || judging > 0,
          failed,
        }));
      }
    });
  }
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
