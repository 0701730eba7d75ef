import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queries } from '../../database/database';

/** A new secret text with 144 random bits. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url')}`;
}

/**
 * A setting of this database, made by the first process that asks for it.
 * @returns the kept value, whoever made it
 */
export async function keptSetting({ query }: Queries, name: string, make: () => string): Promise<string> {
  await query('insert into setting (name, value) values ($1::text, $2::text) on conflict (name) do nothing', [
    name,
    make(),
  ]);
  const [row] = await query<{ value: string }>('select value from setting where name = $1::text', [name]);
  if (!row) throw new Error(`setting ${name} was not kept`);
  return row.value;
}

/** A signature of a text: 22 characters fit for a path. */
export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

export function isSignature(secret: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
