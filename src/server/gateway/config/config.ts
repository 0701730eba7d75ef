/** The configuration of the process: environment variables and the file that `CONFIG` names, checked before anything is opened. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Environment } from '../../../contract/gateway';
import type { PostgresSettings } from '../../database/postgres';
import { LOG_FORMATS, LOG_LEVELS, type LogSettings } from '../http/log';
import type { MetricsSettings } from '../http/metrics';
import { allowing, type CallbackHost, callbackHostOf, callbackUrl } from '../outgoing/callback-hosts';
import {
  ConfigError,
  type ConfiguredEnvironment,
  defaultEnvironments,
  environmentsOfFile,
  environmentsOfShortForm,
} from './environments';

export type Config = {
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** Origin without a trailing `/`, or `null`. */
  publicUrl: string | null;
  /** A folder, or `memory://`. */
  dataDir: string;
  databaseUrl: string | null;
  postgres: PostgresSettings;
  /** At least one. */
  environments: ConfiguredEnvironment[];
  /** What one address may ask in a second; 0: no limit. */
  requestsPerAddress: number;
  /** Whether the last address in `X-Forwarded-For` is the client's. */
  trustProxy: boolean;
  log: LogSettings;
  metrics: MetricsSettings;
  /** Credentials of the embedded service that the configuration sets; the others are generated at the first start. */
  credentials: { apiKey?: string; appId?: string; appSecret?: string };
  /** Where events of the embedded service may go that leave this gateway, and where those of its key and provider do. */
  callbacks: { hosts: CallbackHost[]; ofKey: string | null; ofProvider: string | null };
  /** Whether the demo workspace is offered to everybody who reaches the gateway, and not only to this machine. */
  demoOpen: boolean;
};

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration.
 * @throws ConfigError with one sentence that names the variable and what would be right.
 */
export function readConfig(variables: Variables, readFile: (path: string) => string = readText): Config {
  const host = hostOf(variables);
  return {
    port: wholeNumberOf(variables, 'PORT', PORTS),
    host,
    publicUrl: publicUrlOf(variables),
    dataDir: text(variables, 'DATA_DIR') ?? '.data',
    databaseUrl: databaseUrlOf(variables),
    postgres: {
      poolSize: wholeNumberOf(variables, 'DATABASE_POOL_SIZE', { least: 2, most: 500, otherwise: 10 }),
      statementTimeoutMs:
        1000 * wholeNumberOf(variables, 'STATEMENT_TIMEOUT_SECONDS', { least: 0, most: 3600, otherwise: 30 }),
    },
    environments: environmentsOf(variables, readFile),
    requestsPerAddress: wholeNumberOf(variables, 'REQUESTS_PER_ADDRESS', { least: 0, most: 100_000, otherwise: 200 }),
    trustProxy: yesOrNoOf(variables, 'TRUST_PROXY'),
    log: logSettingsOf(variables),
    metrics: {
      port: text(variables, 'METRICS_PORT') === null ? null : wholeNumberOf(variables, 'METRICS_PORT', PORTS),
      token: credentialOf(variables, 'METRICS_TOKEN') ?? null,
    },
    credentials: {
      apiKey: credentialOf(variables, 'DEMO_API_KEY'),
      appId: credentialOf(variables, 'DEMO_APP_ID'),
      appSecret: credentialOf(variables, 'DEMO_APP_SECRET'),
    },
    callbacks: callbacksOf(variables),
    demoOpen: yesOrNoOf(variables, 'DEMO_OPEN'),
  };
}

/** Whether only this machine can reach the gateway, apart from proxies: then its credentials may be shown, and offered to this machine. */
export function isPrivate(config: Pick<Config, 'host' | 'publicUrl'>): boolean {
  return isLoopback(config.host) && config.publicUrl === null;
}

/** `localhost` and names below it, 127.0.0.0/8, `::1`; with or without the brackets of an address. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}

/** The environment as the page may know it: of the base URL, the host alone. */
export function publicEnvironment({ upstream: _upstream, ...environment }: ConfiguredEnvironment): Environment {
  return environment;
}

/** A set variable; an empty one counts as not set, as in a compose file. */
function text(variables: Variables, name: string): string | null {
  const value = variables[name]?.trim();
  return value ? value : null;
}

