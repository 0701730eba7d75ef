import type { ActivityEntry } from '../../api/wire/activity';

/** Where the time of a request went, in milliseconds; a phase that has not begun is 0. */
export interface Timeline {
  /** For its turn in the rate budget. */
  waiting: number;
  /** From sending to the whole answer. */
  network: number;
  /** From the answer to what the console makes of it. */
  decoding: number;
  total: number;
  /** The phase it is in; null when it has ended. */
  now: 'waiting' | 'network' | 'decoding' | null;
}

type Times = Pick<ActivityEntry, 'queuedAt' | 'sentAt' | 'answeredAt' | 'finishedAt'>;

/** Splits the time of a request; one that is under way counts up to `now` (epoch milliseconds). A clock that was set back never gives less than 0. */
export function timelineOf({ queuedAt, sentAt, answeredAt, finishedAt }: Times, now: number): Timeline {
  const end = finishedAt ?? now;
  const sent = sentAt ?? end;
  const answered = answeredAt ?? (sentAt === null ? sent : end);
  const waiting = Math.max(0, sent - queuedAt);
  const network = Math.max(0, answered - sent);
  const decoding = Math.max(0, end - answered);
  const phase = sentAt === null ? 'waiting' : answeredAt === null ? 'network' : 'decoding';
  return { waiting, network, decoding, total: waiting + network + decoding, now: finishedAt === null ? phase : null };
}

/** The length that fills a bar: nine in ten requests fit, so that one slow one does not flatten all others. At least 100 ms. */
export function scaleOf(totals: readonly number[]): number {
  const sorted = [...totals].sort((a, b) => a - b);
  return Math.max(100, sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0);
}
