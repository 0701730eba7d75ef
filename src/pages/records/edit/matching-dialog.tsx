import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/operations/records';
import { walkRequests } from '../../../api/operations/walk-records';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/retry';
import { limits } from '../../../contract/limits';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { Extent } from '../../../grid/rows/extent';
import { type CopyFormat, copyFormats } from '../../../grid/selection/copy-range';
import { fileStem } from '../../../transfer/out/file-stem';
import { saveFile } from '../../../transfer/out/save-file';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button } from '../../../ui/form/button';
import { Select } from '../../../ui/form/select';
import { CopyIcon, DownloadIcon } from '../../../ui/icons/icons';
import { Dialog } from '../../../ui/overlay/dialog';
import { showToast } from '../../../ui/overlay/toast';
import styles from './matching-dialog.module.css';
import { useMatching } from './use-matching';

interface MatchingDialogProps {
  client: Client;
  query: RecordQuery;
  /** Name of the table, for a file. */
  name: string;
  columns: readonly GridColumn[];
  extent: Extent;
  /** Unsent changes of this table: they are not in what is read. */
  staged: boolean;
  onClose(): void;
}

/** A clipboard of more bytes freezes most programs that are handed it. */
const clipboardBytesMax = 20 * 1024 * 1024;

/** All rows of a question, also those not read: says what it will cost, reads them, and hands them over. */
export function MatchingDialog({ client, query, name, columns, extent, staged, onClose }: MatchingDialogProps) {
  const t = useTranslations('records.matching');
  const c = useTranslations('common');
  const [format, setFormat] = useState<CopyFormat>('tsv');
  const matching = useMatching(client, query, columns);
  const failing = useFailingWalk(client);
  const { phase, rows, requests, drifted, file } = matching;
  const ended = phase === 'done' || phase === 'stopped' || phase === 'failed';

  async function copy() {
    if (!file) return;
    try {
      const text = await file.text();
      await navigator.clipboard.writeText(text.replace('\uFEFF', ''));
      showToast({ kind: 'good', title: t('copied', { count: rows }), key: 'copied' });
      onClose();
    } catch {
      showToast({ kind: 'bad', title: c('copyFailed'), key: 'copy' });
    }
  }

  function save() {
    if (!file) return;
    saveFile(file, `${fileStem(name, query.table_id)}.${matching.format}`);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      size="small"
      keepOnOutsidePress={phase !== 'before'}
      footer={
        phase === 'before' ? (
          <>
            <Button onClick={onClose}>{c('cancel')}</Button>
            <Button kind="primary" onClick={() => matching.read(format)}>
              {t('read')}
            </Button>
          </>
        ) : phase === 'reading' ? (
          <Button onClick={matching.stop}>{t('stop')}</Button>
        ) : (
          <>
            <Button
              icon={<CopyIcon />}
              onClick={() => void copy()}
              disabledReason={file && file.size > clipboardBytesMax ? t('tooLarge') : null}
            >
              {t('copy')}
            </Button>
            <Button kind="primary" icon={<DownloadIcon />} onClick={save}>
              {t('save')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.body}>
        {phase === 'before' ? (
          <>
            <p>
              {query.filter ? t('whatFiltered', { columns: columns.length }) : t('what', { columns: columns.length })}
            </p>
            <p>
              <Cost client={client} extent={extent} />
            </p>
            {staged ? <Notice>{t('withoutDrafts')}</Notice> : null}
            <Select
              label={t('format')}
              value={format}
              onChange={setFormat}
              options={copyFormats.map((value) => ({ value, label: t(`formats.${value}`) }))}
            />
          </>
        ) : (
          <>
            <p role="status">
              {t(phase === 'reading' ? 'reading' : phase === 'done' ? 'done' : 'stopped', { rows, requests })}
            </p>
            {phase === 'reading' ? (
              <ProgressBar label={t('title')} value={extent.exactly === null ? null : rows} max={extent.exactly ?? 1} />
            ) : null}
            <RetryingNotice failing={failing} look="line" />
            {drifted > 0 ? <Notice tone="unknown">{t('drifted', { count: drifted })}</Notice> : null}
            {phase === 'failed' ? <ApiErrorNotice error={matching.error} /> : null}
            {ended && phase !== 'done' ? <p className="dim">{t('partly')}</p> : null}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What reading will take, at the rate that the environment allows now. */
function Cost({ client, extent }: Pick<MatchingDialogProps, 'client' | 'extent'>) {
  const t = useTranslations('records.matching');
  const { rate } = client.budget.snapshot();
  if (extent.exactly === null) {
    return t('costUnknown', { rows: extent.atLeast, page: limits.pageSizeMax, rate: Math.round(rate * 10) / 10 });
  }
  const requests = walkRequests(extent.exactly);
  const seconds = Math.ceil(requests / rate);
  return t('cost', {
    rows: extent.exactly,
    requests,
    time: seconds < 100 ? t('seconds', { count: seconds }) : t('minutes', { count: Math.ceil(seconds / 60) }),
    rate: Math.round(rate * 10) / 10,
  });
}
