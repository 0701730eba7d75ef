import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/** Every way in which a call can fail between a page and the platform. */
const wireFaults = [
  'cut-before',
  'cut-after',
  'fails-before',
  'fails-after',
  'too-many-says-when',
  'too-many',
  'never-reached',
  'no-envelope-after',
  'slow',
  'applies-late',
] as const;
type WireFault = (typeof wireFaults)[number];

/** Faults of a read: all but those that only concern writes. */
const readFaults: readonly WireFault[] = wireFaults.filter((fault) => fault !== 'applies-late');

export interface BadWire {
  /** Where the console is found behind this wire. */
  origin: string;
  /** While it is on, one of a few calls of records fails, each time in the next way. */
  bad: boolean;
  /** No callback event comes through: whatever was written is found by reading alone. */
  isDeaf: boolean;
  /** When calls of records came while it was bad, epoch milliseconds; and when the first and the last write did. */
  times: number[];
  wroteFrom: number;
  wroteTo: number;
  /** Bodies of writes that the platform got, in order. */
  written: string[];
  /** Calls of writes that the page made, and how those that failed did. */
  writes: number;
  faults: WireFault[];
  close(): Promise<void>;
}

const slowMs = 1500;
const lateMs = 3000;

/**
 * A wire between a browser and the console's server: passes everything on as it is, but for calls of records while it is bad. A write that is cut off after
 * it was passed on, or passed on later than it was answered, is what no interception in the browser could show.
 * @param every one in this many writes fails, and one in this many reads
 */
export async function openBadWire(target: string, every: { write: number; read: number }): Promise<BadWire> {
  const { hostname, port } = new URL(target);
  const calls = { write: 0, read: 0 };
  const timers = new Set<NodeJS.Timeout>();
  const wire: BadWire = {
    origin: '',
    bad: false,
    isDeaf: false,
    times: [],
    wroteFrom: 0,
    wroteTo: 0,
    written: [],
    writes: 0,
    faults: [],
    close,
  };

  const forward = (
    call: IncomingMessage,
    body: Buffer,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; text: Buffer }> => {
    return new Promise((resolve, reject) => {
      const passed = request(
        { hostname, port, path: call.url, method: call.method, headers: call.headers, agent: false },
        async (answer) => {
          const text = await bodyOf(answer);
          // The browser repeats a request whose connection was cut; the gateway does not pass it on.
          if (call.method === 'PUT' && !text.includes('{"gateway":{"error":"repeated"'))
            wire.written.push(body.toString());
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, text });
        },
      );
      passed.on('error', reject);
      passed.end(body);
    });
  };
  const later = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });

  async function records(call: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(call);
    const write = call.method === 'PUT';
    if (wire.bad) wire.times.push(Date.now());
    if (write) {
      wire.writes += 1;
      wire.wroteTo = Date.now();
      wire.wroteFrom ||= wire.wroteTo;
    }
    const ways = write ? wireFaults : readFaults;
    const kind = write ? 'write' : 'read';
    const turn = wire.bad ? ++calls[kind] : 0;
    const fault = turn > 0 && turn % every[kind] === 0 ? ways[(turn / every[kind] - 1) % ways.length] : undefined;
    if (fault && write) wire.faults.push(fault);
    const pass = async (): Promise<void> => {
      const { status, headers, text } = await forward(call, body);
      response.writeHead(status, headers).end(text);
    };
    const answer = (status: number, text: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    };
    const failed = '{"code":500,"message":"internal error","data":{},"meta":{"trace_id":"bad-wire"}}';
    switch (fault) {
      case undefined:
        return pass();
      case 'cut-before':
        response.destroy();
        return;
      case 'cut-after':
        await forward(call, body);
        response.destroy();
        return;
      case 'fails-before':
        return answer(500, failed);
      case 'fails-after':
        await forward(call, body);
        return answer(500, failed);
      case 'too-many-says-when':
        return answer(429, 'slow down', { 'retry-after': '1', 'content-type': 'text/plain' });
      case 'too-many':
        return answer(429, 'slow down', { 'content-type': 'text/plain' });
      case 'never-reached':
        return answer(
          502,
          '{"gateway":{"error":"unreachable","message":"the platform cannot be reached (ECONNREFUSED)."}}',
        );
      case 'no-envelope-after':
        await forward(call, body);
        return answer(200, '<html>it worked!</html>', { 'content-type': 'text/html' });
      case 'slow':
        await later(slowMs);
        return pass();
      case 'applies-late':
        answer(200, `{"code":0,"message":"success","data":{},"meta":{"trace_id":"late-${turn}"}}`);
        await later(lateMs);
        await forward(call, body);
    }
  }

  const server = createServer((call, response) => {
    // A page that is closed takes its calls with it.
    response.on('error', () => {});
    if (call.url?.includes('/openapi/v1/dw_item')) {
      records(call, response).catch(() => response.destroy());
      return;
    }
    if (wire.isDeaf && call.url?.startsWith('/gateway/inbox')) {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    // A connection of its own for each call: one that is kept may be closed by the server at any moment.
    const { url: path, method, headers } = call;
    const passed = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    call.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  wire.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return wire;

  function close(): Promise<void> {
    for (const timer of timers) clearTimeout(timer);
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }
}

/**
 * How many calls of records came while there was something to send and a tab to send it, and in how many seconds; and the milliseconds without a tab.
 * @param killed when tabs were closed, epoch milliseconds
 */
export function paceOf({ times, wroteFrom, wroteTo }: BadWire, killed: readonly number[]) {
  const sending = times.filter((time) => time >= wroteFrom && time <= wroteTo).length;
  const noTab = killed.reduce((sum, at) => sum + Math.max(0, (times.find((time) => time > at) ?? at) - at), 0);
  return { sending, seconds: (wroteTo - wroteFrom - noTab) / 1000, noTab };
}

/** The ledger's outcome of each record of this browser's latest job. */
export function ledgerOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    () =>
      new Promise<Record<string, string>>((resolve, reject) => {
        const open = indexedDB.open('warehouse-console');
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const read = open.result.transaction(['batches', 'payloads']);
          const batches = read.objectStore('batches').getAll();
          const payloads = read.objectStore('payloads').getAll();
          read.oncomplete = () => {
            open.result.close();
            const outcomes: Record<string, string> = {};
            for (const [index, { items }] of payloads.result.entries()) {
              for (const [place, { item_id }] of items.entries())
                outcomes[item_id] = batches.result[index].rows[place].outcome;
            }
            resolve(outcomes);
          };
        };
      }),
  );
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
