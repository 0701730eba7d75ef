import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFirstBytes, readWholeFile } from './read-file';

const server = createServer((request, response) => {
  if (request.url === '/told') {
    response.setHeader('Content-Length', 3000);
    response.end(Buffer.alloc(3000, 1));
  } else if (request.url === '/untold') {
    response.write(Buffer.alloc(2000, 2));
    setTimeout(() => response.end(Buffer.alloc(1000, 3)), 20);
  } else if (request.url === '/breaks') {
    response.setHeader('Content-Length', 3000);
    response.write(Buffer.alloc(1000));
    setTimeout(() => response.destroy(), 20);
  } else response.writeHead(403).end('no');
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('a whole file', () => {
  const { signal } = new AbortController();
  test('is read to its end, and says how far it is', async () => {
    const told: [number, number | null][] = [];
    const bytes = await readWholeFile(`${base}/untold`, signal, 5000, (read, total) => told.push([read, total]));
    expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([3000, 2, 3]);
    expect(told.at(-1)).toEqual([3000, null]);
    await readWholeFile(`${base}/told`, signal, 3000, (read, total) => told.push([read, total]));
    expect(told.at(-1)).toEqual([3000, 3000]);
  });
  test('is refused when it is too large, whether its size is told beforehand or not', async () => {
    for (const path of ['/told', '/untold']) {
      await expect(readWholeFile(base + path, signal, 2500)).rejects.toMatchObject({ reason: 'large' });
    }
  });
  test('fails by name when the line breaks, when the host says no, and when nobody is there', async () => {
    await expect(readWholeFile(`${base}/breaks`, signal, 5000)).rejects.toMatchObject({ reason: 'closed' });
    await expect(readWholeFile(`${base}/no`, signal, 5000)).rejects.toMatchObject({ reason: 'status', status: 403 });
    await expect(readFirstBytes('http://127.0.0.1:1/', signal, 10)).rejects.toMatchObject({ reason: 'closed' });
  });
  test('ends at once when nobody wants it any more', async () => {
    const stopped = new AbortController();
    const reading = readWholeFile(`${base}/untold`, stopped.signal, 5000, () => stopped.abort(new Error('cancelled')));
    await expect(reading).rejects.toThrow('cancelled');
  });
});
