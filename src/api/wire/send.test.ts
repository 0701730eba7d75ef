import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors';
import { activityEntries, activityEntry, clearActivity } from './activity';
import { createBudget } from './budget';
import { memoryStore } from './budget-store';
import { longestWaitMs } from './clock';
import { holdCredentials, maskText, removedText } from './remove-credentials';
import { callByHand, send, waitAsked } from './send';
import { testClient } from './test-client';

const client = testClient({ apiKey: () => 'secret-key' });

let sent: { url: string; init: RequestInit }[] = [];
function answer(reply: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return reply();
  });
}
const envelope = (code: number, data: unknown = {}) =>
  Response.json({ code, message: code === 0 ? 'success' : 'no', data, meta: { trace_id: 'trace-1' } }, { status: 200 });

const said = (error: string, status: number, headers: Record<string, string> = {}) =>
  Response.json({ gateway: { error, message: 'm' } }, { status, headers });

beforeEach(() => {
  sent = [];
  clearActivity();
});
afterEach(() => void vi.unstubAllGlobals());

async function failure(run: Promise<unknown>): Promise<ApiError> {
  const error = await run.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('sending a request', () => {
  test('business requests have the key in the header, and go to the environment', async () => {
    answer(() => envelope(0, { spaces: [] }));
    const result = await send(client, 'listWorkspaces', undefined);
    expect(sent[0]?.url).toBe('/env/lab/openapi/v1/space/list');
    expect(new Headers(sent[0]?.init.headers).get('Open-Authorization')).toBe('Bearer secret-key');
    expect(result).toMatchObject({ data: [], traceId: 'trace-1' });
  });

  test('provider requests have no key in the header, and none is recorded', async () => {
    answer(() => envelope(0, { access_token: 'at', expire: 7200 }));
    const result = await send(client, 'getAccessToken', { app_id: 'app', app_secret: 'hush' });
    expect(new Headers(sent[0]?.init.headers).has('Open-Authorization')).toBe(false);
    expect(sent[0]?.init.body).toBe('{"app_id":"app","app_secret":"hush"}');
    const entry = activityEntry(result.request);
    expect(entry?.body).toBe(`{"app_id":"app","app_secret":"${maskText}"}`);
    expect(JSON.stringify(entry)).not.toContain('hush');
  });

  test('a response is judged by its code, whatever the HTTP status', async () => {
    answer(() =>
      Response.json({ code: 0, message: 'success', data: { spaces: [] }, meta: { trace_id: 't' } }, { status: 500 }),
    );
    expect((await send(client, 'listWorkspaces', undefined)).data).toEqual([]);
  });

  test.each([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'no-answer', null, null],
    [
      'the gateway alone',
      () => Response.json({ gateway: { error: 'unreachable', message: 'nobody there' } }, { status: 502 }),
      'no-answer',
      null,
      null,
    ],
    [
      'a platform in the words of the gateway',
      () =>
        Response.json(
          { gateway: { error: 'unreachable', message: 'nobody there' } },
          { status: 502, headers: { 'X-Platform-Answer': '1' } },
        ),
      'malformed',
      null,
      null,
    ],
    ['a gateway that is cut off', () => new Response('{"gateway":{"er', { status: 502 }), 'malformed', null, null],
    ['HTML', () => new Response('<html>', { status: 502 }), 'malformed', null, null],
    ['other data', () => envelope(0, { spaces: 1 }), 'malformed', 0, 'trace-1'],
    ['a system code', () => envelope(100), 'system', 100, 'trace-1'],
    ['a business code', () => envelope(3500002), 'business', 3500002, 'trace-1'],
  ] as const)(
    '%s is an error of its kind, with operation, code and trace id',
    async (_name, reply, kind, code, traceId) => {
      answer(reply);
      const error = await failure(send(client, 'listWorkspaces', undefined));
      expect(error).toMatchObject({ kind, code, traceId, operation: 'listWorkspaces' });
      expect(error.message).not.toBe('');
      expect(activityEntry(error.request ?? 0)).toMatchObject({ outcome: kind, code, traceId });
      expect(sent).toHaveLength(1);
    },
  );

  test.each([
    ['unreachable', 502, true],
    ['busy', 503, true],
    ['refused-origin', 403, true],
    ['broken', 502, false],
    ['timeout', 504, false],
    ['failed', 500, false],
  ] as const)('what the gateway says of a call: %s', async (gateway, status, neverReached) => {
    answer(() => Response.json({ gateway: { error: gateway, message: 'm' } }, { status }));
    expect(await failure(send(client, 'listWorkspaces', undefined))).toMatchObject({ gateway, neverReached, status });
  });

  test.each([
    [
      'the platform has no room',
      () => new Response('busy', { status: 503, headers: { 'X-Platform-Answer': '1' } }),
      10,
    ],
    ['the platform asks for fewer', () => new Response('slow down', { status: 429 }), 5],
    ['the platform failed', () => envelope(500), 10],
    ['whatever stands before the gateway failed', () => new Response('<html>', { status: 502 }), 10],
    ['the gateway heard nothing in time', () => said('timeout', 504), 5],
    ['nothing came in time', () => Promise.reject(new DOMException('signal timed out', 'TimeoutError')), 5],
    ['the line broke behind the gateway', () => said('broken', 502), 10],
    ['the line broke before the gateway', () => Promise.reject(new TypeError('Failed to fetch')), 10],
    ['the gateway did not reach the platform', () => said('unreachable', 502), 10],
    ['the gateway has no room', () => said('busy', 503), 10],
    ['the platform says what the gateway would', () => said('timeout', 504, { 'X-Platform-Answer': '1' }), 5],
  ] as const)('how many calls a second are sent after it: %s', async (_name, reply, rate) => {
    const budget = createBudget(10, memoryStore());
    answer(reply);
    await failure(send({ ...client, budget }, 'listWorkspaces', undefined));
    expect(budget.snapshot().rate).toBe(rate);
  });

  test('a request that never left the page is known not to have reached the platform', async () => {
    answer(() => Promise.reject(new TypeError('Failed to fetch')));
    expect((await failure(send(client, 'listWorkspaces', undefined))).neverReached).toBe(false);
    const broken = { ...client, budget: { ...client.budget, take: () => Promise.reject(new Error('no lock')) } };
    expect((await failure(send(broken, 'listWorkspaces', undefined))).neverReached).toBe(true);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['broke', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['broke', () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }))],
    ['late', () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'))],
    [null, () => said('broken', 502)],
  ] as const)('a browser’s own words for no answer are told as: %s', async (fault, reply) => {
    answer(reply);
    expect(await failure(send(client, 'listWorkspaces', undefined))).toMatchObject({ kind: 'no-answer', fault });
  });

  test('each write attempt has its own request name; reads have none', async () => {
    answer(() => envelope(0, {}));
    const input = { table_id: '21', update_type: 'update' as const, items: [{ item_id: '1', fields: {} }] };
    await send(client, 'updateRecords', input);
    await send(client, 'updateRecords', input);
    await send(client, 'listTables', { space_id: '40', type: 'ext' }).catch(() => {});
    const names = sent.map(({ init }) => new Headers(init.headers).get('X-Call-Id'));
    expect(names[2]).toBeNull();
    expect(names[0]).toMatch(/^[0-9a-f]{32}-\d+$/);
    expect(names[1]).not.toBe(names[0]);
  });

  test('an aborted request throws its abort reason', async () => {
    answer(() => new Promise(() => {}));
    const controller = new AbortController();
    controller.abort(new Error('superseded'));
    await expect(send(client, 'listWorkspaces', undefined, { signal: controller.signal })).rejects.toThrow(
      'superseded',
    );
    expect(sent).toHaveLength(0);
  });

  test.each<[retryAfter: string | null, date: string | null, wait: number | null]>([
    ['3', null, 3000],
    [' 3 ', null, 3000],
    ['1.5', null, 1500],
    ['946080000', null, longestWaitMs],
    ['9'.repeat(400), null, longestWaitMs],
    ['0', null, null],
    ['-5', null, null],
    ['1e3', null, null],
    ['Infinity', null, null],
    ['NaN', null, null],
    ['', null, null],
    ['soon', null, null],
    ['5, 10', null, null],
    [null, null, null],
    // A clock that is hours ahead or behind: its date is compared with its own.
    ['Sun, 06 Nov 2050 08:49:37 GMT', 'Sun, 06 Nov 2050 08:49:17 GMT', 20_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:17 GMT', 20_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:17 GMT', 20_000],
    ['Sun Nov  6 08:49:37 1994', 'Sun, 06 Nov 1994 08:49:17 GMT', 20_000],
    ['1994-11-06T08:49:37', 'Sun, 06 Nov 1994 08:49:17 GMT', 20_000],
    ['1994-11-06T16:49:37+08:00', 'Sun, 06 Nov 1994 08:49:17 GMT', 20_000],
    ['Sun, 06 Nov 1994 08:49:17 GMT', 'Sun, 06 Nov 1994 08:49:37 GMT', null],
    ['Sun, 06 Nov 2050 08:49:37 GMT', 'Sun, 06 Nov 2020 08:49:17 GMT', longestWaitMs],
    // Without a date that can be read only this clock is left.
    ['Sun, 06 Nov 2050 08:49:37 GMT', null, longestWaitMs],
    ['Sun, 06 Nov 2050 08:49:37 GMT', 'yesterday', longestWaitMs],
    ['Sun, 06 Nov 1994 08:49:37 GMT', null, null],
  ])('Retry-After: %s in an answer of %s', (retryAfter, date, wait) => {
    const headers = new Headers();
    if (retryAfter !== null) headers.set('Retry-After', retryAfter);
    if (date !== null) headers.set('Date', date);
    expect(waitAsked(headers, Date.parse('2026-11-28T12:00:00Z'))).toBe(wait);
  });

  test('Retry-After is kept with the error', async () => {
    answer(() => new Response('slow down', { status: 429, headers: { 'Retry-After': '3' } }));
    expect((await failure(send(client, 'listWorkspaces', undefined))).retryAfterMs).toBe(3000);
  });

  test('an explorer request returns any response unchanged', async () => {
    answer(() => new Response('<html>', { status: 418 }));
    const reply = await callByHand(client, {
      method: 'POST',
      path: '/openapi/v1/x',
      body: { a: 1 },
      credential: 'header',
    });
    expect(reply).toMatchObject({ status: 418, text: '<html>', envelope: null, fault: 'notJson' });
  });

  test('an explorer request is in the activity under its name, with its envelope', async () => {
    answer(() => Response.json({ code: 0, message: 'success', data: {}, meta: { trace_id: 't-9' } }));
    const call = {
      operation: 'listWorkspaces',
      method: 'GET',
      path: '/openapi/v1/space/list',
      credential: 'header' as const,
    };
    const { request } = await callByHand(client, call);
    expect(activityEntry(request)).toMatchObject({
      operation: 'listWorkspaces',
      outcome: 'success',
      code: 0,
      traceId: 't-9',
    });
  });
});

