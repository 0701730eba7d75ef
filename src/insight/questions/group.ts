import type { Cell, Engine, RunOptions } from '../engine/answer';
import type { SnapshotColumn, Source } from '../snapshot/snapshot-column';
import { binSpan, edgeCell, spanFrom, timeUnits } from './bins';
import { findColumn, isNumeric, isTemporal } from './column-sql';
import type { Grouping, GroupQuestion } from './group-question';
import { cellsSql, type GroupSql, groupSql, levelsSql } from './group-sql';
import { measureSql, readMeasures } from './measure';
import { cellText } from './rows';
import { type Condition, type Selection, type ValueState, valueStates } from './selection';

export interface GroupKey {
  state: ValueState;
  /** The value; of a span or bin its beginning. Null unless the state is `value`. */
  value: Cell;
  /** End of the span or bin, itself not in it. */
  to: Cell;
}

export interface GroupRow {
  /** The path from the first group to this one. */
  keys: GroupKey[];
  rows: number;
  /** In the order of the measures. */
  measures: Cell[];
  children: GroupRow[];
  /** Children that the filters leave, shown or beyond the limit. */
  childCount: number;
  /** With a pivot: the measures per pivot column; null where the group has no such row. */
  cells: (Cell[] | null)[];
}

export interface GroupAnswer {
  /** The groups that were asked for and that the source has. */
  groups: Grouping[];
  /** All rows: no keys, its children are the first level. Its figures are of rows, not sums of groups. */
  all: GroupRow;
  /** A row is in several groups, or may be where not all of them are shown. */
  isUnnested: boolean;
  /** Pivot columns, at most 50, and how many more values there are. */
  pivot: { keys: GroupKey[]; more: number } | null;
  ms: number;
}

const mostGroups = 3;
const mostPivotColumns = 50;
const mostRows = 200_000;

/** How the rows of a column can be grouped, the most useful first. */
export function groupingsFor(column: SnapshotColumn): Grouping['by'][] {
  if (isTemporal(column))
    return [
      'year',
      ...timeUnits.filter((unit) => unit !== 'year' && (unit !== 'hour' || column.type === 'time')),
      'value',
    ];
  return isNumeric(column) ? ['value', { width: '10' }] : ['value'];
}

/** The groups of a question that the source has. */
export function groupsOf(source: Source, question: GroupQuestion): Grouping[] {
  return question.groups.filter(({ column }) => findColumn(source, column) !== null).slice(0, mostGroups);
}

