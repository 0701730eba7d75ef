import * as v from 'valibot';

/** Data that is not what the contract says; `path` names the place, as in `items.3.item_id`. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  constructor(
    message: string,
    readonly path: string,
  ) {
    super(path === '' ? message : `${path}: ${message}`);
  }
}

/**
 * Reads unknown JSON by a schema.
 * @throws DecodeError naming the first place that does not fit
 */
export function decode<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw new DecodeError(issue.message, v.getDotPath(issue) ?? '');
}

/** A string, or null where the key is missing, null or of another kind: what may be left out by return fields (4.1). */
export const optionalText = v.fallback(v.nullable(v.string()), null);
