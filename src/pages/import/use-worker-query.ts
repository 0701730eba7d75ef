import { useEffect, useRef, useState } from 'react';
import type { ImportProgress } from '../../transfer/in/source/rows';
import type { ImportClient } from '../../transfer/in/worker/import-client';
import type { ImportOperation, ImportOperations } from '../../transfer/in/worker/import-protocol';

interface WorkerAnswer<Input, Output> {
  /** The latest answer; still that of the previous input while the worker is busy. */
  output: Output | null;
  /** What it answers. */
  about: Input | null;
  /** How far the worker is; null when it is done. */
  progress: ImportProgress | null;
  failed: boolean;
}

/** Wait after a change, so that several changes in a row are sent once. */
const restMs = 150;

/** Runs an operation of the worker whenever its input changes, and cancels the previous one. Without input there is no output. */
export function useWorkerQuery<Name extends ImportOperation>(
  client: ImportClient,
  name: Name,
  input: ImportOperations[Name]['input'] | null,
): WorkerAnswer<ImportOperations[Name]['input'], ImportOperations[Name]['output']> {
  const [answer, setAnswer] = useState<WorkerAnswer<ImportOperations[Name]['input'], ImportOperations[Name]['output']>>(
    {
      output: null,
      about: null,
      progress: null,
      failed: false,
    },
  );
  const asked = useRef(false);
  useEffect(() => {
    if (input === null) return;
    const stop = new AbortController();
    setAnswer((last) => ({ ...last, progress: { share: 0, rows: 0 }, failed: false }));
    const timer = setTimeout(
      () => {
        asked.current = true;
        client
          .ask(name, input, {
            signal: stop.signal,
            onProgress: (progress) => setAnswer((last) => ({ ...last, progress })),
          })
          .then((output) => setAnswer({ output, about: input, progress: null, failed: false }))
          .catch(() => {
            if (!stop.signal.aborted) setAnswer((last) => ({ ...last, progress: null, failed: true }));
          });
      },
      asked.current ? restMs : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, name, input]);
  return answer;
}
