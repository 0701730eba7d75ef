/** Credentials that the service makes: access tokens and provider keys (4.7 to 4.9), with their life and their end. */

import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../../contract/json';
import { limits } from '../../../contract/limits';
import type { Database, Queries } from '../../database/database';
import { ids } from '../catalogue/catalogue';
import type { Call, Context } from '../context';
import { avatarLink } from '../files/file-links';
import { refuse } from '../http/access';
import { requireText } from '../http/body';
import { returned } from '../http/return-fields';

/** Credentials that are wanted instead of made-up ones. */
export interface GivenCredentials {
  apiKey?: string | undefined;
  appId?: string | undefined;
  appSecret?: string | undefined;
}

export interface DemoCredentials {
  /** Authorized for every workspace. */
  apiKey: string;
  /** Authorized for one workspace only. */
  narrowApiKey: string;
  appId: string;
  appSecret: string;
}

/** Persons that keys act as. */
export const keyUsers = { demo: ids.user(1), narrow: ids.user(2) } as const;

/** The credentials of this database: made at its first start and the same ever after, unless others are given. */
export async function keepCredentials(database: Database, given: GivenCredentials): Promise<DemoCredentials> {
  return database.transaction(async (queries) => {
    const kept = {
      apiKey: given.apiKey || (await keptSetting(queries, 'demo-api-key', () => newSecret('demo'))),
      narrowApiKey: await keptSetting(queries, 'narrow-api-key', () => newSecret('narrow')),
      appId: given.appId || (await keptSetting(queries, 'app-id', () => newSecret('app'))),
      appSecret: given.appSecret || (await keptSetting(queries, 'app-secret', () => newSecret('secret'))),
    };
    const [same] = await queries.query(
      `select 1 as same from customer_key d, customer_key n, provider p
       where d.name = 'demo' and d.api_key = $1::text and n.name = 'narrow' and n.api_key = $2::text
         and p.app_id = $3::text and p.app_secret = $4::text and (select count(*) from provider) = 1`,
      [kept.apiKey, kept.narrowApiKey, kept.appId, kept.appSecret],
    );
    // Also a write that changes nothing would make all gateways read their keys and tables again.
    if (same) return kept;
    await keepCustomerKey(queries, 'demo', kept.apiKey, keyUsers.demo);
    await keepCustomerKey(queries, 'narrow', kept.narrowApiKey, keyUsers.narrow);
    await queries.query(
      `insert into provider (app_id, app_secret, name, avatar_file) values ($1::text, $2::text, 'Atlas Integrations', null)
       on conflict (app_id) do update set app_secret = excluded.app_secret`,
      [kept.appId, kept.appSecret],
    );
    // There is one provider: that of an earlier configuration is removed with its credentials.
    await queries.query('delete from provider where app_id <> $1::text', [kept.appId]);
    await queries.query('delete from credential where app_id <> $1::text', [kept.appId]);
    return kept;
  });
}

async function keepCustomerKey({ query }: Queries, name: string, apiKey: string, userId: string): Promise<void> {
  await query(
    `insert into customer_key (name, api_key, user_id) values ($1::text, $2::text, $3::bigint)
     on conflict (name) do update set api_key = excluded.api_key`,
    [name, apiKey, userId],
  );
}

/** A new secret text with 144 random bits. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url')}`;
}

/**
 * A setting of this database, created by the first process that needs it.
 * @returns the stored value, whoever created it
 */
export async function keptSetting({ query }: Queries, name: string, make: () => string): Promise<string> {
  const held = async () =>
    (await query<{ value: string }>('select value from setting where name = $1::text', [name]))[0]?.value;
  const value = await held();
  if (value !== undefined) return value;
  await query('insert into setting (name, value) values ($1::text, $2::text) on conflict (name) do nothing', [
    name,
    make(),
  ]);
  const made = await held();
  if (made === undefined) throw new Error(`setting ${name} was not kept`);
  return made;
}

