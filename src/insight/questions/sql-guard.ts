import type { Answer, Engine, RunOptions } from '../engine/answer';

export type GuardReason = 'empty' | 'several' | 'unbalanced' | 'unclosed' | 'notAQuery';

/** Why a statement is not run, and where in it. */
export interface GuardRefusal {
  reason: GuardReason;
  at: number;
}

/** What is wrong with a statement before it is run; null when it may be. */
export declare function refusalOf(sql: string): GuardRefusal | null;

/** Runs one query that people wrote. Errors have their place in the text as written. @throws QueryError */
export declare function askSql(engine: Engine, sql: string, options?: RunOptions): Promise<Answer>;
