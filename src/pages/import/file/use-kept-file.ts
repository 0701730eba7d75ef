import { useCallback, useEffect, useState } from 'react';
import type { Id } from '../../../contract/ids';
import type { SourceChoice } from '../../../transfer/in/source/open-source';
import type { Brought } from './brought';
import { dropKeptFile, fileOfHandle, type KeptFile, readKeptFile, writeKeptFile } from './kept-file';

export interface KeptFileState {
  /** Whether there is one was read. */
  known: boolean;
  /** The file that was open when the page was loaded anew; null when there was none. */
  kept: KeptFile | null;
  /** Why it could not be opened again; null as long as nobody tried. */
  failed: 'denied' | 'gone' | null;
  keep(brought: Brought, choice: SourceChoice): void;
  drop(): void;
  /** Opens it again where the browser can; null when it could not. To be called while a press is handled. */
  reopen(): Promise<Brought | null>;
}

/** Keeps in this browser which file an import has open, so that a reload does not lose it. */
export function useKeptFile(environment: string, tableId: Id): KeptFileState {
  const [kept, setKept] = useState<KeptFile | null>(null);
  const [known, setKnown] = useState(false);
  const [failed, setFailed] = useState<KeptFileState['failed']>(null);
  useEffect(() => {
    let current = true;
    const take = (read: KeptFile | null): void => {
      if (!current) return;
      setKept(read);
      setKnown(true);
    };
    readKeptFile({ environment, table_id: tableId }).then(take, () => take(null));
    return () => {
      current = false;
    };
  }, [environment, tableId]);
  const drop = useCallback(() => {
    setKept(null);
    setFailed(null);
    void dropKeptFile({ environment, table_id: tableId }).catch(() => {});
  }, [environment, tableId]);
  return {
    known,
    kept,
    failed,
    drop,
    keep: (brought, choice) => {
      void writeKeptFile({ environment, table_id: tableId }, brought, choice).catch(() => {});
    },
    async reopen() {
      if (!kept?.handle) return null;
      try {
        return { name: kept.name, blob: await fileOfHandle(kept.handle), handle: kept.handle };
      } catch (error) {
        setFailed(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'gone');
        return null;
      }
    },
  };
}
