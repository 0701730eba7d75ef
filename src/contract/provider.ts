import * as v from 'valibot';
import { decode } from './envelope';
import type { Json } from './json';

/** Two hours by contract (section 8). One of more than a year is none: added to a time it would leave the calendar. */
const expire = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(366 * 24 * 3600));
const accessTokenSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()), expire });
const providerKeySchema = v.object({ api_key: v.pipe(v.string(), v.nonEmpty()), expire });
const providerInfoSchema = v.object({
  app_id: v.string(),
  name: v.fallback(v.string(), ''),
  avatar: v.fallback(v.string(), ''),
});

/** Access token result (2.7); `expire` in seconds. */
export type AccessToken = v.InferOutput<typeof accessTokenSchema>;
/** Provider API key result (2.7); `expire` in seconds. */
export type ProviderKey = v.InferOutput<typeof providerKeySchema>;
/** Provider info (2.7); `avatar` may be empty. */
export type ProviderInfo = v.InferOutput<typeof providerInfoSchema>;

export interface AccessTokenInput {
  app_id: string;
  app_secret: string;
}
export interface ProviderKeyInput {
  access_token: string;
  api_key: string;
}
export interface ProviderInfoInput {
  access_token: string;
}

/** Request body of 4.7. */
export function encodeAccessToken({ app_id, app_secret }: AccessTokenInput): Json {
  return { app_id, app_secret };
}

/** Request body of 4.8. */
export function encodeProviderKey({ access_token, api_key }: ProviderKeyInput): Json {
  return { access_token, api_key };
}

/** Request body of 4.9. */
export function encodeProviderInfo({ access_token }: ProviderInfoInput): Json {
  return { access_token };
}

/** Response data of 4.7. @throws DecodeError */
export function decodeAccessToken(data: unknown): AccessToken {
  return decode(accessTokenSchema, data);
}

/** Response data of 4.8. @throws DecodeError */
export function decodeProviderKey(data: unknown): ProviderKey {
  return decode(providerKeySchema, data);
}

/** Response data of 4.9. @throws DecodeError */
export function decodeProviderInfo(data: unknown): ProviderInfo {
  return decode(providerInfoSchema, data);
}
