import type { Cell, Engine, RunOptions } from '../engine/answer';
import type { Source } from '../snapshot/snapshot-column';
import { type Measure, measureSql } from './measure';

export interface SummaryAnswer {
  rows: number;
  /** In the order of the measures; null where nothing was there to measure. */
  values: Cell[];
  ms: number;
}

/** One figure per measure over all rows of the source. */
export async function askSummary(
  engine: Engine,
  source: Source,
  measures: readonly Measure[],
  options: RunOptions = {},
): Promise<SummaryAnswer> {
  const parts = measures.map((measure) => measureSql(source, measure));
  const select = ['count(*)', ...parts.flatMap((part) => part.select)].join(', ');
  const { rows, ms } = await engine.run(`SELECT ${select} FROM ${source.table}`, options);
  const cells = rows[0] ?? [];
  const all = Number(cells[0] ?? 0);
  return { rows: all, values: readMeasures(parts, cells, 1, all), ms };
}

/** The figures of measures whose cells begin at `from`. */
export function readMeasures(
  parts: readonly ReturnType<typeof measureSql>[],
  cells: readonly Cell[],
  from: number,
  allRows: number,
): Cell[] {
  let at = from;
  return parts.map((part) => {
    at += part.select.length;
    return part.read(cells.slice(at - part.select.length, at), allRows);
  });
}
