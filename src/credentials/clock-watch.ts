import { type Clocks, clockSetBy } from '../api/wire/clock-set';
import { moveConnectionEnds } from './connection';
import { moveSessionEnds } from './provider-session';

const lookMs = 1000;

/**
 * Looks whether the clock was set back, and lets every credential end as much earlier by it: it lives no longer for that. One that was set ahead is taken
 * as it is, as a computer that slept looks the same; what a credential is told to live when it is handed out again puts that right.
 * @returns a function that ends it
 */
export function runClockWatch(): () => void {
  const look = (): Clocks => ({ now: Date.now(), steady: performance.now() });
  let before = look();
  const timer = setInterval(() => {
    const now = look();
    const by = clockSetBy(before, now);
    before = now;
    if (by >= 0) return;
    moveConnectionEnds(by);
    moveSessionEnds(by);
  }, lookMs);
  return () => clearInterval(timer);
}
