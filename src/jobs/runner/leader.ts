import * as v from 'valibot';
import { createNews } from '../../storage/change-broadcast';

/** A tab that waits for a lock has asked whether the one that holds it is alive, and that one answered. */
const leaderWordSchema = v.object({ lock: v.string(), is: v.picklist(['asked', 'here']) });
const leaderNews = createNews('leaders', leaderWordSchema);

/** How often a tab that waits asks whether the one that leads is alive. */
export const askMs = 5000;
/** So many questions without an answer: the leader is frozen. A tab that is only hidden answers. */
const silences = 4;

interface Turn {
  /** Whether there is anything to lead. */
  isWanted(): Promise<boolean>;
  /** Runs while this tab leads, until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Runs something in one tab of this browser at a time: that which holds a Web Lock. When its holder is closed or killed, the next tab has its turn; a browser
 * that freezes a hidden tab leaves it the lock, which a visible tab then takes from it.
 * @param name of the lock
 * @returns stops it; what is under way still ends
 */
export function leadInTurn(name: string, turn: Turn): () => void {
  const stopped = new AbortController();
  const lead = async (): Promise<void> => {
    // What was taken from a tab that goes on after all is its own again when the other one ends.
    for (let isRobbed = true; isRobbed; ) isRobbed = await oneTurn(name, turn, stopped.signal);
  };
  void lead();
  return () => stopped.abort(new DOMException('The connection ended.', 'AbortError'));
}

/** Leads once. @returns whether the lock was taken from this tab, when nothing that it began is under way any more */
async function oneTurn(name: string, { isWanted, run }: Turn, signal: AbortSignal): Promise<boolean> {
  const robbed = new AbortController();
  let running: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    asking.stop();
    running = run(AbortSignal.any([signal, robbed.signal]));
    await running;
  };
  const asking = askLeader(name, isWanted);
  const stopAnswering = leaderNews.hear(({ lock, is }) => {
    if (lock === name && is === 'asked' && running) leaderNews.tell({ lock, is: 'here' }, 'also-here');
  });
  try {
    const waits = AbortSignal.any([signal, asking.silent]);
    await navigator.locks.request(name, { signal: waits }, work).catch((error: unknown) => {
      if (running || signal.aborted || !asking.silent.aborted) throw error;
      return navigator.locks.request(name, { steal: true }, work);
    });
  } catch {
    // Stopped before it was this tab's turn, or another one has taken the lock.
  } finally {
    asking.stop();
    robbed.abort();
    await Promise.resolve(running).catch(() => {});
    stopAnswering();
  }
  return running !== null && !signal.aborted;
}

/** Asks the leader again and again, as long as this tab is seen and there is something to lead. @returns a signal that it was silent for too long */
function askLeader(name: string, isWanted: Turn['isWanted']): { silent: AbortSignal; stop(): void } {
  const silent = new AbortController();
  let unanswered = 0;
  const stopHearing = leaderNews.hear(({ lock, is }) => {
    if (lock === name && is === 'here') unanswered = 0;
  });
  const timer = setInterval(async () => {
    const asks = document.visibilityState === 'visible' && leaderNews.isHeard && (await isWanted());
    if (!asks) unanswered = 0;
    else if (unanswered === silences) silent.abort();
    else {
      unanswered += 1;
      leaderNews.tell({ lock: name, is: 'asked' }, 'also-here');
    }
  }, askMs);
  const stop = (): void => {
    clearInterval(timer);
    stopHearing();
  };
  silent.signal.addEventListener('abort', stop);
  return { silent: silent.signal, stop };
}
