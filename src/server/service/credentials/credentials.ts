import { randomBytes } from 'node:crypto';
import type { Database, Queries } from '../../database/database';
import { ids } from '../catalogue/catalogue';

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
    await keepCustomerKey(queries, 'demo', kept.apiKey, keyUsers.demo);
    await keepCustomerKey(queries, 'narrow', kept.narrowApiKey, keyUsers.narrow);
    await queries.query(
      `insert into provider (app_id, app_secret, name, avatar_file) values ($1::text, $2::text, 'Atlas Integrations', null)
       on conflict (app_id) do update set app_secret = excluded.app_secret`,
      [kept.appId, kept.appSecret],
    );
    // One provider: that of an earlier setting is gone, and its credentials with it.
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
