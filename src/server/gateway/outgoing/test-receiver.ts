/** A receiver of callbacks for tests, on a port of its own on this machine. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  origin: string;
  received: Received[];
  /** Statuses of the next responses in order, then 200. `null`: no response. */
  answers: (number | null)[];
  close(): void;
};

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: (number | null)[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url ?? '', headers: request.headers, body });
    const status = answers.shift() ?? (answers.length === 0 ? 200 : null);
    if (status === null) return;
    response.writeHead(status, { location: '/elsewhere' }).end('an answer that nobody reads');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
