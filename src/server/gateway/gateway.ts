/**
 * The gateway: one function from request to response, mounted in `vite dev`, in `vite preview` and in the built server.
 *
 * In this order: health (for any host name, as balancers ask by address) → host and origin → callback inbox → the gateway's own
 * endpoints → the API, by proxy or by the embedded service → files of the embedded service → files of the built console.
 */
import { randomUUID } from 'node:crypto';
import { authorizationHeader } from '../../contract/calls';
import {
  CALL_ID_HEADER,
  type Demo,
  type EnvironmentList,
  MAX_REQUEST_BYTES,
  PLATFORM_ANSWER_HEADER,
  REQUEST_ID_HEADER,
  type Seeding,
} from '../../contract/gateway';
import { type Database, DatabaseUnavailable } from '../database/database';
import type { ConsoleFiles } from './assets/console-files';
import { type Config, publicEnvironment } from './config/config';
import type { ConfiguredEnvironment } from './config/environments';
import { createAddressLimit } from './http/address-limit';
import { callFacts, createAuditScan, isWrite, outcomeFacts } from './http/audit';
import { bounded, refuseDeclaredSize, type Taken } from './http/body';
import type { BodyBudget } from './http/body-budget';
import { type Client, clientOf } from './http/client-address';
import type { DemoLink } from './http/demo-link';
import { failure, Refusal, tooMany, unavailable, wrongMethod } from './http/failure';
import { asksForCode, type Caller, hasTwoKeys, refusedAtTheDoor } from './http/guard';
import { processAnswer } from './http/health';
import { type Log, loggedCall, type Note, withoutSecrets } from './http/log';
import { type Metrics, openMetrics } from './http/metrics';
import { DATA_POLICY, filePolicy, pagePolicy, withPagePolicy, withPolicy } from './http/policy';
import type { InboxHandlers } from './inbox/inbox';
import { OUTGOING_PATH, SIGNING_SECRET_PATH } from './outgoing/outgoing';
import { dataType, hidesAStep } from './proxy/api-rules';
import { callUpstream, type ProxyBounds } from './proxy/proxy';
import type { RepeatGuard } from './proxy/repeat-guard';
import { SEAL_PATH, type SealHalves } from './seal/seal-halves';
import type { KnownKeys } from './shares/known-keys';

/** What the gateway asks of the embedded service. */
export type EmbeddedService = {
  fetch(request: Request): Promise<Response>;
  progress(): Seeding;
  demo: DemoCredentials;
};
export type DemoCredentials = { apiKey: string; narrowApiKey: string; appId: string; appSecret: string };

export type GatewayDeps = {
  database: Pick<Database, 'engine' | 'query' | 'ping' | 'freeBytes'>;
  inbox: InboxHandlers;
  seal: SealHalves;
  bodies: BodyBudget;
  known: KnownKeys;
  hasPassed: RepeatGuard;
  /** Offers the demo workspace to who started the gateway; `null` where others can reach it, too. */
  demoLink: DemoLink | null;
  /** Answers the embedded environment; `null` when none is configured. */
  service: EmbeddedService | null;
  consoleFiles: ConsoleFiles;
  version: string;
  log: Log;
  /** Called with log lines. */
  note?: Note;
  /** Called with every response; its metrics are at `/metrics`. */
  metrics?: Metrics | null;
  proxyBounds?: ProxyBounds;
};

/** @param caller who is at the other end of the connection; none where the gateway asks itself */
export type Gateway = (request: Request, caller?: Caller) => Promise<Response>;

