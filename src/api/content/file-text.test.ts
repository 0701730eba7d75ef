import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeText, readFileText } from './file-text';

const euro = new TextEncoder().encode('€');

describe('the text of a file', () => {
  test('is UTF-8 where it holds, also when the cut fell into a character', () => {
    const told = { encoding: 'utf-8', guessed: false };
    expect(decodeText(new TextEncoder().encode('门店,2'), false, 'en')).toEqual({ text: '门店,2', ...told });
    expect(decodeText(new Uint8Array([0x61, ...euro.slice(0, 2)]), true, 'en')).toEqual({ text: 'a', ...told });
  });
  test('is guessed where UTF-8 does not hold, as an import guesses it: Chinese or Western letters', () => {
    const guess = (bytes: number[]) => decodeText(new Uint8Array(bytes), false, 'en');
    expect(guess([0xc3, 0xc5, 0xb5, 0xea])).toEqual({ text: '门店', encoding: 'gb18030', guessed: true });
    expect(guess([0x4b, 0xe4, 0x66, 0x65, 0x72])).toEqual({ text: 'Käfer', encoding: 'windows-1252', guessed: true });
  });
  test('is UTF-8 with a few bytes that are none', () => {
    const bytes = [...new TextEncoder().encode('门店,北京'.repeat(3)), 0xff];
    expect(decodeText(new Uint8Array(bytes), false, 'en')).toMatchObject({
      text: `${'门店,北京'.repeat(3)}\ufffd`,
      encoding: 'utf-8',
    });
  });
  test('is UTF-16 where its mark says so, or every second byte is zero', () => {
    const marked = decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0]), false, 'en');
    expect(marked).toEqual({ text: 'a', encoding: 'utf-16le', guessed: false });
    const unmarked = decodeText(new Uint8Array([0x61, 0, 0x2c, 0, 0x62, 0]), false, 'en');
    expect(unmarked).toMatchObject({ text: 'a,b', encoding: 'utf-16le' });
  });
  test('is refused where the bytes are no text', () => {
    for (const bytes of [
      [0x89, 0x50, 0, 1],
      [0xff, 0x01, 0xff],
      [0x61, 0, ...new TextEncoder().encode('plain text')],
    ])
      expect(() => decodeText(new Uint8Array(bytes), false, 'en')).toThrow('binary');
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
    expect(await readFileText(base, signal, 'en', 1000)).toMatchObject({ bytes: 1000, cut: true });
  });
  test('reads the whole of a file that just fits', async () => {
    expect(await readFileText(base, signal, 'en', 3000)).toMatchObject({ bytes: 3000, cut: false });
  });
  test('tells a link that does not work any more from a host that does not let it', async () => {
    await expect(readFileText(`${base}/gone`, signal, 'en')).rejects.toMatchObject({ reason: 'status', status: 403 });
    await expect(readFileText('http://127.0.0.1:1/', signal, 'en')).rejects.toMatchObject({ reason: 'closed' });
  });
});