export async function askGroups(
  engine: Engine,
  source: Source,
  question: GroupQuestion,
  options: RunOptions = {},
): Promise<GroupAnswer> {
  const groups = groupsOf(source, question);
  const compiled = groups.map((group, index) => groupSql(source, group, index));
  const isPivot = question.isPivot && compiled.length > 0;
  const nested = isPivot ? compiled.slice(0, -1) : compiled;
  const measures = question.measures.map((measure) => measureSql(source, measure));
  const run = (sql: string) => engine.run(sql, { ...options, most: mostRows });

  const levels = await run(levelsSql(source, nested, measures, question));
  const keysAt = 4;
  const measuresAt = keysAt + 2 * nested.length;
  const allRows = Number(levels.rows.find(([level]) => Number(level) === 0)?.[2] ?? 0);
  const byPath = new Map<string, GroupRow>();
  for (const row of levels.rows) {
    const level = Number(row[0]);
    const keys = readKeys(nested.slice(0, level), row, keysAt);
    const read: GroupRow = {
      keys,
      rows: Number(row[2]),
      measures: readMeasures(measures, row, measuresAt, allRows),
      children: [],
      childCount: 0,
      cells: [],
    };
    byPath.set(pathOf(keys), read);
    const parent = level === 0 ? undefined : byPath.get(pathOf(keys.slice(0, -1)));
    if (!parent) continue;
    parent.children.push(read);
    parent.childCount = Number(row[3]);
  }
  const all = byPath.get('') ?? { keys: [], rows: 0, measures: [], children: [], childCount: 0, cells: [] };
  const answer: GroupAnswer = {
    groups,
    all,
    isUnnested: compiled.some(({ isUnnested }) => isUnnested) && (isPivot || !addsUp(all)),
    pivot: null,
    ms: levels.ms,
  };
  const last = compiled.at(-1);
  if (!isPivot || last === undefined) return answer;

  const pivotIndex = compiled.length - 1;
  // The pivot's own keys: those with the most rows, in their own order.
  const own = groupSql(source, groups[pivotIndex] as Grouping, 0);
  const byRows: GroupQuestion = {
    ...question,
    measures: [],
    filters: question.filters.flatMap((filter) =>
      filter.kind === 'contains' && filter.group === pivotIndex ? [{ ...filter, group: 0 }] : [],
    ),
    sort: { by: -1, isDescending: true },
    limit: mostPivotColumns,
  };
  const found = await run(levelsSql(source, [own], [], byRows));
  const keyRows = found.rows.filter(([level]) => Number(level) === 1);
  const columns = keyRows.map((row) => readKeys([own], row, keysAt)[0] as GroupKey);
  if (last.isOrdered) columns.sort(byKey);
  answer.pivot = { keys: columns, more: Math.max(0, Number(keyRows[0]?.[3] ?? 0) - columns.length) };
  const place = new Map(columns.map((key, index) => [pathOf([key]), index]));
  for (const row of byPath.values()) row.cells = columns.map(() => null);

  const cells = await run(cellsSql(source, nested, last, measures, question));
  for (const row of cells.rows) {
    const level = Number(row[0]);
    const parent = byPath.get(pathOf(readKeys(nested.slice(0, level), row, keysAt)));
    const [key] = readKeys([last], row, measuresAt);
    const index = key && place.get(pathOf([key]));
    if (parent && index !== undefined) parent.cells[index] = readMeasures(measures, row, measuresAt + 2, allRows);
  }
  answer.ms += found.ms + cells.ms;
  return answer;
}

/** Every row is in exactly one of the groups that are shown, at every level. */
function addsUp({ rows, children, childCount }: GroupRow): boolean {
  if (childCount === 0) return true;
  const sum = children.reduce((total, child) => total + child.rows, 0);
  return childCount === children.length && sum === rows && children.every(addsUp);
}

function readKeys(groups: readonly GroupSql[], row: readonly Cell[], from: number): GroupKey[] {
  return groups.map(({ by, column }, index) => {
    const state = valueStates[Number(row[from + 2 * index] ?? 0)] ?? 'value';
    const cell = row[from + 2 * index + 1] ?? null;
    if (state !== 'value' || cell === null) return { state, value: null, to: null };
    if (by === 'value') return { state, value: cell, to: null };
    const span = typeof by === 'string' ? spanFrom(by, cellText(cell)) : binSpan(by.width, cell);
    return { state, value: edgeCell(column, span.from), to: edgeCell(column, span.to) };
  });
}

/** Keys as a text that no other keys have. */
export function pathOf(keys: readonly GroupKey[]): string {
  return keys.map(({ state, value }) => `${state} ${cellText(value).length} ${cellText(value)}`).join(' ');
}

function byKey(a: GroupKey, b: GroupKey): number {
  if (a.state !== 'value' || b.state !== 'value') return valueStates.indexOf(a.state) - valueStates.indexOf(b.state);
  const [one, two] = [a.value, b.value].map((value) => (typeof value === 'string' ? Number(value) || value : value));
  return (one as number) < (two as number) ? -1 : 1;
}

/** The rows of a group, or of a cell of it. @param pivot key of the last group, in a pivot */
export function selectionOf(
  { groups }: Pick<GroupAnswer, 'groups'>,
  keys: readonly GroupKey[],
  pivot: GroupKey | null = null,
): Selection {
  const last = groups.at(-1);
  const own = keys.flatMap((key, index) => (groups[index] ? [conditionOf(groups[index], key)] : []));
  return pivot === null || last === undefined ? own : [...own, conditionOf(last, pivot)];
}

function conditionOf({ column, by }: Grouping, key: GroupKey): Condition {
  if (key.state !== 'value') return { column, is: key.state };
  if (by === 'value' || key.to === null) return { column, is: 'value', value: cellText(key.value) };
  return { column, is: 'range', from: cellText(key.value), to: cellText(key.to) };
}
