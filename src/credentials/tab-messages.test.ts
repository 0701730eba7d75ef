import { afterEach, expect, test, vi } from 'vitest';
import { testClient } from '../api/wire/test-client';
import { damaged } from '../storage/test-damage';
import { connectionFor, forgetConnection, openConnection, openProviderConnection } from './connection';
import { typeIntoSession } from './provider-session';
import type { Held } from './sealed-connection';

const { environment } = testClient();
const { name } = environment;

afterEach(() => forgetConnection(name));

/** Sends messages as another tab, and waits until they were heard. */
async function send(channel: string, messages: readonly unknown[]): Promise<void> {
  const [from, to] = [new BroadcastChannel(channel), new BroadcastChannel(channel)];
  const last = new Promise((resolve) => to.addEventListener('message', ({ data }) => data === 'last' && resolve(null)));
  for (const message of messages) from.postMessage(message);
  from.postMessage('last');
  await last;
  for (const each of [from, to]) each.close();
}

test('no message of another tab that cannot be read changes a connection, and none throws', async () => {
  const secrets = { apiKey: 'provider-key', customerKey: 'customer-key', appId: 'app', appSecret: 'secret' };
  const connection = await openProviderConnection(environment, { ...secrets, expiresAt: Date.now() + 60_000 });
  const { identity } = connection.client;
  const held: Held = {
    ...{ apiKey: 'renewed-key', via: 'provider', identity, expiresAt: Date.now() + 90_000, inboxKey: null },
    ...{ provider: { appId: 'app', appSecret: 'secret' }, customerKey: null },
  };
  const changed = { kind: 'changed', environment: name, held };
  const messages = [
    ...[undefined, null, 7, 'text', [], {}],
    ...['ask', 'give', 'forget', 'seal-ended', 'forget-secret', 'renamed'].map((kind) => ({ kind })),
    ...[...damaged(changed)].map(({ value }) => value),
    ...[...damaged({ kind: 'forget', environment: name, identity: 'another', why: 'locked' })].map(
      ({ value }) => value,
    ),
  ];
  await send('connections', messages);
  const now = connectionFor(name);
  expect(now?.client.identity).toBe(identity);
  expect(now?.client.apiKey()).toMatch(/^[a-z-]*$/);
  expect(Number.isSafeInteger(now?.expiresAt ?? 0)).toBe(true);
  await send('connections', [changed]);
  await vi.waitFor(() => expect(connectionFor(name)?.client.apiKey()).toBe('renewed-key'));
  await send('connections', [{ kind: 'forget', environment: name, identity, why: null }]);
  expect(connectionFor(name)).toBeNull();
});

test('a session of a provider is forgotten by its name alone', async () => {
  typeIntoSession(name, { appId: 'app' });
  await send('provider-sessions', [undefined, null, 7, {}, [name], { environment: name }]);
  await openConnection(environment, 'key', 'customer');
  expect(connectionFor(name)).not.toBeNull();
});
