import { useQueries } from '@tanstack/react-query';
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import type { RowPlace } from '../../../jobs/check/judge-again';
import { findingsOfPiece } from '../../../jobs/check/stored-check';
import { placeOf } from '../../../jobs/results/job-lines';
import { fieldName, fieldText, fieldWith } from '../../../jobs/table/job-field';
import type { CheckRow, JobField } from '../../../storage/job-rows';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import { Badge, type Tone } from '../../../ui/display/badge';
import { TablePart } from '../../../ui/display/scroll-region';
import { useRowList } from '../../../ui/display/use-row-list';
import { Button } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { focusWhenFree } from '../../../ui/hooks/focus-when-free';
import { fingerPointer, phoneWindow, useMedia } from '../../../ui/hooks/use-media';
import { EditIcon } from '../../../ui/icons/later-icons';
import rowStyles from '../row-table.module.css';
import { Small, Value } from '../step-parts';
import styles from './check-findings.module.css';
import texts from './finding.module.css';
import { FindingDetails } from './finding-details';
import { keyOfRecord, useFindingWords } from './finding-words';
import { fileCellsOf, firstWrong } from './fixable-cells';
import { isShown, rowsIn, type ShownRows } from './found-rows';
import { type ChooseRows, findingsKey } from './import-check';
import type { FixCell, Fixes } from './use-fixes';

interface CheckFindingsProps {
  check: CheckRow;
  state: ShownRows;
  mapped: readonly MappedColumn[];
  /** A row is being checked again. */
  judging: boolean;
  onFix: FixCell;
  fixes: Pick<Fixes, 'refusedIn' | 'refuse'>;
  /** Sets the choice for rows with similar records. */
  onChoose: ChooseRows;
}

const rowHeights = { wide: 31, finger: 44, phone: 80 };
const headHeight = 29;
/** Rows that a page key moves. */
const pageRows = 12;
/** Pieces out of sight are read again. */
const keptMs = 30_000;

/** A cell being fixed, and where the focus goes afterwards. */
interface Editing {
  field: string;
  from: 'list' | 'cell';
}

/**
 * Every row with what would become of it, old and new; pieces are read as they are scrolled to.
 * Long: one step of the import: counts, list, details and what can be done with each.
 */
