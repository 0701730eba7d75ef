import { authorizationHeader, keyOf } from '../../../contract/calls';
import type { Queries } from '../../database/database';
import { remember } from '../catalogue/cache';
import { ServiceError } from './errors';

/** Who a callback address belongs to: the customer's key, or the provider whose key was used (5.6). Never a two-hour key. */
export type Identity = { apiKey: string } | { appId: string; appSecret: string };

/** What a valid key allows. */
export interface Access {
  /** Workspaces it is authorized for (5.1), a provider-level key those of its customer key. */
  spaceIds: string[];
  /** The person the key acts as: `myself` in a filter, `updated_by` of what it writes. */
  userId: string;
  identity: Identity;
}

/** Who a key is, and until when (epoch milliseconds); a customer key has no end. */
export interface KeyFacts {
  access: Access;
  expiresAt: number | null;
}

/** The key of `Open-Authorization: Bearer <key>` (5.1). @throws ServiceError when the header is missing or something else */
export function readKeyHeader(headers: Headers): string {
  const header = headers.get(authorizationHeader);
  if (header === null || header.trim() === '') throw refuse(`the header ${authorizationHeader} is missing`);
  const key = keyOf(header);
  if (key === null) throw refuse(`the header ${authorizationHeader} is not "Bearer <key>"`);
  return key;
}

/**
 * Judges a key: a customer's, or a provider-level one within its life (5.4).
 * @param keys what is known of keys; it learns
 * @throws ServiceError when the key is unknown or expired
 */
export async function authenticate(
  queries: Queries,
  keys: Map<string, KeyFacts>,
  key: string,
  now: number,
): Promise<Access> {
  const facts = keys.get(key) ?? remember(keys, key, await factsOf(queries, key));
  if (facts.expiresAt !== null && facts.expiresAt <= now) throw refuse('the API key has expired');
  return facts.access;
}

async function factsOf(queries: Queries, key: string): Promise<KeyFacts> {
  const row = (await customerKey(queries, key)) ?? (await providerKey(queries, key));
  if (!row) throw refuse('the API key is not valid');
  return {
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    access: {
      spaceIds: JSON.parse(row.space_ids) as string[],
      userId: row.user_id,
      identity:
        row.app_id !== null && row.app_secret !== null
          ? { appId: row.app_id, appSecret: row.app_secret }
          : { apiKey: row.api_key },
    },
  };
}

interface KeyRow {
  api_key: string;
  user_id: string;
  app_id: string | null;
  app_secret: string | null;
  expires_at: string | null;
  space_ids: string;
}

const spaceIds = `(select coalesce(json_agg(s.space_id::text), '[]')::text from customer_key_space s where s.name = k.name) as space_ids`;

/** Looked up first and alone: one query for both kinds of keys takes twice as long. */
async function customerKey({ query }: Queries, key: string): Promise<KeyRow | undefined> {
  const [row] = await query<Pick<KeyRow, 'api_key' | 'user_id' | 'space_ids'>>(
    `select k.api_key, k.user_id, ${spaceIds} from customer_key k where k.api_key = $1::text`,
    [key],
  );
  return row && { ...row, app_id: null, app_secret: null, expires_at: null };
}

async function providerKey({ query }: Queries, key: string): Promise<KeyRow | undefined> {
  const [row] = await query<KeyRow>(
    `select k.api_key, k.user_id, p.app_id, p.app_secret, c.expires_at, ${spaceIds}
     from credential c join customer_key k on k.name = c.customer_key left join provider p on p.app_id = c.app_id
     where c.token = $1::text and c.kind = 'provider_key'`,
    [key],
  );
  return row;
}

/** The answer to a credential that is not taken. */
export function refuse(reason: string): ServiceError {
  return new ServiceError('authentication', `authentication failed: ${reason}`);
}
