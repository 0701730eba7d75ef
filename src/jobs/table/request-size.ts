import { MAX_REQUEST_BYTES } from '../../contract/gateway';
import { formatJson, type Json } from '../../contract/json';
import { limits } from '../../contract/limits';
import { keysAtOnce } from './record-key';

/** Room for what a request has beside its items, and for their brackets, names and ids. */
const otherBytes = 64 * 1024;

/** The most bytes that the items of one call may have: the gateway passes on no larger request. A row that is larger can be sent in no call. */
export const itemBytesMax = MAX_REQUEST_BYTES - otherBytes;

/** Bytes of a value as it is sent. */
export function bytesOf(value: Json): number {
  return new TextEncoder().encode(formatJson(value)).length;
}

/** Rows in a call, by how they are located: as many as one request reads back. Rows that are left out are kept in parts of the same size. */
export const rowsPerCall = { id: limits.itemsPerUpdate, key: keysAtOnce, 'left-out': limits.itemsPerUpdate } as const;

/** Splits a list into pieces of at most `size`; the last one may be shorter. */
export function chunks<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const pieces: Entry[][] = [];
  for (let start = 0; start < entries.length; start += size) pieces.push(entries.slice(start, start + size));
  return pieces;
}
