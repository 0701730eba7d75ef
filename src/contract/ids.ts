import * as v from 'valibot';

/** An id as it lives inside: its decimal digits, exact at any size. `''` is not an id. */
export type Id = string;

const digits = /^-?\d+$/;

/**
 * The integer that an operation wants for an id (4.4 `table_id`, 4.6 `file_ids`); a `bigint` beyond ±(2^53−1).
 * @throws RangeError when the text is not a whole number
 */
export function integerOfId(id: Id): number | bigint {
  if (!digits.test(id)) throw new RangeError(`"${id}" is not a whole number`);
  const value = Number(id);
  return Number.isSafeInteger(value) ? value : BigInt(id);
}

/** Whether a text can be sent where an operation wants an integer id. */
export function isIntegerId(text: string): boolean {
  return digits.test(text);
}

/** An id on the wire, string by contract; an integer is accepted and kept exact. */
export const idSchema = v.union([
  v.pipe(v.string(), v.nonEmpty()),
  v.pipe(
    v.union([v.bigint(), v.pipe(v.number(), v.safeInteger())]),
    v.transform((value) => String(value)),
  ),
]);
