/** Where a call goes, and the headers that it takes. */

import { formatAsciiJson, type Json } from './json';

/** Address prefix of an environment on this origin: `/env/<name>`; the operation's path follows. */
export function environmentBase(environment: string): string {
  return `/env/${encodeURIComponent(environment)}`;
}

/** The header that carries the key of business endpoints (4.1), and its value. */
export const authorizationHeader = 'Open-Authorization';
export function authorizationValue(apiKey: string): string {
  return `Bearer ${apiKey}`;
}

/** The key of the header's value, its scheme in any case (RFC 9110, 11.1); `null` where it holds anything else. */
export function keyOf(authorization: string | null): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? null;
}

/** Name of the header of 4.1. */
export const returnFieldsHeader = 'X-Service-Return-Fields';

/**
 * What to return of a resource (4.1): names of its own fields (`*` for all that come by default), related single resources by singular name, and
 * related collections by plural name.
 */
export interface ReturnFields {
  own: readonly string[];
  single?: Readonly<Record<string, readonly string[]>>;
  collection?: Readonly<Record<string, readonly string[]>>;
}

/** The header's value: ASCII JSON (4.1). `{own:['*'], single:{space:['*']}, collection:{fields:['a']}}` → `["*",{"space":["*"]},{"fields":[["a"]]}]`. */
export function formatReturnFields(fields: ReturnFields): string {
  const single = Object.entries(fields.single ?? {}).map(([name, names]): Json => ({ [name]: [...names] }));
  const collection = Object.entries(fields.collection ?? {}).map(([name, names]): Json => ({ [name]: [[...names]] }));
  return formatAsciiJson([...fields.own, ...single, ...collection]);
}