/** 4.7: the same token while it has 30 minutes or more, a new one below that; the old one stays valid (5.3). */
export async function getAccessToken({ database }: Context, { body, now, wanted }: Call): Promise<JsonObject> {
  const appId = requireText(body, 'app_id');
  const appSecret = requireText(body, 'app_secret');
  const credential = await database.transaction(async (queries) => {
    const [provider] = await queries.query(
      'select app_id from provider where app_id = $1::text and app_secret = $2::text for update',
      [appId, appSecret],
    );
    if (!provider) throw refuse('app_id and app_secret do not belong together');
    return lasting(queries, { kind: 'access_token', appId, customer: null }, now);
  });
  return returned(wanted, { access_token: credential.token, expire: credential.seconds });
}

/** 4.8: exchanges a customer key for a provider-level key, with the life of 5.4. */
export async function getProviderKey({ database }: Context, { body, now, wanted }: Call): Promise<JsonObject> {
  const accessToken = requireText(body, 'access_token');
  const apiKey = requireText(body, 'api_key');
  const credential = await database.transaction(async (queries) => {
    const appId = await providerOf(queries, accessToken, now);
    const [customer] = await queries.query<{ name: string }>(
      'select name from customer_key where api_key = $1::text for update',
      [apiKey],
    );
    if (!customer) throw refuse('api_key is not a valid customer key');
    return lasting(queries, { kind: 'provider_key', appId, customer: customer.name }, now);
  });
  return returned(wanted, { api_key: credential.token, expire: credential.seconds });
}

/** 4.9 */
export async function getProviderInfo({ database, links }: Context, call: Call): Promise<JsonObject> {
  const appId = await providerOf(database, requireText(call.body, 'access_token'), call.now);
  const [provider] = await database.query<{ name: string; avatar_file: string | null }>(
    'select name, avatar_file from provider where app_id = $1::text',
    [appId],
  );
  const avatar = provider?.avatar_file ? avatarLink(links, call.base, provider.avatar_file) : '';
  return returned(call.wanted, { app_id: appId, name: provider?.name ?? '', avatar });
}

async function providerOf({ query }: Queries, accessToken: string, now: number): Promise<string> {
  const [row] = await query<{ app_id: string; expires_at: string }>(
    `select app_id, expires_at from credential where token = $1::text and kind = 'access_token'`,
    [accessToken],
  );
  if (!row) throw refuse('access_token is not valid');
  if (Number(row.expires_at) <= now) throw refuse('access_token has expired');
  return row.app_id;
}

/**
 * The newest credential of an owner if it has the renewal threshold left, else a new one. Runs in a transaction that locks its owner's row, so that two calls
 * at once get the same. `seconds`: the remaining lifetime, 7200 for a new one – the contract's number is the lifetime of a new one (5.3), and counting from
 * the response must not exceed it.
 */
async function lasting(
  { query }: Queries,
  owner: { kind: 'access_token' | 'provider_key'; appId: string; customer: string | null },
  now: number,
): Promise<{ token: string; seconds: number }> {
  const of = [owner.appId, owner.kind, owner.customer];
  const [newest] = await query<{ token: string; expires_at: string }>(
    `select token, expires_at from credential
     where app_id = $1::text and kind = $2::text and customer_key is not distinct from $3::text
     order by expires_at desc limit 1`,
    of,
  );
  // One that was issued before the clock was set back ends later by this clock, and no caller is told so (5.3).
  const remaining = newest
    ? Math.min(limits.credentialLifeSeconds, Math.floor((Number(newest.expires_at) - now) / 1000))
    : 0;
  if (newest && remaining >= limits.renewalThresholdSeconds) return { token: newest.token, seconds: remaining };
  await query('delete from credential where expires_at < $1::bigint', [now - limits.credentialLifeSeconds * 1000]);
  const token = newSecret(owner.kind === 'access_token' ? 'at' : 'pk');
  await query(
    `insert into credential (app_id, kind, customer_key, token, issued_at, expires_at)
     values ($1::text, $2::text, $3::text, $4::text, $5::bigint, $6::bigint)`,
    [...of, token, now, now + limits.credentialLifeSeconds * 1000],
  );
  return { token, seconds: limits.credentialLifeSeconds };
}
