import type { Cell } from '../engine/answer';
import type { Source } from '../snapshot/snapshot-column';
import { findColumn, isNumeric } from './column-sql';
import { type GroupAnswer, type GroupKey, type GroupRow, groupsOf, pathOf, selectionOf } from './group';
import type { GroupQuestion } from './group-question';
import { cellText } from './rows';
import type { Selection } from './selection';

export const chartKinds = ['bar', 'stacked', 'line', 'area', 'scatter', 'heatmap'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** The charts that suit a question, the best first. */
export function chartsFor(source: Source, question: GroupQuestion): ChartKind[] {
  const groups = groupsOf(source, question);
  const numbers = question.measures.length;
  const isOrdered = groups[0] !== undefined && groups[0].by !== 'value';
  const isTime = isOrdered && typeof groups[0]?.by === 'string';
  const kinds: ChartKind[] = [];
  if (groups.length >= 2)
    kinds.push(
      ...((isTime ? ['stacked', 'area', 'line', 'heatmap', 'bar'] : ['stacked', 'heatmap', 'bar']) as ChartKind[]),
    );
  else if (groups.length === 1) kinds.push('bar', ...((isOrdered ? ['line', 'area'] : []) as ChartKind[]));
  if (groups.length === 1 && numbers >= 2) kinds.push('scatter');
  return kinds;
}

interface Series {
  /** Of the second group or pivot column; null when the series is a measure of the first group. */
  key: GroupKey | null;
  /** Index of the measure. */
  measure: number;
  /** One per category; null where there is nothing. */
  values: (number | null)[];
  selections: Selection[];
}

export interface ChartData {
  /** `time` and `number` are in order; `category` as sorted. */
  axis: 'category' | 'time' | 'number';
  categories: GroupKey[];
  series: Series[];
  /** Categories that are not in the chart. */
  more: number;
}

/** More series than this cannot be told apart. */
const mostSeries = 12;
/** Of all rows together. */
const noKey: GroupKey = { state: 'value', value: null, to: null };

/** What a chart draws: a series per measure or, with a second group, one per key of it, of the first measure. Doubles, as nothing finer can be drawn. */
export function chartData(source: Source, question: GroupQuestion, answer: GroupAnswer): ChartData {
  const [first, second] = answer.groups;
  const column = first && findColumn(source, first.column);
  const byValue = column && isNumeric(column) ? 'number' : 'category';
  const axis = first === undefined || first.by === 'value' ? byValue : typeof first.by === 'string' ? 'time' : 'number';
  const isPivotOnly = answer.pivot !== null && answer.groups.length === 1;
  const rows = first === undefined || isPivotOnly ? [answer.all] : [...answer.all.children];
  if (axis !== 'category') rows.sort((a, b) => compareKeys(a.keys[0], b.keys[0]));
  const categories = rows.map((row) => row.keys[0] ?? noKey);
  const more = first === undefined || isPivotOnly ? 0 : (rows[0]?.childCount ?? 0) - rows.length;
  const pivot = answer.pivot?.keys ?? null;
  if (second === undefined && pivot === null)
    return { axis, categories, more, series: question.measures.map((_, measure) => ofMeasure(answer, rows, measure)) };
  const keys = pivot ?? seriesKeys(rows);
  const series = keys.slice(0, mostSeries).map((key, index): Series => {
    const cells = rows.map((row) =>
      pivot ? (row.cells[index]?.[0] ?? null) : (childOf(row, key)?.measures[0] ?? null),
    );
    const selections = rows.map((row) =>
      pivot ? selectionOf(answer, row.keys, key) : selectionOf(answer, [...row.keys, key]),
    );
    return { key, measure: 0, values: cells.map(numberOf), selections };
  });
  return { axis, categories, series, more };
}

function ofMeasure(answer: GroupAnswer, rows: readonly GroupRow[], measure: number): Series {
  return {
    key: null,
    measure,
    values: rows.map((row) => numberOf(row.measures[measure] ?? null)),
    selections: rows.map((row) => selectionOf(answer, row.keys)),
  };
}

const childOf = (row: GroupRow, key: GroupKey) =>
  row.children.find((child) => pathOf(child.keys.slice(-1)) === pathOf([key]));

/** Keys of the second group, those with the most rows first. */
function seriesKeys(rows: readonly GroupRow[]): GroupKey[] {
  const found = new Map<string, { key: GroupKey; rows: number }>();
  for (const child of rows.flatMap((row) => row.children)) {
    const key = child.keys.at(-1);
    if (key === undefined) continue;
    const known = found.get(pathOf([key]));
    if (known) known.rows += child.rows;
    else found.set(pathOf([key]), { key, rows: child.rows });
  }
  return [...found.values()].sort((a, b) => b.rows - a.rows).map(({ key }) => key);
}

function compareKeys(a: GroupKey | undefined, b: GroupKey | undefined): number {
  if (a?.value == null || b?.value == null) return Number(a?.value == null) - Number(b?.value == null);
  const [one, two] = [a.value, b.value];
  const isDate = typeof one === 'string' && one.includes('-', 1);
  return (isDate ? one < cellText(two) : Number(one) < Number(two)) ? -1 : 1;
}

function numberOf(cell: Cell): number | null {
  const number = cell === null || Array.isArray(cell) ? Number.NaN : Number(cell);
  return Number.isFinite(number) ? number : null;
}
