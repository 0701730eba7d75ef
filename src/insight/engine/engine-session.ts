/** What the worker answers, wherever it runs. */

import { type KeptTable, openTable } from '../snapshot/kept-table';
import type { RowFile } from '../snapshot/row-log';
import type { Kept } from '../snapshot/run-state';
import { NotReadOnlyError, QueryError } from './answer';
import type { AnalyticalDatabase } from './database';
import type { EngineFailure, EngineOperation, EngineOperations } from './engine-protocol';

/** Where the files of snapshots are. */
export interface FileRoom {
  /** The rows of a snapshot, or why there is no file. */
  open(id: string): Promise<{ file: RowFile | null; kept: Kept }>;
  /** @returns whether it was written */
  describe(id: string, info: string): Promise<boolean>;
}

type Answers = {
  [Name in EngineOperation]: (
    input: EngineOperations[Name]['input'],
    signal: AbortSignal,
  ) => Promise<EngineOperations[Name]['output']>;
};

/** @param database being opened */
export function engineAnswers(database: Promise<AnalyticalDatabase>, files: FileRoom): Answers {
  const tables = new Map<string, Promise<KeptTable>>();
  const labels = new Map<string, string>();

  async function open({ id, labelled, columns, isKept }: EngineOperations['open']['input']): Promise<KeptTable> {
    const { file, kept } = isKept ? await files.open(id) : { file: null, kept: 'memory' as const };
    try {
      const label = labelFor(id, labelled);
      labels.set(id, label);
      return await openTable(await database, { name: `s_${id}`, labelled: label, columns, file, kept });
    } catch (error) {
      file?.close();
      labels.delete(id);
      throw error;
    }
  }

  function labelFor(id: string, wanted: string): string {
    return unusedLabel(
      wanted,
      [...labels].flatMap(([other, label]) => (other === id ? [] : label)),
    );
  }

  async function tableOf(id: string): Promise<KeptTable> {
    const table = await tables.get(id);
    if (!table) throw new Error('This snapshot is not open.');
    return table;
  }

  return {
    run: async ({ sql, most }, signal) => (await database).run(sql, { most, signal }),
    async open(input) {
      const table = tables.get(input.id) ?? open(input);
      tables.set(input.id, table);
      table.catch(() => tables.delete(input.id));
      const opened = await table;
      // Of rows that were loaded anew while those before were open, once these are closed.
      const label = labelFor(input.id, input.labelled);
      if (label !== labels.get(input.id)) opened.rename(label);
      labels.set(input.id, label);
      return opened.facts();
    },
    add: async ({ id, records, progress, replaces }) => (await tableOf(id)).add(records, progress, replaces),
    describe: ({ id, info }) => files.describe(id, info),
    async close({ id }) {
      const table = tables.get(id);
      // At once: whoever opens it from now on opens its file anew.
      tables.delete(id);
      labels.delete(id);
      (await table)?.close();
      return null;
    },
  };
}

function unusedLabel(wanted: string, used: readonly string[]): string {
  const taken = new Set(used.map((label) => label.toLowerCase()));
  let label = wanted || 'rows';
  for (let count = 2; taken.has(label.toLowerCase()); count += 1) label = `${wanted} (${count})`;
  return label;
}

/** An error as a message. */
export function failureOf(error: unknown): EngineFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof NotReadOnlyError) return { kind: 'read-only', message };
  if (error instanceof QueryError) return { kind: 'query', message, at: error.at };
  // Its memory may be half written, or could not grow.
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return { kind: 'broken', message };
  return { kind: 'fault', message };
}

/** The error of a message. */
export function errorOf(failure: EngineFailure): Error {
  if (failure.kind === 'read-only') return new NotReadOnlyError();
  if (failure.kind === 'query') return new QueryError(failure.message, failure.at);
  return new EngineError(failure.message);
}

/** The engine itself failed, and not a statement. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}
