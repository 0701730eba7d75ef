import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeText, readFileText } from './file-text';

const euro = new TextEncoder().encode('€');

describe('the text of a file', () => {
  test('is UTF-8 where it holds, also when the cut fell into a character', () => {
    expect(decodeText(new TextEncoder().encode('门店,2'), false)).toEqual({ text: '门店,2', encoding: 'UTF-8' });
    expect(decodeText(new Uint8Array([0x61, ...euro.slice(0, 2)]), true)).toEqual({ text: 'a', encoding: 'UTF-8' });
  });
  test('is GB 18030 where UTF-8 does not hold', () => {
    expect(decodeText(new Uint8Array([0xc3, 0xc5, 0xb5, 0xea]), false)).toEqual({ text: '门店', encoding: 'GB 18030' });
  });
  test('is UTF-16 where its mark says so', () => {
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0]), false)).toEqual({ text: 'a', encoding: 'UTF-16' });
  });
  test('is refused where the bytes are no text', () => {
    expect(() => decodeText(new Uint8Array([0x89, 0x50, 0, 1]), false)).toThrow('binary');
    expect(() => decodeText(new Uint8Array([0xff, 0xff, 0xff]), false)).toThrow('binary');
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

  test('stops at the limit and says that there is more', async () => {
    expect(await readFileText(base, signal, 1000)).toMatchObject({ bytes: 1000, cut: true });
  });
  test('reads the whole of a file that just fits', async () => {
    expect(await readFileText(base, signal, 3000)).toMatchObject({ bytes: 3000, cut: false });
  });
  test('tells a link that does not work any more from a host that does not let it', async () => {
    await expect(readFileText(`${base}/gone`, signal)).rejects.toMatchObject({ reason: 'status', status: 403 });
    await expect(readFileText('http://127.0.0.1:1/', signal)).rejects.toMatchObject({ reason: 'closed' });
  });
});
