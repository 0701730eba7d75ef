/** The analytical database in one thread, whichever build of it runs: read-only statements of people, and what our own code does to its tables. */

import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { tableFromIPC } from '@uwdata/flechette';
import { type Answer, type Cell, NotReadOnlyError, type RunOptions, type ValueType } from './answer';
import { queryError } from './statement-error';

export interface AnalyticalDatabase {
  /** Runs a read-only statement. @throws QueryError; the signal's reason */
  run(sql: string, options?: RunOptions): Promise<Answer>;
  /** Runs statements of our own, one after the other. @throws QueryError */
  execute(statements: readonly string[]): void;
  /** @param table quoted */
  count(table: string): number;
  /** Makes a table of an Arrow stream. @param name not quoted */
  addTable(name: string, ipc: Uint8Array): void;
}

const mostByDefault = 10_000;
/** Other messages get their turn so often, in milliseconds. */
const turnMs = 100;

/**
 * Only an attached database compresses its tables in memory: in it a column of nulls, as most of what a snapshot holds as raw text, takes nothing. It does so
 * when so much has come, and with all of the table's last 122,880 rows: at the 16 MB that it begins with, that is a fifth of the time of loading. After that
 * nothing is read from outside, and none of it can be changed back.
 */
const setup = [
  "ATTACH ':memory:' AS snapshots (COMPRESS)",
  "SET checkpoint_threshold = '64MB'",
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  'SET enable_external_access = false',
  'SET lock_configuration = true',
];

/** Opens a database in memory. @param bindings instantiated, and used by nobody else */
export function openDatabase(bindings: DuckDBBindings): AnalyticalDatabase {
  bindings.open({ query: { queryPollingInterval: 20 } });
  const first = bindings.connect();
  for (const sql of setup) bindings.runQuery(idOf(first), sql);
  first.close();
  const own = idOf(connect());

  function connect(): Connection {
    const connection = bindings.connect();
    bindings.runQuery(idOf(connection), 'USE snapshots');
    return connection;
  }

  return {
    async run(sql, options = {}) {
      // On a connection of its own: rows are added while a statement runs.
      const connection = connect();
      try {
        return await runReadOnly(bindings, idOf(connection), sql, options);
      } finally {
        connection.close();
      }
    },
    execute(statements) {
      for (const sql of statements) {
        const { error } = attempt(() => bindings.runQuery(own, sql));
        if (error !== undefined) throw queryError(error, sql);
      }
    },
    count(table) {
      const answer = tableFromIPC(bindings.runQuery(own, `SELECT count(*) AS rows FROM ${table}`));
      return Number(answer.get(0).rows);
    },
    addTable(name, ipc) {
      bindings.insertArrowFromIPCStream(own, ipc, { name, create: true });
    },
  };
}

type Connection = ReturnType<DuckDBBindings['connect']>;

/** The number by which the engine's own functions know a connection: they hand out Arrow as bytes, without reading it. */
function idOf(connection: Connection): number {
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React, in spite of its name.
  return connection.useUnsafe((_, id) => id);
}

function attempt<Result>(work: () => Result): { result?: Result; error?: unknown } {
  try {
    return { result: work() };
  } catch (error) {
    return { error };
  }
}

/** A statement is run as the inner query of a SELECT: nothing but a query can be one, so it changes nothing. */
async function runReadOnly(
  bindings: DuckDBBindings,
  id: number,
  sql: string,
  { signal, most = mostByDefault }: RunOptions,
): Promise<Answer> {
  signal?.throwIfAborted();
  const start = performance.now();
  const statement = sql.replace(/[\s;]+$/, '');
  const columns = tableFromIPC(columnsOf(bindings, id, statement, sql))
    .toArray()
    .map((row) => ({ name: String(row.column_name), ...transportOf(String(row.column_type)) }));
  const names = columns.map((_, index) => `c${index}`);
  const selected = columns.map(({ cast }, index) => cast.replace('?', `c${index}`));
  const wrapped = `SELECT ${selected.join(', ')} FROM (\n${statement}\n) AS answer(${names.join(', ')}) LIMIT ${most + 1}`;
  const chunks = await fetchAll(bindings, id, wrapped, sql, signal);
  const table = tableFromIPC(chunks, { useBigInt: true });
  const read = columns.map(({ decode }, index) => {
    const column = table.getChildAt(index);
    return (row: number): Cell => {
      const value: unknown = column.at(row);
      return value === null || value === undefined ? null : decode(value);
    };
  });
  const count = Math.min(table.numRows, most);
  const rows = Array.from({ length: count }, (_, row) => read.map((cell) => cell(row)));
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows,
    isCut: table.numRows > most,
    ms: performance.now() - start,
  };
}

