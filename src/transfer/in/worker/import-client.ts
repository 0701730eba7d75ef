import { workerAddress } from '../../../api/wire/trusted-types';
import type { ImportProgress } from '../source/rows';
import type { ImportAnswer, ImportFailure, ImportOperation, ImportOperations, ImportRequest } from './import-protocol';
import workerUrl from './import-worker.ts?worker&url';

/** A file could not be read, or the worker failed. */
export class ImportError extends Error {
  constructor(readonly failure: ImportFailure) {
    super(failure.reason);
  }
}

interface AskOptions {
  signal?: AbortSignal;
  onProgress?(progress: ImportProgress): void;
}

/** The way to the worker that holds a file. */
export interface ImportClient {
  /** @throws ImportError; the signal's reason */
  ask<Name extends ImportOperation>(
    name: Name,
    input: ImportOperations[Name]['input'],
    options?: AskOptions,
  ): Promise<ImportOperations[Name]['output']>;
  /** Ends the worker, and with it everything it holds. */
  end(): void;
}

interface Waiting {
  resolve(output: unknown): void;
  reject(error: unknown): void;
  onProgress?(progress: ImportProgress): void;
}

/** Starts a worker for one file. */
export function startImport(): ImportClient {
  const worker = new Worker(workerAddress(workerUrl), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const fail = (reason: string): void => {
    for (const { reject } of waiting.values()) reject(new ImportError({ kind: 'fault', reason, line: null }));
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<ImportAnswer>) => {
    const asked = waiting.get(data.id);
    if (!asked) return;
    if ('progress' in data) {
      asked.onProgress?.(data.progress);
      return;
    }
    waiting.delete(data.id);
    if ('failure' in data) asked.reject(new ImportError(data.failure));
    else asked.resolve(data.output);
  });
  worker.addEventListener('error', ({ message }) => fail(message || 'worker'));
  return {
    ask(name, input, { signal, onProgress } = {}) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        waiting.set(id, { resolve: resolve as (output: unknown) => void, reject, onProgress });
        const request = { id, name, input } as ImportRequest;
        worker.postMessage(request);
        signal?.addEventListener('abort', () => {
          if (!waiting.delete(id)) return;
          worker.postMessage({ id, name: 'cancel' } satisfies ImportRequest);
          reject(signal.reason);
        });
      });
    },
    end() {
      worker.terminate();
      fail('ended');
    },
  };
}
