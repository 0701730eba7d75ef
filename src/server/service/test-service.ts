/** The embedded service for tests of what it answers, and of what reads its data. */
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { BatchEvent } from '../../contract/events';
import { formatJson, type Json, type JsonObject, parseJson } from '../../contract/json';
import { type OperationName, operations } from '../../contract/operations';
import { type DeleteInput, type DwRecord, encodeDelete, encodeUpdate, type UpdateInput } from '../../contract/records';
import type { Database } from '../database/database';
import { openTestDatabase } from '../database/test-database';
import { ids } from './catalogue/catalogue';
import type { SeedSize } from './seed/data-sets';
import { createService, type Service, type ServiceOptions } from './service';

/** Of the present, without data of its own, and with nobody who looks at its events, unless options say otherwise. */
export function testService(database: Database, options: Partial<ServiceOptions> = {}): Promise<Service> {
  return createService({
    database,
    clock: Date.now,
    seed: 'none',
    callbackAddress: () => 'test:',
    deliver: async () => true,
    ...options,
  });
}

export interface ServiceAnswer {
  status: number;
  retryAfter: string | null;
  code: number;
  message: string;
  data: JsonObject;
  meta: JsonObject;
}

type Called = Pick<(typeof operations)[OperationName], 'method' | 'path'>;

/** Sends a call with the demo key. */
export async function ask(service: Service, { method, path }: Called, body: Json): Promise<ServiceAnswer> {
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const response = await service.fetch(
    new Request(`http://service.test${path}`, { method, headers, body: formatJson(body) }),
  );
  const answer = parseJson(await response.text()) as JsonObject;
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    code: Number(answer.code),
    message: String(answer.message),
    data: answer.data as JsonObject,
    meta: answer.meta as JsonObject,
  };
}

/** Sends an update, which has to be accepted. @returns its trace ID */
export function update(service: Service, input: UpdateInput): Promise<string> {
  return accepted(service, operations.updateRecords, encodeUpdate(input));
}

/** The same with a delete. */
export function sendDelete(service: Service, input: DeleteInput): Promise<string> {
  return accepted(service, operations.deleteRecords, encodeDelete(input));
}

async function accepted(service: Service, operation: Called, body: Json): Promise<string> {
  const { code, message, meta } = await ask(service, operation, body);
  expect([code, message]).toEqual([0, 'success']);
  return String(meta.trace_id);
}

export interface OpenService {
  service: Service;
  database: Database;
  /** Its reported internal errors. */
  faults: unknown[];
  /** Events that it delivered. */
  delivered: BatchEvent[];
  ask(operation: Called, body: Json): Promise<ServiceAnswer>;
  /** Sends an update, and waits until it is applied. */
  update(input: UpdateInput): Promise<BatchEvent>;
  /** The same with a delete. */
  delete(input: DeleteInput): Promise<BatchEvent>;
  /** Records of a list, which has to be answered. */
  list(input: JsonObject): Promise<DwRecord[]>;
}

/** Opens it for all tests of a file, and closes it after them. @param ready resolves once everything is loaded */
export function withService(
  seed: SeedSize,
  loadingMs: number,
  ready: (opened: OpenService) => void | Promise<void>,
  {
    isStarted = true,
    between = (database) => database,
    ...options
  }: Partial<ServiceOptions> & {
    /** Otherwise nothing is applied but by the tests. */
    isStarted?: boolean;
    /** What is between the service and its database. */
    between?: (database: Database) => Database;
  } = {},
): void {
  let database: Database;
  let service: Service;
  beforeAll(async () => {
    database = await openTestDatabase();
    const faults: unknown[] = [];
    const delivered: BatchEvent[] = [];
    service = await testService(between(database), {
      seed,
      deliver: async (_address, event) => delivered.push(event as BatchEvent) > 0,
      pause: async () => {},
      log: (...fault) => faults.push(fault),
      ...options,
    });
    if (isStarted) {
      await service.start();
      await vi.waitUntil(() => service.progress().done, { timeout: loadingMs });
    }
    const eventOf = (traceId: string) =>
      vi.waitUntil(() => delivered.find(({ trace_id }) => trace_id === traceId), { timeout: 20_000 });
    const asked: OpenService['ask'] = (operation, body) => ask(service, operation, body);
    await ready({
      service,
      database,
      faults,
      delivered,
      ask: asked,
      update: async (input) => eventOf(await update(service, input)),
      delete: async (input) => eventOf(await sendDelete(service, input)),
      async list(input) {
        const { code, message, data } = await asked(operations.listRecords, { limit: 100, ...input });
        expect([code, message]).toEqual([0, 'success']);
        return operations.listRecords.decode(data).items;
      },
    });
  }, loadingMs);
  afterAll(async () => {
    await service?.stop();
    await database?.close();
  });
}

/** A table of type `ext` in a workspace of its own, which the demo key may see. Its first field is the title. */
export interface MadeTable {
  number: number;
  name: string;
  alias?: string;
  /** By default that of the table. */
  spaceName?: string;
  /** Those that are only a type have it as their name. By default one text. */
  fields?: readonly (string | { name: string; type: string; config?: JsonObject })[];
  /** The fields of each record; the ids are those of rows 1 and on. */
  rows: readonly JsonObject[];
  /** Number of the row that is made next, by default after the last one. */
  nextRow?: number;
}

/** The workspace of tables made for a test. */
export const madeSpace = ids.space(9);

export async function makeTable(
  { query }: Database,
  { number, name, alias = '', spaceName = name, fields = ['text'], rows, nextRow = rows.length + 1 }: MadeTable,
): Promise<void> {
  const table = ids.table(number);
  const title = ids.field(number, 1);
  const time = '2025-01-01 00:00:00';
  await query('insert into space values ($1::bigint, 0, $2::text, $2::text, 1, true) on conflict do nothing', [
    madeSpace,
    spaceName,
  ]);
  await query(`insert into customer_key_space values ('demo', $1::bigint) on conflict do nothing`, [madeSpace]);
  await query(
    `insert into dw_table values ($1::bigint, $2::bigint, 0, $3::text, 'ext', $4::text, $5::text, $6::bigint, $7::bigint, true)`,
    [table, madeSpace, name, alias, time, title, ids.item(number, nextRow)],
  );
  for (const [index, field] of fields.entries()) {
    const { name, type, config = {} } = typeof field === 'string' ? { name: field, type: field, config: {} } : field;
    await query('insert into dw_field values ($1::bigint, $2::bigint, $3::int, $4::text, $5::text, false, $6::jsonb)', [
      table,
      ids.field(number, index + 1),
      index,
      name,
      type,
      formatJson(config),
    ]);
  }
  const records = rows.map((fields, index): Json => ({ item_id: ids.item(number, index + 1), fields }));
  await query(
    `insert into dw_record select $1::bigint, (e->>'item_id')::bigint, coalesce(e->'fields'->>$3::text, ''), $4::text, 1, $4::text, 1, e->'fields'
     from jsonb_array_elements($2::jsonb) e`,
    [table, formatJson(records), title, time],
  );
  // Counts them.
  await query('update dw_table set loaded = true where table_id = $1::bigint', [table]);
}
