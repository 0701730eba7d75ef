import { decodeFiles, encodeFiles, type FilesAnswer, type FilesInput } from './files';
import type { Json } from './json';
import {
  type AccessToken,
  type AccessTokenInput,
  decodeAccessToken,
  decodeProviderInfo,
  decodeProviderKey,
  encodeAccessToken,
  encodeProviderInfo,
  encodeProviderKey,
  type ProviderInfo,
  type ProviderInfoInput,
  type ProviderKey,
  type ProviderKeyInput,
} from './provider';
import {
  type DeleteInput,
  type DwRecord,
  decodeAccepted,
  decodeRecordDetail,
  decodeRecordPage,
  encodeDelete,
  encodeRecordList,
  encodeUpdate,
  type RecordDetailInput,
  type RecordListInput,
  type RecordPage,
  type UpdateInput,
} from './records';
import {
  type DwTable,
  decodeTableConfig,
  decodeTables,
  decodeWorkspaces,
  encodeTableList,
  type TableConfig,
  type TableConfigInput,
  type TableListInput,
  type Workspace,
} from './tables';

export interface Operation<Input, Output> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base URL; never ends with `/` (4.1). `{name}` is replaced by an input. */
  path: string;
  /** Where the credential goes: header `Open-Authorization` (5.1), body (5.2), or nowhere. */
  credential: 'header' | 'body' | 'none';
  /** Changes data on the platform: never repeated automatically. */
  write: boolean;
  /** Fields of its body that are secret: typed masked, and never shown in what the console records. */
  secrets?: readonly string[];
  /** Field of the response data that holds a credential made for the caller (4.7, 4.8). */
  issues?: 'access_token' | 'api_key';
  /** The JSON body; undefined sends none. @throws RangeError when an id is no whole number where the wire wants an integer */
  encode(input: Input): Json | undefined;
  /** Response data in its inner form. @throws DecodeError */
  decode(data: unknown): Output;
}

function operation<Input, Output>(row: Operation<Input, Output>): Operation<Input, Output> {
  return row;
}

const nothing = (): undefined => undefined;
const emptyObject = (): Json => ({});

/** Every operation the console knows: eight of the contract (4.2–4.9) and three of the field notes. */
export const operations = {
  listWorkspaces: operation<void, Workspace[]>({
    method: 'GET',
    path: '/openapi/v1/space/list',
    credential: 'header',
    write: false,
    encode: nothing,
    decode: decodeWorkspaces,
  }),
  listTables: operation<TableListInput, DwTable[]>({
    method: 'POST',
    path: '/openapi/v1/dw_table/list',
    credential: 'header',
    write: false,
    encode: encodeTableList,
    decode: decodeTables,
  }),
  listRecords: operation<RecordListInput, RecordPage>({
    method: 'POST',
    path: '/openapi/v1/dw_item/list',
    credential: 'header',
    write: false,
    encode: encodeRecordList,
    decode: decodeRecordPage,
  }),
  updateRecords: operation<UpdateInput, null>({
    method: 'PUT',
    path: '/openapi/v1/dw_item',
    credential: 'header',
    write: true,
    encode: encodeUpdate,
    decode: decodeAccepted,
  }),
  getFiles: operation<FilesInput, FilesAnswer>({
    method: 'POST',
    path: '/openapi/v1/files',
    // 5.7 leaves it open; the header is what every other business endpoint takes.
    credential: 'header',
    write: false,
    encode: encodeFiles,
    decode: decodeFiles,
  }),
  getAccessToken: operation<AccessTokenInput, AccessToken>({
    method: 'POST',
    path: '/openapi/v1/isv/access_token',
    credential: 'body',
    write: false,
    secrets: ['app_secret'],
    issues: 'access_token',
    encode: encodeAccessToken,
    decode: decodeAccessToken,
  }),
  getProviderKey: operation<ProviderKeyInput, ProviderKey>({
    method: 'POST',
    path: '/openapi/v1/isv/api_key',
    credential: 'body',
    write: false,
    secrets: ['access_token', 'api_key'],
    issues: 'api_key',
    encode: encodeProviderKey,
    decode: decodeProviderKey,
  }),
  getProviderInfo: operation<ProviderInfoInput, ProviderInfo>({
    method: 'POST',
    path: '/openapi/v1/isv/info',
    credential: 'body',
    write: false,
    secrets: ['access_token'],
    encode: encodeProviderInfo,
    decode: decodeProviderInfo,
  }),
  getTableConfig: operation<TableConfigInput, TableConfig>({
    method: 'POST',
    path: '/openapi/v1/dw_table/{table_id}',
    credential: 'header',
    write: false,
    encode: emptyObject,
    decode: decodeTableConfig,
  }),
  getRecord: operation<RecordDetailInput, DwRecord>({
    method: 'POST',
    path: '/openapi/v1/dw_item/{item_id}',
    credential: 'header',
    write: false,
    encode: emptyObject,
    decode: decodeRecordDetail,
  }),
  deleteRecords: operation<DeleteInput, null>({
    method: 'DELETE',
    path: '/openapi/v1/dw_item',
    credential: 'header',
    write: true,
    encode: encodeDelete,
    decode: decodeAccepted,
  }),
} as const;

export type OperationName = keyof typeof operations;
export type OperationInput<Name extends OperationName> = Parameters<(typeof operations)[Name]['encode']>[0];
export type OperationOutput<Name extends OperationName> = ReturnType<(typeof operations)[Name]['decode']>;

/** The path of a call: `{table_id}` and its like are filled from the input, encoded for a path. */
export function pathOf<Name extends OperationName>(name: Name, input: OperationInput<Name>): string {
  const values = (input ?? {}) as Record<string, unknown>;
  return operations[name].path.replace(/\{(\w+)\}/g, (_all, key: string) => encodeURIComponent(String(values[key])));
}

export interface Route {
  name: OperationName;
  method: string;
  write: boolean;
  /** Of a whole path; what stands for `{table_id}` and its like is a group of that name. */
  pattern: RegExp;
}

/** The operations by method and path. Paths without a `{…}` first: `/dw_table/list` is a list, not the table "list". */
export const routes: readonly Route[] = (Object.keys(operations) as OperationName[])
  .sort((a, b) => Number(operations[a].path.includes('{')) - Number(operations[b].path.includes('{')))
  .map((name) => {
    const { method, write, path } = operations[name];
    return { name, method, write, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) };
  });

/** The route of a call; null where the contract has none. @param path from `/openapi/v1/` on, without search */
export function routeAt(method: string, path: string): Route | null {
  return routes.find((route) => route.method === method && route.pattern.test(path)) ?? null;
}
