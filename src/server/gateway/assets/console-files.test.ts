import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { pagePolicy, withPagePolicy } from '../http/policy';
import { createConsoleFiles } from './console-files';

const folder = mkdtempSync(join(tmpdir(), 'console-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'assets/duckdb-eh-abc.wasm.br'), brotliCompressSync('engine'));
writeFileSync(join(folder, 'assets/engine-worker-abc.js'), 'worker');
writeFileSync(join(folder, 'assets/index-abc.js'), 'page');
writeFileSync(join(folder, 'index.html'), '<head></head>');
const files = createConsoleFiles(folder);
const ask = (path: string, accept = '', method = 'GET') =>
  new Request(`http://localhost${path}`, { method, headers: { 'accept-encoding': accept } });
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file that is there as .br alone', () => {
  const path = '/assets/duckdb-eh-abc.wasm';

  test('is sent as it is to whoever takes that, and decoded to others', async () => {
    const packed = await files(ask(path, 'gzip, br'));
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('content-type')).toBe('application/wasm');
    const plain = await files(ask(path, 'gzip'));
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'engine']);
    expect(plain.headers.get('etag')).not.toBe(packed.headers.get('etag'));
    const head = await files(ask(path, '', 'HEAD'));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('has no address of its own', async () => {
    expect((await files(ask(`${path}.br`))).status).toBe(404);
  });
});

test('only the worker of the engine may run WebAssembly', async () => {
  const policies = pagePolicy([{ fileHosts: ['https://files.example.org'] }]);
  const policyOf = async (path: string) => {
    const request = ask(path);
    return withPagePolicy(request, await files(request), policies, false).headers.get('content-security-policy') ?? '';
  };
  const worker = await policyOf('/assets/engine-worker-abc.js');
  expect(worker).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(worker).not.toContain("'unsafe-eval'");
  expect(worker).toContain("connect-src 'self';");
  for (const path of ['/', '/assets/index-abc.js', '/assets/duckdb-eh-abc.wasm', '/x/assets/engine-worker-abc.js'])
    expect([path, (await policyOf(path)).includes('wasm')]).toEqual([path, false]);
});
