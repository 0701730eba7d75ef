import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoSchema, environmentListSchema, gatewayFailureSchema } from '../../contract/gateway';
import { testFolder } from '../database/test-folder';
import { ask, type TestGateway, withGateways } from './test-gateway';

const { open } = withGateways();

async function errorOf(response: Response): Promise<string> {
  return v.parse(gatewayFailureSchema, await response.json()).gateway.error;
}

describe('routes', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await open();
  });

  it('serves the API per environment, and the first environment at the root', async () => {
    for (const prefix of ['/env/embedded', '']) {
      const response = await gateway.fetch(
        ask(`${prefix}/openapi/v1/dw_item/list?a=1`, {
          method: 'POST',
          body: '{"table_id":1}',
          headers: { cookie: 'a=b' },
        }),
      );
      const got = await response.json();
      expect(got).toMatchObject({ method: 'POST', path: '/openapi/v1/dw_item/list?a=1', body: '{"table_id":1}' });
      expect(got.headers).not.toHaveProperty('cookie');
    }
  });

  it('passes each write attempt once: browser repeats are refused', async () => {
    const write = (name: string) =>
      gateway.fetch(
        ask('/env/embedded/openapi/v1/dw_item', { method: 'PUT', body: '{}', headers: { 'X-Call-Id': name } }),
      );
    expect((await write('a')).status).toBe(200);
    const again = await write('a');
    expect([again.status, await errorOf(again)]).toEqual([409, 'repeated']);
    expect((await write('b')).status).toBe(200);
  });

  it('serves files of the embedded service under a policy that runs nothing', async () => {
    const response = await gateway.fetch(ask('/env/embedded/files/7/source?signature=x'));
    expect(await response.json()).toMatchObject({ path: '/files/7/source?signature=x' });
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'; sandbox",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    '/env/other/openapi/v1/space/list',
    '/env/embedded/openapi/v2/space/list',
    '/env/embedded',
    '/env/embedded/openapi/v1/../../../gateway/nothing',
    '/gateway/nothing',
    '/callback/embedded/invented',
  ])('has nothing at %s', async (path) => {
    const response = await gateway.fetch(ask(path, { method: 'POST', body: '{}' }));
    expect(response.status).toBe(404);
    expect(await errorOf(response)).toBe('not-found');
  });

  it('reports the allowed methods of an address', async () => {
    const response = await gateway.fetch(ask('/gateway/demo'));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await errorOf(response)).toBe('method');
  });
});

