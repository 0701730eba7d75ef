import pg from 'pg';
import {
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type Param,
  type Queries,
  type Transaction,
} from './connection';

export interface PostgresSettings {
  /** Most connections at once, one beside them apart. */
  poolSize: number;
  /** Milliseconds after which a statement is given up, by the database too; 0: never. */
  statementTimeoutMs: number;
}
const usual: PostgresSettings = { poolSize: 10, statementTimeoutMs: 30_000 };

const connectMs = 10_000;
/** How far beyond its timeout a statement may run before the connection counts as dead. */
const silentMs = 5000;
/** Time limit of a query outside the pool. */
const besideMs = 2000;

const asText = (value: string): string => value;

/** Type numbers that stay text: 64-bit integers, `numeric`, `json`, `jsonb`. */
const keptAsText = new Set<number>([
  pg.types.builtins.INT8,
  pg.types.builtins.NUMERIC,
  pg.types.builtins.JSON,
  pg.types.builtins.JSONB,
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    keptAsText.has(oid) ? asText : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * A pool of connections to the Postgres at `url`.
 * @throws DatabaseError when it cannot be reached
 */
export async function openPostgres(url: string, settings: PostgresSettings = usual): Promise<Database> {
  const { poolSize, statementTimeoutMs } = settings;
  const line = { connectionString: url, application_name: 'warehouse-console', keepAlive: true, types };
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({
      ...line,
      max: poolSize,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementTimeoutMs,
    });
    // Without a listener the loss of an idle connection would end the process; the pool replaces it on its own.
    pool.on('error', ignored);
    await pool.query('select 1');
  } catch (error) {
    throw new DatabaseError(`Postgres at DATABASE_URL cannot be reached: ${reasonOf(error)}.`);
  }
  const beside = connectionBeside({ ...line, connectionTimeoutMillis: besideMs, query_timeout: besideMs });
  const query_timeout = statementTimeoutMs > 0 ? statementTimeoutMs + silentMs : undefined;
  const queriesOf = (connection: Pick<pg.Pool, 'query'>, timeout?: number): Queries => ({
    async query<Row>(text: string, params?: readonly Param[]) {
      try {
        const values = driverParams(params);
        return (await connection.query({ text, values, ...(timeout && { query_timeout: timeout }) })).rows as Row[];
      } catch (error) {
        throw told(error, settings);
      }
    },
  });
  const borrowed = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw told(error, settings);
    });
    // While it is lent out the pool does not listen: the loss of a connection in the middle of its work would end the process.
    client.on('error', ignored);
    return {
      client,
      queries: (timeout?: number) => queriesOf(client as unknown as pg.Pool, timeout),
      /** @param broken it is not given to the next one */
      release(broken: boolean) {
        client.off('error', ignored);
        client.release(broken);
      },
    };
  };
  const once: Database['transaction'] = async (run) => {
    const { queries, release } = await borrowed();
    const { query } = queries(query_timeout);
    let broken = false;
    const { transaction, end } = transactionOf({ query });
    try {
      await query('begin');
      const result = await run(transaction);
      await end();
      await query('commit');
      return result;
    } catch (error) {
      await end();
      // Behind a statement without response a rollback would wait as well; without its connection Postgres rolls back on its own.
      broken = error instanceof DatabaseUnavailable;
      if (!broken) {
        await query('rollback').catch(() => {
          broken = true;
        });
      }
      throw error;
    } finally {
      release(broken);
    }
  };
  const pooled = queriesOf(pool, query_timeout);
  let closing: Promise<void> | undefined;
  const database: Database = {
    engine: 'postgres',
    reads: Math.max(1, Math.floor(poolSize / 2)),
    query: (text, params) => untilDone(() => pooled.query(text, params)),
    transaction: (run) => untilDone(() => once(run)),
    until(signal) {
      const asked = async <Row>(text: string, params?: readonly Param[]) => {
        const { client, queries, release } = await borrowed();
        if (signal.aborted) {
          release(false);
          throw signal.reason;
        }
        const cancel = () => {
          const backend = (client as unknown as { processID: number }).processID;
          // A cancel may arrive late, and must not hit another caller's statement.
          void beside
            .query('select pg_cancel_backend($1)', [backend])
            .catch(ignored)
            .finally(() => release(true));
        };
        signal.addEventListener('abort', cancel, { once: true });
        let broken = false;
        try {
          return await queries(query_timeout).query<Row>(text, params);
        } catch (error) {
          broken = error instanceof DatabaseUnavailable;
          throw error;
        } finally {
          signal.removeEventListener('abort', cancel);
          if (!signal.aborted) release(broken);
        }
      };
      return {
        ...database,
        async query<Row>(text: string, params?: readonly Param[]) {
          signal.throwIfAborted();
          return unlessLeft(signal, asked<Row>(text, params));
        },
      };
    },
    async unhurried(text) {
      // On its own connection, without timeout: a setting on another would stay with it, and behind a pooler with someone else's.
      const client = new pg.Client({ ...line, connectionTimeoutMillis: connectMs });
      client.on('error', ignored);
      try {
        await client.connect();
        await client.query(text);
      } catch (error) {
        throw told(error, settings);
      } finally {
        await client.end().catch(ignored);
      }
    },
    async ping() {
      await beside.query('select 1').catch((error: unknown) => {
        throw told(error, settings);
      });
    },
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      closing ??= Promise.all([pool.end(), beside.end()]).then(ignored);
      return closing;
    },
  };
  return database;
}

