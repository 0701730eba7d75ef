import type { ActivityEntry } from '../../api/wire/activity';
import { scrubbed } from '../../api/wire/scrub';
import type { Environment } from '../../contract/gateway';
import { formatJson, type Json } from '../../contract/json';
import { attemptsOf } from './attempts';
import { timelineOf } from './timeline';

export interface SupportAbout {
  entries: readonly ActivityEntry[];
  /** Whether bodies and the beginnings of replies are in it: they may hold data of records. */
  contents: boolean;
  /** Version of the console; null when the gateway did not say. */
  version: string | null;
  environments: readonly Environment[];
  browser: string;
  language: string;
  /** Epoch milliseconds. */
  now: number;
}

/** What helps somebody else to see what happened: every request of this tab with its answer and its times. Nothing in it opens anything. */
export function supportFileOf(about: SupportAbout): string {
  const { entries, contents, version, environments, browser, language, now } = about;
  const attempts = attemptsOf(entries);
  const file: Json = {
    made: new Date(now).toISOString(),
    console_version: version,
    browser,
    language,
    environments: environments.map(({ name, baseUrl, requestsPerSecond, writable, embedded }) => ({
      name,
      base_url: baseUrl,
      requests_per_second: requestsPerSecond,
      writable,
      embedded,
    })),
    requests: entries.map((entry): Json => {
      const { waiting, network, decoding } = timelineOf(entry, now);
      const repeated = attempts.get(entry.request);
      return {
        number: entry.request,
        asked: new Date(entry.queuedAt).toISOString(),
        environment: entry.environment,
        operation: entry.operation,
        request: `${entry.method} ${entry.path}`,
        with_key: entry.withKey,
        return_fields: entry.returnFields,
        attempt: repeated?.attempt ?? 1,
        repeats: repeated?.before ?? null,
        outcome: entry.outcome,
        code: entry.code,
        message: entry.message,
        trace_id: entry.traceId,
        http_status: entry.status,
        characters: entry.size,
        milliseconds: { waiting, network, decoding },
        ...(contents ? { body: entry.body, reply: entry.reply } : {}),
      };
    }),
  };
  return `${formatJson(scrubbedJson(file), 2)}\n`;
}

/** Each text for itself: the marks of a secret inside a text are not those of the file around it. */
function scrubbedJson(json: Json): Json {
  if (typeof json === 'string') return scrubbed(json);
  if (Array.isArray(json)) return json.map((entry) => scrubbedJson(entry));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, scrubbedJson(value)]));
}
