import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../contract/limits';
import { activityEntry, clearActivity } from './activity';
import { sendRecordsAhead } from './ahead';
import { send } from './send';
import { testClient } from './test-client';

const client = testClient({ apiKey: () => 'key' });
const page = { filter: null, order: null, limit: limits.pageSizeMax, offset: 0 };
let sent: { url: string; init: RequestInit }[] = [];
let hangs = false;

beforeEach(() => {
  sent = [];
  hangs = false;
  clearActivity();
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init });
    if (hangs)
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    return Promise.resolve(
      Response.json({ code: 0, message: 'success', data: { items: [] }, meta: { trace_id: 't' } }),
    );
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const plain = ({ url, init }: { url: string; init: RequestInit }) => ({
  url,
  ...init,
  headers: [...new Headers(init.headers)],
  signal: null,
});

test('what is sent ahead is word by word the call of the records page, which takes it, once', async () => {
  sendRecordsAhead(client, '2100000000000001');
  const first = await send(client, 'listRecords', { table_id: '2100000000000001', ...page });
  expect(sent).toHaveLength(1);
  expect(first.data.items).toEqual([]);
  expect(activityEntry(first.request)).toMatchObject({ outcome: 'success', status: 200 });
  await send(client, 'listRecords', { table_id: '2100000000000001', ...page });
  expect(sent).toHaveLength(2);
  expect(plain(sent[0] as never)).toEqual(plain(sent[1] as never));
});

test('another question, another table, and another key are calls of their own', async () => {
  sendRecordsAhead(client, '7');
  await send(client, 'listRecords', { table_id: '8', ...page });
  await send(client, 'listRecords', { table_id: '7', ...page, offset: 100 });
  await send(testClient({ apiKey: () => 'other' }), 'listRecords', { table_id: '7', ...page });
  expect(sent).toHaveLength(4);
});

test('what nobody took for ten seconds is read anew', async () => {
  vi.useFakeTimers();
  sendRecordsAhead(client, '7');
  await vi.advanceTimersByTimeAsync(10_000);
  await send(client, 'listRecords', { table_id: '7', ...page });
  expect(sent).toHaveLength(2);
});

test('an answer that waited for its reader says when it came', async () => {
  vi.useFakeTimers({ now: 1_000 });
  sendRecordsAhead(client, '7');
  await vi.advanceTimersByTimeAsync(5_000);
  const answer = await send(client, 'listRecords', { table_id: '7', ...page });
  expect(sent).toHaveLength(1);
  expect(answer).toMatchObject({ receivedAt: 1_000, milliseconds: 0 });
});

test('what is no id is not sent', async () => {
  for (const id of ['', '07', '1e3', 'x', '-1']) sendRecordsAhead(client, id);
  await Promise.resolve();
  expect(sent).toHaveLength(0);
});

test('whoever took it can call it off', async () => {
  hangs = true;
  sendRecordsAhead(client, '9');
  const abort = new AbortController();
  const reading = send(client, 'listRecords', { table_id: '9', ...page }, { signal: abort.signal });
  await vi.waitUntil(() => sent.length === 1);
  abort.abort('elsewhere');
  await expect(reading).rejects.toBe('elsewhere');
  expect(sent[0]?.init.signal?.aborted).toBe(true);
});
