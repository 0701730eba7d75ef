import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { columnLabel } from '../../../grid/columns/column-label';
import { exportFileName, mediaTypes } from '../../../transfer/out/export-plan';
import { saveWhenDone, startExport } from '../../../transfer/out/export-run';
import { addExport, forgetExport, watchExport } from '../../../transfer/out/exports';
import { blobSink, canWriteToDisk, chooseFile } from '../../../transfer/out/sinks';
import { Button } from '../../../ui/form/button';
import { DownloadIcon } from '../../../ui/icons/icons';
import { Dialog } from '../../../ui/overlay/dialog';
import { showToast } from '../../../ui/overlay/toast';
import type { CountState } from '../rows/use-count';
import { type ExportAbout, type ExportablePage, exportableOf, exportPlan, lackingOf } from './export-about';
import { type ExportChoice, firstChoice, rememberChoice, withNewColumns } from './export-choice';
import { ExportForm } from './export-form';
import { type CurrentExport, ExportActions, ExportProgress } from './export-progress';

const availableIn = ({ columns, shown }: ExportAbout) => ({ all: columns.map(({ id }) => id), shown });

interface ExportDialogProps {
  page: ExportablePage;
  count: CountState;
  /** The running or finished export of this table. */
  current: CurrentExport | null;
  onClose(): void;
}

/** The content of a file, and its progress. Writing continues when the dialog is closed. */
export function ExportDialog({ page, count, current, onClose }: ExportDialogProps) {
  const t = useTranslations('exporting');
  const c = useTranslations('common');
  const g = useTranslations('grid');
  // As of the request: rows keep loading. The total becomes more exact over time.
  const [asked, setAbout] = useState(() => exportableOf(page));
  const about = { ...asked, extent: page.extent };
  const { client, query, tableName } = about;
  const place = { environment: client.environment.name, tableId: query.table_id };
  const [choice, setChoice] = useState<ExportChoice>(() => firstChoice(place, availableIn(about).all, about.shown));
  // Opened before the first rows were loaded, it uses these.
  if (asked.loaded.length === 0 && page.extent !== asked.extent) {
    const now = exportableOf(page);
    setAbout(now);
    setChoice(withNewColumns(place, choice, availableIn(about), availableIn(now)));
  }
  const run = current?.run ?? null;
  useEffect(() => {
    watchExport(run);
    return () => watchExport(null);
  }, [run]);
  const plan = exportPlan(about, choice, (column) => columnLabel(column, g));
  const lacking = lackingOf(plan);
  const none = plan.rows.scope !== 'matching' && plan.rows.records.length === 0;

  async function begin(): Promise<void> {
    rememberChoice(place, choice, availableIn(about));
    const suggested = exportFileName(tableName, query.table_id, choice.format, new Date());
    try {
      const download = () => ({ name: suggested, sink: blobSink(mediaTypes[choice.format]) });
      // Where the chooser fails, or the page may not write there, the file comes as a download.
      const chosen = canWriteToDisk() ? await chooseFile(suggested).catch(download) : download();
      if (!chosen) return;
      const run = startExport(plan, chosen.name, chosen.sink);
      saveWhenDone(run);
      addExport(run);
    } catch (error) {
      // The browser does not let this page write there.
      showToast({ kind: 'bad', title: t('cannotWrite'), text: String(error), key: 'export' });
    }
  }

  function close(): void {
    const ended = current !== null && current.state.phase !== 'running' && current.state.phase !== 'paused';
    if (ended) forgetExport(current.run);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t('title')}
      subtitle={tableName}
      keepOnOutsidePress={current !== null}
      footer={
        current ? (
          <ExportActions run={current.run} state={current.state} client={client} onClose={close} />
        ) : (
          <>
            <Button onClick={close}>{c('cancel')}</Button>
            <Button
              kind="primary"
              icon={<DownloadIcon />}
              onClick={() => void begin()}
              disabledReason={
                choice.columns.size === 0
                  ? t('noColumns')
                  : none
                    ? t('noRows')
                    : lacking > 0 && t('hiddenNotRead', { count: lacking })
              }
            >
              {t('begin')}
            </Button>
          </>
        )
      }
    >
      {current ? (
        <ExportProgress
          client={client}
          run={current.run}
          state={current.state}
          // The file may be of another query.
          exactly={current.run.plan.query === page.query ? page.extent.exactly : null}
        />
      ) : (
        <ExportForm about={about} count={count} choice={choice} onChoice={setChoice} />
      )}
    </Dialog>
  );
}
