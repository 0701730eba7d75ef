/** The worker that reads a file: its rows stay here and are requested in pages. */

import { FileLimitError } from '../source/file-limits';
import { NotRowsError } from '../source/json-lists';
import type { ImportProgress } from '../source/rows';
import { SourceError } from '../source/source-formats';
import type { ImportAnswer, ImportFailure, ImportRequest } from './import-protocol';
import { ImportSession } from './import-session';

const session = new ImportSession();
const running = new Map<number, AbortController>();
/** Between two messages of progress, in milliseconds. */
const progressMs = 100;

addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  if (data.name === 'cancel') running.get(data.id)?.abort();
  else void answer(data);
});

async function answer(request: Exclude<ImportRequest, { name: 'cancel' }>): Promise<void> {
  const { id, name, input } = request;
  const stop = new AbortController();
  running.set(id, stop);
  let told = 0;
  const onProgress = (progress: ImportProgress): void => {
    const now = performance.now();
    if (now - told < progressMs) return;
    told = now;
    tell({ id, progress });
  };
  try {
    const output = await session.answer(name, input, { signal: stop.signal, onProgress });
    tell({ id, output });
  } catch (error) {
    tell({ id, failure: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

function tell(message: ImportAnswer): void {
  postMessage(message);
}

function failureOf(error: unknown): ImportFailure {
  if (error instanceof SourceError) return { kind: 'source', reason: error.reason, line: null };
  if (error instanceof NotRowsError) return { kind: 'source', reason: error.reason, line: error.line };
  if (error instanceof FileLimitError) {
    const { limit, line, most, found } = error;
    return { kind: 'limit', reason: limit, line, most, found };
  }
  return { kind: 'fault', reason: error instanceof Error ? error.message : String(error), line: null };
}
