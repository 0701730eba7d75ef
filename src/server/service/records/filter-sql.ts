import { isNumeric, numeral } from '../../../contract/decimal';
import {
  type FieldKind,
  type FilterOperator,
  isDate,
  isFile,
  isNamedReference,
  isNumber,
  isRelation,
  isStructure,
  isSwitch,
  isUser,
  kindOfSystemField,
  operatorsFor,
} from '../../../contract/field-kinds';
import { entriesOf, filterBounds, joinOf, myself } from '../../../contract/filter';
import type { Json, JsonObject } from '../../../contract/json';
import { isSystemField } from '../../../contract/records';
import type { FieldRow } from '../catalogue/catalogue';
import { daysOfWord, isDateText } from '../clock';
import { fieldIn, idText, objectIn } from '../http/body';
import { parameterInvalid } from '../http/errors';
import { amongSql, areMany, few, holdsSql, numberAmongSql } from './among-sql';
import {
  after,
  allOf,
  anyOf,
  type Lookup,
  longestNumber,
  mostStretches,
  nothing,
  numberIs,
  numbersAre,
  type Stretch,
  textIs,
  textsAre,
} from './lookup';
import type { Params } from './sql';
import { isEmptySql, orderNumber, systemValue } from './sql';

interface FilterContext {
  fields: ReadonlyMap<string, FieldRow>;
  params: Params;
  now: number;
  /** Who `myself` is. */
  userId: string;
  /** Whether what is not understood is passed over, as the live platform seems to do (field notes), and not refused (a drill). */
  ignores: boolean;
}

/** What a filter may still ask for: everything in it becomes a part of one statement. */
type Reading = FilterContext & { left: { conditions: number; values: number } };

/** A condition on the record `r`, and its lookup in the field indexes. */
export interface Condition {
  sql: string;
  lookups: readonly Lookup[];
}

/** A field of a condition: what it holds, and its SQL as jsonb and as text. */
interface Subject {
  kind: FieldKind;
  /** Its number in the index of fields. */
  number: string;
  json: string;
  text: string;
  /** Column of a record or user id; null for a value that is not one. */
  idColumn: string | null;
  /** Operators that mean something here. */
  operators: readonly FilterOperator[];
}

/**
 * A filter (4.4.1, field notes) as a condition on the record `r`; null when there is none.
 * @throws ServiceError naming the place of what is not a filter, not understood, or an operand its operator does not accept: ignored, it would return wrong
 *   records
 */
export function filterSql(filter: Json | undefined, context: FilterContext): Condition | null {
  if (filter === undefined || filter === null) return null;
  const group = objectIn(filter);
  if (group === null) throw parameterInvalid('filter', 'is not an object');
  if (Object.keys(group).length === 0) return null;
  if (joinOf(group) === null) throw parameterInvalid('filter', 'has neither an "and" nor an "or" array');
  const left = { conditions: filterBounds.conditions, values: filterBounds.conditions };
  return entryOf(group, 'filter', 0, { ...context, left });
}

function entryOf(given: Json, path: string, depth: number, context: Reading): Condition {
  if (depth > filterBounds.depth) throw parameterInvalid(path, `is nested deeper than ${filterBounds.depth}`);
  const entry = objectIn(given);
  if (entry === null) throw parameterInvalid(path, 'is not an object');
  const join = joinOf(entry);
  if (join === null) return conditionOf(entry, path, context);
  refuseOthers(entry, [join], path, context);
  const parts = entriesOf(entry).map((child, index) => entryOf(child, `${path}.${join}.${index}`, depth + 1, context));
  return joined(join, parts);
}

function joined(join: 'and' | 'or', parts: readonly Condition[]): Condition {
  // An empty group, "and" or "or", restricts nothing.
  if (parts.length === 0) return { sql: 'true', lookups: [] };
  const lookups = parts.map((part) => part.lookups);
  return {
    sql: `(${parts.map(({ sql }) => sql).join(` ${join} `)})`,
    lookups: join === 'and' ? allOf(lookups.flat()) : anyOf(lookups),
  };
}

function conditionOf(condition: JsonObject, path: string, context: Reading): Condition {
  context.left.conditions -= 1;
  if (context.left.conditions < 0)
    throw parameterInvalid(path, `exceeds the limit of ${filterBounds.conditions} conditions`);
  const fieldId = fieldIn(condition.field);
  if (fieldId === null) throw parameterInvalid(path, 'is neither a group ("and", "or") nor a condition ("field")');
  const query = objectIn(condition.query);
  if (query === null) throw parameterInvalid(`${path}.query`, 'is not an object');
  refuseOthers(condition, ['field', 'query'], path, context);
  return queryOf(subjectOf(fieldId, path, context), query, `${path}.query`, context);
}