/** The columns of a statement. What describes it is prepared, as only one statement can be: none leaves the query that it is put into. */
function columnsOf(bindings: DuckDBBindings, id: number, statement: string, sql: string): Uint8Array {
  const { result: prepared } = attempt(() => bindings.createPrepared(id, `DESCRIBE SELECT * FROM (\n${statement}\n)`));
  if (prepared === undefined) {
    const { error } = attempt(() => bindings.closePrepared(id, bindings.createPrepared(id, statement)));
    throw error === undefined ? new NotReadOnlyError() : queryError(error, sql);
  }
  try {
    return bindings.runPrepared(id, prepared, []);
  } finally {
    bindings.closePrepared(id, prepared);
  }
}

/** The parts of an Arrow stream. Between polls other messages, as the one that cancels, get their turn. */
async function fetchAll(
  bindings: DuckDBBindings,
  id: number,
  wrapped: string,
  sql: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array[]> {
  try {
    let turn = performance.now();
    let header = bindings.startPendingQuery(id, wrapped, true);
    while (header === null) {
      if (performance.now() - turn > turnMs) {
        await new Promise((resolve) => setTimeout(resolve));
        turn = performance.now();
        signal?.throwIfAborted();
      }
      header = bindings.pollPendingQuery(id);
    }
    const chunks = [header];
    for (;;) {
      const chunk = bindings.fetchQueryResults(id);
      if (chunk === null || chunk.length === 0) return chunks;
      chunks.push(chunk);
    }
  } catch (error) {
    if (!signal?.aborted) throw queryError(error, sql, 1);
    bindings.cancelPendingQuery(id);
    throw signal.reason;
  }
}

interface Transport {
  type: ValueType;
  /** SQL with `?` for the value: what of it Arrow and its reader keep exactly. */
  cast: string;
  decode(value: unknown): Cell;
}

const asIs = (value: unknown) => value as Cell;
const asText = 'CAST(? AS VARCHAR)';

/** @param name of a type, as DESCRIBE has it */
function transportOf(name: string): Transport {
  if (name.endsWith(']')) {
    return { type: 'list', cast: 'CAST(? AS VARCHAR[])', decode: (value) => [...(value as Iterable<string | null>)] };
  }
  if (/^(TINY|SMALL|BIG|UTINY|USMALL|U)?INT(EGER)?$/.test(name)) {
    return { type: 'integer', cast: 'CAST(? AS BIGINT)', decode: asIs };
  }
  // Beyond 64 bits with a sign.
  if (/^(UBIGINT|U?HUGEINT|BIGNUM)$/.test(name)) {
    return { type: 'integer', cast: asText, decode: (value) => BigInt(value as string) };
  }
  if (name === 'DOUBLE' || name === 'FLOAT') return { type: 'double', cast: 'CAST(? AS DOUBLE)', decode: asIs };
  if (name === 'BOOLEAN') return { type: 'boolean', cast: '?', decode: asIs };
  return { type: typeAsText(name), cast: asText, decode: asIs };
}

function typeAsText(name: string): ValueType {
  if (name.startsWith('DECIMAL')) return 'decimal';
  if (name === 'DATE') return 'date';
  if (/^TIMESTAMP(_S|_MS|_NS)?$/.test(name)) return 'time';
  return /^(VARCHAR|UUID|ENUM\()/.test(name) ? 'text' : 'other';
}
