/** What every call needs of the contract, by itself: the first request leaves before the rest of it has come. */

/** Address prefix of an environment on this origin: `/env/<name>`; the operation's path follows. */
export function environmentBase(environment: string): string {
  return `/env/${encodeURIComponent(environment)}`;
}

/** Path of the records of a table (4.4). */
export const listRecordsPath = '/openapi/v1/dw_item/list';

/** The header that carries the key of business endpoints (4.1), and its value. */
export const authorizationHeader = 'Open-Authorization';
export function authorizationValue(apiKey: string): string {
  return `Bearer ${apiKey}`;
}
