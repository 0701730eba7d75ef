import { workerAddress } from '../../../api/wire/worker-address';
import type { ReplaceRule } from '../../../edits/replace-text';
import { chunks } from '../../../jobs/plan/plan';
import workerUrl from './replace-worker.ts?worker&url';

/** An expression took too long over a few texts: it may never end. */
export class SlowExpression extends Error {}

/** So many texts are given to the expression at a time, and so long it may take for them. */
const textsAtOnce = 1000;
const limitMs = 2000;

/**
 * What texts become by a regular expression, in a thread of its own.
 * @throws SlowExpression; the signal's reason
 */
export async function replaceInWorker(
  rule: ReplaceRule,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  signal.throwIfAborted();
  const worker = new Worker(workerAddress(workerUrl), { type: 'module' });
  const found = new Map<string, string>();
  try {
    // The time counts from when it can begin: a busy machine may take longer to start it.
    await answerOf(worker, signal, null);
    for (const some of chunks(texts, textsAtOnce)) {
      const answer = answerOf<string[]>(worker, signal, limitMs);
      worker.postMessage({ rule, texts: some });
      for (const [index, text] of (await answer).entries()) found.set(some[index] as string, text);
    }
    return found;
  } finally {
    worker.terminate();
  }
}

function answerOf<Answer>(worker: Worker, signal: AbortSignal, within: number | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const timer = within === null ? undefined : setTimeout(() => end(() => reject(new SlowExpression())), within);
    const end = (then: () => void): void => {
      clearTimeout(timer);
      over.abort();
      then();
    };
    const options = { signal: over.signal };
    worker.addEventListener('message', ({ data }) => end(() => resolve(data)), options);
    worker.addEventListener('error', ({ message }) => end(() => reject(new Error(message))), options);
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), options);
  });
}
