import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/query-client';
import { type ExportRun, type ExportState, saveManifest } from '../../../transfer/out/export-run';
import { saveFile } from '../../../transfer/out/sinks';
import { ApiErrorNotice, isFailedCall } from '../../../ui/display/api-error-notice';
import { DescriptionList } from '../../../ui/display/description-list';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button } from '../../../ui/form/button';
import { useDuration } from '../../../ui/hooks/use-phrases';
import { useNow } from '../../../ui/hooks/use-time';
import { DownloadIcon } from '../../../ui/icons/icons';
import { PauseIcon, PlayIcon } from '../../../ui/icons/later-icons';
import styles from './export-dialog.module.css';

/** An export of a table, and how far it is. */
export interface CurrentExport {
  run: ExportRun;
  state: ExportState;
}

/** How far a file is, and what there is to know of it. */
export function ExportProgress({
  client,
  run,
  state,
  exactly,
}: CurrentExport & { client: Client; exactly: number | null }) {
  const failing = useFailingWalk(client);
  const t = useTranslations('exporting');
  const duration = useDuration();
  const { phase, rows, requests, drifted, repeated, cut, error, fileName } = state;
  const now = useNow(1000);
  const running = phase === 'running';
  const total = run.plan.rows.scope === 'matching' ? (run.plan.rows.count ?? exactly) : run.plan.rows.records.length;
  const seconds = running ? Math.max(0, now - state.runningSince) / 1000 : state.ranMs / 1000;
  const rate = seconds > 0 ? (running ? rows - state.rowsBefore : rows) / seconds : 0;
  const left = running && total !== null && rate > 0 ? Math.max(0, total - rows) / rate : null;
  // Shown from the start, so that nothing moves under the pointer when the first rows arrive.
  const unknownYet = running ? '…' : null;
  const outcome = phase === 'done' && !state.complete ? 'kept' : phase === 'paused' && error ? 'failed' : phase;
  return (
    <div className={styles.form}>
      <p role="status">{t(`phase.${outcome}`, { rows, file: fileName })}</p>
      {running ? (
        <ProgressBar
          label={t('title')}
          value={total === null ? null : Math.min(rows, total)}
          max={Math.max(1, total ?? 1)}
        />
      ) : null}
      <DescriptionList
        items={[
          [
            t('facts.file'),
            <span key="file" className={styles.file}>
              {fileName}
            </span>,
          ],
          [t('facts.rows'), total === null ? t('rowsOfUnknown', { rows }) : t('rowsOf', { rows, total })],
          [t('facts.requests'), requests > 0 ? t('number', { number: requests }) : unknownYet],
          [t('facts.rate'), rate > 0 ? t('perSecond', { rows: Math.round(rate) }) : unknownYet],
          [t('facts.left'), left === null ? unknownYet : duration(left)],
        ]}
      />
      {drifted > 0 ? <Notice tone="unknown">{t('drifted', { count: drifted, repeated })}</Notice> : null}
      {cut > 0 ? <Notice tone="unknown">{t('cut', { count: cut })}</Notice> : null}
      {error === null ? null : phase === 'broken' || !isFailedCall(error) ? (
        <Notice tone="bad" title={t(phase === 'broken' ? 'broken' : 'unexpected')}>
          {' '}
          {error instanceof Error ? error.message : String(error)}
        </Notice>
      ) : (
        <ApiErrorNotice error={error} />
      )}
      {running ? <RetryingNotice failing={failing} look="line" /> : null}
      {running ? <p className={styles.note}>{t('goesOn')}</p> : null}
      {phase === 'done' ? <p className={styles.note}>{t('manifestHint')}</p> : null}
      {phase === 'paused' ? <p className={styles.note}>{t('pausedHint')}</p> : null}
    </div>
  );
}

/** What can be done with a file now. */
export function ExportActions({ run, state, client, onClose }: CurrentExport & { client: Client; onClose(): void }) {
  const t = useTranslations('exporting');
  const c = useTranslations('common');
  const { phase, file, fileName } = state;
  // By its key the focus goes from *Stop* to *Continue* and back, and never to what throws away.
  if (phase === 'running') {
    return (
      <>
        <Button key="turn" icon={<PauseIcon />} onClick={run.pause}>
          {t('stop')}
        </Button>
        <Button key="background" kind="primary" onClick={onClose}>
          {t('background')}
        </Button>
      </>
    );
  }
  if (phase === 'paused') {
    return (
      <>
        <Button key="discard" kind="danger" onClick={() => void run.discard()}>
          {t('discard')}
        </Button>
        <Button key="keep" onClick={() => void run.keep()}>
          {t('keep', { rows: state.rows })}
        </Button>
        <Button key="turn" kind="primary" icon={<PlayIcon />} onClick={() => run.goOn(client)}>
          {t('goOn')}
        </Button>
      </>
    );
  }
  return (
    <>
      {phase === 'done' ? (
        <Button icon={<DownloadIcon />} onClick={() => saveManifest(run)}>
          {t('manifest')}
        </Button>
      ) : null}
      {file ? (
        <Button icon={<DownloadIcon />} onClick={() => saveFile(file, fileName)}>
          {t('saveAgain')}
        </Button>
      ) : null}
      <Button kind="primary" onClick={onClose}>
        {c('close')}
      </Button>
    </>
  );
}
