import { useSyncExternalStore } from 'react';
import type { Client } from './client';
import { type FailingRead, failingReadOf, mayRetryRead, noteTry, retryAt, retryDelay } from './retry';
import { steadyTimeout } from './steady-timeout';

/** Reads outside of the query cache that have failed and are tried again: those of walks, dry runs and read ranges, with whose they are. */
let failing: readonly { of: string; read: FailingRead }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof failing): void {
  failing = next;
  for (const listener of listeners) listener();
}

const nameOf = ({ environment, identity }: Client): string => `${environment.name}:${identity}`;

/**
 * Runs a read, and again where that may help, each time after a longer wait. Meanwhile `useFailingWalk` says so.
 * @param run sends one request
 * @throws what the last try failed of; the first failure once the signal is aborted
 */
export async function readPatiently<Result>(
  client: Client,
  run: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const of = nameOf(client);
  let own: (typeof failing)[number] | null = null;
  const tell = (read: FailingRead | null): void => {
    const others = failing.filter((each) => each !== own);
    own = read && { of, read };
    if (own || others.length < failing.length) change(own ? [...others, own] : others);
  };
  try {
    for (let failures = 0; ; failures += 1) {
      try {
        return await run();
      } catch (error) {
        if (signal.aborted || !mayRetryRead(failures, error)) throw error;
        await pause(retryDelay(failures, error), signal, (goOn) => {
          tell(
            failingReadOf(error, () => {
              if (retryAt(error) <= Date.now()) return;
              noteTry(error);
              goOn();
            }),
          );
        });
        if (signal.aborted) throw error;
      }
    }
  } finally {
    tell(null);
  }
}

/** Resolves after some milliseconds, when the signal is aborted, or when somebody goes on before. */
function pause(milliseconds: number, signal: AbortSignal, begun: (goOn: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      callOff();
      signal.removeEventListener('abort', goOn);
      resolve();
    };
    const callOff = steadyTimeout(goOn, milliseconds);
    signal.addEventListener('abort', goOn);
    begun(goOn);
  });
}

/** A read of a walk, dry run or range of this client that has failed and is tried again; null when there is none. */
export function failingWalkOf(client: Client): FailingRead | null {
  const of = nameOf(client);
  return failing.find((each) => each.of === of)?.read ?? null;
}

/** `failingWalkOf`, followed. */
export function useFailingWalk(client: Client): FailingRead | null {
  return useSyncExternalStore(subscribe, () => failingWalkOf(client));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
