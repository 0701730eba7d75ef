/** A text that is a day, or a day and a time. */
export interface TimeValue {
  /** Microseconds since 1970, as if in UTC where the text names no zone; a whole number of days where it has no time. */
  micros: bigint;
  hasTime: boolean;
  /** The engine writes it as this very text. */
  isCanonical: boolean;
}

const form = /^(\d{4})-(\d\d)-(\d\d)(?:([ T])(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** What a text says of a time; null when it is none. A time with a zone is that moment in UTC. */
export function timeValue(text: string): TimeValue | null {
  const found = form.exec(text);
  if (!found) return null;
  const [, year = '', month = '', day = '', separator, hour = '0', minute = '0', second, fraction, zone] = found;
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second ?? 0)];
  if (midnight === null || hours > 23 || minutes > 59 || seconds > 59) return null;
  const local = midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const micros = BigInt(local - offsetOf(zone)) * 1000n + BigInt((fraction ?? '').padEnd(6, '0'));
  const isCanonical =
    separator === undefined ||
    (separator === ' ' && second !== undefined && zone === undefined && fraction?.endsWith('0') !== true);
  return { micros, hasTime: separator !== undefined, isCanonical };
}

const dayMs = 86_400_000;

/** Milliseconds since 1970; null for a day that is none. */
function midnightOf(year: number, month: number, day: number): number | null {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > days) return null;
  // Years below 100 are others to `Date.UTC`: the calendar is the same every 400 years, of 146,097 days.
  return Date.UTC(year + 400, month - 1, day) - 146_097 * dayMs;
}

/** Milliseconds that a zone is ahead of UTC. */
function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