function refuseOthers(entry: JsonObject, known: readonly string[], path: string, { ignores }: Reading): void {
  const other = Object.keys(entry).find((key) => !known.includes(key));
  if (other !== undefined && !ignores)
    throw parameterInvalid(
      `${path}.${other}`,
      `is not allowed together with ${known.map((key) => `"${key}"`).join(', ')}`,
    );
}

function queryOf(subject: Subject, query: JsonObject, path: string, context: Reading): Condition {
  const parts: Condition[] = [];
  for (const [operator, operand] of Object.entries(query)) {
    const place = `${path}.${operator}`;
    context.left.values -= Array.isArray(operand) ? Math.max(1, operand.length) : 1;
    if (context.left.values < 0)
      throw parameterInvalid(place, `exceeds the limit of ${filterBounds.conditions} values`);
    if (operator === 'or' && Array.isArray(operand)) {
      const choices = operand.map((given, index) => {
        const choice = objectIn(given);
        if (choice === null) throw parameterInvalid(`${place}.${index}`, 'is not an object');
        return queryOf(subject, choice, `${place}.${index}`, context);
      });
      if (choices.length > 0) parts.push(joined('or', choices));
    } else if ((subject.operators as readonly string[]).includes(operator)) {
      parts.push(operatorOf(subject, operator as FilterOperator, operand, place, context));
    } else if (!context.ignores) {
      throw parameterInvalid(
        place,
        `is no operator here; this field (${subject.kind}) has ${subject.operators.join(', ')}`,
      );
    }
  }
  return joined('and', parts);
}

