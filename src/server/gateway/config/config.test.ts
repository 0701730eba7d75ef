import { describe, expect, it } from 'vitest';
import { isLoopback, isPrivate, publicEnvironment, readConfig } from './config';
import { ConfigError } from './environments';
import { HELP } from './greeting';

const file = (content: unknown) => () => (typeof content === 'string' ? content : JSON.stringify(content));
const oneEnvironment = (extra: object) => ({
  environments: [{ name: 'prod', baseUrl: 'https://api.example.com', ...extra }],
});

describe('configuration', () => {
  it('needs nothing: loopback, and the embedded service with editing on', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 4173,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: '.data',
      databaseUrl: null,
    });
    expect(config.environments).toEqual([
      expect.objectContaining({ name: 'embedded', embedded: true, writable: true, baseUrl: null, upstream: null }),
    ]);
    expect(isPrivate(config)).toBe(true);
    expect(config.demoOpen).toBe(false);
    expect(readConfig({ DEMO_OPEN: 'true' }).demoOpen).toBe(true);
  });

  it('treats an empty variable as not set', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: ' ', UPSTREAMS: '', DEMO_API_KEY: '' })).toEqual(readConfig({}));
  });

  it('reads the short form, with editing off, and keeps a path of the base URL', () => {
    const { environments } = readConfig({ UPSTREAMS: 'prod=https://api.example.com/base/, lab=http://127.0.0.1:9000' });
    expect(environments.map(({ name, upstream, baseUrl, writable }) => [name, upstream, baseUrl, writable])).toEqual([
      ['prod', 'https://api.example.com/base', 'api.example.com', false],
      ['lab', 'http://127.0.0.1:9000', '127.0.0.1:9000', false],
    ]);
  });

  it('reads the file', () => {
    const json = oneEnvironment({
      title: 'Production',
      colour: 'red',
      requestsPerSecond: 4,
      fileHosts: ['files.example.com', '*.example.net', 'https://cdn.example.org:8443'],
      writable: true,
      trustEvents: true,
    });
    json.environments.push({ name: 'demo', embedded: true } as never);
    const { environments } = readConfig({ CONFIG: 'environments.json' }, file(json));
    expect(environments[0]).toMatchObject({ title: 'Production', colour: 'red', requestsPerSecond: 4, writable: true });
    expect(environments[1]).toMatchObject({ name: 'demo', embedded: true, writable: false });
    expect(environments.map(({ trustEvents }) => trustEvents)).toEqual([true, undefined]);
  });

  it('uses the platform as its file host unless others are set', () => {
    const hosts = (environments: readonly { fileHosts: readonly string[] }[]) =>
      environments.map((one) => one.fileHosts);
    expect(
      hosts(readConfig({ UPSTREAMS: 'prod=https://api.example.com/base,lab=http://127.0.0.1:9000' }).environments),
    ).toEqual([['https://api.example.com'], ['http://127.0.0.1:9000']]);
    const named = file(oneEnvironment({ fileHosts: ['files.example.com'] }));
    expect(hosts(readConfig({ CONFIG: 'environments.json' }, named).environments)).toEqual([['files.example.com']]);
    expect(hosts(readConfig({}).environments)).toEqual([[]]);
  });

  it('reads Postgres settings', () => {
    expect(readConfig({}).postgres).toEqual({ poolSize: 10, statementTimeoutMs: 30_000 });
    const set = readConfig({ DATABASE_POOL_SIZE: '25', STATEMENT_TIMEOUT_SECONDS: '0' });
    expect(set.postgres).toEqual({ poolSize: 25, statementTimeoutMs: 0 });
  });

  it('sends the page only the host of a base URL', () => {
    const [environment] = readConfig({ UPSTREAMS: 'prod=https://api.example.com/secret-path' }).environments;
    if (environment === undefined) throw new Error('no environment');
    expect(JSON.stringify(publicEnvironment(environment))).not.toContain('secret-path');
    expect(publicEnvironment(environment).baseUrl).toBe('api.example.com');
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
    [{ PORT: '70000' }, 'PORT must be'],
    [{ PORT: '1e3' }, 'PORT must be'],
    [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE must be a whole number from 2 to 500, not "1".'],
    [{ STATEMENT_TIMEOUT_SECONDS: '-1' }, 'STATEMENT_TIMEOUT_SECONDS must be a whole number from 0 to 3600'],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT must be a whole number from 0 to 65535, not "x".'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be 8 to 200 ASCII characters'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, not "loud".'],
    [{ REQUESTS_PER_ADDRESS: 'many' }, 'REQUESTS_PER_ADDRESS must be a whole number'],
    [{ TRUST_PROXY: '1' }, 'TRUST_PROXY must be true or false, not "1".'],
    [{ HOST: 'http://x' }, 'HOST must be an IP address or host name'],
    [{ PUBLIC_URL: 'console.example.com' }, 'PUBLIC_URL must be an http or https origin'],
    [{ PUBLIC_URL: 'https://example.com/console' }, 'PUBLIC_URL must be an http or https origin without a path'],
    [{ PUBLIC_URL: 'ftp://example.com' }, 'PUBLIC_URL must be'],
    [{ DATABASE_URL: 'mysql://user:hunter2@host/x' }, 'DATABASE_URL must be a Postgres URL'],
    [{ UPSTREAMS: 'prod' }, 'UPSTREAMS must be name=URL,name=URL; "prod" is not name=URL.'],
    [{ UPSTREAMS: 'a=https://a.example,' }, 'UPSTREAMS must be name=URL'],
    [
      { UPSTREAMS: 'Prod=https://a.example' },
      'names may have lower-case letters, digits, - and _ only, unlike "Prod".',
    ],
    [{ UPSTREAMS: 'prod=ftp://a.example' }, 'the URL of prod must be http or https'],
    [{ UPSTREAMS: 'prod=https://user:pw@a.example' }, 'the URL of prod must be'],
    [{ UPSTREAMS: 'a=https://a.example,a=https://b.example' }, 'the name a is used twice.'],
    [{ UPSTREAMS: 'a=https://a.example', CONFIG: 'x.json' }, 'Set only one of them.'],
    [{ CONFIG: '/does/not/exist.json' }, 'CONFIG: /does/not/exist.json cannot be read'],
    [{ DEMO_OPEN: 'yes' }, 'DEMO_OPEN must be true or false, not "yes".'],
    [{ DEMO_API_KEY: 'short' }, 'DEMO_API_KEY must be 8 to 200 ASCII characters'],
    [{ DEMO_APP_ID: 'with a space' }, 'DEMO_APP_ID must be'],
    [{ DEMO_APP_SECRET: '密码密码密码密码' }, 'DEMO_APP_SECRET must be'],
  ])('refuses %j in one sentence', (variables, sentence) => {
    const error = thrown(() => readConfig(variables));
    expect(error.message).toContain(sentence);
    expect(error.message).toMatch(/^[^\n]+\.$/);
    expect(error.message).not.toMatch(/hunter2|:pw@/);
  });

  it.each([
    ['{"environments": [', 'x.json is not valid JSON'],
    [{}, 'environments'],
    [{ environments: [] }, 'must have at least one environment'],
    [oneEnvironment({ colour: 'pink' }), 'environments.0.colour must be one of blue, green'],
    [oneEnvironment({ writeable: true }), 'environments.0.writeable is not a known key'],
    [oneEnvironment({ trustEvents: 'yes' }), 'environments.0.trustEvents must be true or false'],
    [oneEnvironment({ writable: 'yes' }), 'environments.0.writable must be true or false'],
    [oneEnvironment({ requestsPerSecond: 0 }), 'environments.0.requestsPerSecond must be 0.1 or more'],
    [
      oneEnvironment({ fileHosts: ["x.example; script-src 'unsafe-inline'"] }),
      'environments.0.fileHosts.0 must be a host',
    ],
    [oneEnvironment({ embedded: true }), 'environments.0 must have either a baseUrl or "embedded": true.'],
    [{ environments: [{ name: 'prod' }] }, 'environments.0 must have either'],
    [
      {
        environments: [
          { name: 'a', embedded: true },
          { name: 'b', embedded: true },
        ],
      },
      'only one environment can be embedded',
    ],
  ])('refuses a file with %j in one sentence', (content, sentence) => {
    const error = thrown(() => readConfig({ CONFIG: 'x.json' }, file(content)));
    expect(error.message).toContain(sentence);
    expect(error.message).toMatch(/^CONFIG[^\n]+\.$/);
  });

  it('knows loopback by its names and addresses', () => {
    expect(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', 'a.localhost'].every(isLoopback)).toBe(true);
    expect(['0.0.0.0', '::', '10.0.0.1', 'localhost.example.com', '127.0.0.1.example.com'].some(isLoopback)).toBe(
      false,
    );
  });

  it('has every variable in the help text', () => {
    const read = new Set<string>();
    const variables = new Proxy<Record<string, string>>({}, { get: (_target, name) => void read.add(String(name)) });
    readConfig(variables);
    expect(read.size).toBeGreaterThan(9);
    for (const name of read) expect(HELP).toMatch(new RegExp(`^  ${name} `, 'm'));
  });
});

function thrown(run: () => unknown): ConfigError {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
