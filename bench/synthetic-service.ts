import { formatEnvelope } from '../src/contract/envelope';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../src/contract/json';
import { limits } from '../src/contract/limits';

/** A table that is made up as it is read: any number of rows, every value a pure function of its row. */
export interface SyntheticTable {
  table_id: string;
  name: string;
  rows: number;
  columns: number;
}

export const spaceId = '4000000000000001';
const firstField = 2200000000000001;
const firstRecord = 2300000000000000;

export const fieldId = (column: number): string => String(firstField + column);

const words = 'amber birch cedar delta ember fjord grove haven inlet juniper kelp lagoon meadow north ocean pine'.split(
  ' ',
);
const options = ['Draft', 'Open', 'Waiting', 'Done', 'Closed'];
const two = (value: number): string => String(value).padStart(2, '0');

/** A well-spread whole number of row and column, below 2^31. */
function mix(row: number, column: number): number {
  let value = Math.imul(row ^ (column << 20), 0x45d9f3b);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 1;
}

function cell(row: number, column: number): Json {
  const seed = mix(row, column);
  if (column === 0) return row;
  switch (column % 6) {
    case 1:
      return `${words[seed % 16]} ${words[(seed >> 4) % 16]} ${row}`;
    case 2:
      return (seed % 2_000_000) / 100;
    case 3:
      return `20${two(seed % 27)}-${two((seed % 12) + 1)}-${two((seed % 28) + 1)}`;
    case 4:
      return [{ id: String(seed % 5), name: options[seed % 5] as string, color: '' }];
    case 5:
      return seed % 11 === 0 ? null : seed % 3 === 0;
    default:
      return seed % 100_000;
  }
}

/** The JSON text of one record. @param written values that were written over its own */
function record(table: SyntheticTable, row: number, written?: JsonObject): string {
  const fields: Record<string, Json> = {};
  for (let column = 0; column < table.columns; column += 1) fields[fieldId(column)] = cell(row, column);
  const time = `2026-11-${two((row % 28) + 1)} ${two(row % 24)}:${two(row % 60)}:00`;
  return JSON.stringify({
    item_id: String(firstRecord + row),
    title: `Row ${row}`,
    created_on: time,
    created_by: { user_id: '1', name: 'Bench', avatar: '' },
    updated_on: time,
    updated_by: { user_id: '1', name: 'Bench', avatar: '' },
    fields: { ...fields, ...written },
  });
}

/** Rows that a filter asks for by record ID; null for any other filter. */
function askedRows(filter: Json | undefined): number[] | null {
  const [condition] = isJsonObject(filter) && Array.isArray(filter.and) ? filter.and : [];
  if (!isJsonObject(condition) || condition.field !== 'item_id' || !isJsonObject(condition.query)) return null;
  return Array.isArray(condition.query.in) ? condition.query.in.map((id) => Number(id) - firstRecord) : null;
}

/**
 * A service that answers just enough of the contract to draw the console over tables of any length: any order reverses the rows, any filter keeps every
 * second one, so that an answer differs without work that would be measured along.
 */
export function createSyntheticService(tables: readonly SyntheticTable[]): (request: Request) => Promise<Response> {
  let trace = 0;
  const written = new Map<string, JsonObject>();
  const reply = (data: string, code = 0, message = 'success'): Response => {
    trace += 1;
    const envelope = JSON.stringify(formatEnvelope({ code, message, data: '\u0000', traceId: `bench-${trace}` }));
    return new Response(
      envelope.replace('"\\u0000"', () => data),
      { headers: { 'Content-Type': 'application/json' } },
    );
  };
  const list = (input: JsonObject): Response => {
    const table = tables.find(({ table_id }) => table_id === String(input.table_id));
    if (!table) return reply('{}', 3500002, 'the table does not exist');
    const textOf = (row: number): string => record(table, row, written.get(`${table.table_id} ${firstRecord + row}`));
    const asked = askedRows(input.filter);
    if (asked)
      return reply(
        `{"items":[${asked
          .slice(Number(input.offset ?? 0), 100)
          .map(textOf)
          .join(',')}]}`,
      );
    const limit = Number(input.limit ?? limits.pageSizeDefault);
    const offset = Number(input.offset ?? 0);
    const step = input.filter ? 2 : 1;
    const count = Math.floor(table.rows / step);
    const records: string[] = [];
    for (let index = offset; index < Math.min(offset + limit, count); index += 1)
      records.push(textOf((input.order ? count - 1 - index : index) * step));
    // Some services report the total and some do not (field notes). Here it is reported, so that a page scrolls over the whole table from the start.
    const known = { has_more: offset + records.length < count, total: table.rows, filtered: count };
    return reply(`{"items":[${records.join(',')}],${JSON.stringify(known).slice(1)}`);
  };

  return async (request) => {
    const { pathname } = new URL(request.url);
    const body = request.method === 'GET' ? null : parseJson((await request.text()) || '{}');
    const input = isJsonObject(body) ? body : {};
    const created_on = '2026-11-01 00:00:00';
    switch (pathname) {
      case '/openapi/v1/space/list':
        return reply(JSON.stringify({ spaces: [{ space_id: spaceId, name: 'Bench', created_on }] }));
      case '/openapi/v1/dw_table/list': {
        const about = { type: 'ext', alias: '', space_id: spaceId, created_on };
        const entries = tables.map(({ table_id, name }) => ({ table_id, name, ...about }));
        return reply(JSON.stringify({ tables: input.type === 'ext' ? entries : [] }));
      }
      case '/openapi/v1/dw_item/list':
        return list(input);
      case '/openapi/v1/dw_item':
        for (const item of Array.isArray(input.items) ? input.items : [])
          if (isJsonObject(item) && isJsonObject(item.fields))
            written.set(`${input.table_id} ${item.item_id}`, item.fields);
        return reply('{}');
      default:
        return reply('{}', 404, `no operation at ${pathname}`);
    }
  };
}
