import {
  type FieldKind,
  type FilterOperator,
  isDate,
  isNamedReference,
  isNumber,
  isRelation,
  isSwitch,
  isUser,
  kindOfSystemField,
  operatorsFor,
} from '../../../contract/field-kinds';
import { isSystemField } from '../../../contract/fields';
import {
  entriesOf,
  type Filter,
  filterBounds,
  isCondition,
  joinOf,
  myself,
  readFilter,
} from '../../../contract/filter';
import { isJsonObject, type Json, type JsonObject } from '../../../contract/json';
import type { FieldRow } from '../catalogue/catalogue';
import { daysOfWord, isDateText } from '../clock';
import { idText } from '../http/body';
import { parameterInvalid } from '../http/errors';
import type { Params } from './sql';
import { isEmptySql, systemValue } from './sql';

interface FilterContext {
  fields: ReadonlyMap<string, FieldRow>;
  params: Params;
  now: number;
  /** Who `myself` is. */
  userId: string;
}

/** What a filter may still ask for: everything in it becomes a part of one statement. */
type Reading = FilterContext & { left: { values: number } };

/** A field of a condition: what it holds, and its SQL as jsonb and as text. */
interface Subject {
  kind: FieldKind;
  json: string;
  text: string;
  /** Column of a record or user id; null for a value that is not one. */
  idColumn: string | null;
  /** Operators that mean something here; any other is ignored, as the live platform seems to do (field notes). */
  operators: readonly FilterOperator[];
}

/**
 * A filter (4.4.1, field notes) as a condition on the record `r`; null when there is none.
 * @throws ServiceError naming the place when it is no filter, names an unknown field or gives an operator an operand it cannot take
 */
export function filterSql(filter: Json | undefined, context: FilterContext): string | null {
  if (filter === undefined || filter === null || (isJsonObject(filter) && Object.keys(filter).length === 0))
    return null;
  const read = readFilter(filter);
  if (!read.ok)
    throw parameterInvalid(read.path === '' ? 'filter' : `filter.${read.path}`, `is invalid: ${read.reason}`);
  return groupSql(read.filter, 'filter', { ...context, left: { values: filterBounds.conditions } });
}

function groupSql(group: Filter, path: string, context: Reading): string {
  const join = joinOf(group) ?? 'and';
  const parts = entriesOf(group).map((entry, index) => {
    const place = `${path}.${join}.${index}`;
    if (isCondition(entry)) return conditionSql(entry.field, entry.query, place, context);
    return groupSql(entry as JsonObject, place, context);
  });
  // An empty group restricts nothing, whichever way it joins.
  return parts.length === 0 ? 'true' : `(${parts.join(` ${join} `)})`;
}

function conditionSql(fieldId: string, query: JsonObject, path: string, context: Reading): string {
  const subject = subjectOf(fieldId, path, context);
  return querySql(subject, query, `${path}.query`, context);
}

