import { columnName, quoteText, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import { binSql, spanSql } from './bins';
import { findColumn, isNumeric, isTemporal, stateSql, valueSql } from './column-sql';
import type { Grouping, GroupQuestion } from './group-question';
import type { MeasureSql } from './measure';

/** A group as columns of the rows: `#s…` the state, `#k…` the key. */
export interface GroupSql {
  column: SnapshotColumn;
  by: Grouping['by'];
  state: string;
  key: string;
  keyExpression: string;
  isUnnested: boolean;
  /** Keys have an order of their own: time, bins. */
  isOrdered: boolean;
}

/** @throws where the source has no such column */
export function groupSql(source: Source, { column: id, by }: Grouping, index: number): GroupSql {
  const column = findColumn(source, id);
  if (column === null) throw new Error(`no column ${id}`);
  const asked = by !== 'value' && (typeof by === 'string' ? isTemporal(column) : isNumeric(column)) ? by : 'value';
  return {
    column,
    by: asked,
    state: `"#s${index}"`,
    key: `"#k${index}"`,
    keyExpression: keyOf(column, asked),
    isUnnested: column.isList,
    isOrdered: asked !== 'value',
  };
}

function keyOf(column: SnapshotColumn, by: Grouping['by']): string {
  if (column.isList) {
    // An entry that a list has twice is one of its values all the same; most lists have one entry, for which nothing is to be done.
    const name = columnName(column);
    return `unnest(CASE WHEN len(${name}) = 1 THEN ${name} WHEN len(${name}) > 1 THEN list_distinct(${name}) ELSE [NULL]::VARCHAR[] END)`;
  }
  if (by === 'value') return valueSql(column);
  return typeof by === 'string' ? spanSql(column, by) : binSql(column, by.width);
}

/** The rows with the columns of groups: as many rows as combinations of entries where lists are among them. */
function keyedSql(source: Source, groups: readonly GroupSql[]): string {
  return groups.reduce((inner, group) => {
    const keyed = `SELECT *, ${stateSql(group.column)} AS ${group.state}, ${group.keyExpression} AS ${group.key} FROM ${inner}`;
    return `(${keyed})`;
  }, source.table);
}

function sortOf(group: GroupSql, measures: readonly MeasureSql[], sort: GroupQuestion['sort']): string {
  const byKey = (direction: string) => `"#state" ASC, ${group.key} ${direction} NULLS LAST`;
  if (sort === null) return group.isOrdered ? byKey('ASC') : `"#rows" DESC, ${byKey('ASC')}`;
  const direction = sort.isDescending ? 'DESC' : 'ASC';
  if (sort.by === 'key') return byKey(direction);
  const by = measures[sort.by] ? `"#o${sort.by}"` : '"#rows"';
  return `${by} ${direction} NULLS LAST, ${byKey('ASC')}`;
}

function filtersOf(groups: readonly GroupSql[], measures: readonly MeasureSql[], { filters }: GroupQuestion): string[] {
  const own = groups.at(-1);
  return filters.flatMap((filter) => {
    if (filter.kind === 'contains') {
      if (filter.group !== groups.length - 1 || own === undefined) return [];
      return [`contains(lower(${own.key}::VARCHAR), lower(${quoteText(filter.text)}))`];
    }
    if (!measures[filter.measure] || !/^-?\d+(\.\d+)?$/.test(filter.value)) return [];
    return [`"#o${filter.measure}" ${filter.kind === 'atLeast' ? '>=' : '<='} ${filter.value}`];
  });
}

const level = (index: number) => `"#level${index}"`;

/** Keys that are equal, none equal to none. */
function sameKeys(groups: readonly GroupSql[], one: string, two: string): string {
  return groups
    .map(({ state, key }) => `${one}.${state} = ${two}.${state} AND ${one}.${key} IS NOT DISTINCT FROM ${two}.${key}`)
    .join(' AND ');
}

/** The rows of a level with its keys, of shown parents only. */
function rowsOfLevel(source: Source, groups: readonly GroupSql[], parents: number): string {
  const rows = `${keyedSql(source, groups)} AS r`;
  if (parents === 0) return rows;
  return `${rows} SEMI JOIN ${level(parents)} AS p ON ${sameKeys(groups.slice(0, parents), 'r', 'p')}`;
}

const aggregates = (measures: readonly MeasureSql[]) =>
  measures.flatMap((measure, m) => measure.select.map((sql, part) => `${sql} AS "#m${m}.${part}"`));
const aggregateNames = (measures: readonly MeasureSql[]) =>
  measures.flatMap((measure, m) => measure.select.map((_, part) => `"#m${m}.${part}"`));

/** `WITH` the shown groups of every level. */
function levelTables(
  source: Source,
  groups: readonly GroupSql[],
  measures: readonly MeasureSql[],
  question: GroupQuestion,
) {
  return groups.map((group, index) => {
    const keys = groups.slice(0, index + 1).flatMap(({ state, key }) => [state, key]);
    const parents = groups.slice(0, index).flatMap(({ state, key }) => [state, key]);
    const part = parents.length === 0 ? '' : `PARTITION BY ${parents.join(', ')}`;
    const orders = measures.map((measure, m) => `${measure.order} AS "#o${m}"`);
    const grouped = `SELECT ${[...keys, 'count(*) AS "#rows"', ...orders, ...aggregates(measures)].join(', ')} FROM ${rowsOfLevel(source, groups.slice(0, index + 1), index)} GROUP BY ${keys.join(', ')}`;
    const filters = filtersOf(groups.slice(0, index + 1), measures, question);
    const where = filters.length === 0 ? '' : `WHERE ${filters.join(' AND ')}`;
    const sorted = sortOf(group, measures, question.sort).replace('"#state"', group.state);
    const placed = `SELECT *, row_number() OVER (${part} ORDER BY ${sorted}) AS "#place", count(*) OVER (${part}) AS "#of" FROM (${grouped}) ${where}`;
    return `${level(index + 1)} AS MATERIALIZED (SELECT * FROM (${placed}) WHERE "#place" <= ${Math.max(1, Math.trunc(question.limit))})`;
  });
}

/**
 * All rows and the shown groups of every level. Columns: level, place, rows, groups of the parent, state and key of each group, measures. Each level is
 * grouped by itself: a row with several values counts once in what is above them.
 */
export function levelsSql(
  source: Source,
  groups: readonly GroupSql[],
  measures: readonly MeasureSql[],
  question: GroupQuestion,
): string {
  const tables = levelTables(source, groups, measures, question);
  const names = groups.flatMap(({ state, key }) => [state, key]);
  const typed = (upTo: number) => names.map((name, at) => (at < upTo * 2 ? name : `NULL AS ${name}`));
  const all = `SELECT 0 AS "#level", 0::BIGINT AS "#place", count(*) AS "#rows", 1::BIGINT AS "#of", ${[...typed(0), ...aggregates(measures)].join(', ')} FROM ${source.table}`;
  const rest = groups.map(
    (_, index) =>
      `SELECT ${index + 1}, "#place", "#rows", "#of", ${[...typed(index + 1), ...aggregateNames(measures)].join(', ')} FROM ${level(index + 1)}`,
  );
  const union = [all.replace(/, $/, ''), ...rest].map((sql) => sql.replace(/,\s+FROM/, ' FROM')).join(' UNION ALL ');
  const tablesSql = tables.length === 0 ? '' : `WITH ${tables.join(', ')} `;
  return `${tablesSql}SELECT * FROM (${union}) ORDER BY "#level", "#place"`;
}

/** The cells of a pivot. Columns: level, place, rows, of, state and key of each group, state and key of the pivot, measures. */
export function cellsSql(
  source: Source,
  groups: readonly GroupSql[],
  pivot: GroupSql,
  measures: readonly MeasureSql[],
  question: GroupQuestion,
): string {
  const tables = levelTables(source, groups, measures, question);
  const names = groups.flatMap(({ state, key }) => [state, key]);
  const cells = [...groups.keys(), groups.length].map((upTo) => {
    const own = names.slice(0, upTo * 2);
    const keys = [...own, pivot.state, pivot.key];
    const padded = [...own, ...names.slice(upTo * 2).map((name) => `NULL AS ${name}`), pivot.state, pivot.key];
    const rows = rowsOfLevel(source, [...groups.slice(0, upTo), pivot], upTo);
    return `SELECT ${[`${upTo} AS "#level"`, '0', 'count(*)', '0', ...padded, ...aggregates(measures)].join(', ')} FROM ${rows} GROUP BY ${keys.join(', ')}`;
  });
  const tablesSql = tables.length === 0 ? '' : `WITH ${tables.join(', ')} `;
  return `${tablesSql}${cells.join(' UNION ALL ')}`;
}