/** The response, or at once the signal's reason: a leaving caller waits for no connection and no cancellation. */
function unlessLeft<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** One connection for what must not wait behind the pool: opened on demand, and again after it was lost. */
function connectionBeside(config: pg.ClientConfig) {
  let client: Promise<pg.Client> | null = null;
  const open = () => {
    const opened = new pg.Client(config);
    const connected = opened.connect().then(() => opened);
    opened.on('error', ignored).on('end', () => {
      // By then there may be a newer one.
      if (client === connected) client = null;
    });
    return connected;
  };
  return {
    async query(text: string, params: unknown[] = []): Promise<void> {
      client ??= open();
      const asked = client;
      try {
        await (await asked).query(text, params);
      } catch (error) {
        if (client === asked) client = null;
        void asked.then((lost) => lost.end()).catch(ignored);
        throw error;
      }
    },
    async end() {
      await client?.then((open) => open.end()).catch(ignored);
    },
  };
}

/** Statements of a transaction in sequence, as the driver takes one at a time; after its end there are no more. */
function transactionOf({ query }: Queries): { transaction: Transaction; end(): Promise<unknown> } {
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;
  const inOrder = async <Row>(text: string, params?: readonly Param[]) => {
    if (ended) throw new Error('a statement was asked of a transaction that has ended');
    const rows = last.then(() => query<Row>(text, params));
    last = rows.catch(ignored);
    return rows;
  };
  const end = () => {
    ended = true;
    return last;
  };
  return { transaction: { query: inOrder, queryLast: inOrder }, end };
}

/** Codes of transactions that the database aborted for another one: a serialization failure and a deadlock. */
const GIVEN_UP = /^(40001|40P01)$/;
const mostTries = 6;

/** Repeats what the database aborted for another transaction, after a random pause. */
async function untilDone<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (tries === mostTries || !GIVEN_UP.test(code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tries));
    }
  }
}

/** A statement on a lost connection reports that by its own failure. */
function ignored(): void {}

/** Codes of a Postgres that is missing, stopping, starting or full (classes 08 and 57P, and 53300), and of a lost connection. */
const UNAVAILABLE =
  /^(08...|53300|57P..|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)$/;
/** Driver errors without a code. */
const LINE_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered|was closed)|Cannot use a pool)/;
const CANCELLED = '57014';

/** An outage as such; everything else as it is. */
function told(error: unknown, { statementTimeoutMs }: PostgresSettings): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === CANCELLED) {
    return new DatabaseUnavailable(
      `A statement took longer than ${statementTimeoutMs / 1000} seconds and was cancelled.`,
    );
  }
  if (!UNAVAILABLE.test(code) && !LINE_LOST.test(error.message)) return error;
  return new DatabaseUnavailable(`The database does not respond: ${reasonOf(error)}.`);
}

/** Never the address itself: it holds a password. */
function reasonOf(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error];
  return causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join('; ') || 'no response';
}

/** Parameters as the driver takes them: a `bigint` as text, which SQL reads by the type of its place. */
function driverParams(params: readonly Param[] = []): unknown[] {
  return params.map((param) => {
    if (typeof param === 'bigint') return String(param);
    return Array.isArray(param) ? param.map(String) : param;
  });
}