describe('a credential repeated in a response', () => {
  const held = 'app-secret-that-is-held';
  const forms = ['secret-key', held].flatMap((credential) => [
    credential,
    encodeURIComponent(credential),
    Buffer.from(`Bearer ${credential}`).toString('base64'),
  ]);
  const hidden = (what: unknown): void => {
    const text = JSON.stringify(what);
    expect(text).toContain(removedText);
    for (const form of forms) expect(text).not.toContain(form);
  };
  afterEach(() => holdCredentials('test', []));

  test('is in no error: neither message nor trace id, and not in the activity', async () => {
    holdCredentials('test', [held]);
    const said = { code: 100, message: `no: ${forms.join(' ')}`, data: {}, meta: { trace_id: `t-secret-key-${held}` } };
    answer(() => Response.json(said));
    const error = await failure(send(client, 'listWorkspaces', undefined));
    expect(error.traceId).toBe(`t-${removedText}-${removedText}`);
    hidden([error.message, error.traceId]);
    hidden(activityEntries());
  });

  test('is not in the data, and everything else is unchanged', async () => {
    const space = { space_id: '40', name: 'North 北', created_on: '2026-11-22 10:00:00', cover_image: {} };
    const spaces = [space, { ...space, space_id: '41', name: 'of secret-key' }];
    answer(() => envelope(0, { spaces }));
    const { data } = await send(client, 'listWorkspaces', undefined);
    expect(data.map(({ name }) => name)).toEqual(['North 北', `of ${removedText}`]);
  });

  test('is in no response of an explorer request, nor in its record', async () => {
    holdCredentials('test', [held]);
    answer(() => new Response(`<p>${forms.join(' ')}</p>`, { status: 500 }));
    const call = {
      method: 'POST',
      path: `/openapi/v1/x?of=${held}`,
      body: { note: 'secret-key', app_secret: 'just-typed-secret' },
      secrets: ['app_secret'],
      returnFields: `["${held}"]`,
      credential: 'header' as const,
    };
    hidden((await callByHand(client, call)).text);
    const [entry] = activityEntries();
    for (const part of ['path', 'body', 'returnFields', 'reply'] as const) hidden(entry?.[part]);
    expect(entry?.body).toBe(`{"note":"${removedText}","app_secret":"${maskText}"}`);
    expect(sent[0]?.init.body).toContain('secret-key');
    answer(() => envelope(0, { echo: Buffer.from('app:just-typed-secret').toString('base64url') }));
    const reply = await callByHand(client, call);
    expect(JSON.parse(reply.text).data.echo).toContain(removedText);
  });

  test('is in no error of the browser or of the gateway', async () => {
    answer(() => Promise.reject(new TypeError('"Bearer secret-key" is no value of a header')));
    hidden((await failure(send(client, 'listWorkspaces', undefined))).message);
    answer(() => Response.json({ gateway: { error: 'broken', message: 'after secret-key' } }, { status: 502 }));
    hidden((await failure(send(client, 'listWorkspaces', undefined))).message);
    hidden(activityEntries());
  });

  test('is kept only where the operation issues it', async () => {
    holdCredentials('test', ['token-of-this-hour', held]);
    const data = { access_token: 'token-of-this-hour', expire: 7200 };
    const said = { code: 0, message: `success token-of-this-hour ${held}`, data, meta: { trace_id: 't' } };
    answer(() => Response.json(said));
    const input = { app_id: 'app', app_secret: held };
    expect((await send(client, 'getAccessToken', input)).data.access_token).toBe('token-of-this-hour');
    const call = {
      operation: 'getAccessToken',
      method: 'POST',
      path: '/openapi/v1/isv/access_token',
      body: input,
      credential: 'none' as const,
      secrets: ['app_secret'],
    };
    const { text, envelope: read } = await callByHand(client, call);
    expect(read?.data).toEqual(data);
    expect(read?.message).toBe(`success ${removedText} ${removedText}`);
    expect(text).not.toContain(held);
    expect(JSON.stringify(activityEntries())).not.toContain('token-of-this-hour');
  });
});
