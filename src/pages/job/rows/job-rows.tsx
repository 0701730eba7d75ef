import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { queryClient } from '../../../api/wire/query-client';
import { isDate } from '../../../contract/field-kinds';
import type { Json } from '../../../contract/json';
import { previewOf } from '../../../grid/cells/preview';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { type JobLine, linesOfCall, placeOf, startsOf } from '../../../jobs/results/job-lines';
import { noneOf, type useJobWords } from '../../../jobs/results/job-words';
import {
  changedFields,
  differingFields,
  fieldName,
  fieldWith,
  lineName,
  misfitFields,
  shownText,
} from '../../../jobs/table/job-field';
import { rowTone } from '../../../jobs/table/row-reasons';
import type { JobField, JobRow } from '../../../storage/job-rows';
import type { Outcome } from '../../../storage/outcomes';
import { UnreadableError } from '../../../storage/stored-values';
import { Badge } from '../../../ui/display/badge';
import { RowParts } from '../../../ui/display/row-parts';
import { TablePart } from '../../../ui/display/scroll-region';
import { CopyButton } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { paths } from '../../../url/paths';
import { UnreadableJob } from '../unreadable-job';
import styles from './rows.module.css';

interface JobRowsProps {
  job: JobRow;
  calls: readonly CallSummary[];
  wanted: ReadonlySet<Outcome>;
  words: ReturnType<typeof useJobWords>;
  onOpen(line: JobLine): void;
}

/** Rows of a job; only visible ones are read and rendered, so there may be a million. */
export function JobRows(props: JobRowsProps) {
  const { calls, wanted } = props;
  const t = useTranslations('jobs');
  const { starts, total } = useMemo(() => startsOf(calls, wanted), [calls, wanted]);
  if (total === 0) return <p className={styles.noRows}>{t('noRows')}</p>;
  return (
    <RowParts total={total}>
      {(from, count) => <RowsTable {...props} starts={starts} total={total} from={from} count={count} />}
    </RowParts>
  );
}

interface RowsTableProps extends JobRowsProps {
  /** As `startsOf` gives them. */
  starts: readonly number[];
  total: number;
  /** The rows that are laid out. */
  from: number;
  count: number;
}

/** Of a row whose reason takes one line; longer ones make it higher. */
const rowHeight = 33;

function RowsTable({ job, calls, wanted, words, onOpen, starts, total, from, count }: RowsTableProps) {
  const t = useTranslations('jobs');
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const inSight = virtualizer.getVirtualItems();
  const callsInSight = [...new Set(inSight.map(({ index }) => placeOf(starts, from + index).call))];
  const read = useLinesOf(
    job.id,
    callsInSight.flatMap((call) => calls[call] ?? []),
  );
  const isUnreadable = (index: number): boolean => read.isUnreadable(calls[placeOf(starts, index).call]?.number ?? 0);
  /** Undefined while its call is being read. */
  const lineAt = (index: number): JobLine | undefined => {
    const { call, nth } = placeOf(starts, index);
    const lines = read.linesOf(calls[call]?.number ?? 0);
    return wanted.size === 0 ? lines?.[nth] : lines?.filter(({ result }) => wanted.has(result.outcome))[nth];
  };
  return (
    <>
      {inSight.some(({ index }) => isUnreadable(from + index)) ? <UnreadableJob id={job.id} owner={job} /> : null}
      <TablePart
        ref={scroller}
        role="table"
        aria-label={t('rowsTable')}
        aria-rowcount={total + 1}
        className={styles.rows}
      >
        <TablePart role="rowgroup" className={styles.rowsHead}>
          <TablePart role="row" aria-rowindex={1} className={styles.row}>
            <TablePart role="columnheader">{t(job.kind === 'import' ? 'line' : 'row')}</TablePart>
            <TablePart role="columnheader">{t('record')}</TablePart>
            <TablePart role="columnheader">{t('outcomeColumn')}</TablePart>
            <TablePart role="columnheader">{t('why')}</TablePart>
            <TablePart role="columnheader">{t('written')}</TablePart>
            <TablePart role="columnheader">{t('trace')}</TablePart>
          </TablePart>
        </TablePart>
        <TablePart role="rowgroup" className={styles.rowsBody} style={{ height: virtualizer.getTotalSize() }}>
          {inSight.map((item) => {
            const line = lineAt(from + item.index);
            return (
              <TablePart
                key={item.key}
                ref={virtualizer.measureElement}
                role="row"
                aria-rowindex={from + item.index + 2}
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
                  <TablePart role="cell" className="dim">
                    {t(isUnreadable(from + item.index) ? 'rowUnreadable' : 'readingRow')}
                  </TablePart>
                )}
              </TablePart>
            );
          })}
        </TablePart>
      </TablePart>
    </>
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
      <TablePart role="cell" className="num">
        <button
          type="button"
          className={styles.lineButton}
          aria-label={t('details', { of: job.kind, line: line.line })}
          onClick={() => onOpen(line)}
        >
          {format.number(line.line)}
        </button>
      </TablePart>
      <TablePart role="cell" className={styles.record} title={[name, item_id].filter(Boolean).join(' · ')}>
        {name} <span className={name ? 'mono dim' : 'mono'}>{item_id}</span>
      </TablePart>
      <TablePart role="cell" className={styles.rowOutcome}>
        <Badge tone={rowTone(result)}>{words.outcome(result)}</Badge>
      </TablePart>
      <TablePart role="cell" className={styles.why}>
        <HeldNow line={line} fields={fields} /> {why}
      </TablePart>
      <TablePart role="cell" className={styles.change}>
        {job.update_type === 'delete' ? (
          <span className="dim">{t('keptFields', { count: Object.keys(line.before ?? {}).length })}</span>
        ) : (
          <Written line={line} fields={fields} />
        )}
      </TablePart>
      <TablePart role="cell">
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
      </TablePart>
    </>
  );
}

