/** The embedded service for tests of what it answers, and of what reads its data. */
import { afterAll, beforeAll, vi } from 'vitest';
import { formatJson, type Json, type JsonObject, parseJson } from '../../contract/json';
import type { Database } from '../database/database';
import { openTestDatabase } from '../database/test-database';
import { ids } from './catalogue/catalogue';
import type { ReadBounds } from './fair-reads';
import type { SeedSize } from './seed/data-sets';
import { createService, type Service, type ServiceOptions } from './service';

export interface OpenService {
  service: Service;
  database: Database;
  /** Its reported internal errors. */
  faults: unknown[];
  /** Events that it delivered. */
  delivered: unknown[];
  /** Sends a call with the demo key. */
  call(method: string, path: string, body: Json): Promise<ServiceAnswer>;
}

export interface ServiceAnswer {
  status: number;
  code: number;
  message: string;
  data: JsonObject;
  meta: JsonObject;
}

/** Opens it for all tests of a file, and closes it after them. @param ready resolves once everything is loaded */
export function withService(
  seed: SeedSize,
  loadingMs: number,
  ready: (opened: OpenService) => void | Promise<void>,
  readBounds?: ReadBounds,
): void {
  let database: Database;
  let service: Service;
  beforeAll(async () => {
    database = await openTestDatabase();
    const faults: unknown[] = [];
    const delivered: unknown[] = [];
    const options: Omit<ServiceOptions, 'database'> = {
      clock: Date.now,
      seed,
      callbackAddress: () => 'test:',
      deliver: async (_address, event) => delivered.push(event) > 0,
      pause: async () => {},
      ...(readBounds && { readBounds }),
      log: (...fault) => faults.push(fault),
    };
    service = await createService({ database, ...options });
    await service.start();
    await vi.waitUntil(() => service.progress().done, { timeout: loadingMs });
    await ready({ service, database, faults, delivered, call: (...asked) => answerOf(service, ...asked) });
  }, loadingMs);
  afterAll(async () => {
    await service?.stop();
    await database?.close();
  });
}

async function answerOf(service: Service, method: string, path: string, body: Json): Promise<ServiceAnswer> {
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const response = await service.fetch(
    new Request(`http://service.test${path}`, { method, headers, body: formatJson(body) }),
  );
  const answer = parseJson(await response.text()) as JsonObject;
  return {
    status: response.status,
    code: Number(answer.code),
    message: String(answer.message),
    data: answer.data as JsonObject,
    meta: answer.meta as JsonObject,
  };
}

/** A table of type `ext` in a workspace of its own, which the demo key may see. Its first field is the title. */
export interface MadeTable {
  number: number;
  name: string;
  alias: string;
  spaceName: string;
  fields: readonly { name: string; type: string; config?: JsonObject }[];
  /** The fields of each record; the ids are those of rows 1 and on. */
  rows: readonly JsonObject[];
  /** Number of the row that is made next. */
  nextRow: number;
}

/** The workspace of tables made for a test. */
export const madeSpace = ids.space(9);

export async function makeTable({ query }: Database, made: MadeTable): Promise<void> {
  const table = ids.table(made.number);
  const title = ids.field(made.number, 1);
  const time = '2025-01-01 00:00:00';
  await query('insert into space values ($1::bigint, 0, $2::text, $2::text, 1, true) on conflict do nothing', [
    madeSpace,
    made.spaceName,
  ]);
  await query(`insert into customer_key_space values ('demo', $1::bigint) on conflict do nothing`, [madeSpace]);
  await query(
    `insert into dw_table values ($1::bigint, $2::bigint, 0, $3::text, 'ext', $4::text, $5::text, $6::bigint, $7::bigint, true)`,
    [table, madeSpace, made.name, made.alias, time, title, ids.item(made.number, made.nextRow)],
  );
  for (const [index, { name, type, config }] of made.fields.entries()) {
    await query('insert into dw_field values ($1::bigint, $2::bigint, $3::int, $4::text, $5::text, false, $6::jsonb)', [
      table,
      ids.field(made.number, index + 1),
      index,
      name,
      type,
      formatJson(config ?? {}),
    ]);
  }
  const rows = made.rows.map((fields, index): Json => ({ item_id: ids.item(made.number, index + 1), fields }));
  await query(
    `insert into dw_record select $1::bigint, (e->>'item_id')::bigint, coalesce(e->'fields'->>$3::text, ''), $4::text, 1, $4::text, 1, e->'fields'
     from jsonb_array_elements($2::jsonb) e`,
    [table, formatJson(rows), title, time],
  );
  // Counts them.
  await query('update dw_table set loaded = true where table_id = $1::bigint', [table]);
}
