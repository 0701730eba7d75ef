import { useEffect, useEffectEvent } from 'react';

/** How a page is about to be left. */
export interface Leaving {
  /** By Back or Forward of the browser. */
  byHistory: boolean;
  /** Paths. */
  from: string;
  to: string;
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

/** The guard that is asked: of those that stop it the one that came last. */
export function guardOf(leaving: Leaving): Guard | undefined {
  return guards.findLast((guard) => guard.stops(leaving));
}
