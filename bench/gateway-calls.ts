/** What the callers of the gateway bench ask for. */
import { formatJson, type Json } from '../src/contract/json';
import { type OperationInput, type OperationName, operations, pathOf } from '../src/contract/operations';
import { ids } from '../src/server/service/catalogue/catalogue';

/** A call as it is sent; the body is empty where there is none. */
export type Asked = { method: string; path: string; body: string };

/** @throws RangeError when an id is none */
function asked<Name extends OperationName>(name: Name, input: OperationInput<Name>): Asked {
  const { method, encode } = operations[name];
  const body = (encode as (input: OperationInput<Name>) => Json | undefined)(input);
  return { method, path: pathOf(name, input), body: body === undefined ? '' : formatJson(body) };
}

const list = (input: Omit<OperationInput<'listRecords'>, 'table_id'>) =>
  asked('listRecords', { table_id: ids.table(4), limit: 100, ...input });
const [date, operator] = [2, 5].map((position) => ids.field(4, position)) as [string, string];

/** The response of the benchmark's platform to every request. */
export const pageOfRecords = [list({})];

/** Of a table of ten thousand records and what belongs to it, one call of every kind that a person's console reads by. */
export const serviceReads = [
  asked('listWorkspaces', undefined),
  asked('listTables', { space_id: ids.space(1), type: 'ext' }),
  asked('getTableConfig', { table_id: ids.table(4) }),
  list({}),
  list({ offset: 5000 }),
  list({ offset: 9900 }),
  list({ order: { field_id: date, type: 'desc' } }),
  list({ filter: { and: [{ field: date, query: { gte: '1992-01-01', lt: '1992-03-01' } }] } }),
  list({
    filter: {
      or: [
        { field: operator, query: { in: 'AIR' } },
        { field: 'title', query: { in: 'HAWK' } },
      ],
    },
  }),
  asked('getRecord', { item_id: ids.item(4, 77) }),
  asked('getFiles', { file_ids: ['6100000000000001', '6100000000000011'] }),
];
