import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { authorizationHeader, authorizationValue } from '../../contract/calls';
import { DecodeError, decode } from '../../contract/envelope';
import { ApiError } from '../../contract/errors';
import {
  type Demo,
  type DemoToken,
  demoSchema,
  type EnvironmentList,
  environmentListSchema,
  gatewayFailureSchema,
  sealHalfSchema,
} from '../../contract/gateway';
import { withoutCredentials } from '../wire/remove-credentials';

/** What the gateway offers. It includes the progress of the first loading, so it is polled until that is done. */
export const environmentsOptions = queryOptions({
  queryKey: ['gateway', 'environments'],
  queryFn: ({ signal }) =>
    ask<EnvironmentList>('GET', '/gateway/environments', environmentListSchema, { signal, ...withCookie }),
  staleTime: 60_000,
  refetchInterval: ({ state }) => (state.data?.seeding && !state.data.seeding.done ? 1000 : false),
});

/** Whether the demo is offered is decided by a cookie. */
const withCookie: RequestInit = { credentials: 'same-origin' };

/** Credentials of the demo workspace. @throws ApiError when the gateway does not offer it */
export function openDemo(): Promise<Demo> {
  return ask('POST', '/gateway/demo', demoSchema, withCookie);
}

/** Exchanges the token of the demo link for the cookie that offers the demo to this browser. @throws ApiError with status 401 where another browser did */
export async function redeemDemoLink(token: string): Promise<void> {
  const body = JSON.stringify({ token } satisfies DemoToken);
  await reach('POST', '/gateway/demo/link', { body, ...withCookie });
}

/**
 * This browser's half of the seal, held by the gateway; null if it has none. By its cookie, which no script can read.
 * @param way POST to request it; PUT to create it if there is none; DELETE to end it
 * @param sealed the key that is going to be sealed: halves of known keys never make room for others
 * @throws ApiError
 */
export async function gatewayHalf(
  way: 'POST' | 'PUT' | 'DELETE',
  sealed?: { environment: string; apiKey: string },
): Promise<string | null> {
  // An end has to arrive, also from a page that is being left.
  const init: RequestInit = { credentials: 'same-origin', keepalive: way === 'DELETE' };
  if (sealed) init.headers = { [authorizationHeader]: authorizationValue(sealed.apiKey) };
  const search = sealed ? `?${new URLSearchParams({ environment: sealed.environment })}` : '';
  return (await ask(way, `/gateway/seal${search}`, sealHalfSchema, init)).half;
}

/** An answer of the gateway, decoded. @param clean what is taken out of its text @throws ApiError */
export async function ask<Data>(
  method: string,
  path: string,
  schema: v.GenericSchema<unknown, Data>,
  init: RequestInit,
  clean: (text: string) => string = (text) => text,
): Promise<Data> {
  const response = await reach(method, path, init);
  try {
    return decode(schema, JSON.parse(clean(await response.text())));
  } catch (error) {
    const message = error instanceof DecodeError ? error.message : 'the answer is not JSON';
    throw new ApiError({ kind: 'malformed', operation: `${method} ${path}`, message, status: response.status });
  }
}

/** The gateway's own endpoints: same origin, outside the rate budget of the platform; without cookies unless the call is about one. */
export async function reach(method: string, path: string, init: RequestInit): Promise<Response> {
  const operation = `${method} ${path.replace(/\?.*/, '')}`;
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'omit', ...init, method, cache: 'no-store', redirect: 'error' });
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new ApiError({
      kind: 'no-answer',
      operation,
      message: withoutCredentials(error instanceof Error ? error.message : String(error)),
    });
  }
  if (response.ok) return response;
  const failure = v.safeParse(gatewayFailureSchema, await response.json().catch(() => null));
  const message = withoutCredentials(failure.success ? failure.output.gateway.message : `HTTP ${response.status}`);
  throw new ApiError({ kind: 'no-answer', operation, message, status: response.status });
}
