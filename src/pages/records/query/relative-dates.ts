import { parseDate } from '../../../edits/parse-text';
import { plainText } from '../../../edits/plain-text';

/** First and last day, or moment, exactly as the wire takes them. */
export interface DateSpan {
  from: string;
  to: string;
}

/** First and last day of a word, from the calendar day of today; `w` is its place in the week, which begins on Monday. */
type DaysOf = (y: number, m: number, d: number, w: number) => [from: string, to: string];

/** The words that the form offers, each as people write it in Chinese, too. */
const words = {
  today: { written: ['今天', '今日'], days: (y, m, d) => [iso(y, m, d), iso(y, m, d)] },
  yesterday: { written: ['昨天', '昨日'], days: (y, m, d) => [iso(y, m, d - 1), iso(y, m, d - 1)] },
  last_7_days: { written: ['最近一周'], days: (y, m, d) => [iso(y, m, d - 6), iso(y, m, d)] },
  last_30_days: { written: [], days: (y, m, d) => [iso(y, m, d - 29), iso(y, m, d)] },
  this_week: { written: ['本周', '这周'], days: (y, m, d, w) => [iso(y, m, d - w), iso(y, m, d - w + 6)] },
  last_week: { written: ['上周'], days: (y, m, d, w) => [iso(y, m, d - w - 7), iso(y, m, d - w - 1)] },
  this_month: { written: ['本月', '这个月'], days: (y, m) => [iso(y, m, 1), iso(y, m + 1, 0)] },
  last_month: { written: ['上月', '上个月'], days: (y, m) => [iso(y, m - 1, 1), iso(y, m, 0)] },
  this_year: { written: ['今年', '本年'], days: (y) => [iso(y, 1, 1), iso(y, 12, 31)] },
  last_year: { written: ['去年', '上一年'], days: (y) => [iso(y - 1, 1, 1), iso(y - 1, 12, 31)] },
  start_of_month: { written: ['月初', '本月初'], days: (y, m) => [iso(y, m, 1), iso(y, m, 1)] },
  start_of_year: { written: ['年初', '今年初'], days: (y) => [iso(y, 1, 1), iso(y, 1, 1)] },
} satisfies Record<string, { written: string[]; days: DaysOf }>;
type RelativeDate = keyof typeof words;

/** Spaces and case do not count. */
const daysOfText = new Map<string, DaysOf>(
  Object.entries(words).flatMap(([word, { written, days }]) =>
    [word.replaceAll('_', ''), ...written].map((text): [string, DaysOf] => [text, days]),
  ),
);
const lastDays = /^(?:last|past|最近|过去|近)(\d{1,4})(?:days?|天|日)$/;

/** The words that the form offers, with their days. @param today `YYYY-MM-DD` */
export function relativeDates(today: string): { word: RelativeDate; span: DateSpan }[] {
  return (Object.keys(words) as RelativeDate[]).map((word) => ({ word, span: spanOf(words[word].days, today) }));
}

/**
 * A date, a date with a time, or a word, as exact days. The API takes exact text without a zone, so words count in the user's days. Null when the text is
 * none of these.
 * @param today `YYYY-MM-DD`
 */
export function resolveDate(text: string, today: string): DateSpan | null {
  const date = parseDate(text);
  if (date?.offset) return null;
  if (date !== null) {
    const exact = date.time === null ? date.day : `${date.day} ${date.time}`;
    return { from: exact, to: exact };
  }
  const plain = plainText(text)
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
  const count = Number(lastDays.exec(plain)?.[1] ?? 0);
  if (count > 0) return spanOf((y, m, d) => [iso(y, m, d + 1 - count), iso(y, m, d)], today);
  const days = daysOfText.get(plain);
  return days === undefined ? null : spanOf(days, today);
}

/** The calendar day of a moment by the clock of this browser, as `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return iso(moment.getFullYear(), moment.getMonth() + 1, moment.getDate());
}

function spanOf(days: DaysOf, today: string): DateSpan {
  const [y = 0, m = 1, d = 1] = today.split('-').map(Number);
  const [from, to] = days(y, m, d, (new Date(Date.UTC(y, m - 1, d)).getUTCDay() + 6) % 7);
  return { from, to };
}

/** A day as text; days and months before the first or past the last count on into the next. */
function iso(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
