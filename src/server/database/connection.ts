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
   * Rows of a statement that may be the transaction's last: where its first row says so in the column `last`, the transaction is committed with it, without
   * another way to the database and back, and takes no further statement.
   */
  queryLast<Row extends { last: boolean }>(text: string, params?: readonly Param[]): Promise<Row[]>;
}

export type Param = string | number | bigint | boolean | null | Uint8Array | readonly (string | number | bigint)[];

/** One database, the same on both engines: plain SQL that either takes. */
export interface Database extends Queries {
  engine: 'pglite' | 'postgres';
  /** Runs `run` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(run: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Bytes that its disk has left; absent where that is not known: in memory, and with a Postgres. */
  freeBytes?(): Promise<number>;
  /** Waits for what runs, then lets go of files and connections. Calling it again does nothing. */
  close(): Promise<void>;
}

/** The database cannot be opened; the message is one sentence for the person who starts the program. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}