const PORTS: Bounds = { least: 0, most: 65535, otherwise: 4173 };

type Bounds = { least: number; most: number; otherwise: number };

function wholeNumberOf(variables: Variables, name: string, { least, most, otherwise }: Bounds): number {
  const value = text(variables, name);
  if (value === null) return otherwise;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
  }
  return number;
}

function hostOf(variables: Variables): string {
  const value = text(variables, 'HOST') ?? '127.0.0.1';
  const host = value.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)) {
    throw new ConfigError(`HOST must be an IP address or host name to listen on, such as 127.0.0.1, not "${value}".`);
  }
  return host.toLowerCase();
}

function publicUrlOf(variables: Variables): string | null {
  const value = text(variables, 'PUBLIC_URL');
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isOrigin = url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!isOrigin || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new ConfigError(
      `PUBLIC_URL must be an http or https origin without a path, such as https://console.example.com, not "${value}".`,
    );
  }
  return url.origin;
}

function databaseUrlOf(variables: Variables): string | null {
  const value = text(variables, 'DATABASE_URL');
  if (value === null) return null;
  // The value is not repeated: it may hold a password.
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new ConfigError('DATABASE_URL must be a Postgres URL, such as postgres://user:password@host:5432/name.');
  }
  return value;
}

function credentialOf(variables: Variables, name: string): string | undefined {
  const value = text(variables, name);
  if (value === null) return undefined;
  if (!/^[\x21-\x7e]{8,200}$/.test(value)) {
    throw new ConfigError(`${name} must be 8 to 200 ASCII characters without spaces, because it is sent in a header.`);
  }
  return value;
}

function callbacksOf(variables: Variables): Config['callbacks'] {
  const words = (text(variables, 'CALLBACK_HOSTS') ?? '').split(/[\s,]+/).filter(Boolean);
  const hosts = words.map((word) => {
    const host = callbackHostOf(word);
    if (host === null) {
      throw new ConfigError(
        `CALLBACK_HOSTS must list hosts such as hooks.example.com, *.example.com or http://localhost:9000; "${word}" is not one.`,
      );
    }
    return host;
  });
  // An address is not repeated: it may hold what opens the receiver.
  const address = (name: string) => {
    const value = text(variables, name);
    const url = value === null ? null : callbackUrl(value);
    if (value !== null && url === null) {
      throw new ConfigError(`${name} must be an http or https URL without user name, password or #.`);
    }
    if (url !== null && allowing(hosts, url) === null) {
      throw new ConfigError(`${name} points to ${url.host}, which CALLBACK_HOSTS does not allow.`);
    }
    return url?.href ?? null;
  };
  return { hosts, ofKey: address('DEMO_CALLBACK_URL'), ofProvider: address('DEMO_APP_CALLBACK_URL') };
}

/** @throws ConfigError */
export function logSettingsOf(variables: Variables): LogSettings {
  return {
    level: oneOf(variables, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    format: oneOf(variables, 'LOG_FORMAT', LOG_FORMATS, 'text'),
  };
}

function oneOf<Word extends string>(variables: Variables, name: string, words: readonly Word[], otherwise: Word): Word {
  const value = text(variables, name) ?? otherwise;
  const word = words.find((one) => one === value);
  if (word === undefined) throw new ConfigError(`${name} must be one of ${words.join(', ')}, not "${value}".`);
  return word;
}

/** Not set means no. */
function yesOrNoOf(variables: Variables, name: string): boolean {
  const value = text(variables, name) ?? 'false';
  if (value !== 'true' && value !== 'false') {
    throw new ConfigError(`${name} must be true or false, not "${value}".`);
  }
  return value === 'true';
}

function environmentsOf(variables: Variables, readFile: (path: string) => string): ConfiguredEnvironment[] {
  const file = text(variables, 'CONFIG');
  const short = text(variables, 'UPSTREAMS');
  if (file !== null && short !== null) {
    throw new ConfigError('CONFIG and UPSTREAMS both define environments. Set only one of them.');
  }
  if (file !== null) return environmentsOfFile(file, readFile);
  return short === null ? defaultEnvironments() : environmentsOfShortForm(short);
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}
