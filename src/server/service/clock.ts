/** Milliseconds since the epoch, provided by the caller of the service. */
export type Clock = () => number;

/** `YYYY-MM-DD HH:MM:SS` (2.2), in UTC: the contract's times carry no zone. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

const dayMs = 24 * 60 * 60 * 1000;

/** First and last day (`YYYY-MM-DD`, UTC) of a date word of the field notes; weeks begin on Monday. Null for any other word. */
export function daysOfWord(word: string, now: number): [string, string] | null {
  const day = (offset: number) => new Date(now + offset * dayMs).toISOString().slice(0, 10);
  const sinceMonday = (new Date(now).getUTCDay() + 6) % 7;
  switch (word) {
    case 'today':
      return [day(0), day(0)];
    case 'yesterday':
      return [day(-1), day(-1)];
    case 'this_week':
      return [day(-sinceMonday), day(6 - sinceMonday)];
    case 'last_week':
      return [day(-sinceMonday - 7), day(-sinceMonday - 1)];
    default:
      return null;
  }
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/;

/** Whether a text is a date or a date-time of the field notes that the calendar has. */
export function isDateText(text: string): boolean {
  const match = datePattern.exec(text);
  if (match === null) return false;
  const time = Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`);
  // The engine takes 31 February for 3 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
}
