import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type LabGateway, withLabGateway } from '../test-wire';
import { HELD_BYTES } from './body';

let lab: LabGateway;
withLabGateway((opened) => {
  lab = opened;
});

/** The raw bytes on the wire. */
function asked(path: string, accepts?: string): Promise<{ encoding: string | undefined; vary: string; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = accepts === undefined ? {} : { 'accept-encoding': accepts };
    httpRequest({ port: lab.wire.port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const { 'content-encoding': encoding, vary = '' } = answer.headers;
          resolve({ encoding, vary, bytes: Buffer.concat(parts) });
        });
    })
      .on('error', reject)
      .end();
  });
}

const platformSays = (body: string, type = 'application/json') => {
  lab.upstream.answer = (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
};
const spaces = '/openapi/v1/space/list';

describe('an API response', () => {
  it('is compressed for clients that accept it, and plain for others', async () => {
    const body = JSON.stringify({ code: 0, data: { text: 'word '.repeat(2000) } });
    platformSays(body);
    for (const accepts of ['gzip', 'br, gzip;q=0.5, *;q=0', 'deflate, *']) {
      const { encoding, vary, bytes } = await asked(spaces, accepts);
      expect([accepts, encoding, gunzipSync(bytes).toString()]).toEqual([accepts, 'gzip', body]);
      expect(bytes.byteLength).toBeLessThan(body.length / 10);
      expect(vary.toLowerCase()).toContain('accept-encoding');
      expect(vary).toContain('Open-Authorization');
    }
    for (const accepts of [undefined, 'br', 'gzip;q=0', 'identity']) {
      const { encoding, bytes } = await asked(spaces, accepts);
      expect([accepts, encoding, bytes.toString()]).toEqual([accepts, undefined, body]);
    }
  });

  it('that is short, or not text, is not compressed', async () => {
    for (const [body, type] of [
      ['{"code":0}', 'application/json'],
      ['x'.repeat(9000), 'image/png'],
    ] as const) {
      platformSays(body, type);
      const { encoding, bytes } = await asked(spaces, 'gzip');
      expect([encoding, bytes.toString()]).toEqual([undefined, body]);
    }
  });

  it('that streams is not compressed', async () => {
    const body = 'x'.repeat(3 * HELD_BYTES);
    platformSays(body);
    const { encoding, bytes } = await asked(spaces, 'gzip');
    expect([encoding, bytes.byteLength]).toEqual([undefined, body.length]);
  });
});
