/** What the program prints: its help, the greeting when it is ready, how far the first loading is. */
import { colours, type environmentSettings, usualRate } from '../../../contract/environment-settings';
import { DEMO_LINK_MARK, type Seeding } from '../../../contract/gateway';
import type { DemoCredentials } from '../gateway';
import { type Config, isPrivate } from './config';

export type Started = {
  config: Config;
  port: number;
  /** Port of the metrics, if they have one. */
  metricsPort?: number | undefined;
  version: string;
  /** `null` without an embedded service. */
  demo: DemoCredentials | null;
  /** `null` without a demo link. */
  demoToken: string | null;
};

/** The address, and the demo link and credentials of the embedded service where only this machine sees them; elsewhere, where they are kept. */
export function greeting({ config, port, metricsPort, version, demo, demoToken }: Started): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const lines = ['', `Warehouse Console ${version}`, '', `  ${config.publicUrl ?? `http://${host}:${port}`}`, ''];
  if (config.publicUrl !== null) lines.push(`  Listening on    ${host}:${port}`);
  for (const { name, embedded, upstream } of config.environments) {
    if (!embedded)
      lines.push(
        `  Environment     ${name}: ${upstream}${isClear(upstream) ? ' (http: keys are sent unencrypted)' : ''}`,
      );
  }
  if (demo !== null && isPrivate(config)) {
    if (demoToken !== null) {
      lines.push(`  Demo workspace  http://${host}:${port}/${DEMO_LINK_MARK}${demoToken}  (for one browser)`);
    }
    lines.push(
      `  Demo key        ${demo.apiKey}`,
      `  Second key      ${demo.narrowApiKey}  (one workspace only)`,
      `  Provider ID     ${demo.appId}`,
      `  Provider secret ${demo.appSecret}`,
    );
  } else if (demo !== null && config.demoOpen) {
    lines.push('  The demo workspace and its credentials are open to everyone who reaches this gateway (DEMO_OPEN).');
  } else if (demo !== null) {
    lines.push(
      '  The demo credentials are stored in the database and not shown, because others can reach this gateway.',
    );
    lines.push('  Set your own with DEMO_API_KEY, DEMO_APP_ID and DEMO_APP_SECRET.');
  }
  if (metricsPort !== undefined) lines.push(`  Metrics         port ${metricsPort}, /metrics`);
  lines.push('');
  return lines.join('\n');
}

/** One line on the first loading of the embedded data. */
export function progressLine({ loaded, total, done }: Seeding): string {
  const count = (records: number) => records.toLocaleString('en-US');
  return done
    ? `Demo data: all ${count(total)} records loaded.`
    : `Demo data: ${count(loaded)} of ${count(total)} records loaded.`;
}

function isClear(upstream: string | null): boolean {
  return upstream?.startsWith('http:') === true;
}

/** A line for each setting of an environment, with its default in brackets. */
export const settingsHelp: Record<keyof typeof environmentSettings, string> = {
  title: 'display name (name)',
  colour: `${colours.slice(0, -1).join(', ')} or ${colours.at(-1)} (green when embedded, else blue)`,
  requestsPerSecond: `rate limit of one key (${usualRate})`,
  fileHosts: 'hosts of file links, such as ["files.example.com", "*.example.net"] (the host of baseUrl)',
  writable: 'true: editing is on from the start; false: people turn it on per tab (false)',
  delete: 'true: records can be deleted; only where the platform supports it (true when embedded, else false)',
  trustEvents:
    'true: callback events verify rows; only safe if the platform alone can send\nthem. false: rows are read back too (false)',
  returnFields:
    'true: hidden columns are not requested; only safe if the platform returns all\nfields that X-Service-Return-Fields names (true when embedded, else false)',
};

const settingsLines = Object.entries(settingsHelp)
  .map(([name, help]) => `${' '.repeat(21)}${name.padEnd(19)}${help.replaceAll('\n', `\n${' '.repeat(40)}`)}`)
  .join('\n');

/** Text of `--help`. Every variable that `readConfig` reads is here, which a test checks. */
export const HELP = `Warehouse Console: a web console for the data-warehouse open API, with a gateway and an embedded service.

  npm start               install and build if needed, then run
  npm start -- --help     show this help
  npm start -- --version  show the version

Environment variables, with their defaults in brackets:

Address
  PORT             port to listen on (4173); 0 picks a free one
  HOST             address to listen on (127.0.0.1: reachable from this machine only)
  PUBLIC_URL       origin that people and the platform use, such as https://console.example.com. Required unless they are
                   on this machine: requests for other hosts are refused
  TRUST_PROXY      true: the client is the last address in X-Forwarded-For. Only behind a proxy that sets it (false)
  REQUESTS_PER_ADDRESS  requests per second from one address (200), with bursts of five times that; 0: no limit. This
                   machine is not limited, so behind a proxy on it set TRUST_PROXY too

Database
  DATA_DIR         folder of the database (.data), which survives a power cut; memory:// stores nothing
  DATABASE_URL     Postgres to use instead of DATA_DIR
  DATABASE_POOL_SIZE         connections to Postgres (10), plus one for health checks
  STATEMENT_TIMEOUT_SECONDS  time limit of a statement in Postgres (30); 0: no limit

Environments
  UPSTREAMS        short form, the first is the default: prod=https://…,lab=http://…
  CONFIG           path of a JSON file {"environments": [{…}]}, each with
                     name               used in addresses: lower-case letters, digits, - and _
                     baseUrl            URL that /openapi/v1/… is appended to; or "embedded": true
${settingsLines}
                   With neither: one embedded environment with editing on.

Logs and metrics
  LOG_LEVEL        debug (every request), info, warn or error (info); write requests are always logged
  LOG_FORMAT       text, or json: one JSON object per line (text)
  METRICS_PORT     port for Prometheus metrics at /metrics, open to everyone who can reach it on HOST (off)
  METRICS_TOKEN    serves /metrics on PORT to requests with Authorization: Bearer and this token (off)

Embedded service
  DEMO_API_KEY     its API key         (generated at the first start)
  DEMO_APP_ID      its provider ID     (generated at the first start)
  DEMO_APP_SECRET  its provider secret (generated at the first start)
  DEMO_OPEN        true: everyone who reaches the gateway may use the demo workspace and its credentials (false: only the
                   browser that opens the link printed at the start; with PUBLIC_URL or another HOST there is none)
  CALLBACK_HOSTS   hosts its events may be sent to: hooks.example.com, *.example.com; in a private network only with
                   http:// or https:// (none: events stay here)
  DEMO_CALLBACK_URL      callback address of DEMO_API_KEY (the one set on the Service page)
  DEMO_APP_CALLBACK_URL  callback address of the provider (the one set on the Service page)
`;
