/**
 * The only server that listens, with limits of time and number for clients, and the gateway as it calls it, in the program and in Vite: with the peer's
 * address, and with every response ended cleanly, also one given before its request is complete, or cut off in the middle.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { REQUEST_ID_HEADER } from '../../../contract/gateway';
import { chosenEncoding } from '../../service/http/negotiation';
import type { Gateway } from '../gateway';
import { createOpenShares, type Owner } from '../shares/open-shares';
import { HELD_BYTES } from './body';
import { groupOfPeer } from './client-address';
import { failure } from './failure';
import type { Connection } from './guard';
import { type Log, loggedCall, withoutSecrets } from './log';
import { DATA_POLICY, withPolicy } from './policy';

/** A thousand people with a stream and a few requests each. When they are taken, idle ones give way, then those of the address that has most. */
const MOST_CONNECTIONS = 4000;
/** Connections that are closing still count for the system. */
const CLOSING = 100;
/** How long the rest of a request is still read after its response. */
const LINGER_MS = 5000;
/** Statuses of responses that never have a body. */
const BODILESS = new Set([204, 205, 304]);

/** @param trustProxy whether the peers are proxies, each of which may send for everyone */
export function createBoundedServer(trustProxy = false, mostConnections = MOST_CONNECTIONS): Server {
  const server = createServer({
    // A request has a minute to arrive whole, its headers a third of it.
    requestTimeout: 60_000,
    headersTimeout: 20_000,
    connectionsCheckingInterval: 5000,
    // Longer than balancers keep a connection, so that they are the ones who end it.
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16 * 1024,
  });
  // Beyond it the system's queue is emptied by closing.
  server.maxConnections = mostConnections + CLOSING;
  // Nothing read or written for this long: the client is gone. A stream has a heartbeat every 15 seconds.
  server.timeout = 120_000;
  const shares = createOpenShares({ most: mostConnections });
  server.on('connection', (socket) => {
    const connection: Connection = { requests: 0, isKnown: false };
    connections.set(socket, connection);
    const owner: Owner = {
      address: trustProxy ? null : groupOfPeer(socket.remoteAddress),
      key: null,
      get isKnown() {
        return connection.isKnown && connection.requests > 0;
      },
    };
    const leave = shares.enter(
      owner,
      () => void socket.destroy(),
      () => connection.requests > 0,
    );
    if (leave === null) socket.destroy();
    else socket.once('close', leave);
  });
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    response.once('close', () => {
      connection.requests -= 1;
    });
  });
  return server;
}

const connections = new WeakMap<Socket, Connection>();

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * @param log called with an error during a response: its only log line
 * @param overrideGlobalObjects whether this process may use lighter forms of `Request` and `Response`
 */
export function createListener(gateway: Gateway, log: Log, overrideGlobalObjects = true): Listener {
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const caller = { address: socket.remoteAddress, connection: connections.get(socket) };
    // What is ended instead would look whole.
    const end = () => void outgoing.destroy();
    const answered = async (request: Request) => {
      const answer = await compressed(request, await gateway(request, caller));
      const id = answer.headers.get(REQUEST_ID_HEADER);
      return inOrder(answer, incoming, (fault) => {
        // By its name: Vite loads the gateway's own classes apart from this file.
        const isFault = !(fault instanceof Error && fault.name === 'Refusal');
        if (isFault && !outgoing.destroyed) {
          log(`${loggedCall(request)} was cut off in its response`, withoutSecrets(fault, request), { request: id });
        }
        end();
      });
    };
    const listener = getRequestListener(answered, {
      overrideGlobalObjects,
      errorHandler: (fault) => inOrder(refusedUnread(fault), incoming, end),
    });
    return listener(incoming, outgoing) as Promise<void>;
  };
}

/** Requests with an invalid address or host, and requests while the gateway cannot be opened. */
function refusedUnread(fault: unknown): Response {
  const isRequestError = fault instanceof Error && fault.name === 'RequestError';
  const answer = isRequestError
    ? failure('bad-request', 'Not a valid address of this gateway.')
    : failure('failed', 'The gateway failed on this request. See its log for details.');
  return withPolicy(answer, DATA_POLICY);
}

/** The answer as it is, but for one that streams, and one whose request is not whole yet: that one ends the connection, once what still comes has been taken. */
async function inOrder(
  response: Response,
  incoming: IncomingMessage,
  broke: (fault: unknown) => void,
): Promise<Response> {
  // What came together with the head is read within this turn.
  if (!incoming.complete) await new Promise(setImmediate);
  const early = !incoming.complete;
  const streams = isStream(response.headers);
  if (!early && !streams) return response;
  const { status, headers } = response;
  if (early) headers.set('connection', 'close');
  if (BODILESS.has(status) || (streams && response.body === null)) {
    if (early) await restTaken(incoming);
    return response;
  }
  if (streams && response.body !== null) {
    return new Response(
      carried(response.body, () => restTaken(incoming), broke),
      { status, headers },
    );
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  headers.set('content-length', String(bytes.byteLength));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return new Response(
    carried(body, () => restTaken(incoming), broke),
    { status, headers },
  );
}

/** By its headers: reading the body itself would turn each response into a stream. */
function isStream(headers: Headers): boolean {
  return headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > HELD_BYTES;
}

/** The body, that ends when `last` has. What it breaks with goes to `broke` alone: the server would write it to the log as it is. */
function carried(
  body: ReadableStream<Uint8Array>,
  last: () => Promise<void>,
  broke: (fault: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          await last();
        } catch (fault) {
          broke(fault);
        }
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Resolves when all of a request has come, or after `LINGER_MS`. A connection that is ended while its other side still sends is reset, and the answer can be
 * lost with it.
 */
function restTaken(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(ended, LINGER_MS);
    function ended() {
      clearTimeout(timer);
      resolve();
    }
    // Its reader has stopped, and would keep it waiting.
    incoming.removeAllListeners('data');
    incoming.once('end', ended).once('close', ended).once('error', ended).resume();
  });
}

const packed = promisify(gzip);
/** Shorter ones gain nothing. Responses with a credential are short: their compressed size would reveal it. */
const LEAST_BYTES = 2048;
/** Most of the gain for a third of the time. */
const LEVEL = 3;
const PACKS_WELL = /^(application\/json|text\/plain)\b/;

/** The response unchanged, or compressed: if it is data, complete, not compressed yet, and long enough. A stream passes unchanged. */
async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  if (status !== 200 || request.method === 'HEAD' || !PACKS_WELL.test(headers.get('content-type') ?? ''))
    return response;
  if (headers.has('content-encoding') || headers.has('transfer-encoding') || headers.has('etag')) return response;
  if (chosenEncoding(request.headers, ['gzip']) === null) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isLong = bytes.byteLength >= LEAST_BYTES;
  headers.delete('content-length');
  headers.append('vary', 'Accept-Encoding');
  if (isLong) headers.set('content-encoding', 'gzip');
  return new Response(isLong ? new Uint8Array(await packed(bytes, { level: LEVEL })) : bytes, { status, headers });
}
