import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, DatabaseUnavailable } from '../../database/database';
import type { Service } from '../../service/service';
import { testService } from '../../service/test-service';
import { ask, inboxOf, type TestGateway, withGateways } from '../test-gateway';
import { createMetrics, routeOf } from './metrics';

const gateways = withGateways();
let service: Service;
let gone = false;
/** Its statements end in nothing, though it answers. */
let slow = false;
let gateway: TestGateway;
const token = 'token-of-the-scraper';

beforeAll(async () => {
  const { database } = gateways;
  service = await testService(database, { seed: 'small', deliver: async () => false });
  const shaky: Database = {
    ...database,
    ping: () => (gone ? Promise.reject(new DatabaseUnavailable('gone')) : database.ping()),
    until: (signal) => ({
      ...database.until(signal),
      query: (text, params) =>
        gone || slow ? Promise.reject(new DatabaseUnavailable('gone')) : database.query(text, params),
    }),
    pool: () => ({ open: 7, idle: 3, waiting: 2 }),
  };
  const metrics = createMetrics(shaky, shaky);
  gateway = await gateways.open({ variables: { METRICS_TOKEN: token }, deps: { service, metrics } });
});
afterAll(() => service.stop());

const scraped = async () => {
  const request = new Request('http://10.1.2.3:4173/metrics', { headers: { authorization: `Bearer ${token}` } });
  const answer = await gateway.fetch(request);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  return answer.text();
};
/** The value of a figure, as it is written. */
const figure = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1);

it('counts responses by route and status, and their duration', async () => {
  const key = { 'open-authorization': `Bearer ${service.demo.apiKey}` };
  await gateway.fetch(ask('/openapi/v1/space/list', { headers: key }));
  await gateway.fetch(ask('/env/embedded/openapi/v1/space/list', { headers: key }));
  await gateway.fetch(ask('/callback/embedded/a-guess', { method: 'POST', body: '{}' }));
  const text = await scraped();
  expect(figure(text, 'console_requests_total{route="listWorkspaces",method="GET",status="200"}')).toBe('2');
  expect(figure(text, 'console_requests_total{route="callback",method="POST",status="404"}')).toBe('1');
  expect(figure(text, 'console_request_duration_seconds_count{route="listWorkspaces"}')).toBe('2');
  expect(Number(figure(text, 'process_resident_memory_bytes'))).toBeGreaterThan(1e7);
  expect(text).not.toContain(service.demo.apiKey);
});

it('reports queues, stored events and connections; and works without the database', async () => {
  const { address } = await inboxOf(gateway.fetch, { key: 'a-key' });
  await gateway.fetch(ask(new URL(address).pathname, { method: 'POST', body: 'an event' }));
  await gateways.database.query(
    `insert into update_batch (table_id, seq, trace_id, space_id, update_type, update_by_fields, items, user_id, address, state, attempts, accepted_at, applied_at,
       event, event_state, event_due_at)
     values (21, 4, 't', 1, 'upsert', '[]', '[]', 1, 'test:', 'applied', 0, 0, $2::bigint, '{}', 'waiting', $1::bigint)`,
    [Date.now() + 60_000, Date.now() - 90_000],
  );
  await gateways.database.query(
    `insert into update_batch (table_id, seq, trace_id, space_id, update_type, update_by_fields, items, user_id, address, state, attempts, accepted_at, due_at)
     select 21, n, 't', 1, 'upsert', '[]', '[]', 1, 'test:', 'queued', 0, $1::bigint, 0 from generate_series(1, 3) n`,
    [Date.now() - 30_000],
  );
  await gateways.database.query(
    `insert into gateway_outgoing (inbox, environment, body, state, attempts, due_at, created_at)
     select 'an inbox', 'embedded', '', state, 1, 0, $1::bigint from unnest(array['waiting', 'given-up', 'delivered']) state`,
    [Date.now() - 60_000],
  );
  await gateways.database.query(
    'insert into dw_ordered (table_id, field, upto, ready, entries) values (21, 1, 0, true, 900), (21, 2, 0, false, 50)',
  );
  const text = await scraped();
  expect(figure(text, 'console_field_indexes')).toBe('1');
  expect(figure(text, 'console_field_indexes_building')).toBe('1');
  expect(figure(text, 'console_field_index_entries')).toBe('950');
  expect(figure(text, 'console_outgoing_waiting')).toBe('1');
  expect(Number(figure(text, 'console_outgoing_oldest_seconds'))).toBeCloseTo(60, -1);
  expect(figure(text, 'console_outgoing_given_up')).toBe('1');
  expect(figure(text, 'console_queue_batches')).toBe('3');
  expect(Number(figure(text, 'console_queue_oldest_seconds'))).toBeCloseTo(30, -1);
  expect(figure(text, 'console_callbacks_waiting')).toBe('1');
  expect(Number(figure(text, 'console_callbacks_oldest_seconds'))).toBeCloseTo(90, -1);
  expect(figure(text, 'console_callbacks_given_up')).toBe('0');
  expect(figure(text, 'console_inbox_events')).toBe('1');
  expect(Number(figure(text, 'console_inbox_events_bytes'))).toBeGreaterThan(7);
  expect(figure(text, 'console_database_up')).toBe('1');
  for (const [state, count] of [
    ['used', '4'],
    ['idle', '3'],
    ['waiting', '2'],
  ])
    expect(figure(text, `console_database_connections{state="${state}"}`)).toBe(count);
  gone = true;
  const without = await scraped();
  gone = false;
  expect(figure(without, 'console_database_up')).toBe('0');
  expect(figure(without, 'console_queue_batches')).toBe('Nan');
  slow = true;
  const busy = await scraped();
  slow = false;
  expect([figure(busy, 'console_database_up'), figure(busy, 'console_queue_batches')]).toEqual(['1', 'Nan']);
});

it('requires the token, and is off without one', async () => {
  for (const authorization of ['', `Bearer ${token}x`, token]) {
    const refused = await gateway.fetch(ask('/metrics', { headers: { authorization } }));
    expect([refused.status, await refused.text()]).toEqual([401, expect.not.stringContaining('console_')]);
  }
  const closed = await gateways.open();
  expect((await closed.fetch(ask('/metrics'))).status).toBe(404);
});

it('has few route names, whatever is requested', () => {
  const routes = [
    ['POST', '/openapi/v1/dw_item/list', 'listRecords'],
    ['POST', '/env/lab/openapi/v1/dw_item/42', 'getRecord'],
    ['DELETE', '/env/lab/openapi/v1/anything', 'api'],
    ['GET', '/env/embedded/files/secret/link', 'files'],
    ['GET', '/gateway/events/stream', 'gateway/events/stream'],
    ['GET', '/gateway/anything', 'gateway'],
    ['GET', '/readyz', 'readyz'],
    ['GET', '/e/lab/w/1', 'console'],
  ];
  for (const [method = '', path = '', route] of routes) expect(routeOf(method, path)).toBe(route);
});
