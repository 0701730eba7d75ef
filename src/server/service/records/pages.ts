import { isSystemField, type Order } from '../../../contract/records';
import type { Param, Queries } from '../../database/database';
import type { Condition } from './filter-sql';
import type { IndexKeeper } from './index-keeper';
import { type Lookup, nothing } from './lookup';
import { endable, orderNumber, Params, sortNumber, sortText, systemKeys } from './sql';

export interface PageRequest {
  tableId: string;
  /** A condition on the record `r` whose values are in `params`; null for all. */
  condition: Condition | null;
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

interface Bounds {
  /** What is found by an index up to this is read and looked at one by one: some milliseconds. */
  found: number;
  /** Records or index entries that are scanned for the page before a slower way is tried. */
  tried: number;
}
const usual: Bounds = { found: 10_000, tried: 20_000 };

/**
 * How a page is found, by what indexes there are (index-keeper.ts): by the few records that an index finds, by a walk in the order of the page that passes over
 * what does not meet the condition, or else by reading the table. All give the same page.
 * @param indexes null: the table has none that are to be trusted yet
 */
export async function pageOf(
  queries: Queries,
  indexes: IndexKeeper | null,
  page: PageRequest,
  { found, tried } = usual,
): Promise<PageSql> {
  const { condition, tableId } = page;
  const order = page.order?.field_id === 'item_id' ? null : page.order;
  const plain = async () =>
    order === null ? pageByItem(page) : pageOfIds(page, await pageBySort(queries, page, order));
  const lookups = condition?.lookups ?? [];
  const deep = condition === null && page.offset > deepOffset;
  if (indexes === null || (order === null && lookups.length === 0 && !deep)) return plain();
  const known = await indexes.known(tableId);
  if (!known.large) return plain();
  const end = page.offset > known.records / 2 ? 'last' : 'first';
  if (order === null && deep && end === 'last') return pageByItemFromLast(page);
  const usable = lookups.filter(({ field }) => known.ready.has(field));
  for (const { field } of lookups) indexes.asked(tableId, field);
  if (order !== null) indexes.want(tableId, orderNumber(order.field_id));
  const few = await fewest(queries, tableId, usable, found);
  const [first] = usable;
  if (order === null) {
    if (few !== null) return pageByItem(page, few.lookup);
    return first ? pageOfIds(page, await pageOfMany(queries, page, first, tried)) : plain();
  }
  const sorted = () => pageBySort(queries, page, order, few?.lookup);
  // What is looked at on a walk need not be sorted: only of very few it is the longer way.
  const walks = known.ready.has(orderNumber(order.field_id)) && (few === null || few.count > found / 10);
  if (!walks) return pageOfIds(page, await sorted());
  const ids =
    condition === null
      ? await pageByWalk(queries, page, order, end)
      : ((await pageOnWalk(queries, page, order, condition, tried)) ?? (await sorted()));
  return pageOfIds(page, ids);
}

/** A page whose ids are known; those that are no record's are left out. */
export function pageOfIds({ tableId }: Pick<PageRequest, 'tableId'>, itemIds: readonly string[]): PageSql {
  return {
    text: `select r.*, ids.place from unnest($1::bigint[]) with ordinality as ids (item_id, place)
      join dw_record r on r.table_id = $2::bigint and r.item_id = ids.item_id`,
    params: [itemIds, tableId],
  };
}

/** The lookup that finds the fewest records, and how many; null where none finds few. */
async function fewest(
  { query }: Queries,
  tableId: string,
  lookups: readonly Lookup[],
  most: number,
): Promise<{ lookup: Lookup; count: number } | null> {
  if (lookups.length === 0) return null;
  const params = new Params();
  const counts = lookups.map(
    (lookup) => `(select count(*) from (${entriesSql(tableId, lookup, params)} limit ${most + 1}) found)`,
  );
  const [row] = await query<{ counts: string }>(
    `select json_build_array(${counts.join(', ')})::text as counts`,
    params.values,
  );
  const found = JSON.parse(row?.counts ?? '[]') as number[];
  const least = Math.min(...found);
  const lookup = lookups[found.indexOf(least)];
  return lookup !== undefined && least <= most ? { lookup, count: least } : null;
}

/** Ids of the records that a lookup finds; one that two of its stretches find comes twice. */
function entriesSql(tableId: string, { field, any }: Lookup, params: Params): string {
  const key = `o.table_id = ${params.add(tableId, 'bigint')} and o.field = ${params.add(field, 'bigint')}`;
  return any
    .map((stretch) => `select o.item_id from dw_order o where ${key} and ${stretch(params)}`)
    .join(' union all ');
}

/** With more records than this before a page only their keys are read: faster than reading them whole, but one query more. */
const deepOffset = 1000;

/** A page in the order of its table: that of the records' making (item id). @param few what its records are among */
function pageByItem(page: PageRequest, few: Lookup | null = null): PageSql {
  const { tableId, limit, offset } = page;
  const params = page.params.copy();
  const condition = page.condition?.sql ?? null;
  const type = page.order?.type ?? 'asc';
  const table = params.add(tableId, 'bigint');
  const place = `${type === 'asc' ? '' : '-'}r.item_id as place`;
  const among = few === null ? '' : `and r.item_id = any(array(${entriesSql(tableId, few, params)}))`;
  const isLong = condition !== null || offset > deepOffset;
  // The two numbers are inlined where they are the same for nearly every page: as parameters they could be anything, so that the database considers a generic
  // plan expensive, and plans each page again.
  const rows = (columns: string) => `select ${columns}
    from dw_record r where r.table_id = ${table} ${among} ${isLong ? `and ${endable}` : ''} ${condition ? `and ${condition}` : ''}
    order by r.item_id ${type} limit ${limit} ${offset === 0 ? '' : `offset ${params.add(offset, 'bigint')}`}`;
  const text =
    condition === null && offset > deepOffset
      ? `select r.*, ${place} from (${rows('r.item_id')}) ids join dw_record r on r.table_id = ${table} and r.item_id = ids.item_id`
      : rows(`r.*, ${place}`);
  return { text, params: params.values };
}

/** A page of the whole table in its order, read from the end: the same one, in one statement with the count that determines its start. */
function pageByItemFromLast({ tableId, order, limit, offset, params: given }: PageRequest): PageSql {
  const params = given.copy();
  const type = order?.type ?? 'asc';
  const table = params.add(tableId, 'bigint');
  const { take, skip } = fromLastSql(table, params.add(limit, 'bigint'), params.add(offset, 'bigint'));
  // Ids as an array, not as rows of a join: under a limit that is itself read, the database expects a tenth of the table, and would read all of it to join them.
  const text = `select r.*, ${type === 'asc' ? '' : '-'}r.item_id as place from dw_record r
    where r.table_id = ${table} and r.item_id = any(array(
      select item_id from dw_record where table_id = ${table} and ${endable} order by item_id ${turned(type)} limit ${take} offset ${skip}))`;
  return { text, params: params.values };
}

/**
 * How many records a page has and how many lie behind it, by the table's exact count, which every write keeps in its transaction (work-records.ts): read in
 * the statement that reads the page, it is of the same moment.
 */
function fromLastSql(table: string, limit: string, offset: string): { take: string; skip: string } {
  const records = `(select records from update_turn where table_id = ${table})`;
  return {
    take: `greatest(0, least(${limit}, ${records} - ${offset}))`,
    skip: `greatest(0, ${records} - ${offset} - ${limit})`,
  };
}

function turned(type: Order['type']): Order['type'] {
  return type === 'asc' ? 'desc' : 'asc';
}

/**
 * Ids of a page in the order of its table, of which an index finds many records: often it is among the first records of the table. Where it is not, as with
 * the newest of many, what the index finds is looked at in its order.
 */
async function pageOfMany({ query }: Queries, page: PageRequest, many: Lookup, most: number): Promise<string[]> {
  const { tableId, limit, offset } = page;
  const type = page.order?.type ?? 'asc';
  const ask = async (candidates: (params: Params) => string) => {
    const params = page.params.copy();
    const rows = await query<{ item_id: string }>(
      `select c.item_id from (${candidates(params)}) c cross join lateral (${meetingSql(page, params)}) r
       order by c.item_id ${type} limit ${limit} offset ${params.add(offset, 'bigint')}`,
      params.values,
    );
    return rows.map((row) => row.item_id);
  };
  const tried = await ask(
    (params) => `select r.item_id from dw_record r where r.table_id = ${params.add(tableId, 'bigint')}
      order by r.item_id ${type} limit ${most}`,
  );
  if (tried.length === limit) return tried;
  return ask(
    (params) => `select distinct item_id from (${entriesSql(tableId, many, params)}) o order by item_id ${type}`,
  );
}

/** The record of candidate `c`, if it meets the condition; each is looked at when its turn comes. */
function meetingSql({ tableId, condition }: PageRequest, params: Params): string {
  return `select 1 from dw_record r where r.table_id = ${params.add(tableId, 'bigint')} and r.item_id = c.item_id and ${endable} and ${condition?.sql ?? 'true'} offset 0`;
}

/**
 * Ids of a page sorted by a field: numbers by value, then texts by code point, or the whole turned round; records with nothing come last whichever way the
 * order runs. Reads every record of the table, or the few that its records are among.
 */
export async function pageBySort(
  { query }: Queries,
  page: PageRequest,
  order: Order,
  few: Lookup | null = null,
): Promise<string[]> {
  const { tableId, condition, limit, offset } = page;
  const params = page.params.copy();
  const jsonKeys = () => {
    const value = `r.fields->${params.add(order.field_id, 'text')}`;
    return { num: sortNumber(value), txt: sortText(value) };
  };
  const { num, txt } = isSystemField(order.field_id) ? systemKeys(order.field_id) : jsonKeys();
  const table = params.add(tableId, 'bigint');
  const among = few === null ? '' : `and r.item_id = any(array(${entriesSql(tableId, few, params)}))`;
  const rows = await query<{ item_id: string }>(
    `select item_id from (
       select r.item_id, ${num} as num, nullif(${txt}, '') as txt
       from dw_record r where r.table_id = ${table} and ${endable} ${among} ${condition ? `and ${condition.sql}` : ''}) keys
     order by ${sortOrder(order.type)} limit ${params.add(limit, 'int')} offset ${params.add(offset, 'bigint')}`,
    params.values,
  );
  return rows.map((row) => row.item_id);
}

function sortOrder(type: Order['type']): string {
  // The walk turns the whole index round, equal values too; records with nothing stay in the order of their table. Both ways of paging agree on that.
  return `(num is null and txt is null), num ${type}, txt ${type},
    case when num is null and txt is null then item_id end, item_id ${type}`;
}

/**
 * Ids of a page sorted by a field whose index is whole: a walk over its entries, first those with a value, then those with nothing, or the other way round.
 * @param end from which the walk begins; the nearer one is the quicker, and the page is the same
 */
async function pageByWalk(
  { query }: Queries,
  { tableId, limit, offset }: PageRequest,
  order: Order,
  end: 'first' | 'last',
): Promise<string[]> {
  const key = 'table_id = $1::bigint and field = $2::bigint';
  const { take, skip } =
    end === 'first'
      ? { take: '$3::bigint', skip: '$4::bigint' }
      : fromLastSql('$1::bigint', '$3::bigint', '$4::bigint');
  const part = (filled: boolean, limited: string, after: string) => {
    const type = filled ? order.type : 'asc';
    const way = end === 'first' ? type : turned(type);
    return `select num, txt, item_id from dw_order where ${key} and filled = ${filled} and ${endable}
      order by num ${way}, txt ${way}, item_id ${way} limit ${limited} offset ${after}`;
  };
  const filledFirst = end === 'first';
  const seen = '(select count(*) from one)';
  // Counted only for pages past the first part: the count is of what the walk has skipped.
  const rest = `greatest(0, ${skip} - (select count(*) from dw_order where ${key} and filled = ${filledFirst} and ${endable}))`;
  const rows = await query<{ item_id: string }>(
    `with one as materialized (${part(filledFirst, take, skip)}),
       other as materialized (${part(!filledFirst, `${take} - ${seen}`, `case when ${seen} = ${take} then 0 else ${rest} end`)})
     select item_id from (select * from one union all select * from other) page order by ${sortOrder(order.type)}`,
    [tableId, orderNumber(order.field_id), limit, offset],
  );
  return rows.map((row) => row.item_id);
}

/** The same of the records that meet a condition, which are looked at as the walk comes to them; null where the page is not among the first of them. */
async function pageOnWalk(
  { query }: Queries,
  page: PageRequest,
  { field_id, type }: Order,
  condition: Condition,
  most: number,
): Promise<string[] | null> {
  const { tableId, limit, offset } = page;
  const params = page.params.copy();
  const field = orderNumber(field_id);
  // A condition on the field itself limits the walk.
  const [stretch, ...others] = condition.lookups.find((lookup) => lookup.field === field)?.any ?? [];
  const within = stretch && others.length === 0 && stretch !== nothing ? `and ${stretch(params)}` : '';
  const order = (alias: string) => `${alias}.num ${type}, ${alias}.txt ${type}, ${alias}.item_id ${type}`;
  const rows = await query<{ item_id: string }>(
    `select c.item_id from (
       select o.num, o.txt, o.item_id from dw_order o where o.table_id = ${params.add(tableId, 'bigint')} and o.field = ${params.add(field, 'bigint')}
         and o.filled ${within} order by ${order('o')} limit ${most}) c
       cross join lateral (${meetingSql(page, params)}) r
     order by ${order('c')} limit ${limit} offset ${params.add(offset, 'bigint')}`,
    params.values,
  );
  return rows.length === limit ? rows.map((row) => row.item_id) : null;
}
