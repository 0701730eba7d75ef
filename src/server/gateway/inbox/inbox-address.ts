/**
 * Names and tokens of callback inboxes, derived and never stored: the same identity always gets the same inbox, on every gateway that shares the database, and
 * without the secret a key does not lead to its address, nor an address to its token.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../database/database';

/** Whose inbox: a customer key, or a provider (5.6); never a two-hour key, whose inbox would be lost with it. */
export type Identity = { apiKey: string } | { appId: string; appSecret: string };

export type InboxAddresses = {
  inboxOf(environment: string, identity: Identity): string;
  /** Whether this gateway made the name, so that a stranger's invention fills no inbox. */
  isGenuine(environment: string, inbox: string): boolean;
  tokenOf(environment: string, inbox: string): string;
  opens(token: string, environment: string, inbox: string): boolean;
  /** What events of the inbox are signed with that are sent on. */
  signingSecretOf(environment: string, inbox: string): string;
};

const NAME_LENGTH = 22;
const CHECK_LENGTH = 11;

export function createInboxAddresses(secret: string): InboxAddresses {
  const derive = (...parts: string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
  const check = (environment: string, name: string) => derive('check', environment, name).slice(0, CHECK_LENGTH);
  const tokenOf = (environment: string, inbox: string) => derive('token', environment, inbox);
  return {
    inboxOf(environment, identity) {
      const parts = 'apiKey' in identity ? ['key', identity.apiKey] : ['provider', identity.appId, identity.appSecret];
      const name = derive('inbox', environment, ...parts).slice(0, NAME_LENGTH);
      return name + check(environment, name);
    },
    isGenuine(environment, inbox) {
      const name = inbox.slice(0, NAME_LENGTH);
      return same(inbox.slice(NAME_LENGTH), check(environment, name));
    },
    tokenOf,
    signingSecretOf: (environment, inbox) =>
      `whsec_${Buffer.from(derive('signing', environment, inbox), 'base64url').toString('base64')}`,
    opens: (token, environment, inbox) => same(token, tokenOf(environment, inbox)),
  };
}

/** The gateway's secret, created once per database. */
export async function keptSecret(database: Database): Promise<string> {
  await database.query("insert into gateway_secret (name, value) values ('inbox', $1) on conflict (name) do nothing", [
    randomBytes(32).toString('base64url'),
  ]);
  const [row] = await database.query<{ value: string }>("select value from gateway_secret where name = 'inbox'");
  if (row === undefined) throw new Error('the secret of the gateway is not in the database');
  return row.value;
}

function same(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
