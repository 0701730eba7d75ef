/** From a request to an envelope: whom it comes from, which operation it asks for, and what is answered or refused. */

import { randomUUID } from 'node:crypto';
import { authorizationHeader } from '../../../contract/calls';
import { formatEnvelope } from '../../../contract/envelope';
import { formatJson, type JsonObject } from '../../../contract/json';
import { type OperationName, operations, routes } from '../../../contract/operations';
import { DatabaseUnavailable } from '../../database/database';
import { getTableConfig, listTables, listWorkspaces } from '../catalogue/catalogue-operations';
import type { AuthorizedCall, Call, CatalogueSnapshot, Context, Log } from '../context';
import { getAccessToken, getProviderInfo, getProviderKey } from '../credentials/credentials';
import { RawAnswer } from '../drills/drills';
import { filesVersion, getFiles } from '../files/files';
import { getRecord, listRecords } from '../records/records';
import { deleteRecords, updateRecords } from '../updates/updates';
import { authenticate, readKeyHeader } from './access';
import { bodyBytes, readBody } from './body';
import { refusals, ServiceError } from './errors';
import { readReturned } from './return-fields';

/** Those of the provider operations ask for less: they take no `access` (5.2). */
type Handler = (context: Context, call: AuthorizedCall) => Promise<JsonObject>;

/** One handler for each operation of the contract's table. */
const handlers: Record<OperationName, Handler> = {
  listWorkspaces,
  listTables,
  listRecords,
  updateRecords,
  getFiles,
  getAccessToken,
  getProviderKey,
  getProviderInfo,
  getTableConfig,
  getRecord,
  deleteRecords,
};

/** Answers one API call, always with the envelope of 2.1. */
export async function respond(context: Context, request: Request, base: string, log: Log): Promise<Response> {
  const traceId = randomUUID();
  // Of file details alone (2.1), also where they are refused.
  const version = new URL(request.url).pathname === operations.getFiles.path ? filesVersion : undefined;
  const envelope = (status: number, answer: { code: number; message: string; data: JsonObject }) =>
    new Response(formatJson(formatEnvelope({ ...answer, traceId, version })), {
      status,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  try {
    const { name, path } = findRoute(request);
    const data = await call(context, name, request, { path, traceId, base });
    return envelope(200, { code: 0, message: 'success', data });
  } catch (error) {
    if (error instanceof RawAnswer) return error.response;
    if (error instanceof ServiceError) {
      const { code, status } = refusals[error.refusal];
      const answer = envelope(status, { code, message: error.message, data: {} });
      if (error.refusal === 'queueFull') answer.headers.set('Retry-After', '5');
      return answer;
    }
    if (!request.signal.aborted) log(`request ${traceId} failed`, error);
    if (error instanceof DatabaseUnavailable) {
      const answer = envelope(refusals.unavailable.status, {
        code: refusals.unavailable.code,
        message: 'the database does not answer',
        data: {},
      });
      answer.headers.set('Retry-After', '5');
      return answer;
    }
    return envelope(refusals.internal.status, { code: refusals.internal.code, message: 'internal error', data: {} });
  }
}

async function call(
  context: Context,
  name: OperationName,
  request: Request,
  about: Pick<Call, 'path' | 'traceId' | 'base'>,
): Promise<JsonObject> {
  const now = context.clock();
  const caller = request.headers.get(authorizationHeader) ?? '';
  const own = operations[name].write ? context : { ...context, database: context.reads.of(caller, request.signal) };
  const withKey = operations[name].credential === 'header';
  const largest = withKey ? bodyBytes.records : bodyBytes.credentials;
  let read: Promise<JsonObject> | undefined;
  const body = async () => {
    read ??= request.method === 'GET' ? Promise.resolve({}) : readBody(request, largest);
    return read;
  };
  if (!withKey) {
    const wanted = readReturned(request.headers, name);
    return handlers[name](own, { ...about, wanted, body: await body(), now } as AuthorizedCall);
  }
  // Who brings no key at all costs the database nothing.
  const key = readKeyHeader(request.headers);
  let met: Promise<unknown> | undefined;
  const once = <Result>(run: () => Promise<Result>) => {
    met ??= run();
    return met as Promise<Result>;
  };
  const answer = async (catalogue: CatalogueSnapshot, holdsAt: AuthorizedCall['holdsAt']) => {
    // The key before the body: without one nothing is revealed about parameters.
    const access = await authenticate(own.database, catalogue.keys, key, now);
    const wanted = readReturned(request.headers, name);
    return handlers[name](own, { ...about, wanted, body: await body(), now, access, catalogue, holdsAt, once });
  };
  // A call starts from cached data. Its own statement may show whether it is still valid; otherwise it is queried.
  for (let snapshot = context.catalogue.latest() ?? (await context.catalogue.current()); ; ) {
    let holds = false;
    const [done] = await Promise.allSettled([
      answer(snapshot, (version) => {
        holds = version === snapshot.version;
      }),
    ]);
    const current = holds ? snapshot : await context.catalogue.current();
    if (current.version === snapshot.version) {
      if (done.status === 'fulfilled') return done.value;
      throw done.reason;
    }
    snapshot = current;
  }
}

function findRoute(request: Request): { name: OperationName; path: Record<string, string> } {
  const { pathname } = new URL(request.url);
  const matching = routes.filter((route) => route.pattern.test(pathname));
  const route = matching.find((candidate) => candidate.method === request.method);
  if (route) {
    const groups = Object.entries(route.pattern.exec(pathname)?.groups ?? {});
    return { name: route.name, path: Object.fromEntries(groups.map(([key, value]) => [key, decoded(value)])) };
  }
  if (matching.length > 0) {
    throw new ServiceError(
      'method',
      `${pathname} takes ${[...new Set(matching.map(({ method }) => method))].join(', ')}`,
    );
  }
  throw new ServiceError('unknownPath', `there is no ${request.method} ${pathname}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
