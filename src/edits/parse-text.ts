import { type Numeric, numberOf } from '../contract/decimal';
import { plainText } from './plain-text';

const grouped = /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+|)(\.\d*)?(?:[eE]([+-]?\d{1,4}))?(%?)$/;

/**
 * A number as people type or paste it: `1,234.5`, `-3`, `85%` (0.85), `1e3`; exact whatever its digits.
 * `not-exact` when they are more than 1,000.
 */
export function parseNumber(text: string): Numeric | 'not-a-number' | 'not-exact' {
  const match = grouped.exec(plainText(text));
  if (!match) return 'not-a-number';
  const [, sign = '', group = '', fraction = '', exponent = '', percent = ''] = match;
  const whole = group.replaceAll(',', '');
  const decimals = fraction.slice(1);
  if (whole === '' && decimals === '') return 'not-a-number';
  const power = Number(exponent || '0') - (percent === '' ? 0 : 2);
  const written = `${sign === '-' ? sign : ''}${whole || '0'}${decimals && `.${decimals}`}${power === 0 ? '' : `e${power}`}`;
  const number = numberOf(written);
  // Never the zero below zero.
  return number === 0 ? 0 : (number ?? 'not-exact');
}

const dateText =
  /^(\d{4})(?:-|\/|\.|年)(\d{1,2})(?:-|\/|\.|月)(\d{1,2})日?(?:(?:\s+|T)(上午|下午)?\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** A day as it is written; its time of day to the second, without a fraction of one. */
export interface WrittenDate {
  day: string;
  time: string | null;
  /** The time has a UTC offset. */
  offset: boolean;
}

/** A calendar day, year first, as in `2026-11-20`, `2026/11/20`, `2026年11月20日`, with or without a time of day, also of a clock of twelve hours (`2:05 PM`, `下午2:05`) and as ISO 8601. Null when it is none. */
export function parseDate(text: string): WrittenDate | null {
  const match = dateText.exec(plainText(text));
  if (!match) return null;
  const [, year = '', month = '', date = '', before, hour, minute = '00', second = '00', behind, offset] = match;
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  const real = new Date(Date.UTC(2000, m - 1, d));
  real.setUTCFullYear(y, m - 1, d);
  if (m < 1 || m > 12 || d < 1 || real.getUTCMonth() !== m - 1 || real.getUTCDate() !== d) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  if (hour === undefined) return { day, time: null, offset: false };
  const half = before ?? behind?.[0]?.toLowerCase();
  const whole = half === undefined ? Number(hour) : hourOfDay(Number(hour), half === 'p' || half === '下午');
  if (whole === null || whole > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return { day, time: `${String(whole).padStart(2, '0')}:${minute}:${second}`, offset: offset !== undefined };
}

/** The hour of a clock of twelve: 12 begins each half of the day. Null when no such clock shows it. */
function hourOfDay(hour: number, isAfternoon: boolean): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

const onWords = new Set(['true', 'yes', 'y', 'on', '1', '✓', '是', '真', '开']);
const offWords = new Set(['false', 'no', 'n', 'off', '0', '✗', '否', '假', '关']);

/** A switch as people type it, in both languages of the console; null when it is none. */
export function parseSwitch(text: string): boolean | null {
  const word = plainText(text).toLowerCase();
  if (onWords.has(word)) return true;
  return offWords.has(word) ? false : null;
}
