import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/operations/records';
import { readPage } from '../../../api/operations/walk-records';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/retry';
import { limits } from '../../../contract/limits';
import type { ReadRange } from '../../../grid/edit/range-edits';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button } from '../../../ui/form/button';
import { Dialog } from '../../../ui/overlay/dialog';
import { useDuration } from '../use-duration';
import type { EditRequest } from './edit-request';
import styles from './matching-dialog.module.css';
import { isTooLarge, pagesToRead, RowsMoved, rangeRowsMax, readRange } from './read-range';

interface ReadRangeDialogProps {
  client: Client;
  query: RecordQuery;
  request: EditRequest & { of: 'read' };
  recordAt: ReadRange['recordAt'];
  onClose(): void;
}

/** More pages than these are read only when the person says so. */
const pagesWithoutAsking = 20;
/** What is read sooner is not worth a dialog. */
const quietMs = 350;

type Phase = { is: 'asking' | 'reading' | 'moved' | 'too-many' } | { is: 'failed'; error: unknown };

/** Reads rows that are to be changed and were never read: all of them, or nothing is changed. */
export function ReadRangeDialog({ client, query, request, recordAt, onClose }: ReadRangeDialogProps) {
  const t = useTranslations('edits');
  const { range, done: settle } = request;
  const rows = range.bottom - range.top + 1;
  const duration = useDuration();
  // What was read when it began: pages that come meanwhile change nothing about the number asked for.
  const [known] = useState(() => recordAt);
  const pages = useMemo(() => (isTooLarge(range) ? 0 : pagesToRead(range, known).length), [range, known]);
  const [phase, setPhase] = useState<Phase>(() => ({
    is: isTooLarge(range) ? 'too-many' : pages > pagesWithoutAsking ? 'asking' : 'reading',
  }));
  const [done, setDone] = useState(0);
  const [seen, setSeen] = useState(phase.is !== 'reading');
  const running = useRef<AbortController | null>(null);
  const failing = useFailingWalk(client);
  const { rate } = client.budget.snapshot();

  const end = useCallback(
    (read: ReadRange | null) => {
      settle(read);
      onClose();
    },
    [settle, onClose],
  );

  const start = useCallback(async () => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
    setPhase({ is: 'reading' });
    setDone(0);
    try {
      const read = await readRange(
        range,
        known,
        async (index) => {
          const options = { signal, priority: 'prefetch' } as const;
          return (await readPage(client, query, index * limits.pageSizeMax, options, () => {})).page.items;
        },
        setDone,
      );
      if (!signal.aborted) end(read);
    } catch (error) {
      if (signal.aborted) return;
      control.abort();
      setPhase(error instanceof RowsMoved ? { is: 'moved' } : { is: 'failed', error });
      setSeen(true);
    }
  }, [client, query, range, known, end]);

  const begins = phase.is === 'reading';
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once, by itself or by a press
  useEffect(() => {
    if (begins) void start();
    const timer = setTimeout(() => setSeen(true), quietMs);
    return () => {
      clearTimeout(timer);
      running.current?.abort();
    };
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
      <div className={styles.body}>
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
