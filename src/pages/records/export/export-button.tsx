import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { ExportRun } from '../../../transfer/out/export-run';
import { allExports, exportOf } from '../../../transfer/out/exports';
import { Button } from '../../../ui/form/button';
import { DownloadIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { usePageCommand } from '../page-commands';
import type { CountState } from '../rows/use-count';
import type { ExportablePage } from './export-about';
import type { CurrentExport } from './export-progress';

const ExportDialog = lazyPart(async () => (await import('../later')).ExportDialog);

interface ExportButtonProps {
  client: Client;
  tableId: Id;
  about(): ExportablePage;
  count: CountState;
}

/** The export button. While a file is being written, it shows the number of rows in it. */
export function ExportButton({ client, tableId, about, count }: ExportButtonProps) {
  const t = useTranslations('records');
  const [open, setOpen] = useState(false);
  const current = useExport(client.environment.name, tableId);
  // Not repeated behind an open dialog.
  const running = current?.state.phase === 'running' && !open ? current.state.rows : null;
  // The palette opens it too.
  usePageCommand('export', () => setOpen(true));
  return (
    <>
      <Button icon={<DownloadIcon />} onClick={() => setOpen(true)} data-running={running === null ? undefined : ''}>
        {running === null ? t('export') : t('exporting', { rows: running })}
      </Button>
      {open ? <ExportDialog page={about()} count={count} current={current} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const nothing = (): (() => void) => () => {};
/** Pages of rows arrive every few milliseconds; each render would slow down the next page. */
const shownEveryMs = 500;

/** Passes progress on at most every so often, the last of it always, and a new phase at once. */
export function calmly({ subscribe, state }: Pick<ExportRun, 'subscribe' | 'state'>): ExportRun['subscribe'] {
  return (listener) => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let { phase } = state();
    const tell = (): void => {
      clearTimeout(waiting);
      waiting = undefined;
      phase = state().phase;
      listener();
    };
    const stop = subscribe(() => {
      if (state().phase !== phase) tell();
      else waiting ??= setTimeout(tell, shownEveryMs);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  };
}

/** The export of a table; null if there is none. */
function useExport(environment: string, tableId: Id): CurrentExport | null {
  const run = useSyncExternalStore(allExports.subscribe, () => exportOf(environment, tableId));
  const subscribe = useMemo(() => (run ? calmly(run) : nothing), [run]);
  const state = useSyncExternalStore(subscribe, () => run?.state() ?? null);
  return run && state ? { run, state } : null;
}
