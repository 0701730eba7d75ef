import { isSystemField } from '../../../contract/fields';
import type { Order } from '../../../contract/records';
import type { Param, Queries } from '../../database/database';
import { orderNumber, sortNumber, sortText, systemValue } from './field-sql';
import type { Params } from './sql';

export interface PageRequest {
  tableId: string;
  /** A condition on the record `r` whose values are in `params`; null for all. */
  condition: string | null;
  params: Params;
  order: Order | null;
  limit: number;
  offset: number;
}

/** Records of a page in their order: a statement that gives their columns and `place`, with its parameters. */
export interface PageSql {
  text: string;
  params: readonly Param[];
}

/** A page whose ids are known; those that are no record's are left out. */
export function pageOfIds(tableId: string, itemIds: readonly string[]): PageSql {
  return {
    text: `select r.*, ids.place from unnest($1::bigint[]) with ordinality as ids (item_id, place)
      join dw_record r on r.table_id = $2::bigint and r.item_id = ids.item_id`,
    params: [itemIds, tableId],
  };
}

/** Beyond so many records the key alone is read of those before a page, which is quicker than reading them whole, but asks for one step more. */
const deepOffset = 1000;

/** A page in the order of its table: that of the records' making (item id). */
export function pageByItem({ params, tableId, condition, limit, offset }: PageRequest, type: 'asc' | 'desc'): PageSql {
  const table = params.add(tableId, 'bigint');
  const place = `${type === 'asc' ? '' : '-'}r.item_id as place`;
  // The two numbers stand in the text where they are the same for nearly every page: as parameters they could be anything, so that the database thinks
  // a plan for all pages dear, and plans each one anew.
  const rows = (columns: string) => `select ${columns}
    from dw_record r where r.table_id = ${table} ${condition ? `and ${condition}` : ''}
    order by r.item_id ${type} limit ${limit} ${offset === 0 ? '' : `offset ${params.add(offset, 'bigint')}`}`;
  const text =
    condition === null && offset > deepOffset
      ? `select r.*, ${place} from (${rows('r.item_id')}) ids join dw_record r on r.table_id = ${table} and r.item_id = ids.item_id`
      : rows(`r.*, ${place}`);
  return { text, params: params.values };
}

/**
 * Ids of a page sorted by a field: numbers by value, then texts by code point; records with nothing come last whichever way the order runs. Reads every
 * record of the table.
 */
export async function pageBySort({ query }: Queries, page: PageRequest, order: Order): Promise<string[]> {
  const { params, tableId, condition, limit, offset } = page;
  const value = isSystemField(order.field_id)
    ? systemValue(order.field_id)
    : `r.fields->${params.add(order.field_id, 'text')}`;
  const table = params.add(tableId, 'bigint');
  const rows = await query<{ item_id: string }>(
    `select item_id from (
       select r.item_id, ${sortNumber(value)} as num, nullif(${sortText(value)}, '') as txt
       from dw_record r where r.table_id = ${table} ${condition ? `and ${condition}` : ''}) keys
     order by ${sortOrder(order.type)} limit ${params.add(limit, 'int')} offset ${params.add(offset, 'bigint')}`,
    params.values,
  );
  return rows.map((row) => row.item_id);
}

function sortOrder(type: Order['type']): string {
  // The walk turns the whole index round, equal values too; records with nothing stay in the order of their table. Both ways of paging agree on that.
  return `(num is null and txt is null), num ${type} nulls last, txt ${type} nulls last,
    case when num is null and txt is null then item_id end, item_id ${type}`;
}

/** Ids of a page sorted by a field whose order index is whole: a walk over index entries, first those with a value, then those with nothing. */
export async function pageByWalk({ query }: Queries, page: PageRequest, order: Order): Promise<string[]> {
  const { tableId, limit, offset } = page;
  const key = [tableId, orderNumber(order.field_id)];
  const walk = async (filled: boolean, type: Order['type'], count: number, from: number) => {
    const rows = await query<{ item_id: string }>(
      `select item_id from dw_order where table_id = $1::bigint and field = $2::bigint and filled = ${filled}
       order by num ${type === 'asc' ? 'asc' : 'desc'}, txt ${type}, item_id ${type} limit $3::int offset $4::bigint`,
      [...key, count, from],
    );
    return rows.map((row) => row.item_id);
  };
  const filled = await walk(true, order.type, limit, offset);
  if (filled.length === limit) return filled;
  const [total] = await query<{ filled: string }>(
    'select count(*) as filled from dw_order where table_id = $1::bigint and field = $2::bigint and filled = true',
    key,
  );
  const before = Number(total?.filled ?? 0);
  return [...filled, ...(await walk(false, 'asc', limit - filled.length, Math.max(0, offset - before)))];
}
