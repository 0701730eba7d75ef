import { afterAll, beforeAll } from 'vitest';
import {
  authorizationHeader,
  authorizationValue,
  formatReturnFields,
  type ReturnFields,
  returnFieldsHeader,
} from '../../../contract/calls';
import { type Envelope, readEnvelope } from '../../../contract/envelope';
import { type BatchEvent, readBatchEvent } from '../../../contract/events';
import { formatJson, type Json, type JsonObject } from '../../../contract/json';
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
  pathOf,
} from '../../../contract/operations';
import type { DeleteInput } from '../../../contract/records';
import { openTestDatabase } from '../../database/test-database';
import { createService, type Demo, type Service } from '../service';

/**
 * What the suite of the contract runs against, section by section: the service of this repository in memory (in an empty Postgres with `TEST_DATABASE_URL`), or, with `BASE_URL` and `API_KEY`, any other base. What another base cannot
 * prove is skipped there, with the reason in the test's name; these make more of it possible:
 * `NARROW_API_KEY`, `APP_ID` with `APP_SECRET`, `FILE_IDS` (comma), `WRITE_TABLE_ID` with `WRITE_FIELD_ID` (a text field that may be written).
 */
export const foreign = Boolean(process.env.CONTRACT_BASE_URL);

export const given = {
  baseUrl: process.env.CONTRACT_BASE_URL?.replace(/\/+$/, ''),
  apiKey: process.env.API_KEY,
  narrowApiKey: process.env.NARROW_API_KEY,
  appId: process.env.APP_ID,
  appSecret: process.env.APP_SECRET,
  fileIds: process.env.FILE_IDS?.split(',').map((id) => id.trim()),
  writeTableId: process.env.WRITE_TABLE_ID,
  writeFieldId: process.env.WRITE_FIELD_ID,
} as const;

export interface Answer {
  status: number;
  envelope: Envelope;
  text: string;
}

export interface CallOptions {
  /** Default: the key of the suite; null sends none. */
  key?: string | null;
  returned?: ReturnFields | string;
}

/** Time of the service: starts here and moves only when a test moves it. */
const startOfTime = Date.parse('2025-06-11T10:00:00Z');

export class Target {
  private service: Service | undefined;
  private ends: (() => Promise<void>)[] = [];
  readonly delivered: { address: string; event: BatchEvent }[] = [];
  now = startOfTime;
  /** Responses of the next deliveries; accepted when there is none left. */
  refusals = 0;
  /** How long answers were to be slow; none of them was. */
  readonly paused: number[] = [];

  async open(): Promise<void> {
    if (foreign) {
      if (!given.apiKey) throw new Error('BASE_URL needs API_KEY beside it');
      return;
    }
    const database = await openTestDatabase();
    const service = await createService({
      database,
      clock: () => this.now,
      seed: 'small',
      callbackAddress: (identity) =>
        'apiKey' in identity ? `customer:${identity.apiKey}` : `provider:${identity.appId}:${identity.appSecret}`,
      publicBase: () => 'http://service.test/env/embedded',
      deliver: async (address, event) => {
        if (this.refusals > 0) {
          this.refusals -= 1;
          return false;
        }
        const update = readBatchEvent(event);
        if (update) this.delivered.push({ address, event: update });
        return true;
      },
      pause: async (ms) => {
        this.paused.push(ms);
      },
      log: (message, error) => {
        throw new Error(message, { cause: error });
      },
    });
    await service.start();
    this.service = service;
    this.ends = [() => service.stop(), () => database.close()];
    while (!service.progress().done) await pause(20);
  }

  async close(): Promise<void> {
    for (const end of this.ends) await end();
  }

  /** Credentials and ids of the service of this repository. */
  get demo(): Demo {
    if (!this.service) throw new Error('only the service of this repository has these');
    return this.service.demo;
  }

  get key(): string {
    return foreign ? (given.apiKey ?? '') : this.demo.apiKey;
  }

