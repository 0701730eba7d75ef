import type { OperationName } from './operations';

/** The contract’s words for types. */
export type FieldType = 'string' | 'integer' | 'object' | 'array of string' | 'array of integer' | 'array of object';

/** A field of a request body, as the contract's tables list it. */
export interface BodyField {
  name: string;
  type: FieldType;
  required: boolean;
}

/** What people who write a request by hand read of an operation. */
interface OperationDoc {
  /** Of the contract. */
  section: string;
  /** Named by 4.10 without a path, called as public clients do: tried, never needed. */
  optional?: true;
  body: readonly BodyField[];
}

export const operationDocs: Readonly<Record<OperationName, OperationDoc>> = {
  listWorkspaces: { section: '4.2', body: [] },
  listTables: {
    section: '4.3',
    body: [
      { name: 'space_id', type: 'string', required: true },
      { name: 'type', type: 'string', required: true },
    ],
  },
  listRecords: {
    section: '4.4',
    body: [
      { name: 'table_id', type: 'integer', required: true },
      { name: 'filter', type: 'object', required: false },
      { name: 'order', type: 'object', required: false },
      { name: 'limit', type: 'integer', required: false },
      { name: 'offset', type: 'integer', required: false },
    ],
  },
  updateRecords: {
    section: '4.5',
    body: [
      { name: 'table_id', type: 'string', required: true },
      { name: 'update_type', type: 'string', required: true },
      { name: 'update_by_fields', type: 'array of string', required: false },
      { name: 'items', type: 'array of object', required: true },
    ],
  },
  getFiles: { section: '4.6', body: [{ name: 'file_ids', type: 'array of integer', required: true }] },
  getAccessToken: {
    section: '4.7',
    body: [
      { name: 'app_id', type: 'string', required: true },
      { name: 'app_secret', type: 'string', required: true },
    ],
  },
  getProviderKey: {
    section: '4.8',
    body: [
      { name: 'access_token', type: 'string', required: true },
      { name: 'api_key', type: 'string', required: true },
    ],
  },
  getProviderInfo: { section: '4.9', body: [{ name: 'access_token', type: 'string', required: true }] },
  getTableConfig: { section: '4.10', optional: true, body: [] },
  getRecord: { section: '4.10', optional: true, body: [] },
  deleteRecords: {
    section: '4.10',
    optional: true,
    body: [
      { name: 'table_id', type: 'string', required: true },
      { name: 'item_ids', type: 'array of string', required: true },
    ],
  },
};
