import { useEffect, useEffectEvent } from 'react';

/** The entry of the history from which the page goes back by itself, by its key. */
let ownStepFrom: string | null = null;

/** How a page is about to be left. */
export interface Leaving {
  /** By Back or Forward of the browser. */
  byHistory: boolean;
  /** Paths. */
  from: string;
  to: string;
  /** The search part of the address that follows. */
  toSearch: string;
}

export interface Guard {
  /** Whether it is asked before the page is left so. */
  stops(leaving: Leaving): boolean;
  /** Answers, at once or later. */
  ask(answer: (leaves: boolean) => void): void;
}

const guards: Guard[] = [];

/** What is asked before the page is left, while it is active. */
export function useLeaveGuard(active: boolean, guard: Guard): void {
  const stops = useEffectEvent((leaving: Leaving) => guard.stops(leaving));
  const ask = useEffectEvent((answer: (leaves: boolean) => void) => guard.ask(answer));
  useEffect(() => {
    if (!active) return;
    const added: Guard = { stops: (leaving) => stops(leaving), ask: (answer) => ask(answer) };
    guards.push(added);
    return () => void guards.splice(guards.indexOf(added), 1);
  }, [active]);
}

/** Back closes what is open over the page, as Escape does, and only then leaves the page. */
export function useClosedByBack(open: boolean, close: () => void): void {
  useLeaveGuard(open, {
    stops: ({ byHistory }) => byHistory,
    ask(answer) {
      close();
      answer(false);
    },
  });
}

/** Goes back from that entry as the page's own step: whatever else is open over the page stays open, as it does when an address is written. */
export function stepBack(key: string, navigate: (delta: -1) => void): void {
  ownStepFrom = key;
  navigate(-1);
}

/** Whether leaving that entry is the page's own step; known once. */
export function takeOwnStep(key: string): boolean {
  const isOwn = key === ownStepFrom;
  if (isOwn) ownStepFrom = null;
  return isOwn;
}

/** The guard that is asked: of those that stop it the one that came last. */
export function guardOf(leaving: Leaving): Guard | undefined {
  return guards.findLast((guard) => guard.stops(leaving));
}
