import { workerAddress } from '../../api/wire/trusted-types';
import { createListeners } from '../../state/store';
import type { Engine } from './answer';
import type { EngineMessage, EngineOperation, EngineOperations, EngineRequest } from './engine-protocol';
import { EngineError, errorOf } from './engine-session';
import workerUrl from './engine-worker.ts?worker&url';

export interface EngineClient extends Engine {
  /** @throws QueryError; EngineError; the signal's reason */
  ask<Name extends EngineOperation>(
    name: Name,
    input: EngineOperations[Name]['input'],
    signal?: AbortSignal,
  ): Promise<EngineOperations[Name]['output']>;
  /** Heard when a worker has ended, and with it every table that was open in it; the next request starts another. */
  onEnd(listener: () => void): () => void;
  end(): void;
}

interface Waiting {
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** A statement that does not stop this long after it was cancelled holds up all others, and ends with its worker where no rows are lost: milliseconds. */
const stuckMs = 10_000;

type EngineWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

/** @param startWorker starts it, at the first request and after it has ended */
export function createEngineClient(startWorker: () => EngineWorker): EngineClient {
  const ended = createListeners();
  let current: { worker: EngineWorker; waiting: Map<number, Waiting>; unkept: Set<string> } | null = null;
  let last = 0;

  function end(error: Error): void {
    const before = current;
    current = null;
    before?.worker.terminate();
    for (const { reject } of before?.waiting.values() ?? []) reject(error);
    if (before) ended.tell();
  }

  function started() {
    if (current) return current;
    const own = { worker: startWorker(), waiting: new Map<number, Waiting>(), unkept: new Set<string>() };
    current = own;
    own.worker.addEventListener('message', ((event: MessageEvent<EngineMessage>) => {
      const { data } = event;
      const asked = own.waiting.get(data.id);
      own.waiting.delete(data.id);
      if (!('failure' in data)) return asked?.resolve(data.output);
      const error = errorOf(data.failure);
      asked?.reject(error);
      if (data.failure.kind === 'broken' && own === current) end(error);
    }) as EventListener);
    own.worker.addEventListener('error', ((event: ErrorEvent) => {
      if (own === current) end(new EngineError(event.message || 'The worker could not be started.'));
    }) as EventListener);
    return own;
  }

  const client: EngineClient = {
    ask(name, input, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const { worker, waiting, unkept } = started();
        last += 1;
        const id = last;
        let stuck: ReturnType<typeof setTimeout> | undefined;
        const cancel = (): void => {
          worker.postMessage({ id, name: 'cancel' } satisfies EngineRequest);
          reject(signal?.reason);
          stuck = setTimeout(() => {
            if (current?.waiting.has(id) && unkept.size === 0)
              end(new EngineError('A cancelled statement did not stop.'));
          }, stuckMs);
        };
        const settle = (): void => {
          clearTimeout(stuck);
          signal?.removeEventListener('abort', cancel);
        };
        waiting.set(id, {
          resolve(output) {
            settle();
            noteKept(unkept, name, input, output);
            resolve(output as never);
          },
          reject(error) {
            settle();
            reject(error);
          },
        });
        signal?.addEventListener('abort', cancel);
        worker.postMessage({ id, name, input } as EngineRequest);
      });
    },
    run: (sql, { signal, most } = {}) => client.ask('run', { sql, most }, signal),
    onEnd: ended.subscribe,
    end: () => end(new EngineError('ended')),
  };
  return client;
}

/** Notes tables whose rows are in no file. */
function noteKept(unkept: Set<string>, name: EngineOperation, input: unknown, output: unknown): void {
  if (name !== 'open' && name !== 'add' && name !== 'close') return;
  const { id } = input as { id: string };
  const facts = output as EngineOperations['open']['output'] | null;
  if (facts === null || facts.kept === 'file') unkept.delete(id);
  else unkept.add(id);
}

/** The engine of this tab; its worker is started by the first request. */
export const engine: EngineClient = createEngineClient(
  () => new Worker(workerAddress(workerUrl), { type: 'module', name: 'insight' }),
);
