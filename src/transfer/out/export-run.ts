/** Records into a file: a plan defines its content, a run walks over the records, a writer makes text or a workbook, a sink stores it. */

import { startOfWalk, walkRecords } from '../../api/queries/walk-records';
import type { Client } from '../../api/wire/client';
import { ApiError } from '../../contract/errors';
import { formatJson, type Json } from '../../contract/json';
import type { DwRecord, Order } from '../../contract/records';
import { createStore } from '../../state/store';
import { type ExportPlan, writerOf } from './export-plan';
import { type Sink, saveFile } from './sinks';
import { rowReader } from './text-writers';

/**
 * `running`; `paused` by the user or by an error, and can continue; `done`: the file is there, complete or not; `discarded`; `broken`: the file itself
 * could not be written, and nothing of it is kept.
 */
type ExportPhase = 'running' | 'paused' | 'done' | 'discarded' | 'broken';

export interface ExportState {
  phase: ExportPhase;
  fileName: string;
  rows: number;
  requests: number;
  /** How often the table was found to have changed. */
  drifted: number;
  /** Records that came twice and are in the file once. */
  repeated: number;
  /** Cells that the format could not hold whole. */
  cut: number;
  /** The order that was asked for; null where the service answered in its own. */
  order: Order | null;
  /** Whether every row is in the file. */
  complete: boolean;
  beganAt: number;
  endedAt: number | null;
  /** Time spent reading, pauses left out: at the latest start, and before it. */
  runningSince: number;
  ranMs: number;
  rowsBefore: number;
  /** Why it paused or broke; null when the user paused it. */
  error: unknown;
  /** The file in the browser's storage. */
  file: Blob | null;
  traceIds: readonly string[];
}

/** A running export, which continues without its dialog. */
export interface ExportRun {
  plan: ExportPlan;
  state(): ExportState;
  subscribe(listener: () => void): () => void;
  pause(): void;
  /** @param client whose key is used from now on */
  goOn(client?: Client): void;
  /** Makes a file of what was written. */
  keep(): Promise<void>;
  discard(): Promise<void>;
  manifest(): string;
}

/**
 * A browser has six connections to an origin, one of them for the line of events. More pages than that are asked for, so that a connection has its next
 * one while the page still writes the last; what a person asks for goes before a job on all of them.
 */
const pagesAtATime = 8;
const rowsAtATime = 100;
const byRecordId: Order = { field_id: 'item_id', type: 'asc' };

