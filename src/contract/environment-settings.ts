/**
 * All settings of an environment in one list: the gateway reads and checks a configuration by it, adds defaults, and sends the result to the page, whose
 * decoder is derived from it as well. Its line of `--help` is in `server/gateway/config/greeting.ts`.
 */
import * as v from 'valibot';

interface EnvironmentSetting {
  /** What is taken; its messages read on from the name of the setting: `must be …`. */
  schema: v.GenericSchema;
  /** What the page accepts, where the default is a value that cannot be configured. */
  told?: v.GenericSchema;
  /** The default; without it the page receives none either. */
  unset?(environment: EnvironmentAddress): unknown;
}
export type EnvironmentSettings = Readonly<Record<string, EnvironmentSetting>>;

/** Where the calls of an environment end. */
interface EnvironmentAddress {
  /** Of a platform; undefined for the embedded service. */
  baseUrl?: string | undefined;
}

export const colours = ['blue', 'green', 'amber', 'red', 'violet', 'grey'] as const;
const fileHost = /^((https?:\/\/)?(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|https?:\/\/\[[0-9a-f:]+\])(:\d{1,5})?$/i;
/** Default requests per second for one key (field notes; section 8 of the contract gives none). */
export const usualRate = 10;
const yesOrNo = v.boolean('must be true or false');

export const environmentSettings = {
  /** Name for people; `name` where there is none. */
  title: { schema: v.pipe(v.string(), v.minLength(1, 'must not be empty')) },
  colour: {
    schema: v.picklist(colours, `must be one of ${colours.join(', ')}`),
    unset: ({ baseUrl }) => (baseUrl === undefined ? 'green' : 'blue'),
  },
  /** What one key may send, over all tabs. */
  requestsPerSecond: {
    schema: v.pipe(
      v.number('must be a number'),
      v.minValue(0.1, 'must be 0.1 or more'),
      v.maxValue(1000, 'must be 1000 or less'),
    ),
    unset: () => usualRate,
  },
  /** Sources that file links may point to beside this origin (they are in the page's policy): `host`, `*.host` or `https://host:port`. */
  fileHosts: {
    schema: v.array(
      v.pipe(v.string(), v.regex(fileHost, 'must be a host such as "files.example.com" or "*.example.com"')),
    ),
    told: v.array(v.string()),
    // A platform that serves its files itself shows its pictures without further configuration.
    unset: ({ baseUrl }) => (baseUrl === undefined ? [] : [new URL(baseUrl).origin]),
  },
  /** `false`: read-only until the user unlocks it on purpose. The console follows it; the gateway passes writes on (see gateway/proxy/proxy.ts). */
  writable: { schema: yesOrNo, unset: () => false },
  /** `true`: records can be deleted, which the contract names without a path (4.10): only where the platform is known to take it. The explorer can send it anywhere. */
  delete: { schema: yesOrNo, unset: ({ baseUrl }) => baseUrl === undefined },
  /** `true`: its callback events verify rows, as only the platform can send them. Otherwise they are hints, and rows are read back. */
  trustEvents: { schema: yesOrNo },
  /** Whether it returns only the fields that it is asked for (`X-Service-Return-Fields`, 4.1), so that hidden columns need not be read; unset: the embedded one does. */
  returnFields: { schema: yesOrNo },
} satisfies EnvironmentSettings;

/** As configured. */
type Configured<Settings extends EnvironmentSettings> = {
  [name in keyof Settings]: v.OptionalSchema<Settings[name]['schema'], undefined>;
};
/** As sent to the page. */
type Published<Settings extends EnvironmentSettings> = {
  [name in keyof Settings]: Settings[name] extends { unset: unknown }
    ? Settings[name]['schema']
    : v.OptionalSchema<Settings[name]['schema'], undefined>;
};

/** The schema entries of a configuration. */
export function configuredSettings<Settings extends EnvironmentSettings>(settings: Settings): Configured<Settings> {
  return mapped(settings, ({ schema }) => v.optional(schema)) as Configured<Settings>;
}

/** The schema entries of what the page receives. */
export function publicSettings<Settings extends EnvironmentSettings>(settings: Settings): Published<Settings> {
  return mapped(settings, ({ schema, told = schema, unset }) =>
    unset ? told : v.optional(told),
  ) as Published<Settings>;
}

type ConfiguredValues<Settings extends EnvironmentSettings> = v.InferOutput<
  v.ObjectSchema<Configured<Settings>, undefined>
>;
type PublishedValues<Settings extends EnvironmentSettings> = v.InferOutput<
  v.ObjectSchema<Published<Settings>, undefined>
>;

/** The configured value, or the default. */
export function completedSettings<Settings extends EnvironmentSettings>(
  settings: Settings,
  said: ConfiguredValues<Settings> & EnvironmentAddress,
): PublishedValues<Settings> {
  const values: Readonly<Record<string, unknown>> = said;
  return mapped(settings, ({ unset }, name) => values[name] ?? unset?.(said)) as PublishedValues<Settings>;
}

function mapped<Value>(
  settings: EnvironmentSettings,
  value: (setting: EnvironmentSetting, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, value(setting, name)]));
}
