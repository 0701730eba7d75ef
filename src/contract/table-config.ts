import * as v from 'valibot';
import { decode, optionalText } from './decode';
import { type Id, idSchema } from './ids';

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
/** What the table config tells of one field (field notes): options for option fields, `table_id` and `is_multi` for relations. */
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
