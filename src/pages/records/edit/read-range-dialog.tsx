import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import { readPage } from '../../../api/queries/walk-records';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/query-client';
import { limits } from '../../../contract/limits';
import type { DwRecord } from '../../../contract/records';
import type { ReadRange } from '../../../grid/edit/range-edits';
import type { Rectangle } from '../../../grid/selection/selection';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button } from '../../../ui/form/button';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import { useDuration } from '../../../ui/hooks/use-phrases';
import { Dialog } from '../../../ui/overlay/dialog';
import styles from './edits.module.css';

interface ReadRangeDialogProps {
  client: Client;
  query: RecordQuery;
  range: Rectangle;
  recordAt: ReadRange['recordAt'];
  /** @param read null when nothing is to be changed */
  onDone(read: ReadRange | null): void;
  onClose(): void;
}

/** More pages than these are loaded only after confirmation. */
const pagesWithoutAsking = 20;
/** What is read sooner is not worth a dialog. */
const quietMs = 350;

type Phase = { is: 'asking' | 'reading' | 'moved' | 'too-many' } | { is: 'failed'; error: unknown };

/** Reads rows that are to be changed and were never read: all of them, or nothing is changed. */
export function ReadRangeDialog({ client, query, range, recordAt, onDone, onClose }: ReadRangeDialogProps) {
  const t = useTranslations('edits');
  const rows = range.bottom - range.top + 1;
  const duration = useDuration();
  // The pages loaded at the start: later ones do not change the number requested.
  const [known] = useState(() => recordAt);
  const pages = useMemo(() => (isTooLarge(range) ? 0 : pagesToRead(range, known).length), [range, known]);
  const [phase, setPhase] = useState<Phase>(() => ({
    is: isTooLarge(range) ? 'too-many' : pages > pagesWithoutAsking ? 'asking' : 'reading',
  }));
  const [done, setDone] = useState(0);
  const [seen, setSeen] = useState(phase.is !== 'reading');
  const work = useAbortable();
  const failing = useFailingWalk(client);
  const { rate } = client.budget.snapshot();

  function end(read: ReadRange | null): void {
    onDone(read);
    onClose();
  }

  async function start(): Promise<void> {
    const signal = work.start();
    setPhase({ is: 'reading' });
    setDone(0);
    const readOf = async (index: number) => {
      const options = { signal, priority: 'prefetch' } as const;
      return (await readPage(client, query, index * limits.pageSizeMax, options, () => {})).page.items;
    };
    try {
      const read = await readRange(range, known, readOf, setDone);
      if (!signal.aborted) end(read);
    } catch (error) {
      if (signal.aborted) return;
      work.stop();
      setPhase(error instanceof RowsMoved ? { is: 'moved' } : { is: 'failed', error });
      setSeen(true);
    }
  }

  const begin = useEffectEvent(() => {
    if (phase.is === 'reading') void start();
  });
  useEffect(() => {
    begin();
    const timer = setTimeout(() => setSeen(true), quietMs);
    return () => clearTimeout(timer);
  }, []);

  const cancel = () => end(null);
  return (
    <Dialog
      open={seen}
      onClose={cancel}
      title={t('readTitle')}
      size="small"
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={cancel}>{t('readStop')}</Button>
          {phase.is === 'asking' ? (
            <Button kind="primary" onClick={() => void start()}>
              {t('readAsk')}
            </Button>
          ) : phase.is === 'moved' ? (
            <Button kind="primary" onClick={() => void start()}>
              {t('retry')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles.form}>
        {phase.is === 'asking' ? (
          <p>{t('readText', { rows, pages, requests: pages, time: duration(pages / rate), rate: Math.round(rate) })}</p>
        ) : phase.is === 'reading' ? (
          <>
            <p role="status">{t('reading', { done, all: pages })}</p>
            <ProgressBar label={t('readTitle')} value={done} max={pages} />
            <RetryingNotice failing={failing} look="line" />
          </>
        ) : phase.is === 'failed' ? (
          <>
            <p>{t('readFailed')}</p>
            <ApiErrorNotice error={phase.error} onRetry={() => void start()} />
          </>
        ) : (
          <Notice tone="unknown">
            {phase.is === 'moved' ? t('readMoved') : t('readTooMany', { most: rangeRowsMax })}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

const pageSize = limits.pageSizeMax;

/** Most rows and cells that one action changes: every changed cell is held in memory and kept in this browser. */
export const rangeRowsMax = 100_000;
const rangeCellsMax = 500_000;

/** Whether a range is more than one action changes. */
export function isTooLarge({ top, bottom, left, right }: Rectangle): boolean {
  const rows = bottom - top + 1;
  return rows > rangeRowsMax || rows * (right - left + 1) > rangeCellsMax;
}

/** Reads the records of one page, by its index. */
type ReadPage = (index: number) => Promise<readonly DwRecord[]>;

/** The rows moved while they were loaded: row numbers no longer identify records. */
export class RowsMoved extends Error {}

const readsAtOnce = 3;

/** Pages of a range that are not loaded. Pages are loaded whole, so their first row decides. */
export function pagesToRead({ top, bottom }: Rectangle, recordAt: ReadRange['recordAt']): number[] {
  const pages: number[] = [];
  for (let index = pageOf(top); index <= pageOf(bottom); index += 1) {
    if (!recordAt(index * pageSize)) pages.push(index);
  }
  return pages;
}

/**
 * Every row of a range: loaded ones, and those loaded now, in pages. It ends where the table ends.
 * @param onPage called after each page, with how many were loaded
 * @throws RowsMoved when a record is in two rows or rows are past the end; what `read` throws
 */
export async function readRange(
  range: Rectangle,
  recordAt: ReadRange['recordAt'],
  read: ReadPage,
  onPage: (done: number) => void,
): Promise<ReadRange> {
  const pages = new Map<number, readonly DwRecord[]>();
  // What is known is taken down first: pages far from the window are dropped.
  for (let index = pageOf(range.top); index <= pageOf(range.bottom); index += 1) {
    const rows = knownRows(index, recordAt);
    if (rows.length > 0) pages.set(index, rows);
  }
  const left = pagesToRead(range, recordAt);
  let end = Number.POSITIVE_INFINITY;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      // Pages past the end hold nothing: they need not be asked for.
      if (index * pageSize >= end) continue;
      const rows = await read(index);
      pages.set(index, rows);
      if (rows.length < pageSize) end = Math.min(end, index * pageSize + rows.length);
      done += 1;
      onPage(done);
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, work));
  const found = rowsOf(pages);
  return { rows: found.rows, recordAt: (row) => pages.get(pageOf(row))?.[row % pageSize] };
}

function knownRows(index: number, recordAt: ReadRange['recordAt']): DwRecord[] {
  const rows: DwRecord[] = [];
  for (let row = index * pageSize; row < (index + 1) * pageSize; row += 1) {
    const record = recordAt(row);
    if (!record) break;
    rows.push(record);
  }
  return rows;
}

/** The number of rows that pages reach to. @throws RowsMoved */
function rowsOf(pages: ReadonlyMap<number, readonly DwRecord[]>): { rows: number } {
  const seen = new Set<string>();
  let rows = 0;
  let ended = false;
  for (const [index, records] of [...pages].sort(([a], [b]) => a - b)) {
    if (ended && records.length > 0) throw new RowsMoved();
    if (records.length > 0) rows = index * pageSize + records.length;
    if (records.length < pageSize) ended = true;
    for (const { item_id } of records) {
      if (seen.has(item_id)) throw new RowsMoved();
      seen.add(item_id);
    }
  }
  return { rows };
}

function pageOf(row: number): number {
  return Math.floor(row / pageSize);
}
