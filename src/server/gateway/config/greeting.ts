/** What the program says when it is ready. */
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
