import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import { findingsOfPiece } from '../../../jobs/check/check-rows';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import { fieldName, fieldText, fieldWith } from '../../../jobs/results/job-field';
import { placeOf } from '../../../jobs/results/job-lines';
import type { CheckRow, JobField } from '../../../storage/job-rows';
import { Badge, type Tone } from '../../../ui/display/badge';
import { TablePart } from '../../../ui/display/scroll-region';
import { Button } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { Value } from '../import-texts';
import rowStyles from '../row-table.module.css';
import { Small } from '../step-parts';
import styles from './check-findings.module.css';
import texts from './finding.module.css';
import { FindingDetails } from './finding-details';
import { keyOfRecord, useFindingWords } from './finding-words';
import { type ChooseRows, findingsKey, type PieceCounts, rowsIn } from './use-check';

interface CheckFindingsProps {
  check: CheckRow;
  pieces: readonly PieceCounts[];
  state: RowState | 'all';
  /** Sets the choice for rows with similar records. */
  onChoose: ChooseRows;
}

const rowHeight = 31;
/** Pieces out of sight are read again. */
const keptMs = 30_000;

/** Every row with what would become of it, old and new; pieces are read as they are scrolled to. */
export function CheckFindings({ check, pieces, state, onChoose }: CheckFindingsProps) {
  const t = useTranslations('import.check');
  const line = useTranslations('import')('line');
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const { starts, total } = useMemo(() => {
    let sum = 0;
    const first = pieces.map((piece) => {
      const start = sum;
      sum += rowsIn(piece, state);
      return start;
    });
    return { starts: first, total: sum };
  }, [pieces, state]);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const inSight = active === null ? items.map(({ index }) => index) : [active, ...items.map(({ index }) => index)];
  const wanted = [...new Set(inSight.map((index) => placeOf(starts, index).call))];
  const read = useQueries({
    queries: wanted.map((piece) => ({
      queryKey: [...findingsKey(check.id), piece],
      queryFn: () => findingsOfPiece(check.id, piece + 1),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: keptMs,
      structuralSharing: false,
    })),
  });
  if (total === 0)
    return (
      <p ref={focusIfLost} tabIndex={-1} className={styles.nothing}>
        {t('nothing')}
      </p>
    );
  const rowsOf = new Map(
    wanted.map((piece, at) => [piece, read[at]?.data?.filter((own) => state === 'all' || own.state === state)]),
  );
  const findingAt = (index: number): RowFinding | undefined => {
    const { call, nth } = placeOf(starts, index);
    return rowsOf.get(call)?.[nth];
  };

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 }[event.key];
    if (event.key === 'Escape') setActive(null);
    if (!step) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(total - 1, (active ?? -1) + step));
    setActive(next);
    virtualizer.scrollToIndex(next);
  }

  const open = active === null ? undefined : findingAt(active);
  return (
    <div className={styles.findings}>
      <TablePart
        ref={scroller}
        role="grid"
        aria-label={t('list')}
        aria-rowcount={total + 1}
        onKeyDown={onKeyDown}
        className={classNames(rowStyles.table, styles.rows)}
      >
        <TablePart role="rowgroup" className={rowStyles.head}>
          <TablePart role="row" aria-rowindex={1} className={rowStyles.row}>
            <TablePart role="columnheader">{line}</TablePart>
            <TablePart role="columnheader">{t('found')}</TablePart>
            <TablePart role="columnheader">{t('record')}</TablePart>
            <TablePart role="columnheader">{t('changes')}</TablePart>
          </TablePart>
        </TablePart>
        <TablePart role="rowgroup" className={rowStyles.body} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => (
            <FindingRow
              key={item.key}
              finding={findingAt(item.index)}
              check={check}
              index={item.index}
              selected={item.index === active}
              style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
              onSelect={() => setActive(item.index)}
            />
          ))}
        </TablePart>
      </TablePart>
      {open ? (
        <FindingDetails
          finding={open}
          check={check}
          onChoose={(choice) => {
            const { row } = open.record;
            onChoose(({ record }) => (record.row === row ? choice : undefined));
          }}
          onClose={() => setActive(null)}
        />
      ) : null}
    </div>
  );
}

/** Choosing what the last row means takes its choice away with it. */
function focusIfLost(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.focus({ preventScroll: true });
}

