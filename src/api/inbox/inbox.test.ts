import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { INBOX_TOKEN_HEADER, type ReceivedEvent } from '../../contract/inbox';
import type { InboxReference } from '../queries/inbox';
import { queryClient } from '../wire/query-client';
import { holdCredentials, removedText } from '../wire/remove-credentials';
import {
  eventsOptions,
  type InboxEvents,
  inboxFeed,
  keptEvents,
  lastEventId,
  mergeEvents,
  noEvents,
  watchEvents,
} from './inbox';

const event = (id: number): ReceivedEvent => ({
  id,
  receivedAt: '2026-11-20T18:00:00.000Z',
  contentType: 'application/json',
  headers: {},
  body: '{}',
  encoding: 'text',
});

/** A gateway with one inbox: events to read, and streams that the test writes to, breaks and ends. */
function fakeGateway(stored: ReceivedEvent[]) {
  const streams: { after: number; send(line: object): void; fail(): void; end(): void }[] = [];
  const requests: string[] = [];
  let down = false;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const url = new URL(path, 'http://gateway.test');
    requests.push(`${init.method} ${url.pathname}`);
    if (down) throw new TypeError('fetch failed');
    if (new Headers(init.headers).get(INBOX_TOKEN_HEADER) !== 'token') {
      return Response.json({ gateway: { error: 'wrong-token', message: 'no' } }, { status: 401 });
    }
    const after = Number(url.searchParams.get('after') ?? 0);
    if (init.method === 'DELETE') {
      stored.length = 0;
      return new Response(null, { status: 204 });
    }
    if (url.pathname === '/gateway/events') {
      const later = stored.filter(({ id }) => id > after);
      return Response.json({ events: later.slice(0, 2), more: later.length > 2 });
    }
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (line: object): void => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
        send({ heartbeat: '2026-11-20T18:00:00.000Z' });
        streams.push({
          after,
          send,
          fail: () => controller.error(new TypeError('line cut')),
          end: () => controller.close(),
        });
        init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    return new Response(body);
  });
  return { streams, requests, setDown: (value: boolean) => (down = value) };
}

let count = 0;
const reference = (): InboxReference => ({ environment: 'lab', inbox: `inbox-${++count}`, token: 'token' });
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

