import { useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import type { Answer } from '../../api/wire/send';
import type { RecordPage } from '../../contract/records';
import { columnLabel } from '../../grid/columns/column-label';
import { rectangleOf, type Selection } from '../../grid/selection/selection';
import {
  numberText,
  roundedText,
  type SelectionSummary,
  type SummarySource,
  selectedRows,
  summarise,
} from '../../grid/selection/selection-summary';
import { isFailedCall, useErrorText } from '../../ui/display/api-error-notice';
import { Button, CopyButton, RequestLink } from '../../ui/form/button';
import { CheckIcon, WarningIcon } from '../../ui/icons/icons';
import { paths } from '../../url/paths';
import type { Drift } from './rows/drift';
import styles from './status-bar.module.css';

/** How long the last answer took, and the way to its request. */
export function AnswerText({ latest }: { latest: Answer<RecordPage> }) {
  const t = useTranslations('records');
  const c = useTranslations('common');
  const { env = '' } = useParams();
  return (
    <>
      <span>{t('read', { value: latest.milliseconds })}</span>
      {latest.traceId ? (
        <span className={styles.trace}>
          <Link
            to={paths.activity({ env }, { request: latest.request })}
            title={t('showRequest')}
            className={styles.traceText}
          >
            {c('traceId', { traceId: latest.traceId })}
          </Link>
          <CopyButton text={latest.traceId} label={t('copyTrace')} />
        </span>
      ) : null}
    </>
  );
}

/** The table changed while it was read: what shows it, and what to do. */
export function DriftText({ drift, onReadAgain }: { drift: Drift; onReadAgain(): void }) {
  const t = useTranslations('records');
  const { twice, vanished } = drift;
  return (
    <>
      <span className={styles.drift}>
        <WarningIcon size={14} />
        <span className={styles.driftText} title={t('driftText')}>
          {[
            twice.size > 0 && t('driftTwice', { count: twice.size }),
            vanished.size > 0 && t('driftVanished', { count: vanished.size }),
          ]
            .filter(Boolean)
            .join(' · ')}
          {': '}
          {t('driftText')}
        </span>
      </span>
      <Button size="small" onClick={onReadAgain}>
        {t('readAgain')}
      </Button>
    </>
  );
}

/** In the status bar: the count came to no end, why, and the way to the request. */
export function CountFailed({ error }: { error: unknown }) {
  const t = useTranslations('records');
  const text = t('countFailed', { reason: useErrorText()(error) });
  return (
    <>
      <span className={styles.failed} role="alert" title={text}>
        {text}
      </span>
      <RequestLink request={isFailedCall(error) ? error.request : null} size="small" />
    </>
  );
}

interface SelectionTextProps {
  selection: Selection;
  source: SummarySource;
  exact: boolean;
}

/** Sum and count of the selected cells. */
export function SelectionText({ selection, source, exact }: SelectionTextProps) {
  const t = useTranslations('records');
  const format = useFormatter();
  const g = useTranslations('grid');
  const { cells, filled, totals, rows, rowsRead } = useSummary(selection, source);
  const [first] = totals;
  const parts: { name: string; shown: string; exact?: string }[] = [];
  if (filled > 0) parts.push({ name: t('filled'), shown: format.number(filled) });
  const add = (name: string, exact: string) =>
    parts.push({ name, shown: roundedText(exact), exact: numberText(exact) });
  if (first && totals.length === 1) {
    for (const each of ['sum', 'mean', 'min', 'max'] as const) add(t(each), first[each]);
  } else {
    for (const { column, sum } of totals) add(t('sumOf', { column: columnLabel(column, g) }), sum);
  }
  return (
    <>
      {t('selectedCells', { count: cells })}
      {rowsRead < rows ? ` · ${t(exact ? 'selectedRead' : 'selectedReadAtLeast', { read: rowsRead, rows })}` : null}
      {parts.map(({ name, shown, exact }) => (
        <span key={name}>
          {' · '}
          {name}{' '}
          <span className={styles.value} title={exact === shown ? undefined : exact}>
            {shown}
          </span>
        </span>
      ))}
    </>
  );
}

/** A selection of up to this many cells is summed while it is being made; a larger one shortly after. */
const atOnceMax = 50_000;
const standMs = 150;

/** Before a large selection is summed up, its size alone. */
function useSummary(selection: Selection, { columns, recordAt, drafts, known }: SummarySource): SelectionSummary {
  const { top, bottom, left, right } = rectangleOf(selection);
  const wide = right - left + 1;
  const large = (bottom - top + 1) * wide > atOnceMax;
  const source = useMemo(() => ({ columns, recordAt, drafts, known }), [columns, recordAt, drafts, known]);
  const small = useMemo(() => (large ? null : summarise(selection, source)), [large, selection, source]);
  const [late, setLate] = useState<{ selection: Selection; summary: SelectionSummary } | null>(null);
  useEffect(() => {
    if (!large) return;
    const timer = setTimeout(() => setLate({ selection, summary: summarise(selection, source) }), standMs);
    return () => clearTimeout(timer);
  }, [large, selection, source]);
  if (small) return small;
  if (late?.selection === selection) return late.summary;
  const rows = selectedRows(selection, known);
  return { cells: rows * wide, filled: 0, unread: 0, totals: [], rows, rowsRead: rows };
}

/** That cells were copied, and how many. */
export function CopiedText({ cells }: { cells: number }) {
  const t = useTranslations('records');
  return (
    <>
      <CheckIcon size={14} />
      {t('copied', { count: cells })}
    </>
  );
}