export function CheckFindings(props: CheckFindingsProps) {
  const { check, state, mapped, judging, onFix, fixes, onChoose } = props;
  const { pieces } = check;
  const t = useTranslations('import.check');
  const line = useTranslations('import')('line');
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useMedia(phoneWindow);
  const isFinger = useMedia(fingerPointer);
  const rowHeight = rowHeights[isPhone ? 'phone' : isFinger ? 'finger' : 'wide'];
  /** The row that is open. It stays open where what was fixed in it takes it out of the list. */
  const [active, setActive] = useState<RowPlace | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const { starts, total } = useMemo(() => {
    let sum = 0;
    const first = pieces.map((piece) => {
      const start = sum;
      sum += rowsIn(piece, state);
      return start;
    });
    return { starts: first, total: sum };
  }, [pieces, state]);
  const list = useRowList({ scroller, rows: total, rowHeight, headerHeight: headHeight });
  const [first = 0, last = -1] = [list.items[0]?.index, list.items.at(-1)?.index];
  const inSight: number[] = [];
  // With those that a page key leads to.
  for (let index = Math.max(0, first - pageRows); index <= Math.min(total - 1, last + pageRows); index += 1)
    inSight.push(placeOf(starts, index).call + 1);
  const wanted = [...new Set(active === null ? inSight : [active.piece, ...inSight])];
  const read = useQueries({
    queries: wanted.map((piece) => ({
      queryKey: [...findingsKey(check.id), piece],
      queryFn: () => findingsOfPiece(check.id, piece),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: keptMs,
      structuralSharing: false,
    })),
  });
  const pieceOf = (piece: number): readonly RowFinding[] | undefined => read[wanted.indexOf(piece)]?.data;
  /** Where a row of the list is. */
  const placeAt = (index: number): RowPlace | null => {
    const { call, nth } = placeOf(starts, index);
    let left = nth;
    const at = pieceOf(call + 1)?.findIndex((finding) => isShown(finding, state) && left-- === 0) ?? -1;
    return at === -1 ? null : { piece: call + 1, nth: at };
  };
  const findingAt = (place: RowPlace | null): RowFinding | undefined =>
    place ? pieceOf(place.piece)?.[place.nth] : undefined;
  const open = findingAt(active);
  /** Rows of the list before the one that is open. */
  const before =
    active === null
      ? -1
      : (starts[active.piece - 1] ?? 0) +
        (pieceOf(active.piece) ?? []).slice(0, active.nth).filter((finding) => isShown(finding, state)).length;
  const isListed = open !== undefined && isShown(open, state);

  function show(index: number): void {
    const next = Math.max(0, Math.min(total - 1, index));
    setActive(placeAt(next));
    setEditing(null);
    list.reveal(next);
  }

  function fixFirst(place: RowPlace | null): void {
    const finding = findingAt(place);
    const cells = finding ? fileCellsOf(finding, mapped, check.update_by_fields) : [];
    const field = (firstWrong(cells) ?? cells[0])?.field_id;
    setActive(place);
    setEditing(field === undefined ? null : { field, from: 'list' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows }[event.key];
    if (event.key === 'Escape') setActive(null);
    if (event.key === 'Enter' && event.target === scroller.current && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      fixFirst(active);
    }
    if (!step) return;
    event.preventDefault();
    // The row after one that has left the list is in its place.
    show(before + (step > 0 && active !== null && !isListed ? step - 1 : step));
  }

  function leaveCell(by: 'key' | 'press'): void {
    if (by === 'key' && editing?.from === 'list') scroller.current?.focus();
    setEditing(null);
  }

  /** The list has the focus again. */
  function close(): void {
    setActive(null);
    focusWhenFree(() => scroller.current?.focus());
  }

  return (
    <div className={styles.findings}>
      {total === 0 ? (
        <p ref={focusIfLost} tabIndex={-1} className={styles.nothing}>
          {t('nothing')}
        </p>
      ) : null}
      {/* Hidden, not absent, while it is empty: the window of rows follows the element that was there first. */}
      <TablePart
        ref={scroller}
        role="grid"
        aria-label={t('list')}
        aria-rowcount={total + 1}
        hidden={total === 0}
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
        <TablePart role="rowgroup" className={rowStyles.body} style={{ height: list.height }}>
          <div role="presentation" style={{ transform: `translateY(${list.originTop}px)` }}>
            {list.items.map(({ index, top }) => {
              const place = placeAt(index);
              const finding = findingAt(place);
              return (
                <FindingRow
                  key={index}
                  finding={finding}
                  check={check}
                  mapped={mapped}
                  index={index}
                  selected={open !== undefined && finding === open}
                  most={isPhone || open ? 1 : 4}
                  style={{ transform: `translateY(${top}px)`, height: rowHeight }}
                  onSelect={() => show(index)}
                  onFix={() => fixFirst(place)}
                />
              );
            })}
          </div>
        </TablePart>
      </TablePart>
      {open && active ? (
        <FindingDetails
          key={`${active.piece} ${active.nth}`}
          finding={open}
          check={check}
          mapped={mapped}
          judging={judging}
          editing={editing?.field ?? null}
          refused={fixes.refusedIn(open.record.line ?? 0)}
          onEdit={(field) => setEditing({ field, from: 'cell' })}
          onLeave={leaveCell}
          onRefuse={(field, text) => fixes.refuse(open.record.line ?? 0, field, text)}
          onFix={(field, text) => onFix(active, open.record.line ?? 0, field, text)}
          onChoose={(choice) => {
            const { row } = open.record;
            onChoose(({ record }) => (record.row === row ? choice : undefined));
          }}
          onBack={() => (isPhone ? close() : scroller.current?.focus())}
          onClose={close}
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
  mapped: readonly MappedColumn[];
  index: number;
  selected: boolean;
  /** Changes that are shown; the others by their number. */
  most: number;
  style: CSSProperties;
  onSelect(): void;
  /** Opens it to fix the first cell that is wrong. */
  onFix(): void;
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
function FindingRow({ finding, check, mapped, index, selected, most, style, onSelect, onFix }: FindingRowProps) {
  const t = useTranslations('import.check');
  const words = useFindingWords(check);
  if (!finding) return <TablePart role="row" aria-rowindex={index + 2} className={rowStyles.row} style={style} />;
  const { fields, update_by_fields: keyFields } = check;
  const { record, live, state } = finding;
  const name = live?.title || live?.item_id || meantBy(finding, fields);
  // Its key shows which record it is, as far as its title does not.
  const key = live && finding.key ? keyOfRecord(live, fields, keyFields, name) : null;
  const similar = words.similar(finding);
  const beside = state === 'near' ? null : similar;
  const reason = state === 'near' ? similar : words.reason(finding);
  const wrong = firstWrong(fileCellsOf(finding, mapped, keyFields));
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
        {name}
        {key ? <Small> {key}</Small> : null}
      </TablePart>
      <TablePart role="gridcell" className={styles.changes}>
        {/* The press continues to the row, which opens. */}
        {finding.candidates ? (
          <Button size="small" kind="ghost">
            {words.choice(finding) ?? t('choose')}
          </Button>
        ) : null}
        {wrong ? (
          <Button
            size="small"
            kind="ghost"
            icon={<EditIcon size={12} />}
            aria-label={t('fix.openOf', { line: String(record.line ?? '') })}
            onClick={(event) => {
              event.stopPropagation();
              onFix();
            }}
          >
            {t('fix.open')}
          </Button>
        ) : null}
        {reason ? (
          <Small className={similar === null ? undefined : texts.asWritten} title={reason}>
            {reason}
          </Small>
        ) : (
          <Changes finding={finding} fields={fields} most={most} />
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

interface ChangesProps {
  finding: RowFinding;
  fields: readonly JobField[];
  most: number;
}

/** The first changes of a row; all of them are in its details. */
function Changes({ finding: { cells, live }, fields, most }: ChangesProps) {
  const changed = cells.filter(({ state }) => state !== 'no-change' && state !== 'only-matches');
  return (
    <>
      {changed.slice(0, most).map((cell) => (
        <Change key={cell.field_id} cell={cell} fields={fields} isNew={live === null} />
      ))}
      {changed.length > most ? <Small className={styles.others}>+{changed.length - most}</Small> : null}
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