/** Begins to write a file. */
export function startExport(plan: ExportPlan, fileName: string, sink: Sink): ExportRun {
  const walked = startOfWalk();
  const traceIds: string[] = [];
  const writer = writerOf(plan, rowReader(plan.columns), sink.write);
  const asked = plan.byRecordId ? byRecordId : (plan.query.order ?? byRecordId);
  let client = plan.client;
  let control = new AbortController();
  let taken = 0;
  let begun = false;
  const state = createStore<ExportState>({
    phase: 'running',
    fileName,
    rows: 0,
    requests: 0,
    drifted: 0,
    repeated: 0,
    cut: 0,
    order: plan.rows.scope === 'matching' ? asked : plan.query.order,
    complete: false,
    beganAt: Date.now(),
    endedAt: null,
    runningSince: Date.now(),
    ranMs: 0,
    rowsBefore: 0,
    error: null,
    file: null,
    traceIds,
  });

  function change(next: Partial<ExportState>): void {
    state.set({ ...state.get(), ...next });
  }

  /** Every failure in here is one of the file, and not of what is read. */
  async function put(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw new FileFault(error);
    }
  }

  /** @param walked what is known beside the records */
  async function add(records: readonly DwRecord[], walked: Partial<ExportState> = {}): Promise<void> {
    await put(() => writer.add(records));
    change({ rows: state.get().rows + records.length, cut: writer.cut(), ...walked });
  }

  async function walk(order: Order | null): Promise<void> {
    const query = { ...plan.query, order };
    const expected = plan.rows.scope === 'matching' ? plan.rows.count : null;
    const options = { signal: control.signal, parallel: pagesAtATime, expected, state: walked };
    for await (const step of walkRecords(client, query, options)) {
      if (step.traceId !== null) traceIds.push(step.traceId);
      const { requests, drifted, repeated } = step;
      await add(step.records, { requests, drifted, repeated });
    }
  }

  async function read(): Promise<void> {
    const { rows } = plan;
    if (rows.scope === 'matching') {
      try {
        return await walk(state.get().order);
      } catch (error) {
        // A service that cannot sort by record ID (4.4 allows that) returns its own order.
        const refused = error instanceof ApiError && (error.kind === 'business' || error.kind === 'system');
        if (!refused || walked.seen.size > 0 || state.get().order !== byRecordId || plan.query.order !== null)
          throw error;
        change({ order: null });
        return await walk(null);
      }
    }
    while (taken < rows.records.length) {
      control.signal.throwIfAborted();
      const records = rows.records.slice(taken, taken + rowsAtATime);
      await add(records);
      taken += records.length;
      // The page has its turn between two portions.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  async function finish(complete: boolean): Promise<void> {
    await put(() => writer.end());
    let file: Blob | null = null;
    await put(async () => {
      file = await sink.close();
    });
    change({ phase: 'done', complete, endedAt: Date.now(), file });
  }

  async function run(): Promise<void> {
    try {
      if (!begun) await put(() => writer.begin());
      begun = true;
      await read();
      await finish(true);
    } catch (error) {
      await stopped(error);
    } finally {
      change({
        ranMs: state.get().ranMs + Date.now() - state.get().runningSince,
        rowsBefore: state.get().rows,
        requests: walked.requests,
      });
    }
  }

  async function stopped(error: unknown): Promise<void> {
    if (error instanceof FileFault) {
      await sink.discard().catch(() => {});
      change({ phase: 'broken', endedAt: Date.now(), error: error.cause });
    } else change({ phase: 'paused', error: control.signal.aborted ? null : error });
  }

  void run();
  return {
    plan,
    state: state.get,
    subscribe: state.subscribe,
    pause: () => control.abort(new DOMException('Paused', 'AbortError')),
    goOn(next = client) {
      if (state.get().phase !== 'paused') return;
      client = next;
      control = new AbortController();
      change({ phase: 'running', error: null, runningSince: Date.now() });
      void run();
    },
    async keep() {
      if (state.get().phase !== 'paused') return;
      await finish(false).catch(stopped);
    },
    async discard() {
      if (state.get().phase !== 'paused') return;
      change({ phase: 'discarded', endedAt: Date.now() });
      await sink.discard().catch(() => {});
    },
    manifest: () => manifestOf(plan, state.get()),
  };
}

/** The file could not be written: the disk is full, or the permission was taken back. */
class FileFault extends Error {
  constructor(override readonly cause: unknown) {
    super('The file could not be written');
  }
}

/** Documents a file for later: its source, time, completeness, and every request. No key, no link. */
function manifestOf(plan: ExportPlan, state: ExportState): string {
  const { client, query, rows, columns, headers, format } = plan;
  const manifest: Json = {
    file: state.fileName,
    format,
    environment: client.environment.name,
    table_id: query.table_id,
    table_name: plan.tableName,
    rows_taken: rows.scope,
    filter: query.filter,
    order: state.order && { field_id: state.order.field_id, type: state.order.type },
    columns: columns.map(({ id, name, kind }, index) => ({
      header: headers[index] as string,
      field_id: id,
      name,
      kind,
    })),
    option_people_relation_cells:
      format === 'csv' || format === 'xlsx' ? plan.references : 'as the service sent them, without links',
    formulas:
      format === 'csv'
        ? 'a text that a spreadsheet would run begins with an apostrophe more than it has; import takes it away'
        : 'none',
    began: time(state.beganAt),
    ended: time(state.endedAt),
    complete: state.complete,
    rows: state.rows,
    cells_cut: state.cut,
    requests: state.requests,
    doubles_removed: state.repeated,
    changes_of_the_table_noticed: state.drifted,
    trace_ids: [...state.traceIds],
  };
  return `${formatJson(manifest, 2)}\n`;
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Gives the manifest of an export to the browser's downloads. */
export function saveManifest(run: ExportRun): void {
  saveFile(new Blob([run.manifest()], { type: 'application/json' }), `${run.state().fileName}.manifest.json`);
}

/** Saves the file of an export and its manifest as soon as it is there; a file that was written to the disk is there already. */
export function saveWhenDone(run: ExportRun): void {
  const stop = run.subscribe(() => {
    const { phase, file, fileName } = run.state();
    if (phase === 'running' || phase === 'paused') return;
    stop();
    if (phase !== 'done') return;
    if (file) saveFile(file, fileName);
    saveManifest(run);
  });
}
