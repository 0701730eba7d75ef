import { columnName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import {
  findColumn,
  hasOuterSpacesSql,
  ignoringAll,
  isTextual,
  literalSql,
  similarSql,
  stateTests,
  textSql,
  unfilledSql,
  valueSql,
} from './column-sql';

/** Whether a column of a row holds a value: `other` is a value that is not of the column's type, as a text in a field of numbers. */
export const valueStates = ['value', 'null', 'empty', 'notSet', 'other'] as const;
export type ValueState = (typeof valueStates)[number];

/** Tests of a column that need no operand. `unfilled` is null, empty or not set; `filled` the rest. */
export const plainTests = [
  'filled',
  'unfilled',
  'null',
  'empty',
  'notSet',
  'other',
  'spaces',
  'nearEqual',
  'once',
] as const;
export type PlainTest = (typeof plainTests)[number];

/**
 * What a column of a row has to be. Operands are texts, as `Cell`s are written: decimals, dates (`2026-03-14`), `true`. In a column of lists `value` and
 * `similar` ask for one of the entries.
 * `range`: from ≤ value < to · `outside`: value < from or value > to · `similar`: equal without case, accents and spaces ·
 * `spaces`: begins or ends with a space · `nearEqual`: the same as another value but for case, accents and spaces · `once`: in one row only.
 */
export type Condition =
  | { column: string; is: PlainTest }
  | { column: string; is: 'value' | 'similar' | 'contains'; value: string }
  | { column: string; is: 'range' | 'outside'; from: string | null; to: string | null };

/** Rows that meet all conditions; without any, all rows. */
export type Selection = readonly Condition[];

/** The selection as an SQL expression over the source; conditions on columns that the source does not have are never met. */
export function predicateOf(source: Source, selection: Selection): string {
  if (selection.length === 0) return 'true';
  const parts = selection.map((condition) => {
    const column = findColumn(source, condition.column);
    return column === null ? 'false' : `coalesce(${conditionSql(source, column, condition)}, false)`;
  });
  return `(${parts.join(' AND ')})`;
}

/** The rows of a selection as a source: every question can be asked of it. */
export function narrow(source: Source, selection: Selection): Source {
  if (selection.length === 0) return source;
  return { ...source, table: `(SELECT * FROM ${source.table} WHERE ${predicateOf(source, selection)})` };
}

/** One row per value, or per entry of a list, as column `v`. */
export function valuesSql(source: Source, column: SnapshotColumn): string {
  const value = column.isList ? `unnest(${columnName(column)})` : valueSql(column);
  return `(SELECT v FROM (SELECT ${value} AS v FROM ${source.table}) WHERE v IS NOT NULL)`;
}

function conditionSql(source: Source, column: SnapshotColumn, condition: Condition): string {
  const value = valueSql(column);
  const isText = column.isList || isTextual(column);
  /** A test of a value, or of some entry of a list. */
  const some = (test: (text: string) => string) =>
    column.isList ? `len(list_filter(${value}, lambda e: ${test('e')})) > 0` : test(value);
  switch (condition.is) {
    case 'filled':
      return `NOT ${unfilledSql(column)}`;
    case 'unfilled':
      return unfilledSql(column);
    case 'null':
    case 'empty':
    case 'notSet':
    case 'other':
      return stateTests(column)[condition.is];
    case 'spaces':
      return isText ? some(hasOuterSpacesSql) : 'false';
    case 'once':
      return some((text) => `${text} IN (SELECT v FROM ${valuesSql(source, column)} GROUP BY v HAVING count(*) = 1)`);
    case 'nearEqual': {
      if (!isText) return 'false';
      const similar = (text: string) => similarSql(text, ignoringAll);
      const forms = `SELECT ${similar('v')} FROM (SELECT DISTINCT v FROM ${valuesSql(source, column)}) GROUP BY 1 HAVING count(*) > 1`;
      return some((text) => `${similar(text)} IN (${forms})`);
    }
    case 'value':
      return some((text) => `${text} = ${literalSql(column, condition.value)}`);
    case 'similar':
      if (!isText) return `${value} = ${literalSql(column, condition.value)}`;
      return some(
        (text) => `${similarSql(text, ignoringAll)} = ${similarSql(literalSql(column, condition.value), ignoringAll)}`,
      );
    case 'contains':
      return `contains(lower(${textSql(column)}), lower(${literalSql({ type: 'text', isList: false }, condition.value)}))`;
    case 'range':
    case 'outside':
      return rangeSql(column, condition);
  }
}

function rangeSql(column: SnapshotColumn, { is, from, to }: Extract<Condition, { from: string | null }>): string {
  if (column.isList) return 'false';
  const value = valueSql(column);
  const bound = (sign: string, text: string | null) =>
    text === null ? [] : [`${value} ${sign} ${literalSql(column, text)}`];
  if (is === 'range') return [`${value} IS NOT NULL`, ...bound('>=', from), ...bound('<', to)].join(' AND ');
  const outside = [...bound('<', from), ...bound('>', to)];
  return outside.length === 0 ? 'false' : `(${outside.join(' OR ')})`;
}
