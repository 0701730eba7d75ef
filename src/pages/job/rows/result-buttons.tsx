import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { JobView } from '../../../jobs/ledger/use-jobs';
import { linesInOrder } from '../../../jobs/results/job-lines';
import type { JobWords } from '../../../jobs/results/job-words';
import type { Outcome } from '../../../storage/outcomes';
import { exportFileName } from '../../../transfer/out/export-plan';
import { type ResultFormat, resultFile, resultFormats } from '../../../transfer/out/result-file';
import { saveFile } from '../../../transfer/out/sinks';
import { Button } from '../../../ui/form/button';
import { useFocusWhenFree } from '../../../ui/hooks/focus-when-free';
import { cardsWindow, useMedia } from '../../../ui/hooks/use-media';
import { DownloadIcon } from '../../../ui/icons/icons';
import { showToast } from '../../../ui/overlay/toast';
import styles from './rows.module.css';

interface ResultButtonsProps {
  view: JobView;
  /** Outcomes of the rows to save; none: all rows. */
  wanted: ReadonlySet<Outcome>;
  /** What these rows are called, and how many there are. */
  name: string;
  count: number;
  words: JobWords;
}

/** Saves rows of a job as a file, in the order of the file that they came from. One that is begun is finished on other pages too. */
export function ResultButtons({ view: { job, calls }, wanted, name, count, words }: ResultButtonsProps) {
  const t = useTranslations('jobs');
  const common = useTranslations('common');
  const exporting = useTranslations('exporting');
  const isPhone = useMedia(cardsWindow);
  const stopper = useRef<AbortController | null>(null);
  const buttons = useRef<HTMLSpanElement>(null);
  const [saving, setSaving] = useState<{ format: ResultFormat; rows: number; all: number } | null>(null);
  // *Cancel* goes with the progress.
  const isIdle = saving === null;
  useFocusWhenFree(isIdle, () => isIdle && buttons.current?.querySelector('button')?.focus({ preventScroll: true }));

  async function save(format: ResultFormat) {
    const control = new AbortController();
    const { signal } = control;
    stopper.current = control;
    const progress = { format, rows: 0, all: count };
    setSaving(progress);
    let toldAt = Date.now();
    try {
      const { file, cut } = await resultFile(linesInOrder(job.id, calls, wanted, undefined, signal), {
        format,
        fields: job.fields,
        deletes: job.update_type === 'delete',
        words: {
          outcome: ({ result }) => words.outcome(result),
          reason: (line) => words.reason(line, calls[line.call - 1]?.failure),
          change: words.change,
        },
        signal,
        onProgress(rows) {
          if (Date.now() - toldAt < tellMs) return;
          toldAt = Date.now();
          setSaving({ ...progress, rows });
        },
      });
      const title = `${job.table_name || job.table_id} ${t('resultsFile')} ${name}`;
      saveFile(file, exportFileName(title, job.table_id, format, new Date(job.created_at)));
      if (cut > 0) showToast({ kind: 'warning', title: exporting('cut', { count: cut }) });
    } catch (error) {
      if (!signal.aborted) showToast({ kind: 'bad', title: t('resultsFailed'), text: String(error) });
    } finally {
      setSaving(null);
    }
  }

  const labelOf = (format: ResultFormat) =>
    format === 'csv' && !isPhone ? t('asCsv', { name, count }) : t(`as.${format}`);
  if (count === 0 && saving === null) return null;
  return (
    <span ref={buttons} className={styles.files}>
      {resultFormats.map((format) => (
        <Button
          key={format}
          size="small"
          {...(format === 'csv'
            ? { icon: <DownloadIcon />, 'aria-label': t('asCsv', { name, count }) }
            : { kind: 'ghost' })}
          busy={saving?.format === format}
          isSettling={saving !== null}
          onClick={() => void save(format)}
        >
          {labelOf(format)}
        </Button>
      ))}
      {saving && saving.rows > 0 ? (
        <>
          <span role="status" className="mid">
            {t('resultsSaving', { rows: saving.rows, all: saving.all })}
          </span>
          <Button size="small" onClick={() => stopper.current?.abort()}>
            {common('cancel')}
          </Button>
        </>
      ) : null}
    </span>
  );
}

/** How often progress is shown: a file that is written sooner shows none. */
const tellMs = 250;
