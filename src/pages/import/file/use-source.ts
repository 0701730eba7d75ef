import { useState } from 'react';
import { systemNames } from '../../../grid/columns/system-names';
import { useLanguage } from '../../../texts/texts-provider';
import type { TargetField } from '../../../transfer/in/mapping/mapping';
import { isZip } from '../../../transfer/in/source/detect-format';
import { withSystemNames } from '../../../transfer/in/source/header';
import type { ImportProgress } from '../../../transfer/in/source/rows';
import type { SourceChoice } from '../../../transfer/in/source/source-formats';
import { type ImportClient, ImportError, startImport } from '../../../transfer/in/worker/import-client';
import type { FileFacts, ImportFailure } from '../../../transfer/in/worker/import-protocol';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import type { UploadedFile } from './uploaded-file';

export type SourceState =
  | { state: 'none' }
  | { state: 'reading'; file: UploadedFile; progress: ImportProgress }
  | { state: 'ready'; file: UploadedFile; facts: FileFacts; client: ImportClient }
  | { state: 'failed'; file: UploadedFile; failure: ImportFailure };
export type ReadySource = Extract<SourceState, { state: 'ready' }>;

export interface Source {
  now: SourceState;
  choice: SourceChoice;
  open(file: UploadedFile, choice?: SourceChoice): void;
  /** Reads the same file otherwise. */
  choose(choice: SourceChoice): void;
  /** Gives it up, or stops reading it. */
  close(): void;
}

/**
 * The file of the import, read in a worker that ends with the page.
 * @param readFields of the table, whose names and IDs identify its sheet in a workbook
 * @param onRead called when a file was read to its end
 */
export function useSource(
  readFields: () => Promise<readonly TargetField[]>,
  onRead: (file: UploadedFile, choice: SourceChoice) => void,
): Source {
  const [now, setNow] = useState<SourceState>({ state: 'none' });
  const [choice, setChoice] = useState<SourceChoice>({});
  const { language } = useLanguage();
  const work = useAbortable();

  function open(file: UploadedFile, chosen: SourceChoice = {}): void {
    const signal = work.start();
    const own = startImport();
    signal.addEventListener('abort', () => own.end());
    const show = (next: SourceState): void => {
      if (!signal.aborted) setNow(next);
    };
    setChoice(chosen);
    show({ state: 'reading', file, progress: { share: 0, rows: 0 } });
    const read = async (): Promise<FileFacts> => {
      const known = chosen.sheet === undefined && (await isZip(file.blob)) ? await readFields() : [];
      const fields = known.flatMap(({ field_id, name }) => [field_id, name]);
      const input = { file: file.blob, choice: chosen, language, fields };
      return own.ask('open', input, { onProgress: (progress) => show({ state: 'reading', file, progress }) });
    };
    Promise.all([read(), systemNames()])
      .then(([found, names]) => {
        const facts = { ...found, columns: withSystemNames(found.columns, names) };
        show({ state: 'ready', file, facts, client: own });
        if (!signal.aborted) onRead(file, chosen);
      })
      .catch((error: unknown) => {
        const failure: ImportFailure =
          error instanceof ImportError ? error.failure : { kind: 'fault', reason: String(error), line: null };
        show({ state: 'failed', file, failure });
      });
  }

  return {
    now,
    choice,
    open,
    choose: (next) => {
      if (now.state !== 'none') open(now.file, next);
    },
    close: () => {
      work.stop();
      setNow({ state: 'none' });
    },
  };
}
