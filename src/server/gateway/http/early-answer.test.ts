/** A response sent before its request has ended is read in full, and the rest of the request breaks nothing. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { statuses, type Wire, withLabGateway } from '../test-wire';

let wire: Wire;

withLabGateway((opened) => {
  ({ wire } = opened);
});

const MB = 1024 * 1024;
const refusals: [number, string, string[]][] = [
  [400, 'POST /a\\b', []],
  [401, 'DELETE /gateway/events?environment=lab&inbox=x', ['X-Inbox-Token: wrong']],
  [404, 'POST /callback/lab/invented', []],
  [404, 'PUT /env/none/openapi/v1/dw_item', []],
  [405, 'PUT /gateway/inbox', []],
  [405, 'POST /connect', []],
  [403, 'POST /gateway/inbox', ['Origin: https://evil.example']],
  [413, 'POST /gateway/inbox', []],
  [413, 'PUT /env/lab/openapi/v1/dw_item', [`Content-Length: ${9 * MB}`]],
];

/**
 * Sends the beginning of a request, and what is left of it only after the answer, for longer than a moment; then, unless the answer ended the connection,
 * another request.
 */
function askedEarly(line: string, headers: string[]): Promise<{ text: string; fault: string | null }> {
  return new Promise((resolve) => {
    const declared = headers.some((header) => /^content-length/i.test(header)) ? [] : [`Content-Length: ${2 * MB}`];
    const length = Number(
      /\d+/.exec([...headers, ...declared].find((header) => /^content-length/i.test(header)) ?? ''),
    );
    let left = length - 64 * 1024;
    let text = '';
    let fault: string | null = null;
    let sending: NodeJS.Timeout | undefined;
    const socket = connect(wire.port, '127.0.0.1', () => {
      socket.write([`${line} HTTP/1.1`, `Host: 127.0.0.1:${wire.port}`, ...headers, ...declared, '', ''].join('\r\n'));
      socket.write(Buffer.alloc(64 * 1024, ' '));
    });
    const sendOn = () => {
      const part = Math.min(left, Math.ceil(length / 8));
      left -= part;
      socket.write(Buffer.alloc(part, ' '));
      if (left > 0) return;
      clearInterval(sending);
      if (/^connection: close\r$/im.test(text)) return;
      socket.write('GET /gateway/environments HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    };
    socket.setTimeout(8000, () => socket.destroy(new Error('nothing more was said')));
    socket
      .setEncoding('latin1')
      .on('data', (part: string) => {
        text += part;
        sending ??= setInterval(sendOn, 100);
      })
      .on('error', (error) => {
        fault = error.message;
      })
      .on('close', () => {
        clearInterval(sending);
        resolve({ text, fault: fault ?? (left > 0 ? 'ended before the request' : null) });
      });
  });
}

it.concurrent.each(refusals)(
  '%i of %s while its body arrives: the connection ends cleanly, or continues',
  async (status, ...ask) => {
    const { text, fault } = await askedEarly(...ask);
    expect(fault).toBeNull();
    const [first, second = null] = statuses(text);
    expect(first).toBe(status);
    expect(second).toBe(/^connection: close\r$/im.test(text) ? null : 200);
    expect(text).toContain('"gateway"');
  },
);

it('a keep-alive client gets each response and the next, whatever it sends', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, headers: Record<string, string>, body: Buffer | null) =>
    new Promise<number | string>((resolve) => {
      const call = request({ agent, host: '127.0.0.1', port: wire.port, method, path, headers }, (response) => {
        response.on('end', () => resolve(response.statusCode ?? 0)).resume();
      });
      call.on('error', (error) => resolve(error.message));
      // Without a length: chunk by chunk.
      if (body !== null) call.write(body);
      call.end();
    });
  for (const [status, line, headers] of refusals) {
    const [method = '', path = ''] = line.split(' ');
    const named = Object.fromEntries(headers.map((header) => header.split(': ')));
    const answers = [
      await ask(method, path, { ...named, 'transfer-encoding': 'chunked' }, Buffer.alloc(20 * MB)),
      await ask('GET', '/gateway/environments', {}, null),
    ].filter(() => !headers.some((header) => header.startsWith('Content-Length')));
    expect([line, answers]).toEqual([line, answers.length === 0 ? [] : [status, 200]]);
  }
  agent.destroy();
});

it('a complete request keeps its connection', async () => {
  const whole = `POST /callback/lab/invented HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}`;
  const next = 'GET /gateway/environments HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
  const text = await new Promise<string>((resolve) => {
    let said = '';
    const socket = connect(wire.port, '127.0.0.1', () => socket.write(whole + next));
    socket.setEncoding('latin1').on('data', (part: string) => {
      said += part;
    });
    socket.on('close', () => resolve(said));
  });
  expect(statuses(text)).toEqual([404, 200]);
});