interface FindingRowProps {
  finding: RowFinding | undefined;
  check: CheckRow;
  index: number;
  selected: boolean;
  style: CSSProperties;
  onSelect(): void;
}

const tones: Record<RowState, Tone> = {
  'will-update': 'staged',
  'will-create': 'good',
  near: 'unknown',
  'no-change': 'neutral',
  conflict: 'unknown',
  asks: 'bad',
  refused: 'bad',
  'id-unknown': 'bad',
  invalid: 'bad',
  duplicate: 'bad',
  unread: 'unknown',
};

/** One row of the file: its line, what would become of it, its record, and what changes. */
function FindingRow({ finding, check, index, selected, style, onSelect }: FindingRowProps) {
  const t = useTranslations('import.check');
  const words = useFindingWords(check);
  if (!finding) return <TablePart role="row" aria-rowindex={index + 2} className={rowStyles.row} style={style} />;
  const { fields, update_by_fields: keyFields } = check;
  const { record, live, state } = finding;
  const name = live?.title || live?.item_id || meantBy(finding, fields);
  // Its key shows which record it is, if its title does not.
  const key = live && finding.key ? keyOfRecord(live, fields, keyFields) : null;
  const similar = words.similar(finding);
  const beside = state === 'near' ? null : similar;
  const reason = state === 'near' ? similar : words.reason(finding);
  return (
    <TablePart
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-state={state}
      onClick={onSelect}
      className={classNames(rowStyles.row, styles.finding)}
      style={style}
    >
      <TablePart role="gridcell" className="dim">
        {record.line}
      </TablePart>
      <TablePart role="gridcell">
        <Badge tone={tones[state]} title={reason ?? undefined}>
          {words.state(state)}
        </Badge>
      </TablePart>
      <TablePart role="gridcell" title={live?.item_id ?? name ?? undefined}>
        {state === 'will-create' ? <Small>{t('newRecord')} </Small> : null}
        {name}
        {key && key !== name ? <Small> {key}</Small> : null}
      </TablePart>
      <TablePart role="gridcell" className={styles.changes}>
        {/* The press continues to the row, which opens. */}
        {finding.candidates ? (
          <Button size="small" kind="ghost">
            {words.choice(finding) ?? t('choose')}
          </Button>
        ) : null}
        {reason ? (
          <Small className={similar === null ? undefined : texts.asWritten} title={reason}>
            {reason}
          </Small>
        ) : (
          <Changes finding={finding} fields={fields} />
        )}
        {beside !== null ? (
          <Small className={texts.asWritten} title={beside}>
            {beside}
          </Small>
        ) : null}
        {(reason ? [] : words.keptAsTheyAre(finding)).map((text) => (
          <Small key={text}>{text}</Small>
        ))}
      </TablePart>
    </TablePart>
  );
}

/** A row's note about its record, if that was not found, or not alone. */
function meantBy({ record, key }: RowFinding, fields: readonly JobField[]): string | null {
  if (record.item_id !== null) return record.item_id;
  // By nothing: a text that is part of no key names no record.
  if (key === null) return null;
  return Object.entries(key.values)
    .map(([id, value]) => fieldText(value, fieldWith(fields, id)))
    .join(' · ');
}

/** Changes of a row that are shown in its line; all of them are in its details. */
const shownChanges = 4;

function Changes({ finding: { cells, live }, fields }: { finding: RowFinding; fields: readonly JobField[] }) {
  const changed = cells.filter(({ state }) => state !== 'no-change' && state !== 'only-matches');
  return (
    <>
      {changed.slice(0, shownChanges).map((cell) => (
        <Change key={cell.field_id} cell={cell} fields={fields} isNew={live === null} />
      ))}
      {changed.length > shownChanges ? <Small>+{changed.length - shownChanges}</Small> : null}
    </>
  );
}

function Change({ cell, fields, isNew }: { cell: CellFinding; fields: readonly JobField[]; isNew: boolean }) {
  const field = fieldWith(fields, cell.field_id);
  return (
    <span className={styles.change}>
      <span>{fieldName(fields, cell.field_id)}</span>
      {isNew ? null : (
        <del className={texts.old}>
          <Value value={cell.now} field={field} />
        </del>
      )}
      <ins className={texts.new}>
        <Value value={cell.after} field={field} />
      </ins>
    </span>
  );
}
