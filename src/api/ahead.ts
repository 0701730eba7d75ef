import { listRecordsPath } from '../contract/addresses';
import type { Id } from '../contract/ids';
import { limits } from '../contract/limits';
import type { Client } from './client';
import { fetchCall, type SentCall, type WireCall } from './fetch-call';

/** Calls that were sent before there was anybody to read the answer. */
const waiting = new Map<string, Promise<SentCall>>();
/** Whoever comes later than this, in milliseconds, reads anew: what came long ago would pass for what is now. */
const lifeMs = 10_000;

/**
 * Sends for the first records of a table as the records page will, word by word: it finds the call under way when it comes to send it. Within the budget, as
 * every call. Pure reading: should nobody come for it, nothing is lost but its turn.
 */
export function sendRecordsAhead(client: Client, tableId: Id): void {
  // As `encodeRecordList` writes it: an id is a whole number there, and nothing else is asked for.
  if (!/^[1-9]\d*$/.test(tableId)) return;
  const call: WireCall = {
    environment: client.environment.name,
    method: 'POST',
    path: listRecordsPath,
    key: client.apiKey(),
    body: `{"table_id":${tableId},"limit":${limits.pageSizeMax},"offset":0}`,
    priority: 'interactive',
  };
  const sent = client.budget.take('interactive').then(() => fetchCall(call));
  const name = nameOf(call);
  waiting.set(name, sent);
  setTimeout(() => waiting.delete(name), lifeMs);
  // Whoever takes it is told; nobody may.
  sent.then(({ arrived }) => arrived).catch(() => {});
}

/** The very same call, where it is under way: to be taken once. It has had its turn of the budget. */
export function takeAhead(call: WireCall): Promise<SentCall> | null {
  if (waiting.size === 0) return null;
  const name = nameOf(call);
  const sent = waiting.get(name) ?? null;
  waiting.delete(name);
  return sent;
}

function nameOf({ environment, method, path, key, body, headers = {} }: WireCall): string {
  return JSON.stringify([environment, method, path, key, body, headers]);
}
