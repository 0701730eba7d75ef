import { parseDate } from '../../../../edits/parse-text';

/** Words for days that the form offers; each stands for a first and a last day. */
export const offeredDateWords = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  'start_of_month',
  'start_of_year',
] as const;
export type DateWord = (typeof offeredDateWords)[number];

/** First and last day, or moment, exactly as the wire takes them. */
export interface DateSpan {
  from: string;
  to: string;
}

/** How people write the words, in both languages of the console; spaces and case do not count. */
const written: Record<DateWord, readonly string[]> = {
  today: ['今天', '今日'],
  yesterday: ['昨天', '昨日'],
  last_7_days: ['最近一周'],
  last_30_days: [],
  this_week: ['本周', '这周'],
  last_week: ['上周'],
  this_month: ['本月', '这个月'],
  last_month: ['上月', '上个月'],
  this_year: ['今年', '本年'],
  last_year: ['去年', '上一年'],
  start_of_month: ['月初', '本月初'],
  start_of_year: ['年初', '今年初'],
};
const wordOf = new Map(
  offeredDateWords.flatMap((word) => [word.replaceAll('_', ''), ...written[word]].map((text) => [text, word] as const)),
);
const lastDays = /^(?:last|past|最近|过去|近)(\d{1,4})(?:days?|天|日)$/;

/**
 * A date, a date with a time, or a word, as the exact days it stands for. The wire takes exact text without a zone, so words count in the days of whoever
 * asks. Weeks begin on Monday. Null when the text is none of these.
 * @param today `YYYY-MM-DD`
 */
export function resolveDate(text: string, today: string): DateSpan | null {
  const date = parseDate(text);
  if (date?.offset) return null;
  if (date !== null) {
    const exact = date.time === null ? date.day : `${date.day} ${date.time}`;
    return { from: exact, to: exact };
  }
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
  const word = wordOf.get(plain);
  if (word !== undefined) return spanOf(word, today);
  const days = Number(lastDays.exec(plain)?.[1] ?? 0);
  return days > 0 ? { from: shifted(today, 1 - days), to: today } : null;
}

/** The days of a word. @param today `YYYY-MM-DD` */
export function spanOf(word: DateWord, today: string): DateSpan {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const monday = shifted(today, -((utc(today).getUTCDay() + 6) % 7));
  switch (word) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: shifted(today, -1), to: shifted(today, -1) };
    case 'last_7_days':
      return { from: shifted(today, -6), to: today };
    case 'last_30_days':
      return { from: shifted(today, -29), to: today };
    case 'this_week':
      return { from: monday, to: shifted(monday, 6) };
    case 'last_week':
      return { from: shifted(monday, -7), to: shifted(monday, -1) };
    case 'this_month':
      return monthSpan(year, month);
    case 'last_month':
      return month === 1 ? monthSpan(year - 1, 12) : monthSpan(year, month - 1);
    case 'this_year':
      return { from: dayText(year, 1, 1), to: dayText(year, 12, 31) };
    case 'last_year':
      return { from: dayText(year - 1, 1, 1), to: dayText(year - 1, 12, 31) };
    case 'start_of_month':
      return { from: dayText(year, month, 1), to: dayText(year, month, 1) };
    case 'start_of_year':
      return { from: dayText(year, 1, 1), to: dayText(year, 1, 1) };
  }
}

/** The calendar day of a moment by the clock of this browser, as `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return dayText(moment.getFullYear(), moment.getMonth() + 1, moment.getDate());
}

function monthSpan(year: number, month: number): DateSpan {
  return { from: dayText(year, month, 1), to: dayText(year, month, new Date(Date.UTC(year, month, 0)).getUTCDate()) };
}

function shifted(day: string, days: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
