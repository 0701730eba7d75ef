import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventsSearch } from '../../contract/inbox';
import { operations, pathOf } from '../../contract/operations';
import { copyInitialisedGateway } from '../database/test-database';
import { testFolder } from '../database/test-folder';
import { readConfig } from './config/config';
import { type OpenGateway, openGateway } from './open-gateway';
import { ask, eventsOf, inboxOf } from './test-gateway';
import { openTestPlatform, type TestPlatform } from './test-platform';

const folder = testFolder();
let opened: OpenGateway;
let receiver: TestPlatform;
const logged: string[] = [];
beforeAll(async () => {
  copyInitialisedGateway(folder);
  receiver = await openTestPlatform();
  const variables = {
    DATA_DIR: folder,
    DEMO_API_KEY: 'key-of-this-test',
    DEMO_APP_ID: 'provider-of-this-test',
    DEMO_APP_SECRET: 'secret-of-this-test',
    CALLBACK_HOSTS: receiver.origin,
    DEMO_APP_CALLBACK_URL: `${receiver.origin}/provider`,
  };
  opened = await openGateway(readConfig(variables), {
    consoleFolder: fileURLToPath(new URL('nothing-here', import.meta.url)),
    version: '1.2.3',
    seed: 'small',
    logger: { log: (message, fault) => logged.push(`${message} ${fault ?? ''}`), note: () => {} },
  });
}, 60_000);
afterAll(async () => {
  await opened?.close();
  receiver?.close();
});

const authorization = { 'open-authorization': 'Bearer key-of-this-test', 'content-type': 'application/json' };

async function call(method: string, path: string, body?: unknown, key = 'key-of-this-test') {
  const response = await opened.fetch(
    ask(`/env/embedded${path}`, {
      method,
      headers: { ...authorization, 'open-authorization': `Bearer ${key}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const envelope = await response.json();
  expect(envelope).toMatchObject({ code: 0, message: 'success' });
  return envelope.data;
}

/** A record of the table "Cars": it is small, and loaded long before the large ones, whose updates wait so long. */
async function someRecord(): Promise<{ table_id: string; item_id: string }> {
  const table_id = '2100000000000002';
  const read = async () =>
    (await call('POST', operations.listRecords.path, { table_id: Number(table_id), limit: 1 })).items;
  const [{ item_id }] = (await untilSome(read)) as [{ item_id: string }];
  return { table_id, item_id };
}

it('confirms a batch update by an event in the inbox of the key', async () => {
  const inbox = await inboxOf(opened.fetch, { key: 'key-of-this-test' });
  const { table_id, item_id } = await someRecord();
  await call('PUT', operations.updateRecords.path, {
    table_id,
    update_type: 'update',
    items: [{ item_id, fields: {} }],
  });
  const get = (path: string, init: RequestInit) => opened.fetch(ask(path, init));
  const page = await untilSome(() => eventsOf(get, inbox));
  expect(page[0]).toMatchObject({ id: 1, contentType: 'application/json', encoding: 'text' });
  expect(page[0]?.body).toContain(item_id);
  expect(logged).toEqual([]);
});

it('sends events to the key’s address, and those of a provider key to the provider’s', async () => {
  const { inbox, token } = await inboxOf(opened.fetch, { key: 'key-of-this-test' });
  const set = await opened.fetch(
    ask(`/gateway/outgoing?${eventsSearch({ environment: 'embedded', inbox })}`, {
      method: 'PUT',
      headers: { 'x-inbox-token': token },
      body: JSON.stringify({ address: `${receiver.origin}/key` }),
    }),
  );
  expect(set.status).toBe(200);
  const { table_id, item_id } = await someRecord();
  const update = { table_id, update_type: 'update', items: [{ item_id, fields: {} }] };
  await call('PUT', operations.updateRecords.path, update);
  const [first] = await untilSome(async () => receiver.received);
  expect(first?.path).toBe('/key');
  expect(first?.headers['webhook-signature']).toMatch(/^v1,/);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ table_id, success: [expect.objectContaining({ item_id })] });

  const pair = { app_id: 'provider-of-this-test', app_secret: 'secret-of-this-test' };
  const { access_token } = await call('POST', operations.getAccessToken.path, pair);
  const { api_key } = await call('POST', operations.getProviderKey.path, { access_token, api_key: 'key-of-this-test' });
  await call('PUT', operations.updateRecords.path, update, api_key);
  const [second] = await untilSome(async () => receiver.received.slice(1));
  expect(second?.path).toBe('/provider');
  expect(second?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
});

it('returns file links that work on this origin', async () => {
  const { spaces } = await call('GET', pathOf('listWorkspaces', undefined));
  const cover = new URL(spaces[0].cover_image.source);
  expect(cover.origin + cover.pathname).toMatch(/^http:\/\/127\.0\.0\.1:4173\/env\/embedded\/files\//);
  const response = await opened.fetch(new Request(cover));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

/** What is read, once there is something. */
function untilSome<Value>(read: () => Promise<Value[]>): Promise<Value[]> {
  const some = async () => {
    const values = await read();
    return values.length > 0 && values;
  };
  return vi.waitUntil(some, { timeout: 20_000, interval: 100 });
}
