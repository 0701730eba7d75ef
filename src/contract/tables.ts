/** What a key reaches: workspaces, their tables, and the config of a table. */

import * as v from 'valibot';
import { decode, optionalText } from './envelope';
import { type Id, idSchema } from './ids';
import type { Json } from './json';

const coverImageSchema = v.fallback(v.nullable(v.object({ source: optionalText, square: optionalText })), null);

const workspaceSchema = v.object({
  space_id: idSchema,
  name: v.fallback(v.string(), ''),
  created_on: optionalText,
  cover_image: coverImageSchema,
});

/** Workspace (2.2). Times have no zone and are shown as sent; `cover_image` may be missing. */
export type Workspace = v.InferOutput<typeof workspaceSchema>;

const workspacesSchema = v.object({ spaces: v.array(workspaceSchema) });

/** Response data of 4.2. @throws DecodeError */
export function decodeWorkspaces(data: unknown): Workspace[] {
  return decode(workspacesSchema, data).spaces;
}

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

const tablesSchema = v.object({ tables: v.array(tableSchema) });

/** Response data of 4.3. @throws DecodeError */
export function decodeTables(data: unknown): DwTable[] {
  return decode(tablesSchema, data).tables;
}

const optionSchema = v.object({ id: idSchema, name: v.fallback(v.string(), ''), color: optionalText });

const fieldConfigSchema = v.object({
  field_id: idSchema,
  name: v.fallback(v.string(), ''),
  field_type: v.fallback(v.string(), ''),
  required: v.fallback(v.boolean(), false),
  config: v.fallback(
    v.object({
      options: v.optional(v.array(optionSchema)),
      table_id: v.optional(idSchema),
      is_multi: v.optional(v.boolean()),
    }),
    {},
  ),
});

/** One option of an option field (field notes). */
export type FieldOption = v.InferOutput<typeof optionSchema>;
/** The table config of one field (field notes): options for option fields, `table_id` and `is_multi` for relations. */
export type FieldConfig = v.InferOutput<typeof fieldConfigSchema>;

const configSchema = v.object({
  table: v.object({ table_id: idSchema, name: v.fallback(v.string(), ''), fields: v.array(fieldConfigSchema) }),
});

/** Table config of a data-warehouse table: optional, tried and never required (4.10, field notes). */
export type TableConfig = v.InferOutput<typeof configSchema>['table'];

export interface TableConfigInput {
  table_id: Id;
}

/** Response data of the table config. @throws DecodeError */
export function decodeTableConfig(data: unknown): TableConfig {
  return decode(configSchema, data).table;
}
