import * as v from 'valibot';
import { decode, optionalText } from './decode';
import { type Id, idSchema } from './ids';
import type { Json } from './json';

/** The table types of 2.3, in the order in which the console shows them. */
export const tableTypes = ['sync', 'app', 'ext', 'agg'] as const;
export type TableType = (typeof tableTypes)[number];

/** Whether a text is one of the table types (2.3). */
export function isTableType(text: string): text is TableType {
  return (tableTypes as readonly string[]).includes(text);
}

/** Only `ext` tables take batch updates (4.5 rule 2). */
export function isWritableType(type: string): boolean {
  return type === 'ext';
}

const tableSchema = v.object({
  table_id: idSchema,
  name: v.fallback(v.string(), ''),
  /** One of `tableTypes` by contract; an unknown word is kept and shown. */
  type: v.fallback(v.string(), ''),
  alias: v.fallback(v.string(), ''),
  space_id: v.fallback(idSchema, ''),
  created_on: optionalText,
});

/** Data-warehouse table (2.3). */
export type DwTable = v.InferOutput<typeof tableSchema>;

export interface TableListInput {
  space_id: Id;
  type: TableType;
}

/** Request body of 4.3. */
export function encodeTableList(input: TableListInput): Json {
  return { space_id: input.space_id, type: input.type };
}

const listSchema = v.object({ tables: v.array(tableSchema) });

/** Response data of 4.3. @throws DecodeError */
export function decodeTables(data: unknown): DwTable[] {
  return decode(listSchema, data).tables;
}
