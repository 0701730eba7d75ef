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
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isDay = Number(year) > 0 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second ?? 0)];
  if (!isDay || hours > 23 || minutes > 59 || seconds > 59) return null;
  const local = date.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const micros = BigInt(local - offsetOf(zone)) * 1000n + BigInt((fraction ?? '').padEnd(6, '0'));
  const isCanonical =
    separator === undefined ||
    (separator === ' ' && second !== undefined && zone === undefined && fraction?.endsWith('0') !== true);
  return { micros, hasTime: separator !== undefined, isCanonical };
}

/** Milliseconds that a zone is ahead of UTC. */
function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
