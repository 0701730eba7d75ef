/** What a gateway calls, on a port of its own on this machine: a platform, or a receiver of callbacks. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

export type TestPlatform = {
  origin: string;
  received: Received[];
  /** Statuses of the next responses in order, then 200. `null`: no response. */
  answers: (number | null)[];
  /** Responds to a request that came whole; by default with those statuses. */
  answer: (response: ServerResponse, request: IncomingMessage) => void;
  close(): void;
};

export async function openTestPlatform(): Promise<TestPlatform> {
  const platform: TestPlatform = {
    origin: '',
    received: [],
    answers: [],
    answer(response) {
      const { answers } = platform;
      const status = answers.shift() ?? (answers.length === 0 ? 200 : null);
      if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end('an answer that nobody reads');
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      return;
    }
    const { method = '', url = '', headers } = request;
    platform.received.push({ method, path: url, headers, body: Buffer.concat(parts).toString() });
    platform.answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  platform.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return platform;
}