function querySql(subject: Subject, query: JsonObject, path: string, context: Reading): string {
  const parts: string[] = [];
  for (const [operator, operand] of Object.entries(query)) {
    const place = `${path}.${operator}`;
    context.left.values -= Array.isArray(operand) ? Math.max(1, operand.length) : 1;
    if (context.left.values < 0)
      throw parameterInvalid(place, `is one of more than ${filterBounds.conditions} values to compare with`);
    if (operator === 'or' && Array.isArray(operand)) {
      const choices = operand.map((choice, index) => {
        if (!isJsonObject(choice)) throw parameterInvalid(`${place}.${index}`, 'is not an object');
        return querySql(subject, choice, `${place}.${index}`, context);
      });
      if (choices.length > 0) parts.push(`(${choices.join(' or ')})`);
    } else if ((subject.operators as readonly string[]).includes(operator)) {
      parts.push(operatorSql(subject, operator as FilterOperator, operand, place, context));
    }
  }
  return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`;
}

function subjectOf(fieldId: string, path: string, { fields, params }: FilterContext): Subject {
  if (isSystemField(fieldId)) {
    const kind = kindOfSystemField(fieldId);
    const column = `r.${fieldId}`;
    return {
      kind,
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
    // A parameter that no operator uses would have no type: it is added with its use.
    get json() {
      return `(r.fields->${params.add(fieldId, 'text')})`;
    },
    get text() {
      return `(r.fields->>${params.add(fieldId, 'text')})`;
    },
    idColumn: null,
    operators: operatorsFor(field.kind, fieldId),
  };
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function operatorSql(
  subject: Subject,
  operator: FilterOperator,
  operand: Json,
  path: string,
  context: FilterContext,
): string {
  const { params } = context;
  if (operator === 'em') {
    if (typeof operand !== 'boolean') throw parameterInvalid(path, 'is not true or false');
    return operand ? isEmptySql(subject.json) : `not ${isEmptySql(subject.json)}`;
  }
  if (subject.idColumn !== null) return idSql(subject.idColumn, operator, operand, path, context);
  const { kind } = subject;
  if (isDate(kind)) return dateSql(subject.text, operator, operand, path, context);
  if (isSwitch(kind)) {
    if (typeof operand !== 'boolean') throw parameterInvalid(path, 'is not true or false');
    const same = `coalesce(${subject.json} = '${operand}'::jsonb, false)`;
    return operator === 'eq' ? same : `not ${same}`;
  }
  if (isNamedReference(kind)) return listSql(subject, operator, idsOf(operand, path, context), params);
  return isNumber(kind) || operator in comparisons
    ? numberSql(subject.json, operator, operand, path, params)
    : textSql(subject.text, operator, textsOf(operand, path), params);
}

/** As jsonb, which compares numbers exactly and by value; what is no number is left out where the order of jsonb would take it in. */
function numberSql(json: string, operator: FilterOperator, operand: Json, path: string, params: Params): string {
  const number = params.add(numberText(operand, path), 'jsonb');
  if (operator === 'eq') return `coalesce(${json} = ${number}, false)`;
  if (operator === 'ne') return `${json} is distinct from ${number}`;
  const compared = `${json} ${comparisons[operator as keyof typeof comparisons]} ${number}`;
  return `coalesce(${compared} and jsonb_typeof(${json}) = 'number', false)`;
}

/** A record or user id in a column of its own. */
function idSql(column: string, operator: FilterOperator, operand: Json, path: string, context: FilterContext): string {
  const ids = idsOf(operand, path, context).flatMap((id) => idText(id) ?? []);
  const among = `${column} = any(${context.params.add(ids, 'bigint[]')})`;
  return operator === 'eq' || operator === 'in' ? among : `not (${among})`;
}

/** Text: `eq` is the whole text, `in` any of several parts of it (reported so in the field notes); `ne` and `nin` are their opposites. */
function textSql(text: string, operator: FilterOperator, operands: string[], params: Params): string {
  const list = params.add(operands, 'text[]');
  if (operator === 'eq' || operator === 'ne') {
    const same = `coalesce(${text} = any(${list}), false)`;
    return operator === 'eq' ? same : `not ${same}`;
  }
  const holds = `exists (select 1 from unnest(${list}) part where strpos(${text}, part) > 0)`;
  return operator === 'in' ? holds : `not ${holds}`;
}

/** Dates and date-times compare as far as the operand goes: a day covers all its hours. A word covers its days. */
function dateSql(text: string, operator: FilterOperator, operand: Json, path: string, context: FilterContext): string {
  if (typeof operand !== 'string') throw parameterInvalid(path, 'is not a date');
  const days = daysOfWord(operand, context.now) ?? (isDateText(operand) ? [operand, operand] : null);
  if (days === null) throw parameterInvalid(path, 'is neither YYYY-MM-DD, YYYY-MM-DD HH:MM:SS nor a date word');
  const value = `left(nullif(${text}, ''), ${days[0].length}) collate "C"`;
  const bound = (day: string) => context.params.add(day, 'text');
  if (operator === 'eq' || operator === 'ne') {
    const within = `coalesce(${value} between ${bound(days[0])} and ${bound(days[1])}, false)`;
    return operator === 'eq' ? within : `not ${within}`;
  }
  const day = operator === 'gte' || operator === 'lt' ? days[0] : days[1];
  return `coalesce(${value} ${comparisons[operator as keyof typeof comparisons]} ${bound(day)}, false)`;
}

/** Options, users, relations: `eq` wants exactly these ids, `in` any of them; `ne` and `nin` are their opposites. */
function listSql(subject: Subject, operator: FilterOperator, ids: string[], params: Params): string {
  const key = isUser(subject.kind) ? 'user_id' : isRelation(subject.kind) ? 'item_id' : 'id';
  const entries = ids.map((id) => JSON.stringify([{ [key]: id }]));
  // A single relation may stand as one object instead of an array of one.
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

function textsOf(operand: Json, path: string): string[] {
  const values = Array.isArray(operand) ? operand : [operand];
  return values.map((value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
    throw parameterInvalid(path, 'is neither a string nor an array of strings');
  });
}

function idsOf(operand: Json, path: string, { userId }: FilterContext): string[] {
  return textsOf(operand, path).map((id) => (id === myself ? userId : id));
}

function numberText(operand: Json, path: string): string {
  const value = Array.isArray(operand) && operand.length === 1 ? operand[0] : operand;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  // JSON has no number that begins with noughts.
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return value.replace(/^(-?)0+(?=\d)/, '$1');
  throw parameterInvalid(path, 'is not a number');
}
