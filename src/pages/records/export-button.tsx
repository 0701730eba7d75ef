import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/client';
import type { Id } from '../../contract/ids';
import { Button } from '../../ui/button';
import { UploadIcon } from '../../ui/icons';
import { later } from '../../ui/later';
import type { ExportablePage } from './export-about';
import { useExport } from './use-export';

const ExportDialog = later(async () => (await import('./export-dialog')).ExportDialog);

interface ExportButtonProps {
  client: Client;
  tableId: Id;
  /** What there is to take out at this moment. */
  about(): ExportablePage;
}

/** The way out of a table. While a file is being written, it says how many rows are in it. */
export function ExportButton({ client, tableId, about }: ExportButtonProps) {
  const t = useTranslations('records');
  const [open, setOpen] = useState<ExportablePage | null>(null);
  const current = useExport(client.environment.name, tableId);
  const running = current?.state.phase === 'running' && open === null ? current.state.rows : null;
  return (
    <>
      <Button icon={<UploadIcon />} onClick={() => setOpen(about())} data-running={running === null ? undefined : ''}>
        {running === null ? t('export') : t('exporting', { rows: running })}
      </Button>
      {open ? <ExportDialog page={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
