import * as v from 'valibot';
import { decode, optionalText } from './decode';
import { idSchema } from './ids';

const coverImageSchema = v.fallback(v.nullable(v.object({ source: optionalText, square: optionalText })), null);

const workspaceSchema = v.object({
  space_id: idSchema,
  name: v.fallback(v.string(), ''),
  created_on: optionalText,
  cover_image: coverImageSchema,
});

/** Workspace (2.2). Times have no zone and are shown as sent; `cover_image` may be missing. */
export type Workspace = v.InferOutput<typeof workspaceSchema>;

const listSchema = v.object({ spaces: v.array(workspaceSchema) });

/** Response data of 4.2. @throws DecodeError */
export function decodeWorkspaces(data: unknown): Workspace[] {
  return decode(listSchema, data).spaces;
}