/** Of a row that differs: the first field read back with another value, and that value, before the reason. */
function HeldNow({ line, fields }: { line: JobLine; fields: readonly JobField[] }) {
  const t = useTranslations('jobs');
  const [id] = differingFields(line, fields);
  if (id === undefined) return null;
  return (
    <>
      {t.rich('heldAs', {
        field: fieldName(fields, id),
        value: () => (
          <b>
            <FieldValue value={line.result.now?.[id]} field={fieldWith(fields, id)} brief />
          </b>
        ),
      })}
      {' · '}
    </>
  );
}

/** The first field that changes, old and new, one that differs before others; the rest by their number. */
function Written({ line, fields }: { line: JobLine; fields: readonly JobField[] }) {
  const t = useTranslations('jobs');
  const { sent, before, result } = line;
  if (result.raw !== undefined) return <span className={styles.raw}>{previewOf(result.raw)}</span>;
  const misfits = result.reason === 'does-not-fit' ? misfitFields(line, fields) : [];
  const ids = [...new Set([...misfits, ...differingFields(line, fields), ...changedFields(line, fields)])];
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

interface FieldValueProps {
  value: Json | undefined;
  field: JobField | undefined;
  /** The beginning of a long text is enough. */
  brief?: boolean;
}

/** A written or read value as text; missing, null and empty each in its word. */
export function FieldValue({ value, field, brief = false }: FieldValueProps) {
  const t = useTranslations('jobs');
  const text = shownText(value, field);
  return text === '' ? (
    <i className="dim">{t(noneOf(value))}</i>
  ) : (
    <span title={text} className={isDay(text, field) ? styles.day : undefined}>
      {brief ? previewOf(text) : text}
    </span>
  );
}

/** Whether a text is a day without a time: it has hyphens, and is not to break at them. */
function isDay(text: string, field: JobField | undefined): boolean {
  return field !== undefined && isDate(field.kind) && !text.includes(' ');
}

/** Calls out of sight are read again. */
const keptMs = 1000;

/** The lines of some calls by their numbers, each as soon as it has been read; of one that changed, those from before until it was read again. */
export function useLinesOf(
  jobId: string,
  calls: readonly CallSummary[],
): { linesOf(call: number): JobLine[] | undefined; isUnreadable(call: number): boolean } {
  const read = useQueries({
    queries: calls.map(({ number, changed }) => ({
      queryKey: ['job-rows', jobId, number, changed],
      queryFn: () => linesOfCall(jobId, number),
      placeholderData: () =>
        queryClient
          .getQueriesData<JobLine[]>({ queryKey: ['job-rows', jobId, number] })
          .findLast(([, own]) => own)?.[1],
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: keptMs,
      structuralSharing: false,
    })),
  });
  const readOf = (call: number) => read[calls.findIndex(({ number }) => number === call)];
  return {
    linesOf: (call) => readOf(call)?.data,
    isUnreadable: (call) => readOf(call)?.error instanceof UnreadableError,
  };
}