  /** Any raw request. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    if (this.service) return this.service.fetch(new Request(new URL(path, 'http://service.test'), init));
    return fetch(`${given.baseUrl}${path}`, init);
  }

  /** A link that came in an answer. */
  async follow(link: string, init: RequestInit = {}): Promise<Response> {
    if (!this.service) return fetch(link, init);
    // A gateway takes the environment off the path before it asks the service.
    return this.service.fetch(new Request(link.replace('/env/embedded', ''), init));
  }

  /** A call with a body of any kind. */
  async raw(method: string, path: string, body?: Json | string, options: CallOptions = {}): Promise<Answer> {
    const headers = new Headers({ 'Content-Type': 'application/json' });
    const key = options.key === undefined ? this.key : options.key;
    if (key !== null) headers.set(authorizationHeader, authorizationValue(key));
    if (options.returned !== undefined) {
      headers.set(
        returnFieldsHeader,
        typeof options.returned === 'string' ? options.returned : formatReturnFields(options.returned),
      );
    }
    const text = typeof body === 'string' ? body : body === undefined ? undefined : formatJson(body);
    const response = await this.fetch(path, { method, headers, ...(text === undefined ? {} : { body: text }) });
    const answer = await response.text();
    const read = readEnvelope(answer);
    if (!read.ok) throw new Error(`${method} ${path} answered ${response.status} without an envelope: ${read.reason}`);
    return { status: response.status, envelope: read.envelope, text: answer };
  }

  /** A call of an operation as the contract's table encodes it. */
  send<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options: CallOptions = {},
  ): Promise<Answer> {
    const operation = operations[name];
    const body = (operation.encode as (value: unknown) => Json | undefined)(input);
    const key = operation.credential === 'header' ? options.key : null;
    return this.raw(operation.method, pathOf(name, input), body, { ...options, key });
  }

  /** The same, decoded; throws unless the code is 0. */
  async ask<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options: CallOptions = {},
  ): Promise<OperationOutput<Name>> {
    const { envelope } = await this.send(name, input, options);
    if (envelope.code !== 0) throw new Error(`${name}: ${envelope.code} ${envelope.message}`);
    return operations[name].decode(envelope.data) as OperationOutput<Name>;
  }

  /** Response data of a call as on the wire. */
  async data(method: string, path: string, body?: Json, options: CallOptions = {}): Promise<JsonObject> {
    const { envelope } = await this.raw(method, path, body, options);
    if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.message}`);
    return envelope.data as JsonObject;
  }

  /** Sends a batch update and waits for its event. */
  async update(body: JsonObject, options: CallOptions = {}): Promise<BatchEvent> {
    const { envelope } = await this.raw('PUT', operations.updateRecords.path, body, options);
    if (envelope.code !== 0) throw new Error(`update: ${envelope.code} ${envelope.message}`);
    return (await this.eventOf(envelope.traceId)).event;
  }

  /** Sends a batch delete and waits for its event. */
  async delete(input: DeleteInput): Promise<BatchEvent> {
    const { envelope } = await this.send('deleteRecords', input);
    if (envelope.code !== 0) throw new Error(`delete: ${envelope.code} ${envelope.message}`);
    return (await this.eventOf(envelope.traceId)).event;
  }

  /** The event with the result of an accepted call. */
  async eventOf(traceId: string | null): Promise<{ address: string; event: BatchEvent }> {
    for (let waited = 0; waited < 20_000; waited += 20) {
      const found = this.delivered.find(({ event }) => event.trace_id === traceId);
      if (found) return found;
      await pause(20);
    }
    throw new Error(`no event of ${traceId}`);
  }
}

/** One for all tests of a file. */
export function openTarget(): Target {
  const target = new Target();
  beforeAll(() => target.open(), 60_000);
  afterAll(() => target.close(), 30_000);
  return target;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Id of a field of the service's own data, by the numbers of table and field. */
export function fieldId(table: number, position: number): string {
  return `22000000${String(table).padStart(4, '0')}${String(position).padStart(4, '0')}`;
}

export function tableId(table: number): string {
  return `210000000000${String(table).padStart(4, '0')}`;
}
