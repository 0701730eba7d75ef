/** The engine in Node, with the package's own build for it: the same code as in the worker. */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Blocking from '@duckdb/duckdb-wasm/blocking';
import type { DwRecord } from '../../contract/records';
import { createEncoder, createSql, emptyTable, type InputColumn, incoming, viewSql } from '../snapshot/encode';
import type { Source } from '../snapshot/snapshot-column';
import type { Engine } from './answer';
import { type AnalyticalDatabase, openDatabase } from './database';

export interface TestEngine extends Engine {
  database: AnalyticalDatabase;
  /** A table of records, in batches of so many. @param name of the rows with labels, and of the table */
  load(columns: readonly InputColumn[], records: readonly DwRecord[], name?: string, batch?: number): Source;
}

/** Compiled once for all files of a process, which takes seconds: nothing is left of what was in an engine when another one is opened. */
let compiled: Promise<Blocking.DuckDBBindings> | undefined;

async function compile(): Promise<Blocking.DuckDBBindings> {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs');
  const blocking = require(path) as typeof Blocking;
  const bundle = { mainModule: join(dirname(path), 'duckdb-eh.wasm') };
  const bundles = { mvp: bundle, eh: bundle } as unknown as Blocking.DuckDBBundles;
  const bindings = await blocking.createDuckDB(bundles, new blocking.VoidLogger(), blocking.NODE_RUNTIME);
  await bindings.instantiate();
  return bindings;
}

/** An empty engine; the one before it ends. */
export async function testEngine(): Promise<TestEngine> {
  compiled ??= compile();
  const database = openDatabase(await compiled);
  let tables = 0;
  return {
    database,
    run: database.run,
    load(columns, records, name = 'rows', batch = 2000) {
      tables += 1;
      const state = emptyTable(`s${tables}`, name, columns);
      const encoder = createEncoder(state);
      database.execute([createSql(state)]);
      for (let from = 0; from < records.length; from += batch) {
        const { before, ipc, after } = encoder.encode(records.slice(from, from + batch));
        database.execute(before);
        database.addTable(incoming, ipc);
        database.execute(after);
      }
      database.execute([viewSql(state)]);
      return { table: state.table, labelled: state.labelled, columns: state.columns };
    },
  };
}
