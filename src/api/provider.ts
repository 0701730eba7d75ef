import type { AccessTokenInput, ProviderInfoInput, ProviderKeyInput } from '../contract/provider';
import type { Client } from './client';
import { send } from './send';

/** Provider operations are asked for by a person, one at a time: plain calls, nothing cached, since every answer is a secret. */

/** Access token of a provider (4.7). @throws ApiError */
export function getAccessToken(client: Client, input: AccessTokenInput) {
  return send(client, 'getAccessToken', input);
}

/** Provider API key for a customer key (4.8). @throws ApiError */
export function getProviderKey(client: Client, input: ProviderKeyInput) {
  return send(client, 'getProviderKey', input);
}

/** Provider info (4.9). @throws ApiError */
export function getProviderInfo(client: Client, input: ProviderInfoInput) {
  return send(client, 'getProviderInfo', input);
}
