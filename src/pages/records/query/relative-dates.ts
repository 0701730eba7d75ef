import { parseDate } from '../../../edits/parse-text';

/** First and last day, or moment, exactly as the wire takes them. */
export interface DateSpan {
  from: string;
  to: string;
}

/** A day, as numbers of the calendar. */
interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

type SpanOf = (today: CalendarDay) => DateSpan;

const dayAfter =
  (days: number): SpanOf =>
  ({ year, month, day }) => {
    const date = dateText(year, month, day + days);
    return { from: date, to: date };
  };
const lastDays =
  (count: number): SpanOf =>
  ({ year, month, day }) => ({ from: dateText(year, month, day + 1 - count), to: dateText(year, month, day) });
const weekAfter =
  (weeks: number): SpanOf =>
  ({ year, month, day }) => {
    // Weeks begin on Monday.
    const monday = day - ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 7 * weeks;
    return { from: dateText(year, month, monday), to: dateText(year, month, monday + 6) };
  };
const monthAfter =
  (months: number): SpanOf =>
  ({ year, month }) => ({ from: dateText(year, month + months, 1), to: dateText(year, month + months + 1, 0) });
const yearAfter =
  (years: number): SpanOf =>
  ({ year }) => ({ from: dateText(year + years, 1, 1), to: dateText(year + years, 12, 31) });
const startOf =
  (period: SpanOf): SpanOf =>
  (today) => {
    const { from } = period(today);
    return { from, to: from };
  };

/** The words that the form offers, each with the days that it stands for and how it is written in Chinese. */
const words = {
  today: { span: dayAfter(0), written: ['今天', '今日'] },
  yesterday: { span: dayAfter(-1), written: ['昨天', '昨日'] },
  last_7_days: { span: lastDays(7), written: ['最近一周'] },
  last_30_days: { span: lastDays(30), written: [] },
  this_week: { span: weekAfter(0), written: ['本周', '这周'] },
  last_week: { span: weekAfter(-1), written: ['上周'] },
  this_month: { span: monthAfter(0), written: ['本月', '这个月'] },
  last_month: { span: monthAfter(-1), written: ['上月', '上个月'] },
  this_year: { span: yearAfter(0), written: ['今年', '本年'] },
  last_year: { span: yearAfter(-1), written: ['去年', '上一年'] },
  start_of_month: { span: startOf(monthAfter(0)), written: ['月初', '本月初'] },
  start_of_year: { span: startOf(yearAfter(0)), written: ['年初', '今年初'] },
};
export type RelativeDate = keyof typeof words;

/** Spaces and case do not count. */
const spanOfWord = new Map(
  Object.entries(words).flatMap(([word, { span, written }]) =>
    [word.replaceAll('_', ''), ...written].map((text) => [text, span]),
  ),
);
const anyLastDays = /^(?:last|past|最近|过去|近)(\d{1,4})(?:days?|天|日)$/;

/** The words that the form offers, with their days. @param today `YYYY-MM-DD` */
export function relativeDates(today: string): { word: RelativeDate; span: DateSpan }[] {
  return (Object.keys(words) as RelativeDate[]).map((word) => ({ word, span: words[word].span(calendarDay(today)) }));
}

/**
 * A date, a date with a time, or a word, as the exact days it stands for. The wire takes exact text without a zone, so words count in the days of whoever
 * asks. Null when the text is none of these.
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
  const days = Number(anyLastDays.exec(plain)?.[1] ?? 0);
  const span = spanOfWord.get(plain) ?? (days > 0 ? lastDays(days) : null);
  return span?.(calendarDay(today)) ?? null;
}

/** The calendar day of a moment by the clock of this browser, as `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return dateText(moment.getFullYear(), moment.getMonth() + 1, moment.getDate());
}

function calendarDay(text: string): CalendarDay {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return { year, month, day };
}

/** Days and months past their end count on into the next. */
function dateText(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
