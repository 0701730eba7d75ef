/** What the analytical engine takes and gives, whichever program runs it: a worker in a browser, a module in a test. */

/** `integer` up to 128 bits · `decimal` exact · `double` rounded by its nature · `time` a date with a time of day. */
const valueTypes = ['integer', 'decimal', 'double', 'text', 'boolean', 'date', 'time', 'list', 'other'] as const;
export type ValueType = (typeof valueTypes)[number];

/**
 * One value of an answer. Integers are `bigint`, doubles `number`, decimals their exact text (`12.50`), dates and times as texts of ISO 8601 without zone
 * (`2026-03-14`, `2026-03-14 09:26:53`), lists the texts of their entries.
 */
export type Cell = null | boolean | number | bigint | string | readonly (string | null)[];

interface AnswerColumn {
  name: string;
  type: ValueType;
}

/** Result of a statement. */
export interface Answer {
  columns: AnswerColumn[];
  rows: Cell[][];
  /** More rows were found than `most`. */
  isCut: boolean;
  /** Time in the engine, in milliseconds. */
  ms: number;
}

export interface RunOptions {
  signal?: AbortSignal;
  /** Rows wanted; the others are left in the engine. Default 10,000. */
  most?: number;
}

/** A statement that failed. */
export class QueryError extends Error {
  /** @param at offset in the statement, in characters; null where the engine names none */
  constructor(
    message: string,
    readonly at: number | null = null,
  ) {
    super(message);
    this.name = 'QueryError';
  }
}

/** A statement that is none of one query: it would change something, or there are several. */
export class NotReadOnlyError extends QueryError {
  constructor() {
    super('Only one query can be run: SELECT, WITH, FROM, VALUES, DESCRIBE or SUMMARIZE');
    this.name = 'NotReadOnlyError';
  }
}

/** Runs read-only SQL over snapshots. */
export interface Engine {
  /** @throws QueryError; the signal's reason */
  run(sql: string, options?: RunOptions): Promise<Answer>;
}
