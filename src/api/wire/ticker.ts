import type { Tick } from './ticker-worker';
import workerUrl from './ticker-worker.ts?worker&url';
import { workerAddress } from './trusted-types';

const waiting = new Map<number, () => void>();
let worker: Worker | null = null;
let last = 0;

/** Runs something after some milliseconds as a worker counts them; never where a worker cannot be had. */
export function afterTicks(milliseconds: number, run: () => void): void {
  worker ??= started();
  last += 1;
  waiting.set(last, run);
  worker.postMessage({ id: last, milliseconds } satisfies Tick);
}

function started(): Worker {
  const made = new Worker(workerAddress(workerUrl), { type: 'module' });
  made.addEventListener('message', ({ data }: MessageEvent<number>) => {
    const run = waiting.get(data);
    waiting.delete(data);
    run?.();
  });
  return made;
}
