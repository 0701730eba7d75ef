import { queryOptions } from '@tanstack/react-query';
import type { AccessTokenInput, ProviderKeyInput } from '../../contract/provider';
import { type Client, keyOf } from '../wire/client';
import { send } from '../wire/send';

/** Credentials are requested one at a time by hand: plain calls, nothing cached, since every response is a secret. */

/** Access token of a provider (4.7). @throws ApiError */
export function getAccessToken(client: Client, input: AccessTokenInput) {
  return send(client, 'getAccessToken', input);
}

/** Provider API key for a customer key (4.8). @throws ApiError */
export function getProviderKey(client: Client, input: ProviderKeyInput) {
  return send(client, 'getProviderKey', input);
}

/** Provider info (4.9). No secret, so it is cached, by app id, because the token changes. */
export function providerInfoOptions(client: Client, appId: string, accessToken: string) {
  return queryOptions({
    queryKey: keyOf(client, 'getProviderInfo', appId),
    queryFn: ({ signal }) => send(client, 'getProviderInfo', { access_token: accessToken }, { signal }),
  });
}
