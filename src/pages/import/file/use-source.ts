import { useCallback, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../texts/texts-provider';
import type { TargetField } from '../../../transfer/in/mapping/mapping';
import { isZip } from '../../../transfer/in/source/detect-format';
import { withSystemNames } from '../../../transfer/in/source/header';
import type { SourceChoice } from '../../../transfer/in/source/open-source';
import { type ImportClient, ImportError, startImport } from '../../../transfer/in/worker/import-client';
import type { FileFacts, ImportFailure, ImportProgress } from '../../../transfer/in/worker/import-protocol';
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
 * @param fields of the table, by whose names and ids a workbook tells its sheet; null while they are read
 * @param onRead is told when a file was read to its end
 */
export function useSource(
  fields: readonly TargetField[] | null,
  onRead: (brought: Brought, choice: SourceChoice) => void,
): Source {
  const [now, setNow] = useState<SourceState>({ state: 'none' });
  const [choice, setChoice] = useState<SourceChoice>({});
  const client = useRef<ImportClient | null>(null);
  const told = useRef(onRead);
  told.current = onRead;
  const spoken = useRef('');
  spoken.current = useLanguage().language;
  const fieldsKnown = useArrived(fields);
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
      const read = async () => {
        const known = chosen.sheet === undefined && (await isZip(brought.blob)) ? await fieldsKnown() : [];
        const named = known.flatMap(({ field_id, name }) => [field_id, name]);
        return own.ask(
          'open',
          { file: brought.blob, choice: chosen, language: spoken.current, fields: named },
          { onProgress: (progress) => current({ state: 'reading', brought, progress }) },
        );
      };
      Promise.all([read(), systemNames()])
        .then(([found, called]) => {
          const facts = { ...found, columns: withSystemNames(found.columns, called) };
          current({ state: 'ready', brought, facts, client: own });
          if (client.current === own) told.current(brought, chosen);
        })
        .catch((error: unknown) => {
          const failure: ImportFailure =
            error instanceof ImportError ? error.failure : { kind: 'fault', reason: String(error), line: null };
          current({ state: 'failed', brought, failure });
        });
    },
    [end, fieldsKnown],
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

/** Waits for what a page has not read yet; gives what it knows then, and the same function in every picture. */
function useArrived<Value>(value: Value | null): () => Promise<Value> {
  const latest = useRef(value);
  latest.current = value;
  const waiting = useRef<((value: Value) => void)[]>([]);
  useEffect(() => {
    if (value === null) return;
    for (const tell of waiting.current.splice(0)) tell(value);
  }, [value]);
  return useCallback(
    () =>
      new Promise((resolve) => {
        if (latest.current !== null) resolve(latest.current);
        else waiting.current.push(resolve);
      }),
    [],
  );
}
