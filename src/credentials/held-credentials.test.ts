import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/wire/query-client';
import { removedText, withoutCredentials } from '../api/wire/remove-credentials';
import { testClient } from '../api/wire/test-client';
import {
  forgetConnection,
  keepForRenewal,
  openConnection,
  openProviderConnection,
  subscribeKeyEnds,
  withTrialKey,
} from './connection';
import { lockConnections } from './lock';
import { forgetProviderSession, holdAccessToken, holdProviderKey } from './provider-session';

const { environment } = testClient();
const secrets = {
  customer: 'key-of-the-customer',
  appSecret: 'secret-of-the-app',
  token: 'token-of-this-hour',
  providerKey: 'key-of-the-provider',
};
const shown = (): string[] =>
  Object.entries(secrets).flatMap(([name, value]) => (withoutCredentials(value) === removedText ? [] : [name]));

afterEach(async () => {
  vi.unstubAllGlobals();
  forgetProviderSession(environment.name);
  await forgetConnection(environment.name);
});

test('every credential of a connection is removed from responses until it is locked or forgotten', async () => {
  await openConnection(environment, secrets.customer, 'customer');
  expect(shown()).toEqual(['appSecret', 'token', 'providerKey']);
  const { customer: customerKey, appSecret, providerKey: apiKey } = secrets;
  await openProviderConnection(environment, { apiKey, customerKey, appSecret, appId: 'app', expiresAt: Date.now() });
  expect(shown()).toEqual(['customer', 'token']);
  await keepForRenewal(environment.name, customerKey);
  expect(shown()).toEqual(['token']);
  await lockConnections([environment.name]);
  expect(shown()).toEqual(Object.keys(secrets));
});

test('every provider credential is removed from responses until it is forgotten', async () => {
  const issue = (data: object) =>
    vi.stubGlobal('fetch', async () => Response.json({ code: 0, message: 'success', data, meta: { trace_id: 't' } }));
  issue({ access_token: secrets.token, expire: 7200 });
  await holdAccessToken(environment, { appId: 'app', appSecret: secrets.appSecret });
  expect(shown()).toEqual(['customer', 'providerKey']);
  // The same token again is what was asked for, and no echo (5.3).
  expect((await holdAccessToken(environment, { appId: 'app', appSecret: secrets.appSecret }))?.value).toBe(
    secrets.token,
  );
  issue({ api_key: secrets.providerKey, expire: 7200 });
  await holdProviderKey(environment, secrets.customer);
  expect(shown()).toEqual([]);
  forgetProviderSession(environment.name);
  expect(shown()).toEqual(Object.keys(secrets));
});

test('clients and connections that outlive a key keep neither it nor its cached data', async () => {
  const { client, inbox } = await openConnection(environment, secrets.customer, 'customer');
  expect([client.apiKey(), inbox()?.[1]]).toEqual([secrets.customer, secrets.customer]);
  const tried = await withTrialKey(environment, 'another-key', async (trial) => {
    expect(trial.apiKey()).toBe('another-key');
    return trial;
  });
  expect(tried.apiKey()).toBeNull();
  await queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: async () => 1 })
    .execute(secrets.customer);
  queryClient.setQueryData([environment.name, client.identity, 'said'], 1);
  const told = vi.fn();
  const hearNoMore = subscribeKeyEnds(told);

  await lockConnections([environment.name]);
  expect([client.apiKey(), inbox()]).toEqual([null, null]);
  expect(queryClient.getMutationCache().getAll()).toEqual([]);
  expect(queryClient.getQueryData([environment.name, client.identity, 'said'])).toBeUndefined();
  expect(told).toHaveBeenCalledTimes(1);
  await openConnection(environment, 'another-key', 'customer');
  expect([client.apiKey(), tried.apiKey()]).toEqual([null, 'another-key']);
  hearNoMore();
});
