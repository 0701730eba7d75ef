import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeText, readFileText, readFirstBytes, readWholeFile } from './read-file';

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
  test('is read to its end, with progress', async () => {
    const told: [number, number | null][] = [];
    const bytes = await readWholeFile(`${base}/untold`, signal, 5000, (read, total) => told.push([read, total]));
    expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([3000, 2, 3]);
    expect(told.at(-1)).toEqual([3000, null]);
    await readWholeFile(`${base}/told`, signal, 3000, (read, total) => told.push([read, total]));
    expect(told.at(-1)).toEqual([3000, 3000]);
  });
  test('is refused when it is too large, whether its size is declared or not', async () => {
    for (const path of ['/told', '/untold']) {
      await expect(readWholeFile(base + path, signal, 2500)).rejects.toMatchObject({ reason: 'large' });
    }
  });
  test('names why it failed: lost connection, refusal or unreachable host', async () => {
    await expect(readWholeFile(`${base}/breaks`, signal, 5000)).rejects.toMatchObject({ reason: 'closed' });
    await expect(readWholeFile(`${base}/no`, signal, 5000)).rejects.toMatchObject({ reason: 'status', status: 403 });
    await expect(readFirstBytes('http://127.0.0.1:1/', signal, 10)).rejects.toMatchObject({ reason: 'closed' });
  });
  test('ends at once when it is cancelled', async () => {
    const stopped = new AbortController();
    const reading = readWholeFile(`${base}/untold`, stopped.signal, 5000, () => stopped.abort(new Error('cancelled')));
    await expect(reading).rejects.toThrow('cancelled');
  });
});

const euro = new TextEncoder().encode('€');

describe('the text of a file', () => {
  test('is UTF-8 where valid, also when the cut splits a character', async () => {
    const told = { encoding: 'utf-8', guessed: false };
    expect(await decodeText(new TextEncoder().encode('门店,2'), false, 'en')).toEqual({ text: '门店,2', ...told });
    expect(await decodeText(new Uint8Array([0x61, ...euro.slice(0, 2)]), true, 'en')).toEqual({ text: 'a', ...told });
  });
  test('is guessed where UTF-8 is not valid, as in an import: Chinese or Western', async () => {
    const guess = (bytes: number[]) => decodeText(new Uint8Array(bytes), false, 'en');
    expect(await guess([0xc3, 0xc5, 0xb5, 0xea])).toEqual({ text: '门店', encoding: 'gb18030', guessed: true });
    expect(await guess([0x4b, 0xe4, 0x66, 0x65, 0x72])).toEqual({
      text: 'Käfer',
      encoding: 'windows-1252',
      guessed: true,
    });
  });
  test('is UTF-8 despite a few invalid bytes', async () => {
    const bytes = [...new TextEncoder().encode('门店,北京'.repeat(3)), 0xff];
    expect(await decodeText(new Uint8Array(bytes), false, 'en')).toMatchObject({
      text: `${'门店,北京'.repeat(3)}\ufffd`,
      encoding: 'utf-8',
    });
  });
  test('is UTF-16 with its mark, or where every second byte is zero', async () => {
    const marked = await decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0]), false, 'en');
    expect(marked).toEqual({ text: 'a', encoding: 'utf-16le', guessed: false });
    const unmarked = await decodeText(new Uint8Array([0x61, 0, 0x2c, 0, 0x62, 0]), false, 'en');
    expect(unmarked).toMatchObject({ text: 'a,b', encoding: 'utf-16le' });
  });
  test('is refused where the bytes are not text', async () => {
    for (const bytes of [
      [0x89, 0x50, 0, 1],
      [0xff, 0x01, 0xff],
      [0x61, 0, ...new TextEncoder().encode('plain text')],
    ])
      await expect(decodeText(new Uint8Array(bytes), false, 'en')).rejects.toThrow('binary');
  });
});

describe('reading by a link', () => {
  const server = createServer((request, response) => {
    if (request.url === '/gone') response.writeHead(403).end('no');
    else response.end('x'.repeat(3000));
  });
  let base = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const signal = new AbortController().signal;

  test('stops at the limit and reports that there is more', async () => {
    expect(await readFileText(base, signal, 'en', 1000)).toMatchObject({ bytes: 1000, cut: true });
  });
  test('reads the whole of a file that just fits', async () => {
    expect(await readFileText(base, signal, 'en', 3000)).toMatchObject({ bytes: 3000, cut: false });
  });
  test('distinguishes an expired link from a host that denies access', async () => {
    await expect(readFileText(`${base}/gone`, signal, 'en')).rejects.toMatchObject({ reason: 'status', status: 403 });
    await expect(readFileText('http://127.0.0.1:1/', signal, 'en')).rejects.toMatchObject({ reason: 'closed' });
  });
});
