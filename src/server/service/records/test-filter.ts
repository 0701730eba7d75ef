/** What a filter finds, worked out without a database: what the service finds is held against it. */
import { isJsonObject, type Json, type JsonObject } from '../../../contract/json';

/** The filter's meaning (4.4.1, field notes) for the operators that tests ask with. */
export function meets(fields: JsonObject, title: string, entry: JsonObject): boolean {
  if (Array.isArray(entry.and)) return entry.and.every((child) => meets(fields, title, child as JsonObject));
  if (Array.isArray(entry.or))
    return entry.or.length === 0 || entry.or.some((child) => meets(fields, title, child as JsonObject));
  const value = entry.field === 'title' ? title : (fields[String(entry.field)] ?? null);
  return Object.entries(entry.query as JsonObject).every(([operator, operand]) => meetsOne(value, operator, operand));
}

function meetsOne(value: Json, operator: string, operand: Json): boolean {
  const operands = Array.isArray(operand) ? operand : [operand];
  const idsOf = Array.isArray(value) ? value.map((one) => (isJsonObject(one) ? one.id : one)) : null;
  switch (operator) {
    case 'em':
      return (value === null || value === '' || idsOf?.length === 0) === operand;
    case 'eq':
      if (idsOf === null) return value !== null && operands.includes(value);
      return new Set(operands).size === idsOf.length && operands.every((one) => idsOf.includes(one));
    case 'ne':
      return !meetsOne(value, 'eq', operand);
    case 'in':
      if (idsOf !== null) return operands.some((one) => idsOf.includes(one));
      return typeof value === 'string' && operands.some((one) => value.includes(String(one)));
    case 'nin':
      return !meetsOne(value, 'in', operand);
    case 'gt':
      return typeof value === 'number' && value > Number(operand);
    case 'lte':
      return typeof value === 'number' && value <= Number(operand);
    default:
      throw new Error(`no test asks with ${operator}`);
  }
}