function subjectOf(fieldId: string, path: string, { fields, params }: FilterContext): Subject {
  if (isSystemField(fieldId)) {
    const kind = kindOfSystemField(fieldId);
    const column = `r.${fieldId}`;
    return {
      kind,
      number: orderNumber(fieldId),
      json: systemValue(fieldId),
      text: column,
      idColumn: fieldId === 'item_id' || isUser(kind) ? column : null,
      operators: operatorsFor(kind, fieldId),
    };
  }
  const field = fields.get(fieldId);
  if (!field) throw parameterInvalid(`${path}.field`, `names the unknown field "${fieldId}"`);
  return {
    kind: field.kind,
    number: fieldId,
    // A parameter that no operator uses would have no type: it is added with its use.
    get json() {
      return `(r.fields->${params.add(fieldId, 'text')})`;
    },
    get text() {
      return `(r.fields->>${params.add(fieldId, 'text')})`;
    },
    idColumn: null,
    operators: [...new Set<FilterOperator>(['eq', ...operatorsFor(field.kind, fieldId)])],
  };
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function isComparison(operator: FilterOperator): operator is keyof typeof comparisons {
  return operator in comparisons;
}

function operatorOf(
  subject: Subject,
  operator: FilterOperator,
  operand: Json,
  path: string,
  context: FilterContext,
): Condition {
  const { params } = context;
  const { kind } = subject;
  const condition = (sql: string, any: readonly Stretch[] = []): Condition => ({
    sql,
    lookups: any.length === 0 ? [] : [{ field: subject.number, any }],
  });
  const ifEqual = (any: readonly Stretch[]) => (operator === 'eq' ? any : []);
  if (operator === 'em') {
    if (typeof operand !== 'boolean') throw parameterInvalid(path, 'is not true or false');
    return operand ? condition(isEmptySql(subject.json), [nothing]) : condition(`not ${isEmptySql(subject.json)}`);
  }
  if (subject.idColumn !== null) {
    const ids = valuesOf(operand, path, textOf)
      .map(personOf(context))
      .flatMap((id) => idText(id) ?? []);
    const some = operator === 'eq' || operator === 'in';
    return condition(idSql(subject.idColumn, some, ids, params), some ? [numbersAre(ids)] : []);
  }
  if (isDate(kind)) return condition(...dateSql(subject, operator, operand, path, context));
  if (isSwitch(kind)) {
    const values = valuesOf(operand, path, switchText);
    const numbers = values.map((value) => (value === 'true' ? '1' : '0'));
    return condition(sameSql(subject.json, operator, values, params), ifEqual([numbersAre(numbers)]));
  }
  if (isNamedReference(kind) || isFile(kind))
    return condition(listSql(subject, operator, valuesOf(operand, path, textOf).map(personOf(context)), params));
  if (isComparison(operator)) {
    const value = numberText(single(operand), path);
    return condition(numberSql(subject.json, operator, value, params), [numberIs(comparisons[operator], value)]);
  }
  if (isNumber(kind)) {
    const values = valuesOf(operand, path, numberText);
    return condition(sameSql(subject.json, operator, values, params), ifEqual([numbersAre(values)]));
  }
  const texts = valuesOf(operand, path, textOf);
  if (!isStructure(kind)) return condition(textSql(subject.text, operator, texts, params), ifEqual(textsAre(texts)));
  // An object, as a place is, is found by its name, by which it is ordered, too.
  const text = `coalesce(${subject.json}->>'name', ${subject.json}->>'address', ${subject.text})`;
  return condition(textSql(text, operator, texts, params));
}

/** As jsonb, which compares numbers exactly and by value. */
function sameSql(json: string, operator: FilterOperator, given: readonly string[], params: Params): string {
  const values = [...new Set(given)];
  const [only] = values;
  const same = () => {
    if (areMany(values))
      return numberAmongSql(`case jsonb_typeof(${json}) when 'number' then (${json})::numeric end`, values, params);
    return values.length === 1 && only !== undefined
      ? `${json} = ${params.add(only, 'jsonb')}`
      : `${json} = any(${params.add(values, 'text[]')}::jsonb[])`;
  };
  return operator === 'eq' ? `coalesce(${same()}, false)` : `not coalesce(${same()}, false)`;
}

/** As jsonb, too; what is no number is left out where its order would take it in. */
function numberSql(json: string, operator: keyof typeof comparisons, value: string, params: Params): string {
  const compared = `${json} ${comparisons[operator]} ${params.add(value, 'jsonb')}`;
  return `coalesce(${compared} and jsonb_typeof(${json}) = 'number', false)`;
}

/** A record or user id in a column of its own. */
function idSql(column: string, some: boolean, ids: readonly string[], params: Params): string {
  // Records are found by the key of their table; there is none of people.
  const isKey = some && column === 'r.item_id';
  const among =
    areMany(ids) && !isKey
      ? amongSql(`${column}::text`, ids, params)
      : `${column} = any(${params.add(ids, 'bigint[]')})`;
  return some ? among : `not (${among})`;
}

/** Text: `eq` is the whole text, `in` any of several parts of it (reported so in the field notes); `ne` and `nin` are their opposites. */
function textSql(text: string, operator: FilterOperator, operands: string[], params: Params): string {
  if (operator === 'eq' || operator === 'ne') {
    const among = areMany(operands)
      ? amongSql(text, operands, params)
      : `${text} = any(${params.add(operands, 'text[]')})`;
    return operator === 'eq' ? `coalesce(${among}, false)` : `not coalesce(${among}, false)`;
  }
  const holds = `coalesce(${holdsSql(text, operands, params)}, false)`;
  return operator === 'in' ? holds : `not ${holds}`;
}

/**
 * Dates and date-times compare as far as the operand goes: a day covers all its hours. A word covers its days. What is no text is no date, and is left out
 * where its JSON would be compared.
 */
function dateSql(
  subject: Subject,
  operator: FilterOperator,
  operand: Json,
  path: string,
  context: FilterContext,
): [sql: string, any: Stretch[]] {
  const bound = (day: string) => context.params.add(day, 'text');
  const start = (length: number) => `left(nullif(${subject.text}, ''), ${length})`;
  const value = ([day]: [string, string]) => `${start(day.length)} collate "C"`;
  const isText = () => `jsonb_typeof(${subject.json}) = 'string'`;
  if (operator === 'eq' || operator === 'ne') {
    const ranges = valuesOf(operand, path, daysOf(context));
    const left = new Map(ranges.map((days) => [days.join(), days]));
    const within: string[] = [];
    for (const length of left.size > few ? new Set(ranges.map(([day]) => day.length)) : []) {
      const days = ranges.flatMap(([from, to]) => (from === to && from.length === length ? [from] : []));
      for (const day of days) left.delete(`${day},${day}`);
      within.push(`coalesce(${amongSql(start(length), days, context.params)} and ${isText()}, false)`);
    }
    for (const days of left.values())
      within.push(`coalesce(${value(days)} between ${bound(days[0])} and ${bound(days[1])} and ${isText()}, false)`);
    const any = within.length === 0 ? 'false' : `(${within.join(' or ')})`;
    if (operator === 'ne') return [`not ${any}`, []];
    const stretches = ranges.map(([from, to]): Stretch => {
      const [begin, end] = [textIs('>=', from), textIs('<', after(to))];
      return (params) => `${begin(params)} and ${end(params)}`;
    });
    return [any, stretches.length <= mostStretches ? stretches : []];
  }
  const days = daysOf(context)(single(operand), path);
  const day = operator === 'gte' || operator === 'lt' ? days[0] : days[1];
  const compared = `${value(days)} ${comparisons[operator as keyof typeof comparisons]} ${bound(day)}`;
  const from = operator === 'gte' || operator === 'lt' ? day : after(day);
  return [
    `coalesce(${compared} and ${isText()}, false)`,
    [textIs(operator === 'gte' || operator === 'gt' ? '>=' : '<', from)],
  ];
}

/** Options, users, relations, files: `eq` wants exactly these ids, `in` any of them; `ne` and `nin` are their opposites. */
function listSql(subject: Subject, operator: FilterOperator, ids: string[], params: Params): string {
  const key = isUser(subject.kind) ? 'user_id' : isRelation(subject.kind) ? 'item_id' : 'id';
  const distinct = [...new Set(isFile(subject.kind) ? ids.map((id) => idText(id) ?? id) : ids)];
  if (areMany(distinct)) return manyListSql(subject, operator, distinct, key, params);
  // Files are kept as the numbers of their ids.
  const entries = ids.map((id) =>
    isFile(subject.kind) ? `[${idText(id) ?? 'null'}]` : JSON.stringify([{ [key]: id }]),
  );
  // A single relation may be one object instead of an array of one.
  const alone = ids.map((id) => JSON.stringify({ [key]: id }));
  const holds = (quantity: 'any' | 'all') => {
    const inArray = `${subject.json} @> ${quantity}(${params.add(entries, 'text[]')}::jsonb[])`;
    return isRelation(subject.kind)
      ? `(${inArray} or ${subject.json} @> ${quantity}(${params.add(alone, 'text[]')}::jsonb[]))`
      : inArray;
  };
  if (operator === 'in' || operator === 'nin') {
    const any = `coalesce(${holds('any')}, false)`;
    return operator === 'in' ? any : `not ${any}`;
  }
  const count = `case jsonb_typeof(${subject.json}) when 'array' then jsonb_array_length(${subject.json}) when 'object' then 1 else 0 end`;
  const same = `coalesce(${holds('all')} and ${count} = ${params.add(new Set(ids).size, 'int')}, false)`;
  return operator === 'eq' ? same : `not ${same}`;
}

/** The same with many ids: each entry of a record's list is looked up among them. */
function manyListSql(subject: Subject, operator: FilterOperator, ids: string[], key: string, params: Params): string {
  const [id, type] = isFile(subject.kind)
    ? [`entry #>> '{}'`, `jsonb_typeof(entry) = 'number'`]
    : [`entry->>'${key}'`, `jsonb_typeof(entry->'${key}') = 'string'`];
  const alone = isRelation(subject.kind) ? `when 'object' then jsonb_build_array(${subject.json})` : '';
  const list = `case jsonb_typeof(${subject.json}) when 'array' then ${subject.json} ${alone} end`;
  const found = `from jsonb_array_elements(${list}) entry where ${type} and ${amongSql(id, ids, params)}`;
  if (operator === 'in' || operator === 'nin') return `${operator === 'in' ? '' : 'not '}exists (select 1 ${found})`;
  const count = params.add(ids.length, 'int');
  const same = `case when jsonb_array_length(${list}) = ${count} then (select count(distinct ${id}) ${found}) = ${count} else false end`;
  return operator === 'eq' ? `coalesce(${same}, false)` : `not coalesce(${same}, false)`;
}

/** The contract shows `eq` only with an array of strings (4.4.1); a single value is an array of one. */
function valuesOf<Value>(operand: Json, path: string, read: (value: Json, path: string) => Value): Value[] {
  return (Array.isArray(operand) ? operand : [operand]).map((value) => read(value, path));
}

/** The only value of an array of one. */
function single(operand: Json): Json {
  return Array.isArray(operand) && operand.length === 1 ? (operand[0] as Json) : operand;
}

function textOf(value: Json, path: string): string {
  if (typeof value === 'string') return value;
  if (isNumeric(value)) return numeral(value);
  throw parameterInvalid(path, 'is neither a string nor an array of strings');
}

function personOf({ userId }: FilterContext): (id: string) => string {
  return (id) => (id === myself ? userId : id);
}

/** First and last day of a date or a date word. */
function daysOf({ now }: FilterContext): (value: Json, path: string) => [string, string] {
  return (value, path) => {
    if (typeof value !== 'string') throw parameterInvalid(path, 'is not a date');
    const days = daysOfWord(value, now) ?? (isDateText(value) ? [value, value] : null);
    if (days === null) throw parameterInvalid(path, 'is neither YYYY-MM-DD, YYYY-MM-DD HH:MM:SS nor a date word');
    return days;
  };
}

function switchText(value: Json, path: string): string {
  const text = String(value);
  if (['true', '1'].includes(text)) return 'true';
  if (['false', '0'].includes(text)) return 'false';
  throw parameterInvalid(path, 'is not true or false');
}

function numberText(value: Json, path: string): string {
  if (isNumeric(value)) return numeral(value);
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) throw parameterInvalid(path, 'is not a number');
  if (value.length > longestNumber)
    throw parameterInvalid(path, `is a number of more than ${longestNumber} characters`);
  // JSON has no number that begins with noughts.
  return value.replace(/^(-?)0+(?=\d)/, '$1');
}
