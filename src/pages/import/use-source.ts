import { useCallback, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../texts/texts-provider';
import { withSystemNames } from '../../transfer/in/header';
import { type ImportClient, ImportError, startImport } from '../../transfer/in/import-client';
import type { FileFacts, ImportFailure, ImportProgress } from '../../transfer/in/import-protocol';
import type { SourceChoice } from '../../transfer/in/open-source';
import type { Brought } from './brought';
import { systemNames } from './system-names';

export type SourceState =
  | { state: 'none' }
  | { state: 'reading'; brought: Brought; progress: ImportProgress }
  | { state: 'ready'; brought: Brought; facts: FileFacts; client: ImportClient }
  | { state: 'failed'; brought: Brought; failure: ImportFailure };

export interface Source {
  now: SourceState;
  choice: SourceChoice;
  open(brought: Brought, choice?: SourceChoice): void;
  /** Reads the same file otherwise. */
  choose(choice: SourceChoice): void;
  /** Gives it up, or stops reading it. */
  close(): void;
}

/**
 * The file of the import, read in a worker of its own that ends with the page.
 * @param onRead is told when a file was read to its end
 */
export function useSource(onRead: (brought: Brought, choice: SourceChoice) => void): Source {
  const [now, setNow] = useState<SourceState>({ state: 'none' });
  const [choice, setChoice] = useState<SourceChoice>({});
  const client = useRef<ImportClient | null>(null);
  const told = useRef(onRead);
  told.current = onRead;
  const spoken = useRef('');
  spoken.current = useLanguage().language;
  const end = useCallback(() => {
    client.current?.end();
    client.current = null;
  }, []);
  useEffect(() => end, [end]);

  const open = useCallback(
    (brought: Brought, chosen: SourceChoice = {}) => {
      end();
      const own = startImport();
      client.current = own;
      setChoice(chosen);
      setNow({ state: 'reading', brought, progress: { share: 0, rows: 0 } });
      const current = (next: SourceState): void => {
        if (client.current === own) setNow(next);
      };
      const reading = own.ask(
        'open',
        { file: brought.blob, choice: chosen, language: spoken.current },
        { onProgress: (progress) => current({ state: 'reading', brought, progress }) },
      );
      Promise.all([reading, systemNames()])
        .then(([read, called]) => {
          const facts = { ...read, columns: withSystemNames(read.columns, called) };
          current({ state: 'ready', brought, facts, client: own });
          if (client.current === own) told.current(brought, chosen);
        })
        .catch((error: unknown) => {
          const failure: ImportFailure =
            error instanceof ImportError ? error.failure : { kind: 'fault', reason: String(error), line: null };
          current({ state: 'failed', brought, failure });
        });
    },
    [end],
  );

  return {
    now,
    choice,
    open,
    choose: (next) => {
      if (now.state !== 'none') open(now.brought, next);
    },
    close: () => {
      end();
      setNow({ state: 'none' });
    },
  };
}