describe('the feed of an inbox', () => {
  test('returns stored events page by page, then new ones, each once', async () => {
    const { streams } = fakeGateway([event(1), event(2), event(3)]);
    const seen: number[] = [];
    stops.push(watchEvents(reference(), (events) => seen.push(...events.map(({ id }) => id))));
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    expect(seen).toEqual([1, 2, 3]);
    expect(streams[0]?.after).toBe(3);
    streams[0]?.send({ event: event(4) });
    streams[0]?.send({ event: event(5) });
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3, 4, 5]));
  });

  test('a lost connection is reported, and resumed after the last event seen', async () => {
    const { streams, setDown } = fakeGateway([event(1)]);
    const inbox = reference();
    const feed = inboxFeed(inbox);
    stops.push(feed.subscribe(() => {}));
    await vi.waitFor(() => expect(feed.line().state).toBe('live'));
    streams[0]?.send({ event: event(2) });
    await vi.waitFor(() => expect(queryClient.getQueryData(eventsOptions(inbox).queryKey)?.events).toHaveLength(2));
    setDown(true);
    streams[0]?.fail();
    await vi.waitFor(() => expect(feed.line()).toMatchObject({ state: 'broken', message: 'line cut' }));
    expect(feed.line().retryAt).toBeGreaterThan(Date.now() - 1000);
    setDown(false);
    feed.retry();
    await vi.waitFor(() => expect(feed.line().state).toBe('live'));
    expect(streams.at(-1)?.after).toBe(2);
  });

  test('two subscribers share one stream, which ends with the last one', async () => {
    const { requests, streams } = fakeGateway([]);
    const inbox = reference();
    const one = inboxFeed(inbox).subscribe(() => {});
    const other = watchEvents(inbox, () => {});
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    one();
    other();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(requests.filter((request) => request.endsWith('/stream'))).toHaveLength(1);
    expect(inboxFeed(inbox).line().state).toBe('connecting');
  });

  test('deleting events empties the cache, and the stream continues', async () => {
    const { streams } = fakeGateway([event(1), event(2)]);
    const inbox = reference();
    const feed = inboxFeed(inbox);
    stops.push(feed.subscribe(() => {}));
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    await feed.wipe();
    const events = () => queryClient.getQueryData(eventsOptions(inbox).queryKey)?.events.map(({ id }) => id);
    expect(events()).toEqual([]);
    streams[0]?.send({ event: event(3) });
    await vi.waitFor(() => expect(events()).toEqual([3]));
  });

  test('an event that repeats a credential is shown without it: stored, arriving, or from another tab', async () => {
    const key = 'key/of+a-customer';
    holdCredentials('test', [key]);
    const inbox = reference();
    const telling = (id: number): ReceivedEvent => ({
      ...event(id),
      headers: { 'x-echo': encodeURIComponent(key) },
      body: JSON.stringify({ message: `for ${key}`, auth: Buffer.from(`Bearer ${key}`).toString('base64') }),
    });
    const { streams } = fakeGateway([telling(1)]);
    const seen: ReceivedEvent[] = [];
    stops.push(
      watchEvents(inbox, (events) => seen.push(...events)),
      () => holdCredentials('test', []),
    );
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    streams[0]?.send({ event: telling(2) });
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    const tab = new BroadcastChannel(`inbox:lab:${inbox.inbox}`);
    stops.push(() => tab.close());
    tab.postMessage({ kind: 'events', events: [telling(3)] });
    await vi.waitFor(() => expect(seen).toHaveLength(3));
    for (const { headers, body } of seen) {
      expect(headers).toEqual({ 'x-echo': removedText });
      const { message, auth } = JSON.parse(body);
      expect(message).toBe(`for ${removedText}`);
      expect(auth).toContain(removedText);
      expect(Buffer.from(auth.replace(removedText, ''), 'base64').toString()).not.toContain('customer');
    }
  });

  test('a refused token requests the address again', async () => {
    fakeGateway([]);
    const inbox = { ...reference(), token: 'old' };
    queryClient.setQueryData(['lab', 'identity', 'inbox', ''], { address: 'x', reference: inbox });
    stops.push(inboxFeed(inbox).subscribe(() => {}));
    await vi.waitFor(
      () => expect(queryClient.getQueryState(['lab', 'identity', 'inbox', ''])?.isInvalidated).toBe(true),
      5000,
    );
  });
});

const numbered = (id: number): ReceivedEvent => ({
  id,
  receivedAt: '2026-11-20T18:00:00.000Z',
  contentType: 'application/json',
  headers: {},
  body: `{"n":${id}}`,
  encoding: 'text',
});
const of = (...ids: number[]): InboxEvents => ({ events: ids.map(numbered), wipedUpTo: 0 });
const ids = (known: InboxEvents): number[] => known.events.map(({ id }) => id);

describe('events of an inbox from several sources', () => {
  test('are the same in whatever order and however often the pieces arrive', () => {
    // A page of the inbox has each event once.
    const piece = fc
      .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 8 })
      .map((list) => of(...list.sort((a, b) => a - b)));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.nat({ max: 20 }), (pieces, wipedUpTo) => {
        const all = [...pieces, { events: [], wipedUpTo }];
        const forth = all.reduce(mergeEvents, noEvents);
        const back = [...all, ...all].reverse().reduce(mergeEvents, noEvents);
        expect(back).toEqual(forth);
        const expected = new Set(pieces.flatMap(ids).filter((id) => id > wipedUpTo));
        expect(ids(forth)).toEqual([...expected].sort((a, b) => a - b));
      }),
    );
  });
  test('without news the object stays the same, so that nothing renders again', () => {
    const known = of(1, 2, 3);
    expect(mergeEvents(known, of(2, 3))).toBe(known);
    expect(mergeEvents(known, noEvents)).toBe(known);
  });
  test('deleted events do not return with a late message, and the stream continues', () => {
    const wiped = mergeEvents(of(4, 5), { events: [], wipedUpTo: 5 });
    expect(ids(mergeEvents(wiped, of(5, 6)))).toEqual([6]);
    expect(lastEventId(wiped)).toBe(5);
  });
  test('the oldest are dropped first', () => {
    const many = mergeEvents(of(...Array.from({ length: keptEvents }, (_, index) => index + 1)), of(keptEvents + 1));
    expect(many.events).toHaveLength(keptEvents);
    expect(many.events[0]?.id).toBe(2);
  });
});
