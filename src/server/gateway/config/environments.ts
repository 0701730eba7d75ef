/** The environments of a configuration: from the JSON file, from the short form, or the embedded service alone. */
import * as v from 'valibot';
import { completedSettings, configuredSettings, environmentSettings } from '../../../contract/environment-settings';
import type { Environment } from '../../../contract/gateway';

/** The configuration is wrong; the message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** An environment with the part that only the gateway knows: the base URL, without a trailing `/`; `null` when embedded. */
export type ConfiguredEnvironment = Environment & { upstream: string | null };

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

const nameSchema = v.pipe(
  v.string(),
  v.regex(NAME, 'must be at most 40 lower-case letters, digits, - and _, such as "prod"'),
);

const baseUrlSchema = v.pipe(
  v.string(),
  v.check(isBaseUrl, 'must be an http or https URL without user name, query or #, such as "https://api.example.com"'),
  v.transform((address) => new URL(address).href.replace(/\/+$/, '')),
);

const fileEnvironmentSchema = v.strictObject({
  name: nameSchema,
  baseUrl: v.optional(baseUrlSchema),
  embedded: v.optional(v.boolean('must be true or false')),
  ...configuredSettings(environmentSettings),
});
const fileSchema = v.strictObject({
  environments: v.pipe(v.array(fileEnvironmentSchema), v.minLength(1, 'must have at least one environment')),
});

/** Without a configuration: the embedded service, open for writing. */
export function defaultEnvironments(): ConfiguredEnvironment[] {
  return [completed({ name: 'embedded', embedded: true, writable: true })];
}

/** `prod=https://…,lab=http://…`; closed for writing. */
export function environmentsOfShortForm(value: string): ConfiguredEnvironment[] {
  const environments = value.split(',').map((part) => {
    const [, name, baseUrl] = /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    if (name === undefined || baseUrl === undefined) {
      throw new ConfigError(`UPSTREAMS must be name=URL,name=URL; "${part.trim()}" is not name=URL.`);
    }
    if (!NAME.test(name)) {
      throw new ConfigError(`UPSTREAMS: names may have lower-case letters, digits, - and _ only, unlike "${name}".`);
    }
    if (!isBaseUrl(baseUrl)) {
      throw new ConfigError(`UPSTREAMS: the URL of ${name} must be http or https, without user name, query or #.`);
    }
    return completed({ name, baseUrl: v.parse(baseUrlSchema, baseUrl) });
  });
  return unambiguous('UPSTREAMS', environments);
}

/** `{"environments": [{"name", "baseUrl", …}]}`; an unknown key is an error, because it is a misspelt one. */
export function environmentsOfFile(path: string, readFile: (path: string) => string): ConfiguredEnvironment[] {
  let json: unknown;
  try {
    json = JSON.parse(readFile(path));
  } catch (cause) {
    throw new ConfigError(
      cause instanceof SyntaxError
        ? `CONFIG: ${path} is not valid JSON (${cause.message}).`
        : `CONFIG: ${path} cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`,
    );
  }
  const result = v.safeParse(fileSchema, json);
  if (!result.success) {
    const [issue] = result.issues;
    const unknownKey = issue.type === 'strict_object' && issue.expected === 'never';
    const where = v.getDotPath(issue) ?? 'the whole file';
    throw new ConfigError(
      `CONFIG: in ${path}, ${where} ${unknownKey ? 'is not a known key' : sentencePart(issue.message)}.`,
    );
  }
  const environments = result.output.environments.map((environment, index) => {
    if ((environment.embedded === true) === (environment.baseUrl !== undefined)) {
      throw new ConfigError(
        `CONFIG: in ${path}, environments.${index} must have either a baseUrl or "embedded": true.`,
      );
    }
    return completed(environment);
  });
  return unambiguous(`CONFIG: in ${path}`, environments);
}

function completed(environment: v.InferOutput<typeof fileEnvironmentSchema>): ConfiguredEnvironment {
  return {
    name: environment.name,
    baseUrl: environment.baseUrl === undefined ? null : new URL(environment.baseUrl).host,
    embedded: environment.embedded === true,
    ...completedSettings(environmentSettings, environment),
    upstream: environment.baseUrl ?? null,
  };
}

function unambiguous(source: string, environments: ConfiguredEnvironment[]): ConfiguredEnvironment[] {
  const names = environments.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new ConfigError(`${source}, the name ${repeated} is used twice.`);
  if (environments.filter(({ embedded }) => embedded).length > 1) {
    throw new ConfigError(`${source}, only one environment can be embedded.`);
  }
  return environments;
}

function isBaseUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && !username && !password && !search && !hash;
}

/** Our own messages read on from the key; valibot's default ones are sentences of their own. */
function sentencePart(message: string): string {
  return message.startsWith('must') ? message : `is wrong (${message})`;
}
