/** A snapshot's table in the engine, and its file: what goes into one goes into the other. */

import { formatJson, type Json, parseJson } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { AnalyticalDatabase } from '../engine/database';
import { createEncoder, createSql, type EncoderState, emptyTable, type InputColumn, incoming, viewSql } from './encode';
import { appendEntry, type RowFile, readEntries } from './row-log';
import type { Kept } from './run-state';
import { quoteName, type SnapshotColumn } from './snapshot-column';

/** What its owner notes with each batch: how far the walk has come. */
export type Progress = { [name: string]: Json };

/** A table as others see it. */
export interface TableFacts {
  /** Quoted, as in `Source`. */
  table: string;
  labelled: string;
  columns: readonly SnapshotColumn[];
  rows: number;
  /** Of its file, or of what would have gone into it. */
  bytes: number;
  kept: Kept;
  /** As noted last; null before that. */
  progress: Progress | null;
}

export interface KeptTable {
  facts(): TableFacts;
  /** @param replaces rows of the same record IDs are replaced */
  add(records: readonly DwRecord[], progress: Progress, replaces: boolean): TableFacts;
  /** Calls the rows with labels so from now on. */
  rename(labelled: string): void;
  /** Lets go of the table and its file, which stays. */
  close(): void;
}

const entriesAtATime = 20;

interface EntryHead {
  before: string[];
  after: string[];
  /** Where it differs from that of the entry before. */
  state?: EncoderState;
  progress: Progress;
}

export interface KeptTableOptions {
  /** Name of the table in the engine. */
  name: string;
  /** Of the rows with labels as names, if it is free. */
  labelled: string;
  /** Known when it is a new one. */
  columns: readonly InputColumn[];
  /** Null: rows are held in memory alone. */
  file: RowFile | null;
  kept: Kept;
}

/** Opens a table with all that its file holds; other messages get their turn meanwhile. */
export async function openTable(database: AnalyticalDatabase, options: KeptTableOptions): Promise<KeptTable> {
  const { file } = options;
  let { kept } = options;
  let state = emptyTable(options.name, options.labelled, options.columns);
  let [bytes, rows] = [0, 0];
  /** SQL that makes the table, until the file has it. */
  let made: string[] | null = null;
  let progress: Progress | null = null;
  let inOne = 0;
  for (const { head, body } of file === null ? [] : readEntries(file)) {
    const entry = parseJson(head) as unknown as EntryHead;
    // Each commit compresses rows: many entries in one take a third of the time. Columns are changed between them.
    if (inOne > 0 && (inOne === entriesAtATime || entry.before.length > 0)) {
      database.execute(['COMMIT']);
      inOne = 0;
    }
    if (inOne === 0 && entry.before.length === 0) database.execute(['BEGIN']);
    if (entry.before.length === 0) inOne += 1;
    if (entry.state !== undefined) state = entry.state;
    progress = entry.progress;
    apply({ ...entry, ipc: body });
    made = [];
    bytes += head.length + body.length;
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (inOne > 0) database.execute(['COMMIT']);
  state = { ...state, labelled: quoteName(options.labelled) };
  let written = shapeOf(state);
  const encoder = createEncoder(state);
  if (made === null) {
    made = [createSql(state)];
    database.execute(made);
  }
  database.execute([viewSql(state)]);
  count();

  function apply({ before, ipc, after }: { before: string[]; ipc: Uint8Array; after: string[] }): void {
    database.execute(before);
    if (ipc.length === 0) return;
    try {
      database.addTable(incoming, ipc);
      database.execute(after);
    } catch (error) {
      database.execute([`DROP TABLE IF EXISTS ${incoming}`]);
      throw error;
    }
  }

  function count(): void {
    rows = database.count(state.table);
  }

  return {
    facts,
    add(records, next, replaces) {
      const batch =
        records.length === 0 ? { before: [], ipc: new Uint8Array(), after: [] } : encoder.encode(records, replaces);
      apply(batch);
      if (batch.before.length > 0) database.execute([viewSql(state)]);
      if (replaces) count();
      else rows += records.length;
      progress = next;
      keep(batch, next);
      return facts();
    },
    rename(labelled) {
      database.execute([`DROP VIEW IF EXISTS ${state.labelled}`]);
      state.labelled = quoteName(labelled);
      database.execute([viewSql(state)]);
    },
    close() {
      file?.close();
      database.execute([`DROP VIEW IF EXISTS ${state.labelled}`, `DROP TABLE IF EXISTS ${state.table}`]);
    },
  };

  function facts(): TableFacts {
    return { table: state.table, labelled: state.labelled, columns: state.columns, rows, bytes, kept, progress };
  }

  function keep({ before, ipc, after }: { before: string[]; ipc: Uint8Array; after: string[] }, next: Progress): void {
    const shape = shapeOf(state);
    const isFirst = made !== null && made.length > 0;
    const head: EntryHead = { before: [...(made ?? []), ...before], after, progress: next };
    if (isFirst || shape !== written) head.state = state;
    const entry = { head: formatJson(head as unknown as Json), body: ipc };
    bytes += entry.head.length + ipc.length;
    written = shape;
    if (file === null || kept !== 'file') return;
    try {
      appendEntry(file, entry);
      made = [];
    } catch (error) {
      // What is in the engine stays usable; the file holds what came before, unless it was forgotten.
      kept = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'memory';
    }
  }
}

function shapeOf(state: EncoderState): string {
  return JSON.stringify(state.columns);
}
