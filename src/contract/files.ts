import * as v from 'valibot';
import { DecodeError, decode, optionalText } from './envelope';
import { type Id, idSchema, integerOfId } from './ids';
import { isJsonObject, type Json } from './json';

/** The links of a file (2.6), each valid for one hour. */
export const linkKinds = ['small', 'medium', 'large', 'square', 'source', 'download'] as const;
export type LinkKind = (typeof linkKinds)[number];

const linkText = v.fallback(v.optional(v.string()), undefined);

const fileSchema = v.object({
  file_id: idSchema,
  name: v.fallback(v.string(), ''),
  ref_id: v.fallback(v.nullable(idSchema), null),
  /** Allowed words of `ref_type` and `filetype` are not shown: kept raw. */
  ref_type: optionalText,
  link: v.fallback(
    v.object({
      small: linkText,
      medium: linkText,
      large: linkText,
      square: linkText,
      source: linkText,
      download: linkText,
    }),
    {},
  ),
  /** Unit not shown by the contract; bytes is the usual reading. */
  size: v.fallback(v.nullable(v.union([v.number(), v.bigint()])), null),
  ext: v.fallback(v.string(), ''),
  filetype: optionalText,
});

/** File (2.6). */
export type FileDetails = v.InferOutput<typeof fileSchema>;

export interface FilesInput {
  /** At most `limits.fileIdsPerCall`. */
  file_ids: Id[];
}

export interface FilesAnswer {
  success: FileDetails[];
  /** Ids that were not returned: partly missing is data, not an error (section 7). */
  fail: Id[];
}

/** Request body of 4.6: integers. @throws RangeError when an id is not a whole number */
export function encodeFiles(input: FilesInput): Json {
  return { file_ids: input.file_ids.map(integerOfId) };
}

/** Either list may be left out; one that cannot be read would make files vanish without a word. */
const answerSchema = v.object({
  success: v.nullish(v.array(fileSchema), []),
  fail: v.nullish(v.array(idSchema), []),
});

/** Response data of 4.6. @throws DecodeError */
export function decodeFiles(data: unknown): FilesAnswer {
  if (!isJsonObject(data)) throw new DecodeError('not an object', '');
  return decode(answerSchema, data);
}
