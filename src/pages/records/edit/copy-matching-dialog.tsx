import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import { walkRecords, walkRequests } from '../../../api/queries/walk-records';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/query-client';
import { limits } from '../../../contract/limits';
import type { DwRecord } from '../../../contract/records';
import { csvReader } from '../../../edits/csv';
import { unguardCsv } from '../../../edits/csv-writer';
import { noDrafts } from '../../../edits/drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { type CopyFormat, clipboardCells, copyFormats, copyWriter } from '../../../grid/selection/copy-range';
import { fileStem, saveFile } from '../../../transfer/out/sinks';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button, copyText } from '../../../ui/form/button';
import { Select } from '../../../ui/form/select';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import { CopyIcon, DownloadIcon } from '../../../ui/icons/icons';
import { Dialog } from '../../../ui/overlay/dialog';
import { showToast } from '../../../ui/overlay/toast';
import type { Extent } from '../rows/extent';
import styles from './edits.module.css';

interface CopyMatchingDialogProps {
  client: Client;
  query: RecordQuery;
  name: string;
  columns: readonly GridColumn[];
  extent: Extent;
  /** Unsent changes of this table: they are not in what is read. */
  staged: boolean;
  onClose(): void;
}

/** A clipboard of more bytes freezes most programs that are handed it. */
const clipboardBytesMax = 20 * 1024 * 1024;
/** A table of cells is several times as long as their text. */
const tableBytesMax = 4 * 1024 * 1024;

/** The cells of a TSV file that was written here. */
function cellsOfTsv(text: string): string[][] {
  const readRow = csvReader(text, { delimiter: '\t' });
  const rows: string[][] = [];
  for (let place = 0; place < text.length; ) {
    const { cells, end, mark } = readRow(place);
    rows.push(cells.map(unguardCsv));
    place = end + mark;
  }
  return rows;
}

/** All rows of a query, also unloaded ones: shows the cost, loads them, and hands them over. */
export function CopyMatchingDialog({ client, query, name, columns, extent, staged, onClose }: CopyMatchingDialogProps) {
  const t = useTranslations('records.matching');
  const c = useTranslations('common');
  const [format, setFormat] = useState<CopyFormat>('tsv');
  const matching = useMatchingFile(client, query, columns);
  const { phase, rows, requests, drifted, file } = matching;

  async function copy() {
    if (!file) return;
    try {
      const text = (await file.text()).replace('\uFEFF', '');
      const isTable = format === 'tsv' && file.size <= tableBytesMax;
      const kinds = columns.map(({ kind }) => kind);
      const copied = isTable ? clipboardCells(cellsOfTsv(text), kinds) : { text, html: null };
      await copyText(copied.text, copied.html);
      showToast({ kind: 'good', title: t('copied', { count: rows }), key: 'copied' });
      onClose();
    } catch {
      showToast({ kind: 'bad', title: c('copyFailed'), key: 'copy' });
    }
  }

  function save() {
    if (!file) return;
    saveFile(file, `${fileStem(name, query.table_id)}.${format}`);
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
      <div className={styles.form}>
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
            <RetryingNotice failing={matching.failing} look="line" />
            {drifted > 0 ? <Notice tone="unknown">{t('drifted', { count: drifted })}</Notice> : null}
            {phase === 'failed' ? <ApiErrorNotice error={matching.error} /> : null}
            {phase === 'stopped' || phase === 'failed' ? <p className="dim">{t('partly')}</p> : null}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What reading will take, at the rate that the environment allows now. */
function Cost({ client, extent }: Pick<CopyMatchingDialogProps, 'client' | 'extent'>) {
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

const types: Record<CopyFormat, string> = {
  tsv: 'text/tab-separated-values;charset=utf-8',
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
};

/** Texts joined at a time: a browser may keep a large blob outside of memory. */
const partsMax = 64;

/** Reads every row of a query into one text, of which there is a file also when it was stopped. */
function useMatchingFile(client: Client, query: RecordQuery, columns: readonly GridColumn[]) {
  const g = useTranslations('grid');
  const { walk, ...state } = useMatchingWalk(client, query);
  const [file, setFile] = useState<Blob | null>(null);

  function read(format: CopyFormat): void {
    const type = types[format];
    const label = (column: GridColumn) => columnLabel(column, g);
    const writer = copyWriter(format, { columns, drafts: noDrafts.drafts, label, names: true });
    let written = new Blob([], { type });
    // The mark by which spreadsheets know UTF-8 in a CSV file.
    let parts = [(format === 'csv' ? '\uFEFF' : '') + writer.head];
    let first = true;
    const onRecords = (records: readonly DwRecord[]) => {
      let text = '';
      for (const record of records) {
        text += writer.record(record, first);
        first = false;
      }
      parts.push(text);
      if (parts.length < partsMax) return;
      written = new Blob([written, ...parts], { type });
      parts = [];
    };
    void walk(onRecords, () => setFile(new Blob([written, ...parts, writer.tail(first)], { type })));
  }

  return { ...state, file, read };
}

interface Walk {
  phase: 'before' | 'reading' | 'done' | 'stopped' | 'failed';
  rows: number;
  requests: number;
  /** How often the table changed under the paging. */
  drifted: number;
  error: unknown;
  run: AbortSignal | null;
}

const before: Walk = { phase: 'before', rows: 0, requests: 0, drifted: 0, error: null, run: null };

/** Reading every record that matches a query, page by page, also those not on the page; leaving ends it. */
function useMatchingWalk(client: Client, query: RecordQuery, parallel = 1) {
  const [state, setState] = useState(before);
  const failing = useFailingWalk(client);
  const work = useAbortable();

  /** @param onEnd called with its end, also when it was stopped or failed */
  async function walk(onRecords: (records: readonly DwRecord[]) => void, onEnd: () => void): Promise<void> {
    const run = work.start();
    let rows = 0;
    setState({ ...before, phase: 'reading', run });
    const set = (change: Partial<Walk>) => setState((now) => (now.run === run ? { ...now, ...change } : now));
    try {
      for await (const { records, requests, drifted } of walkRecords(client, query, { signal: run, parallel })) {
        rows += records.length;
        onRecords(records);
        set({ rows, requests, drifted });
        run.throwIfAborted();
      }
      onEnd();
      set({ phase: 'done' });
    } catch (error) {
      onEnd();
      set(run.aborted ? { phase: 'stopped' } : { phase: 'failed', error });
    }
  }

  return {
    ...state,
    /** One of the reads has failed and is tried again; null when none has. */
    failing,
    walk,
    stop: work.stop,
    reset() {
      work.stop();
      setState(before);
    },
  };
}
