import pg from 'pg';
import { type Database, DatabaseError, type Param, type Queries, type Transaction } from './connection';

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
export async function openPostgres(url: string): Promise<Database> {
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000, types });
    // Without a listener the loss of an idle connection would end the process; the pool replaces it by itself.
    pool.on('error', ignored);
    await pool.query('select 1');
  } catch (error) {
    throw new DatabaseError(`Postgres at DATABASE_URL cannot be reached: ${reasonOf(error)}.`);
  }
  const queriesOf = (connection: Pick<pg.Pool, 'query'>): Queries => ({
    async query<Row>(text: string, params?: Parameters<Queries['query']>[1]) {
      return (await connection.query(text, driverParams(params))).rows as Row[];
    },
  });
  let closing: Promise<void> | undefined;
  return {
    engine: 'postgres',
    ...queriesOf(pool),
    async transaction(run) {
      const client = await pool.connect();
      // While it is lent out the pool does not listen: the loss of a connection in the middle of a transaction would end the process.
      client.on('error', ignored);
      let broken: Error | undefined;
      const { transaction, end } = transactionOf(queriesOf(client as unknown as pg.Pool));
      try {
        await client.query('begin');
        const result = await run(transaction);
        await end();
        await client.query('commit');
        return result;
      } catch (error) {
        await end();
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.off('error', ignored);
        // A connection that could not even roll back is not given to the next one.
        client.release(broken);
      }
    },
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

/** Statements of a transaction one after the other, as the driver takes none while another is under way; after its end there are no more. */
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

/** What runs on a lost connection is told by its own failure. */
function ignored(): void {}

/** Never the address itself: it holds a password. */
function reasonOf(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error];
  return causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join('; ') || 'no answer';
}

/** Parameters as the driver takes them: a `bigint` as text, which SQL reads by the type of its place. */
function driverParams(params: readonly Param[] = []): unknown[] {
  return params.map((param) => {
    if (typeof param === 'bigint') return String(param);
    return Array.isArray(param) ? param.map(String) : param;
  });
}
