import type { CredentialLife } from '../../credentials/expiry';

/** A stretch of time that lives are drawn on; epoch milliseconds. */
export interface Timeline {
  start: number;
  end: number;
}

/** A part of a track, in percent of its width. */
interface Span {
  left: number;
  width: number;
}

/** A lifetime on the time line: the elapsed part, and the start of renewal. */
export interface Bar extends Span {
  /** From its beginning to now. */
  passed: Span;
  /** The last thirty minutes. */
  renewable: Span;
}

export interface Tick {
  at: number;
  /** Percent of the track. */
  left: number;
  now: boolean;
}

/** Past the last expiry the timeline follows the clock for this long, so that *expired* can be seen. */
const afterEndMs = 15 * 60_000;

/** The stretch that holds these lives and this moment; null without lives. */
export function timelineOf(lives: readonly CredentialLife[], now: number): Timeline | null {
  if (lives.length === 0) return null;
  const start = Math.min(...lives.map(({ issuedAt }) => issuedAt));
  const lastEnd = Math.max(...lives.map(({ expiresAt }) => expiresAt));
  return { start: Math.min(start, now), end: Math.max(lastEnd, Math.min(now, lastEnd + afterEndMs)) };
}

/** The position of a time on the line: percent, never outside it. */
export function placeOf({ start, end }: Timeline, at: number): number {
  return Math.min(100, Math.max(0, ((at - start) / (end - start)) * 100));
}

/** A life drawn on the line. */
export function barOf(timeline: Timeline, life: CredentialLife, now: number): Bar {
  const span = (from: number, to: number): Span => {
    const left = placeOf(timeline, from);
    return { left, width: Math.max(0, placeOf(timeline, to) - left) };
  };
  return {
    ...span(life.issuedAt, life.expiresAt),
    passed: span(life.issuedAt, Math.min(now, life.expiresAt)),
    renewable: span(life.renewableAt, life.expiresAt),
  };
}

/**
 * The times to name below the line: now first, then the next event of each credential – its renewal, or its expiry once it can be renewed or has expired –,
 * then the others; one closer than `gap` percent to an earlier named one is omitted. Ascending.
 */
export function ticksOf(timeline: Timeline, lives: readonly CredentialLife[], now: number, gap: number): Tick[] {
  const wanted = [
    now,
    ...lives.map(({ renewableAt, expiresAt }) => (now < renewableAt ? renewableAt : expiresAt)),
    ...lives.map(({ renewableAt, expiresAt }) => (now < renewableAt ? expiresAt : renewableAt)),
    ...lives.map(({ issuedAt }) => issuedAt),
  ];
  const ticks: Tick[] = [];
  for (const at of wanted) {
    const left = placeOf(timeline, at);
    if (ticks.every((tick) => Math.abs(tick.left - left) >= gap)) ticks.push({ at, left, now: ticks.length === 0 });
  }
  return ticks.sort((one, other) => one.at - other.at);
}