const API = '/openapi/v1/';
/** What is below these is data; everything else is a file of the console. */
const DATA = new Set([
  ...['callback', 'env', 'files', 'gateway', 'openapi'],
  ...['healthz', 'livez', 'metrics', 'readyz', 'version'],
]);
/** Names are kept for a while: they have to be small. */
const CALL_ID = /^[\w-]{1,64}$/;
/** Goes into logs, ours and others'. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;
const KEYED_BY = 'Open-Authorization, X-Service-Return-Fields';

/** Long: the table of its routes, in the order in which they are tried. */
export function createGateway(config: Config, deps: GatewayDeps): Gateway {
  const environments = new Map(config.environments.map((environment) => [environment.name, environment]));
  const asksTooOften = createAddressLimit(config.requestsPerAddress);
  const page = pagePolicy(config.environments);
  const overTls = config.publicUrl?.startsWith('https:') === true;
  const answered = (response: Response, policy: string) => withPolicy(response, policy, overTls);

  const note: Note = deps.note ?? (() => {});

  return async (request, caller) => {
    const given = request.headers.get(REQUEST_ID_HEADER) ?? '';
    const id = REQUEST_ID.test(given) ? given : randomUUID();
    const began = performance.now();
    const answer = await answerTo(request, caller, id);
    answer.headers.set(REQUEST_ID_HEADER, id);
    const ms = performance.now() - began;
    deps.metrics?.note(request, answer.status, ms / 1000);
    note('debug', loggedCall(request), { status: answer.status, ms: Math.round(ms), request: id });
    return answer;
  };

  async function answerTo(request: Request, caller: Caller | undefined, id: string): Promise<Response> {
    try {
      return await route(request, caller, id);
    } catch (fault) {
      if (fault instanceof Refusal) return answered(failure(fault.error, fault.message), DATA_POLICY);
      if (!request.signal.aborted) {
        deps.log(`${loggedCall(request)} failed`, withoutSecrets(fault, request), { request: id });
      }
      if (fault instanceof DatabaseUnavailable) return answered(unavailable(), DATA_POLICY);
      return answered(failure('failed', 'The gateway failed on this request. See its log for details.'), DATA_POLICY);
    }
  }

  async function route(request: Request, caller: Caller | undefined, id: string): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const [, root = '', first = '', second = ''] = pathname.split('/');
    if (DATA.has(root) && asksForCode(request)) {
      throw new Refusal('bad-request', 'This address serves data, which pages must not load as code.');
    }
    const client = clientOf(request, caller, config.trustProxy);
    const { group } = client;
    if (pathname !== '/livez' && group !== null && asksTooOften(group)) return answered(tooMany(), DATA_POLICY);
    const ofProcess = await processAnswer(pathname, deps);
    if (ofProcess !== null) return answered(ofProcess, DATA_POLICY);
    if (pathname === '/metrics' && deps.metrics) {
      return answered(await openMetrics(request, deps.metrics, config.metrics.token), DATA_POLICY);
    }
    const refused = refusedAtTheDoor(request, config);
    if (refused !== null) return answered(refused, DATA_POLICY);

    if (root === 'callback') return answered(await deps.inbox.receive(request, first, second, group), DATA_POLICY);
    if (root === 'gateway') return answered(await own(request, pathname, client), DATA_POLICY);
    if (pathname.startsWith(API)) {
      return answered(await api(request, config.environments[0], pathname + search, client, id), DATA_POLICY);
    }
    if (root === 'env') {
      const environment = environments.get(first);
      const path = pathname.slice(`/env/${first}`.length);
      if (path.startsWith(API))
        return answered(await api(request, environment, path + search, client, id), DATA_POLICY);
      if (environment?.embedded && path.startsWith('/files/')) {
        const file = await embedded(request, path + search);
        return answered(file, filePolicy(file.headers.get('content-type')));
      }
      throw new Refusal('not-found', `Nothing is served at ${pathname}.`);
    }
    // A program that asks for data gets an error; a page would look like a response to it.
    if (DATA.has(root) || pathname.startsWith('//'))
      throw new Refusal('not-found', `Nothing is served at ${pathname}.`);
    return withPagePolicy(request, await deps.consoleFiles(request), page, overTls);
  }

  async function own(request: Request, pathname: string, client: Client): Promise<Response> {
    switch (pathname) {
      case '/gateway/environments':
        return request.method === 'GET' ? environmentList(offersDemo(request)) : wrongMethod('GET');
      case '/gateway/demo':
        return request.method === 'POST' ? demo(offersDemo(request)) : wrongMethod('POST');
      case '/gateway/demo/link':
        if (deps.demoLink === null) throw new Refusal('not-found', 'This gateway has no demo link.');
        return deps.demoLink.redeem(request);
      case SEAL_PATH:
        return deps.seal.answer(request, sealedKey(request), client.group);
      case '/gateway/inbox':
        return deps.inbox.open(request);
      case '/gateway/events':
        return deps.inbox.events(request);
      case '/gateway/events/stream':
        return deps.inbox.stream(request, client);
      case OUTGOING_PATH:
      case SIGNING_SECRET_PATH:
        return deps.inbox.outgoing(request);
      default:
        throw new Refusal('not-found', `Nothing is served at ${pathname}.`);
    }
  }

  /** The key that a browser is about to seal, where it says which. */
  function sealedKey(request: Request): string | null {
    const environment = new URL(request.url).searchParams.get('environment') ?? '';
    return environments.has(environment) ? deps.known.nameOf(environment, request.headers) : null;
  }

  function environmentList(offered: boolean): Response {
    const list: EnvironmentList = {
      environments: config.environments.map(publicEnvironment),
      demo: offered,
      demoByLink: !offered && deps.demoLink !== null ? true : undefined,
      version: deps.version,
      seeding: deps.service?.progress(),
    };
    return Response.json(list, { headers: { 'cache-control': 'no-store' } });
  }

  function offersDemo(request: Request): boolean {
    return deps.service !== null && (config.demoOpen || deps.demoLink?.isHeldBy(request) === true);
  }

  function demo(offered: boolean): Response {
    const environment = config.environments.find(({ embedded }) => embedded);
    if (!offered || deps.service === null || environment === undefined) {
      throw new Refusal(
        'not-found',
        'The demo workspace is offered by the embedded service, to the browser that opened the demo link of the start, and to everyone if DEMO_OPEN is true.',
      );
    }
    const { apiKey, appId, appSecret } = deps.service.demo;
    const answer: Demo = { environment: environment.name, apiKey, appId, appSecret };
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
  }

  async function api(
    request: Request,
    environment: ConfiguredEnvironment | undefined,
    path: string,
    client: Client,
    id: string,
  ): Promise<Response> {
    if (environment === undefined) throw new Refusal('not-found', 'This environment does not exist.');
    if (hidesAStep(path.split('?')[0] ?? '')) {
      throw new Refusal(
        'bad-request',
        'API paths have no semicolon and no encoded slash, dot, percent sign or line break.',
      );
    }
    if (hasTwoKeys(request)) throw new Refusal('bad-request', `${authorizationHeader} has more than one key.`);
    const name = request.headers.get(CALL_ID_HEADER);
    if (name !== null && !CALL_ID.test(name)) throw new Refusal('bad-request', `${CALL_ID_HEADER} is not valid.`);
    const key = deps.known.nameOf(environment.name, request.headers);
    if (name !== null && (await deps.hasPassed({ name, key, address: client.group }))) {
      throw new Refusal(
        'repeated',
        'The browser repeated this request on its own after getting no response. It was not sent to the platform again.',
      );
    }
    const noteAccepted = deps.known.watch(request, environment.name, path.split('?')[0] ?? '');
    const answer = await audited(request, environment, path, client, id);
    // Whatever becomes of the note, the answer stands.
    const isKnown = await noteAccepted(answer).catch(() => false);
    if (isKnown && client.connection !== undefined) client.connection.isKnown = true;
    const type = answer.headers.get('content-type');
    if (type !== null || answer.body !== null) answer.headers.set('content-type', dataType(type));
    // Redundant on purpose: no proxy on the way may return the response to one key for another.
    answer.headers.set('cache-control', 'no-store');
    answer.headers.set('vary', KEYED_BY);
    return answer;
  }

  /** The platform's answer; a write leaves a line in the log before it is sent, and one with its outcome. */
  async function audited(
    request: Request,
    to: ConfiguredEnvironment,
    path: string,
    client: Client,
    id: string,
  ): Promise<Response> {
    const common = { environment: to.name, ...callFacts(request), address: client.address };
    const { method } = request;
    const [address = ''] = path.split('?');
    const scan = isWrite(method, address) ? createAuditScan() : null;
    if (scan !== null) note('audit', 'write begins', { ...common, request: id });
    const held = deps.bodies.enter(ownerOf(request, client));
    let answer: Response | undefined;
    try {
      answer = await platformAnswer(request, to, path, id, (part) => {
        scan?.take(part);
        return held.grow(part.byteLength);
      });
      return answer;
    } finally {
      held.leave();
      if (scan !== null) {
        const outcome = await outcomeFacts(method, address, scan, answer);
        note('audit', 'write', { ...common, ...outcome, request: id });
      }
    }
  }

  async function platformAnswer(
    request: Request,
    environment: ConfiguredEnvironment,
    path: string,
    id: string,
    taken: Taken,
  ): Promise<Response> {
    const { upstream } = environment;
    if (upstream !== null)
      return callUpstream(request, { ...environment, upstream }, path, deps.proxyBounds, id, taken);
    const answer = await embedded(request, path, taken);
    answer.headers.set(PLATFORM_ANSWER_HEADER, '1');
    return answer;
  }

  /** The service gets the request as a program would send it: at its own path, without cookies, with a bounded body. */
  async function embedded(request: Request, path: string, taken?: Taken): Promise<Response> {
    if (deps.service === null) throw new Refusal('not-found', 'This gateway has no embedded service.');
    refuseDeclaredSize(request, MAX_REQUEST_BYTES);
    const headers = new Headers(request.headers);
    headers.delete('cookie');
    let refused: unknown = null;
    const body =
      request.body &&
      bounded(request.body, MAX_REQUEST_BYTES, taken, (fault) => {
        refused = fault;
      });
    const inner = new Request(new URL(path, request.url), {
      method: request.method,
      headers,
      body,
      signal: request.signal,
      ...{ duplex: 'half' },
    });
    const response = await deps.service.fetch(inner).catch((fault: unknown) => {
      throw refused ?? fault;
    });
    if (refused !== null) throw refused;
    return response;
  }
}

/** Whose share of the memory for bodies a call takes. */
function ownerOf(request: Request, { group }: Client): string {
  return group ?? request.headers.get(authorizationHeader) ?? '';
}
