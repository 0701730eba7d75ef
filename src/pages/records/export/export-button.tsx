import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { Button } from '../../../ui/form/button';
import { DownloadIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { exportOpener } from '../openers';
import type { CountState } from '../rows/use-count';
import type { ExportablePage } from './export-about';
import { useExport } from './use-export';

const ExportDialog = lazyPart(async () => (await import('./export-dialog')).ExportDialog);

interface ExportButtonProps {
  client: Client;
  tableId: Id;
  /** What there is to take out at this moment. */
  about(): ExportablePage;
  /** Counting what there is. */
  count: CountState;
}

/** The way out of a table. While a file is being written, it says how many rows are in it. */
export function ExportButton({ client, tableId, about, count }: ExportButtonProps) {
  const t = useTranslations('records');
  const [open, setOpen] = useState(false);
  // What the open dialog says needs not be said behind it.
  const current = useExport(client.environment.name, tableId, !open);
  useEffect(() => {
    exportOpener.set(() => setOpen(true));
    return () => exportOpener.set(null);
  }, []);
  const running = current?.state.phase === 'running' && !open ? current.state.rows : null;
  return (
    <>
      <Button icon={<DownloadIcon />} onClick={() => setOpen(true)} data-running={running === null ? undefined : ''}>
        {running === null ? t('export') : t('exporting', { rows: running })}
      </Button>
      {open ? <ExportDialog page={about()} count={count} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
