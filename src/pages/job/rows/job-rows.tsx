// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: rows hold a control and are none themselves
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { sameJson } from '../../../contract/json';
import { previewOf } from '../../../grid/cells/preview';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { fieldName, fieldWith } from '../../../jobs/results/job-field';
import type { JobLine } from '../../../jobs/results/job-lines';
import { changedFields, lineName, misfitFields } from '../../../jobs/results/line-fields';
import { rowTone } from '../../../jobs/results/outcome-keys';
import type { JobField, JobRow, Outcome } from '../../../storage/job-rows';
import { Badge } from '../../../ui/display/badge';
import { CopyButton } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { paths } from '../../../url/paths';
import styles from '../job.module.css';
import type { useJobWords } from '../outcome/job-words';
import { FieldValue } from './field-value';
import { useJobLines } from './use-job-lines';

interface JobRowsProps {
  job: JobRow;
  calls: readonly CallSummary[];
  wanted: ReadonlySet<Outcome>;
  words: ReturnType<typeof useJobWords>;
  onOpen(line: JobLine): void;
}

/** Of a row whose reason takes one line; longer ones make it higher. */
const rowHeight = 33;

/** Rows of a job; only those in sight are read and drawn, so there may be a million. */
export function JobRows({ job, calls, wanted, words, onOpen }: JobRowsProps) {
  const t = useTranslations('jobs');
  const lines = useJobLines(job.id, calls, wanted);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const inSight = virtualizer.getVirtualItems();
  const first = inSight[0]?.index ?? 0;
  const last = inSight.at(-1)?.index ?? 0;
  const { look } = lines;
  useEffect(() => look(first, last), [look, first, last]);
  if (lines.total === 0) return <p className={styles.noRows}>{t('noRows')}</p>;
  return (
    <div
      ref={scroller}
      role="table"
      tabIndex={0}
      aria-label={t('rowsTable')}
      aria-rowcount={lines.total + 1}
      className={styles.rows}
    >
      <div role="rowgroup" className={styles.rowsHead}>
        <div role="row" aria-rowindex={1} className={styles.row}>
          <div role="columnheader">{t(job.kind === 'import' ? 'line' : 'row')}</div>
          <div role="columnheader">{t('record')}</div>
          <div role="columnheader">{t('outcomeColumn')}</div>
          <div role="columnheader">{t('why')}</div>
          <div role="columnheader">{t('written')}</div>
          <div role="columnheader">{t('trace')}</div>
        </div>
      </div>
      <div role="rowgroup" className={styles.rowsBody} style={{ height: virtualizer.getTotalSize() }}>
        {inSight.map((item) => {
          const line = lines.lineAt(item.index);
          return (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              role="row"
              aria-rowindex={item.index + 2}
              data-index={item.index}
              className={classNames(styles.row, styles.bodyRow)}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {line ? (
                <Row
                  job={job}
                  line={line}
                  failure={calls[line.call - 1]?.failure ?? null}
                  words={words}
                  onOpen={onOpen}
                />
              ) : (
                <div role="cell" className="dim">
                  {t('readingRow')}
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

type RowProps = Pick<JobRowsProps, 'words' | 'onOpen'> & {
  job: JobRow;
  line: JobLine;
  failure: CallSummary['failure'];
};

function Row({ job, line, failure, words, onOpen }: RowProps) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const { fields } = job;
  const { result, item_id, trace_id } = line;
  const name = lineName(line, job);
  const why = words.reason(line, failure);
  return (
    <>
      <div role="cell" className="num">
        <button
          type="button"
          className={styles.lineButton}
          aria-label={t('details', { of: job.kind, line: line.line })}
          onClick={() => onOpen(line)}
        >
          {format.number(line.line)}
        </button>
      </div>
      <div role="cell" title={[name, item_id].filter(Boolean).join(' · ')}>
        {name} <span className={name ? 'mono dim' : 'mono'}>{item_id}</span>
      </div>
      <div role="cell" className={styles.rowOutcome}>
        <Badge tone={rowTone(result)}>{words.outcome(result)}</Badge>
      </div>
      <div role="cell" className={styles.why}>
        <HeldNow line={line} fields={fields} /> {why}
      </div>
      <div role="cell" className={styles.change}>
        <Written line={line} fields={fields} />
      </div>
      <div role="cell">
        {trace_id === null ? null : (
          <span className={styles.traceCell}>
            <Link
              className="mono dim"
              title={trace_id}
              to={paths.activity({ env: job.environment }, { find: trace_id })}
            >
              {trace_id}
            </Link>
            <CopyButton text={trace_id} label={t('trace')} />
          </span>
        )}
      </div>
    </>
  );
}

/** Of a row that differs: what the first differing field was read back as, before the reason. */
function HeldNow({ line: { sent, result }, fields }: { line: JobLine; fields: readonly JobField[] }) {
  const t = useTranslations('jobs');
  const { outcome, now } = result;
  if (!now || outcome !== 'differs') return null;
  const ids = Object.keys(sent);
  const id = ids.find((each) => !sameJson(now[each], sent[each])) ?? ids[0] ?? '';
  return (
    <>
      {t('heldNow')}:{' '}
      <b>
        <FieldValue value={now[id]} field={fieldWith(fields, id)} brief />
      </b>
      {' · '}
    </>
  );
}

/** The first field that changes, old and new; the others that change by their number. */
function Written({ line, fields }: { line: JobLine; fields: readonly JobField[] }) {
  const t = useTranslations('jobs');
  const { sent, before, result } = line;
  if (result.raw !== undefined) return <span className={styles.raw}>{previewOf(result.raw)}</span>;
  const misfits = result.reason === 'does-not-fit' ? misfitFields(line, fields) : [];
  const ids = [...new Set([...misfits, ...changedFields(line, fields)])];
  const first = ids[0];
  if (first === undefined) return <span className="dim">{t('sameAlready')}</span>;
  const field = fieldWith(fields, first);
  return (
    <span className={styles.written}>
      <span className="dim">{fieldName(fields, first)}</span>{' '}
      {before === null ? null : (
        <del className="dim">
          <FieldValue value={before[first]} field={field} brief />
        </del>
      )}{' '}
      <FieldValue value={sent[first]} field={field} brief />{' '}
      {ids.length > 1 ? <span className="dim">{t('moreFields', { count: ids.length - 1 })}</span> : null}
    </span>
  );
}
