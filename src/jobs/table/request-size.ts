import { MAX_REQUEST_BYTES } from '../../contract/gateway';
import { formatJson, type Json } from '../../contract/json';

/** Room for what a request has beside its items, and for their brackets, names and ids. */
const otherBytes = 64 * 1024;

/** The most bytes that the items of one call may have: the gateway passes on no larger request. A row that is larger can be sent in no call. */
export const itemBytesMax = MAX_REQUEST_BYTES - otherBytes;

/** Bytes of a value as it is sent. */
export function bytesOf(value: Json): number {
  return new TextEncoder().encode(formatJson(value)).length;
}