describe('access to the gateway', () => {
  const variables = { PUBLIC_URL: 'https://console.example.com' };

  it('accepts loopback names, HOST and PUBLIC_URL, and no other host', async () => {
    const gateway = await open({ variables: { ...variables, HOST: '10.0.0.5' } });
    const status = async (host: string) =>
      (await gateway.fetch(new Request(`http://${host}/gateway/environments`, { headers: { host } }))).status;
    for (const host of ['localhost:4173', '127.0.0.1:1', '[::1]:4173', 'console.example.com', '10.0.0.5:4173']) {
      expect([host, await status(host)]).toEqual([host, 200]);
    }
    expect(await status('10.0.0.6')).toBe(403);
  });

  it.each([
    [{}, 200],
    [{ origin: 'http://127.0.0.1:4173' }, 200],
    [{ origin: 'https://console.example.com', 'sec-fetch-site': 'same-site' }, 200],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'http://127.0.0.1:9999' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 403],
  ])('to a writing request with %j says %i', async (headers, status) => {
    const gateway = await open({ variables });
    const response = await gateway.fetch(
      ask('/openapi/v1/dw_item', { method: 'PUT', body: '{}', headers: headers as Record<string, string> }),
    );
    expect(response.status).toBe(status);
    if (status === 403) expect(await errorOf(response)).toBe('refused-origin');
  });

  it('refuses the preflight of another origin', async () => {
    const gateway = await open();
    const response = await gateway.fetch(
      ask('/openapi/v1/space/list', { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }),
    );
    expect(response.status).toBe(403);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('environments and demo', () => {
  it('lists the environments, and offers the demo where it is open', async () => {
    const gateway = await open({ variables: { DEMO_OPEN: 'true' } });
    const list = v.parse(environmentListSchema, await (await gateway.fetch(ask('/gateway/environments'))).json());
    expect(list).toMatchObject({ demo: true, version: '1.2.3', seeding: { loaded: 10, total: 40, done: false } });
    expect(list.environments).toEqual([expect.objectContaining({ name: 'embedded', embedded: true, writable: true })]);
    const demo = v.parse(demoSchema, await (await gateway.fetch(ask('/gateway/demo', { method: 'POST' }))).json());
    expect(demo).toEqual({
      environment: 'embedded',
      apiKey: 'key-of-demo',
      appId: 'app-of-demo',
      appSecret: 'secret-of-demo',
    });
  });

  it('gives the demo of an embedded environment by its configured name', async () => {
    const gateway = await open({
      configFile: {
        environments: [
          { name: 'prod', baseUrl: 'https://api.example.com' },
          { name: 'trial', embedded: true },
        ],
      },
      variables: { DEMO_OPEN: 'true' },
    });
    const demo = await (await gateway.fetch(ask('/gateway/demo', { method: 'POST' }))).json();
    expect(demo.environment).toBe('trial');
  });
});

describe('files of the console', () => {
  const folder = testFolder();
  let gateway: TestGateway;
  beforeAll(async () => {
    mkdirSync(join(folder, 'client/assets'), { recursive: true });
    writeFileSync(join(folder, 'client/index.html'), '<!doctype html><title>console</title>');
    writeFileSync(join(folder, 'client/favicon.svg'), '<svg/>');
    writeFileSync(join(folder, 'client/assets/index-abc.js'), 'plain');
    writeFileSync(join(folder, 'client/assets/index-abc.js.br'), 'brotli');
    writeFileSync(join(folder, 'client/assets/index-abc.js.gz'), 'gzip');
    gateway = await open({
      consoleFolder: join(folder, 'client'),
      configFile: {
        environments: [
          { name: 'prod', baseUrl: 'https://api.example.com', fileHosts: ['files.example.com', '*.example.net'] },
        ],
      },
    });
  });

  it('serves the page for every console address, with no-store', async () => {
    for (const path of ['/', '/connect', '/e/prod/w/4000/t/2100?filter=%7B%7D']) {
      const response = await gateway.fetch(ask(path));
      expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>console</title>']);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('serves it under the strict policy, allowing only file hosts', async () => {
    const { headers } = await gateway.fetch(ask('/'));
    const hosts = "'self' files.example.com *.example.net";
    // To the letter: nothing in the page would show a part that is missing or wider.
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      `img-src ${hosts} data: blob:`,
      `media-src ${hosts} blob:`,
      `connect-src ${hosts}`,
      `frame-src ${hosts} blob:`,
      "worker-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types warehouse-console',
    ]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('keeps all headers below 4 KB with any number of environments: the page names the file hosts', async () => {
    const environments = Array.from({ length: 100 }, (_, n) => ({
      name: `lab-${n}`,
      baseUrl: `https://api-${n}.warehouse.example.com`,
      fileHosts: [`https://files-${n}.warehouse.example.com:8443`],
    }));
    const many = await open({
      consoleFolder: join(folder, 'client'),
      configFile: { environments },
      variables: { PUBLIC_URL: 'https://console.example.com' },
    });
    const page = await many.fetch(ask('/e/lab-7/w'));
    expect([...page.headers].join('\r\n').length).toBeLessThan(3500);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("img-src 'self' https: http: data: blob:");
    expect(policy).toContain("script-src 'self';");
    const text = await page.text();
    expect(page.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    const [, inPage = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(text) ?? [];
    const directives = inPage.split('; ');
    expect(directives.map((directive) => directive.split(' ')[0])).toEqual([
      ...['img-src', 'media-src', 'connect-src', 'frame-src'],
    ]);
    for (const directive of directives) {
      expect(directive).toContain(" 'self' https://files-0.warehouse.example.com:8443 ");
      expect(directive).toContain('https://files-99.warehouse.example.com:8443');
      expect(directive).not.toMatch(/ https?:( |$)/);
    }
    // Before anything that it is to hold for.
    expect(text.indexOf('<meta')).toBeLessThan(text.indexOf('<title'));
    // A worker has the policy of its own file.
    const script = await many.fetch(ask('/assets/index-abc.js'));
    expect(script.headers.get('content-security-policy')).toContain("connect-src 'self';");
  });

  it.each([
    ['"HeadlessChrome";v="150", "Chromium";v="150", "Not A(Brand";v="24"', 'noopener-allow-popups'],
    ['"Chromium";v="131", "Not_A Brand";v="24"', 'noopener-allow-popups'],
    ['"Chromium";v="130", "Google Chrome";v="130"', 'same-origin'],
    ['"Something";v="150"', 'same-origin'],
  ])('cuts it off from its opener in a way that its browser knows: %s', async (brands, policy) => {
    const { headers } = await gateway.fetch(ask('/', { headers: { 'sec-ch-ua': brands } }));
    expect(headers.get('cross-origin-opener-policy')).toBe(policy);
  });

  it('serves it with permissions only for what it uses', async () => {
    const { headers } = await gateway.fetch(ask('/e/prod'));
    const features = new Map(
      (headers.get('permissions-policy') ?? '').split(', ').map((one) => one.split('=') as [string, string]),
    );
    for (const name of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'display-capture'])
      expect([name, features.get(name)]).toEqual([name, '()']);
    expect(new Set(features.values())).toEqual(new Set(['()']));
    expect([...features.keys()].filter((name) => /clipboard|fullscreen/.test(name))).toEqual([]);
    for (const path of ['/assets/index-abc.js', '/gateway/environments'])
      expect((await gateway.fetch(ask(path))).headers.has('permissions-policy')).toBe(false);
  });

  it.each([
    ['https://console.example.com', 'max-age=31536000'],
    ['http://console.example.com', null],
    ['', null],
  ])('with PUBLIC_URL=%s, every answer says of TLS: %s', async (PUBLIC_URL, said) => {
    const told = await open({ consoleFolder: join(folder, 'client'), variables: { PUBLIC_URL } });
    for (const path of [
      '/',
      '/assets/index-abc.js',
      '/gateway/environments',
      '/gateway/nothing',
      '/healthz',
      '/openapi/v1/a',
    ]) {
      const { headers } = await told.fetch(ask(path));
      expect([path, headers.get('strict-transport-security')]).toEqual([path, said]);
    }
  });

  it('serves hashed files as immutable, compressed as accepted', async () => {
    const get = (accept: string) =>
      gateway.fetch(ask('/assets/index-abc.js', { headers: { 'accept-encoding': accept } }));
    const brotli = await get('gzip, deflate, br;q=1');
    expect(brotli.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(brotli.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect([brotli.headers.get('content-encoding'), await brotli.text()]).toEqual(['br', 'brotli']);
    const zipped = await get('gzip');
    expect([zipped.headers.get('content-encoding'), await zipped.text()]).toEqual(['gzip', 'gzip']);
    const plain = await get('identity');
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'plain']);
    const refused = await get('br;q=0');
    expect([refused.headers.get('content-encoding'), await refused.text()]).toEqual([null, 'plain']);
    // A cache must not take one for the other.
    const etags = [brotli, zipped, plain].map(({ headers }) => headers.get('etag'));
    expect(new Set(etags).size).toBe(3);
    for (const [index, accept] of ['br', 'gzip', ''].entries()) {
      const headers = { 'accept-encoding': accept, 'if-none-match': `"other", W/${etags[index]}` };
      expect((await gateway.fetch(ask('/assets/index-abc.js', { headers }))).status).toBe(304);
    }
  });

  it('serves other files with revalidation', async () => {
    const first = await gateway.fetch(ask('/favicon.svg'));
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await gateway.fetch(ask('/favicon.svg', { headers: { 'if-none-match': etag } }));
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each(['/assets/index-old.js', '/assets/index-abc.js.br', '/%ff.txt'])('has nothing at %s', async (path) => {
    const response = await gateway.fetch(new Request(`http://127.0.0.1:4173${path}`));
    expect(response.status).toBe(404);
  });

  it('never serves it for data addresses', async () => {
    for (const path of [
      ...[
        '/openapi',
        '/openapi/',
        '/openapi/v2/space/list',
        '/openapi/nothing',
        '/.//openapi/v1/space/list',
        '/files/x',
      ],
      ...['/metrics', '/livez/x', '/readyz/x', '/version/x', '/healthz/x', '/env/prod', '/gateway'],
    ]) {
      const response = await gateway.fetch(ask(path));
      expect([path, response.status, await response.text()]).toEqual([path, 404, expect.not.stringContaining('<')]);
    }
  });

  it('accepts reads only', async () => {
    const response = await gateway.fetch(ask('/connect', { method: 'POST', body: '' }));
    expect(response.status).toBe(405);
    const head = await gateway.fetch(ask('/connect', { method: 'HEAD' }));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('says what to do if nothing is built', async () => {
    const bare = await open();
    const response = await bare.fetch(ask('/'));
    expect(response.status).toBe(404);
    expect((await response.json()).gateway.message).toContain('npm run build');
  });
});
