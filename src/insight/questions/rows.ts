import type { DwRecord } from '../../contract/records';
import type { Cell, Engine, RunOptions } from '../engine/answer';
import { recordOf, recordSelection } from '../snapshot/encode';
import { columnName, type Source } from '../snapshot/snapshot-column';
import { findColumn } from './column-sql';
import { predicateOf, type Selection } from './selection';

export interface RowsQuestion {
  selection: Selection;
  sort: { column: string; isDescending: boolean } | null;
  offset: number;
  limit: number;
}

export interface RowsAnswer {
  /** As they were loaded. */
  records: DwRecord[];
  total: number;
  ms: number;
}

/** The rows of a selection, some at a time. */
export async function askRows(
  engine: Engine,
  source: Source,
  question: RowsQuestion,
  options: RunOptions = {},
): Promise<RowsAnswer> {
  const { sort, offset, limit } = question;
  const where = `FROM ${source.table} WHERE ${predicateOf(source, question.selection)}`;
  const sorted = sort && findColumn(source, sort.column);
  const order = sorted ? `ORDER BY ${columnName(sorted)} ${sort.isDescending ? 'DESC' : 'ASC'} NULLS LAST` : '';
  const count = await engine.run(`SELECT count(*) ${where}`, options);
  const sql = `SELECT ${recordSelection(source.columns)} ${where} ${order} LIMIT ${limit} OFFSET ${offset}`;
  const rows = await engine.run(sql, { ...options, most: limit });
  return {
    records: rows.rows.map((row) => recordOf(source.columns, row)),
    total: Number(count.rows[0]?.[0] ?? 0),
    ms: count.ms + rows.ms,
  };
}

/** A cell as conditions and keys write it. */
export function cellText(cell: Cell): string {
  return Array.isArray(cell) ? cell.join(', ') : String(cell ?? '');
}
