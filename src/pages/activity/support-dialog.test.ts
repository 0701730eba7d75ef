import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activityEntries, clearActivity } from '../../api/wire/activity';
import { createBudget } from '../../api/wire/budget';
import { memoryStore } from '../../api/wire/budget-store';
import type { Client } from '../../api/wire/client';
import { callByHand, send } from '../../api/wire/send';
import { attemptsOf } from './find-requests';
import { supportFileOf } from './support-dialog';

const secrets = {
  key: 'key-of-the-customer-1234',
  appSecret: 'app-secret-5678',
  token: 'access-token-9abc',
  providerKey: 'provider-key-def0',
  signature: 'c0ffee5igned',
};
const client: Client = {
  environment: {
    name: 'lab',
    baseUrl: 'api.example.com',
    colour: 'blue',
    requestsPerSecond: 1000,
    fileHosts: [],
    writable: false,
    delete: false,
    embedded: false,
  },
  identity: 'me',
  apiKey: () => secrets.key,
  budget: createBudget(1000, memoryStore()),
};

function answer(data: object, code = 0, message = 'success', status = 200): void {
  vi.stubGlobal('fetch', async () => Response.json({ code, message, data, meta: { trace_id: 'trace-1' } }, { status }));
}

beforeEach(clearActivity);
afterEach(() => vi.unstubAllGlobals());

const file = (contents: boolean): string =>
  supportFileOf({
    entries: activityEntries(),
    contents,
    version: '1.2.3',
    environments: [client.environment],
    browser: 'Browser/1',
    language: 'en',
    now: Date.now(),
  });

test('has every request with its response and times, and no secret', async () => {
  answer({ access_token: secrets.token, expire: 7200 });
  await send(client, 'getAccessToken', { app_id: 'app', app_secret: secrets.appSecret });
  answer({ api_key: secrets.providerKey, expire: 7200 });
  await send(client, 'getProviderKey', { access_token: secrets.token, api_key: secrets.key });
  const link = `https://f.example.com/a.png?expires=1&signature=${secrets.signature}`;
  answer({ success: [{ file_id: 1, name: 'a', link: { source: link } }], fail: [2] });
  await send(client, 'getFiles', { file_ids: ['1', '2'] });
  answer({}, 100, `the key ${secrets.key} is not valid`);
  await send(client, 'listWorkspaces', undefined).catch(() => {});
  answer({});
  await callByHand(client, {
    method: 'POST',
    path: `/openapi/v1/any?token=${secrets.token}`,
    body: { note: `Bearer ${secrets.key}` },
    credential: 'header',
  });

  const text = file(true);
  for (const [name, secret] of Object.entries(secrets)) expect(text, name).not.toContain(secret);
  const told = JSON.parse(text);
  expect(told).toMatchObject({
    console_version: '1.2.3',
    environments: [{ name: 'lab', base_url: 'api.example.com' }],
  });
  expect(told.requests).toHaveLength(5);
  expect(told.requests[3]).toMatchObject({ outcome: 'system', code: 100, trace_id: 'trace-1', with_key: true });
  expect(told.requests[2].reply).toContain('"fail":[2]');
  expect(told.requests[2].body).toBe('{"file_ids":[1,2]}');
  expect(told.requests[0].milliseconds).toHaveProperty('network');
  const bare = file(false);
  expect(bare).not.toContain('file_ids');
  expect(JSON.parse(bare).requests[2]).not.toHaveProperty('reply');
});

test('a retried request names the one that failed', async () => {
  answer({}, 502, 'busy', 503);
  await send(client, 'listWorkspaces', undefined).catch(() => {});
  await send(client, 'listWorkspaces', undefined).catch(() => {});
  answer({ spaces: [] });
  await send(client, 'listWorkspaces', undefined);
  await send(client, 'listWorkspaces', undefined);
  const entries = activityEntries();
  const [first, second] = entries.map(({ request }) => request);
  const attempts = attemptsOf(entries);
  expect(entries.map(({ request }) => attempts.get(request) ?? null)).toEqual([
    null,
    { attempt: 2, before: first },
    { attempt: 3, before: second },
    null,
  ]);
  expect(JSON.parse(file(true)).requests[2]).toMatchObject({ attempt: 3, repeats: second });
});
