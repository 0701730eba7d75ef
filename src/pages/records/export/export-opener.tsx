import { useEffect } from 'react';
import { exportOpener } from '../openers';

/** Lets the way out of the open table be opened from elsewhere. No row waits for it. */
export function ExportOpener({ onOpen }: { onOpen(open: true): void }) {
  useEffect(() => {
    exportOpener.set(() => onOpen(true));
    return () => exportOpener.set(null);
  }, [onOpen]);
  return null;
}
