/** Runs one SQL statement with `$1…` parameters. */
export interface Queries {
  /**
   * Rows as plain objects. 64-bit integers, `numeric` and `jsonb` come back as text, so that no digit is lost; `bytea` as bytes.
   * Parameters: text, numbers, booleans, null, bytes, arrays of those; `bigint` as its digits.
   */
  query<Row>(text: string, params?: readonly Param[]): Promise<Row[]>;
}

/** What runs in one transaction. Statements may be asked without waiting for those before them. */
export interface Transaction extends Queries {
  /**
   * Rows of a statement that may be the transaction's last: if its first row has `last`, the transaction is committed with it, without another round trip,
   * and takes no further statement.
   */
  queryLast<Row extends { last: boolean }>(text: string, params?: readonly Param[]): Promise<Row[]>;
}

export type Param = string | number | bigint | boolean | null | Uint8Array | readonly (string | number | bigint)[];

/** One database, the same on both engines: plain SQL that either takes. */
export interface Database extends Queries {
  engine: 'pglite' | 'postgres';
  /** How many reads may take part of it at once, so that others have at least as much. */
  reads: number;
  /**
   * Runs `run` in one transaction: committed when it resolves, rolled back when it throws. If Postgres aborts it for another transaction, it is rolled back
   * and run again.
   */
  transaction<T>(run: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same for one who may leave: on `signal` the database gives up what was asked outside a transaction. A Postgres ends it where it runs; so does the
   * database in a folder when the statement asks for the time (`clock_timestamp`).
   */
  until(signal: AbortSignal): Database;
  /** A statement without parameters, outside a transaction, that may take longer than the timeout of statements. */
  unhurried(text: string): Promise<void>;
  /** Resolves when it answers; a Postgres on a connection that nothing else waits for. @throws DatabaseUnavailable, a Postgres within two seconds */
  ping(): Promise<void>;
  /** Its connections: open, idle, and callers waiting for one; absent without a Postgres. */
  pool?(): { open: number; idle: number; waiting: number };
  /** Bytes that its disk has left; absent where that is not known: in memory, and with a Postgres. */
  freeBytes?(): Promise<number>;
  /** Resolves with the reason, for the operator, once it answers nothing more in this process; absent with a Postgres, which may be back. */
  lost?: Promise<DatabaseError>;
  /** Waits for what runs, then lets go of files and connections. Calling it again does nothing. */
  close(): Promise<void>;
}

/** The database cannot be opened; the message is one sentence for the operator. */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError';
}

/** The database does not answer, or not in time; the same may succeed a moment later. */
export class DatabaseUnavailable extends DatabaseError {
  override readonly name = 'DatabaseUnavailable';
}
