/** What the program writes: one line for each event, with its level, for people or as JSON. */
import { authorizationHeader } from '../../../contract/calls';
import { INBOX_TOKEN_HEADER } from '../../../contract/inbox';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export const LOG_FORMATS = ['text', 'json'] as const;
export type LogSettings = { level: (typeof LOG_LEVELS)[number]; format: (typeof LOG_FORMATS)[number] };
/** `audit` lines are written at every log level. */
type LogLevel = LogSettings['level'] | 'audit';
/** Facts of a line beside its message, by name; never a key. */
export type Facts = Record<string, string | number | null | undefined>;

/** Called with what happened, or with an internal error; never with a key. */
export type Log = (message: string, fault?: unknown, facts?: Facts) => void;
export type Note = (level: LogLevel, message: string, facts?: Facts) => void;
export type Logger = { log: Log; note: Note };

const OUTAGE_LINE_MS = 60_000;

/**
 * A fault is written with where it happened, and not with the request, which may hold a key. A database that does not answer fails all that is under way: it is
 * one line a minute, without where it was noticed.
 */
export function createLogger({ level: least, format }: LogSettings): Logger {
  let outageLoggedAt = Number.NEGATIVE_INFINITY;
  const note: Note = (level, message, facts = {}) => {
    if (level !== 'audit' && LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return;
    const line = format === 'json' ? jsonLine(level, message, facts) : textLine(level, message, facts);
    if (level === 'error' || level === 'warn') console.error(line);
    else console.log(line);
  };
  return {
    note,
    log(message, fault, facts) {
      if (fault === undefined) return note('info', message, facts);
      if (!isOutage(fault)) return note('error', `${message}: ${faultText(fault)}`, facts);
      if (performance.now() - outageLoggedAt < OUTAGE_LINE_MS) return;
      outageLoggedAt = performance.now();
      note('error', `${message}: ${fault.message} (logged at most once a minute)`, facts);
    },
  };
}

function jsonLine(level: LogLevel, message: string, facts: Facts): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...facts });
}

function textLine(level: LogLevel, message: string, facts: Facts): string {
  const told = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined || value === null
      ? []
      : [`${name}=${/^[\w./:@*-]+$/.test(String(value)) ? value : JSON.stringify(value)}`],
  );
  return [level, message, ...told].join(' ').replace(/\s*\n\s*/g, ' | ');
}

/** Method and path of a request, without what grants access: callback addresses and signed links. */
export function loggedCall(request: Request): string {
  const path = new URL(request.url).pathname;
  return `${request.method} ${path.replace(/^(\/callback\/[^/]*|.*?\/files)\/.*$/, '$1/…')}`;
}

/** By its name: in development the classes of the log and of the database are loaded apart. */
function isOutage(fault: unknown): fault is Error {
  return fault instanceof Error && fault.name === 'DatabaseUnavailable';
}

/** An outage as it is, and of every other fault the text in which the secrets of its request, should they have come into it, cannot be read. */
export function withoutSecrets(fault: unknown, request: Request): unknown {
  if (isOutage(fault)) return fault;
  let text = faultText(fault);
  for (const header of [authorizationHeader, INBOX_TOKEN_HEADER]) {
    const secret = request.headers.get(header)?.replace(/^Bearer +/i, '');
    if (secret) text = text.replaceAll(secret, '…');
  }
  for (const [, value = ''] of (request.headers.get('cookie') ?? '').matchAll(/=([^;]+)/g))
    text = text.replaceAll(value, '…');
  return text;
}

function faultText(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
