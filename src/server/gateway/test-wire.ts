/** Servers and conversations for tests of what crosses the wire byte by byte. */
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../database/database';
import type { Gateway } from './gateway';
import { createBoundedServer, createListener } from './http/listener';
import type { Log } from './http/log';
import { type TestGateway, type TestGatewayOptions, withGateways } from './test-gateway';

export type Wire = {
  port: number;
  origin: string;
  /** How many connections are open. */
  connections(): Promise<number>;
  close(): Promise<void>;
};

/** The gateway behind a server, as the program has it. */
export function listenWith(
  { fetch, log }: { fetch: Gateway; log: Log },
  server: HttpServer = createHttpServer(),
): Promise<Wire> {
  server.on('request', createListener(fetch, log));
  return opened(server, () => server.closeAllConnections());
}

export type BoundedGateway = { database: Database; gateway: TestGateway; wire: Wire };

/** Opens a gateway behind the program's own server for all tests of a file, and closes it after them. */
export function withBoundedGateway(ready: (opened: BoundedGateway) => void): void {
  const gateways = withGateways();
  let wire: Wire;
  beforeAll(async () => {
    const gateway = await gateways.open();
    wire = await listenWith(gateway, createBoundedServer());
    ready({ database: gateways.database, gateway, wire });
  });
  afterAll(() => wire.close());
}

export type RawUpstream = Wire & {
  /** What came, one text for each connection. */
  got: string[];
  /** Called with each connection once a complete head has arrived; what is written to the socket is the response. */
  answer: (socket: Socket, head: string) => void;
};

/** A platform that sends exactly the bytes that a test gives it. */
export async function rawUpstream(): Promise<RawUpstream> {
  const sockets = new Set<Socket>();
  const got: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const place = got.push('') - 1;
    let told = false;
    socket.setEncoding('latin1').on('data', (text: string) => {
      got[place] += text;
      if (told || !got[place]?.includes('\r\n\r\n')) return;
      told = true;
      upstream.answer(socket, got[place] ?? '');
    });
  });
  const wire = await opened(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  const upstream: RawUpstream = { ...wire, got, answer: () => {} };
  return upstream;
}

export type LabGateway = { upstream: RawUpstream; gateway: TestGateway; wire: Wire };

export type LabOptions = TestGatewayOptions & {
  /** Path of the platform's base URL. */
  base?: string;
  /** By default the program's own. */
  server?: () => HttpServer;
};

/** Opens a gateway before such a platform, its environment `lab`, for all tests of a file, and closes both after them. */
export function withLabGateway(
  ready: (opened: LabGateway) => void,
  { base = '', server = createBoundedServer, ...options }: LabOptions = {},
): void {
  const { open } = withGateways();
  let upstream: RawUpstream;
  let wire: Wire;
  beforeAll(async () => {
    upstream = await rawUpstream();
    const gateway = await open({ ...options, variables: { UPSTREAMS: `lab=${upstream.origin}${base}` } });
    wire = await listenWith(gateway, server());
    ready({ upstream, gateway, wire });
  });
  afterAll(() => Promise.all([wire.close(), upstream.close()]));
}

/** Sends bytes and returns all that comes back until the other side ends, stays silent for a while, or has said what is enough. */
export function talk(port: number, bytes: string, quietMs = 1500, enough?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      if (enough?.test(text)) socket.destroy();
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
  });
}

/** Status of each answer in what came back. */
export function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

function opened(server: Server, end: () => void): Promise<Wire> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        port,
        origin: `http://127.0.0.1:${port}`,
        connections: () => new Promise((told) => server.getConnections((_fault, count) => told(count))),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            end();
          }),
      });
    });
  });
}
