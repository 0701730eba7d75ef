/** What the program prints: its help, the greeting when it is ready, how far the first loading is. */
import { colours, type environmentSettings, usualRate } from '../../../contract/environment-settings';
import type { Seeding } from '../../../contract/gateway';
import type { DemoCredentials } from '../gateway';
import { type Config, isPrivate } from './config';

/**
 * The address, and the credentials of the embedded service where only this machine sees them; elsewhere, where they are kept.
 * @param demo `null` without an embedded service
 */
export function greeting(config: Config, port: number, version: string, demo: DemoCredentials | null): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const lines = ['', `Warehouse Console ${version}`, '', `  ${config.publicUrl ?? `http://${host}:${port}`}`, ''];
  if (config.publicUrl !== null) lines.push(`  Listening on    ${host}:${port}`);
  for (const { name, embedded, upstream } of config.environments) {
    if (!embedded)
      lines.push(`  Environment     ${name}: ${upstream}${isClear(upstream) ? ' (http: keys travel in clear)' : ''}`);
  }
  if (demo !== null && isPrivate(config)) {
    lines.push(
      `  Demo key        ${demo.apiKey}`,
      `  Second key      ${demo.narrowApiKey}  (one workspace only)`,
      `  Provider id     ${demo.appId}`,
      `  Provider secret ${demo.appSecret}`,
    );
  } else if (demo !== null && config.demoOpen) {
    lines.push(
      '  The demo workspace, with its credentials, is offered to everybody who reaches this gateway (DEMO_OPEN).',
    );
  } else if (demo !== null) {
    lines.push(
      '  The demo credentials are kept in the database and shown only where nobody else can reach this gateway;',
    );
    lines.push('  DEMO_API_KEY, DEMO_APP_ID and DEMO_APP_SECRET set them.');
  }
  lines.push('');
  return lines.join('\n');
}

/** One line on the first loading of the embedded data. */
export function progressLine({ loaded, total, done }: Seeding): string {
  const count = (records: number) => records.toLocaleString('en-US');
  return done
    ? `Demo data: all ${count(total)} records are loaded.`
    : `Demo data: ${count(loaded)} of ${count(total)} records.`;
}

function isClear(upstream: string | null): boolean {
  return upstream?.startsWith('http:') === true;
}

/** A line for each setting of an environment, with the value where nothing is said in brackets. */
export const settingsHelp: Record<keyof typeof environmentSettings, string> = {
  title: 'name for people',
  colour: `${colours.slice(0, -1).join(', ')} or ${colours.at(-1)}`,
  requestsPerSecond: `what one key may send (${usualRate})`,
  fileHosts: 'hosts that file links point to, such as ["files.example.com", "*.example.net"] (that of baseUrl)',
  writable: 'true opens it for writing (false)',
  trustEvents:
    'true takes its callback events as proof: only where nobody but the platform\ncan send them (false: what an event says is read back)',
  returnFields:
    'true leaves hidden columns out of requests: only where it returns all the fields\nthat it is asked for, by X-Service-Return-Fields (true when embedded, else false)',
};

const settingsLines = Object.entries(settingsHelp)
  .map(([name, help]) => `${' '.repeat(21)}${name.padEnd(19)}${help.replaceAll('\n', `\n${' '.repeat(40)}`)}`)
  .join('\n');

/** Text of `--help`. Every variable that `readConfig` reads is here, which a test checks. */
export const HELP = `Warehouse Console: a console for the data-warehouse open API, with its gateway and an embedded service.

  npm start               install and build what is missing, then run
  npm start -- --help     this text
  npm start -- --version  the version

Set by environment variables:

  PORT             port to listen on (4173; 0 takes a free one)
  HOST             address to listen on (127.0.0.1: this machine only)
  PUBLIC_URL       origin that people and the platform reach the gateway at, such as https://console.example.com;
                   needed when it is not this machine: requests for other hosts are refused
  DATA_DIR         folder for the database and the credentials of the demo (.data; memory:// keeps nothing)
  DATABASE_URL     Postgres to use instead of the database in DATA_DIR
  DATABASE_POOL_SIZE         most connections to it at once (10), one more apart for health checks
  STATEMENT_TIMEOUT_SECONDS  what one statement may take there (30; 0: as long as it takes)
  UPSTREAMS        environments in short, the first one is the default one: prod=https://…,lab=http://…
  CONFIG           the same as a JSON file, {"environments": [{…}]}, each with
                     name               in addresses: lower-case letters, digits, - and _
                     baseUrl            address that /openapi/v1/… follows; or "embedded": true
${settingsLines}
                   Neither of the two: one environment, embedded, open for writing.
  REQUESTS_PER_ADDRESS  what one address may ask in a second, and five times that at once (200; 0: no limit). This machine
                   is not counted, so behind a proxy on it nobody is without TRUST_PROXY
  TRUST_PROXY      true takes the last address in X-Forwarded-For for that of who asks: only where a proxy sets it (false)
  LOG_LEVEL        least that is written: debug (each request), info, warn or error (info; writes that pass are always written)
  LOG_FORMAT       text, or json for one JSON object a line (text)
  METRICS_PORT     port on HOST that gives figures for Prometheus at /metrics, to everybody who reaches it by a name of the gateway (none)
  METRICS_TOKEN    opens /metrics on PORT to who sends it as Authorization: Bearer (nothing does)
  DEMO_API_KEY     key of the embedded service    (made at the first start and kept, when not set)
  DEMO_APP_ID      provider id of the same        (likewise)
  DEMO_APP_SECRET  provider secret of the same    (likewise)
  CALLBACK_HOSTS   hosts that events of the embedded service may be sent on to: hooks.example.com, *.example.com; one inside of
                   your network only with http:// or https:// before it (none: nothing leaves)
  DEMO_CALLBACK_URL      where events of DEMO_API_KEY are sent on to (what the console's page says, which it overrides)
  DEMO_APP_CALLBACK_URL  the same for those of the provider
  DEMO_OPEN        true offers the demo workspace, and with it these credentials, to everybody who reaches the gateway, as
                   in a container (false: only to this machine, never through a proxy, nor with PUBLIC_URL or another HOST)
`;
