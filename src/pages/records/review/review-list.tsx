import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { placeOfRow } from '../../../jobs/plan/plan';
import type { ChangedRecord } from '../../../jobs/table/changes';
import { fieldText } from '../../../jobs/table/job-field';
import type { JobField } from '../../../storage/job-rows';
import { Badge } from '../../../ui/display/badge';
import { RowParts } from '../../../ui/display/row-parts';
import { TablePart } from '../../../ui/display/scroll-region';
import { Checkbox } from '../../../ui/form/checkbox';
import { classNames } from '../../../ui/hooks/class-names';
import { useFocusWhenFree } from '../../../ui/hooks/focus-when-free';
import { Actions, OldAndNew, type ReviewLine, type ReviewLineProps, State } from './review-line';
import styles from './review-list.module.css';

interface ReviewListProps extends ReviewLineProps {
  lines: readonly ReviewLine[];
  /** Not all lines of the review: one count of it, or what was looked for. */
  isPart: boolean;
  empty: ReactNode;
  /** Gets the focus where no line has a button for it. */
  focusWhenEmpty: RefObject<HTMLElement | null>;
}

/** Every changed cell with its result; only visible lines are rendered. */
export function ReviewList(props: ReviewListProps) {
  return (
    <RowParts total={props.lines.length}>
      {(from, count) => <LinesTable {...props} from={from} count={count} />}
    </RowParts>
  );
}

interface LinesTableProps extends ReviewListProps {
  /** The lines that are laid out. */
  from: number;
  count: number;
}

/** Of a line of one row; longer values make it higher. */
const rowHeight = 34;

function LinesTable({ from, count, ...props }: LinesTableProps) {
  const { lines, isPart, excluded, onInclude, hasOpenWrite, empty, focusWhenEmpty } = props;
  const t = useTranslations('review');
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const place = useRef(0);
  // A line that is reverted takes its button along: that of the line in its place, or of the last one, is next.
  useFocusWhenFree(lines.length, () => {
    const near = Math.min(place.current, lines.length - from - 1);
    const button = scroller.current?.querySelector<HTMLElement>(`[data-index="${near}"] [role=cell]:last-child button`);
    (button ?? focusWhenEmpty.current ?? scroller.current?.querySelector<HTMLElement>('[role=checkbox]'))?.focus();
  });
  // Counted when they change, not with each step of a scroll: there may be a hundred thousand.
  const ids = useMemo(
    () => rowsOfAll(lines.filter(({ finding }) => canBeSent(finding)).map(({ finding }) => finding.record)),
    [lines],
  );
  const ticked = useMemo(() => ids.filter((id) => !excluded.has(id)).length, [ids, excluded]);
  // What is beside the values takes no more than it needs.
  const told = useMemo(
    () =>
      lines.some(
        ({ finding }) =>
          finding.reason !== null ||
          finding.state === 'will-create' ||
          finding.record.duplicateOf !== undefined ||
          hasOpenWrite(finding),
      ),
    [lines, hasOpenWrite],
  );
  const choices = useMemo(
    () => lines.some(({ finding, cell }) => cell.state === 'conflict' || finding.several),
    [lines],
  );
  const records = useMemo(() => lines.some(({ finding }) => finding.cells.length > 1), [lines]);
  const tracks = {
    '--state': told || choices ? '156px' : '108px',
    '--actions': choices || records ? '184px' : props.source.undoes ? '128px' : '84px',
  } as CSSProperties;
  return (
    <TablePart
      ref={scroller}
      role="table"
      aria-label={t('list')}
      aria-rowcount={lines.length + 1}
      className={styles.list}
      style={tracks}
      onFocus={({ target }) => {
        place.current = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? 0);
      }}
    >
      <TablePart role="rowgroup" className={styles.listHead}>
        <TablePart role="row" aria-rowindex={1} className={styles.line}>
          <TablePart role="columnheader">
            <Checkbox
              label={t(isPart ? 'includeListed' : 'includeAll')}
              hideLabel
              checked={ticked > 0 && ticked === ids.length}
              indeterminate={ticked > 0 && ticked < ids.length}
              onChange={(include) => onInclude(ids, include)}
            />
          </TablePart>
          <TablePart role="columnheader">{t('record')}</TablePart>
          <TablePart role="columnheader">{t('field')}</TablePart>
          <TablePart role="columnheader">{t('oldNew')}</TablePart>
          <TablePart role="columnheader">{t('state')}</TablePart>
          <TablePart role="columnheader" aria-label={t('actions')} />
        </TablePart>
      </TablePart>
      {lines.length === 0 ? <div className={styles.nothing}>{empty}</div> : null}
      <TablePart role="rowgroup" className={styles.listBody} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[from + item.index];
          return line ? (
            <TablePart
              key={item.key}
              ref={virtualizer.measureElement}
              role="row"
              aria-rowindex={from + item.index + 2}
              data-index={item.index}
              data-state={line.cell.state}
              className={classNames(styles.line, styles.bodyLine)}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <LineCells {...props} line={line} />
            </TablePart>
          ) : null;
        })}
      </TablePart>
    </TablePart>
  );
}

/** The cells of a line: the record, the field, the old and new value, and actions. */
function LineCells({ line, excluded, onInclude, hasOpenWrite, ...actions }: ReviewLineProps & { line: ReviewLine }) {
  const t = useTranslations('review');
  const { finding, cell, field, first } = line;
  const { row } = finding.record;
  const item_id = finding.live?.item_id ?? finding.record.item_id ?? '';
  const title = finding.live?.title ?? finding.record.title;
  const left = excluded.has(row);
  const duplicate = t('states.duplicate', { line: finding.record.duplicateOf || 'none' });
  return (
    <>
      <TablePart role="cell">
        {first ? (
          <Checkbox
            label={t('include', { record: title || item_id })}
            hideLabel
            checked={!left && canBeSent(finding)}
            disabled={!canBeSent(finding)}
            onChange={(include) => onInclude([row], include)}
          />
        ) : null}
      </TablePart>
      <TablePart
        role="cell"
        className={classNames(styles.record, !first && styles.same)}
        title={title ? `${title} · ${item_id}` : item_id}
      >
        {finding.several ? (
          <Badge tone="unknown">{t('which.oneOf', { count: finding.candidates?.length ?? 0 })}</Badge>
        ) : finding.state === 'will-create' || (item_id === '' && finding.live === null) ? (
          <Badge tone="staged">{t('newRecord')}</Badge>
        ) : null}
        {title ? <span className={styles.title}>{title}</span> : null}
        <span className={title ? 'mono dim' : 'mono'}>{item_id}</span>
      </TablePart>
      <TablePart role="cell" title={field.field_id}>
        {field.name}
      </TablePart>
      <TablePart role="cell">
        <OldAndNew cell={cell} field={field} created={finding.live === null && finding.record.item_id === null} />
      </TablePart>
      <TablePart role="cell" className={styles.state}>
        {left && finding.record.duplicateOf !== undefined ? (
          <Badge tone="unknown">{duplicate}</Badge>
        ) : (
          <State line={line} left={left} keyFields={actions.keyFields} fieldOf={actions.fieldOf} />
        )}
        {finding.record.duplicateOf !== undefined && !left && first ? <Badge tone="unknown">{duplicate}</Badge> : null}
        {finding.record.late && !left ? (
          <Badge tone="unknown">{t('states.late')}</Badge>
        ) : first && !left && hasOpenWrite(finding) ? (
          <Badge tone="unknown" title={t('earlierText')}>
            {t('states.earlier')}
          </Badge>
        ) : null}
      </TablePart>
      <TablePart role="cell" className={styles.actions}>
        <Actions {...actions} line={line} />
      </TablePart>
    </>
  );
}

export type ReviewOrder = 'record' | 'field';

/**
 * The cells of what a dry run found as lines: by record, in the order of the input, or by field.
 * @param find only lines whose record, field or values hold this text, in any case
 */
export function linesOf(
  findings: readonly RowFinding[],
  fieldOf: (fieldId: string) => JobField,
  order: ReviewOrder,
  find: string,
): ReviewLine[] {
  const wanted = find.trim().toLowerCase();
  const lines = findings.flatMap((finding) =>
    finding.cells.map((cell) => ({ finding, cell, field: fieldOf(cell.field_id), first: false })),
  );
  const found = wanted === '' ? lines : lines.filter((line) => textOf(line).includes(wanted));
  if (order === 'field') {
    const places = new Map<string, number>();
    for (const { field } of found) if (!places.has(field.field_id)) places.set(field.field_id, places.size);
    found.sort((a, b) => (places.get(a.field.field_id) ?? 0) - (places.get(b.field.field_id) ?? 0));
  }
  return found.map((line, index) => ({ ...line, first: found[index - 1]?.finding !== line.finding }));
}

function textOf({ finding, cell, field }: ReviewLine): string {
  const { item_id, title } = finding.record;
  const values = [cell.before, cell.now, cell.after].map((value) => fieldText(value, field));
  return [item_id ?? '', title ?? '', finding.live?.title ?? '', field.name, field.field_id, ...values]
    .join('\n')
    .toLowerCase();
}

/** Whether a row that is ticked is sent, for all that is known: one that nothing is left of, or that a rule forbids, is not. */
export function canBeSent(finding: Pick<RowFinding, 'state' | 'match'>): boolean {
  return finding.state === 'unread' || ['id', 'key'].includes(placeOfRow(finding));
}

/** Rows that the user ticked and unticked in a review, by name. */
export type Ticks = ReadonlyMap<string, boolean>;

/** The names of the rows that are not sent: unselected ones, and duplicates of an import that were not selected. */
export function leftOutRows(changes: readonly ChangedRecord[], ticks: Ticks): ReadonlySet<string> {
  const left = changes.filter(({ row, duplicateOf }) => !(ticks.get(row) ?? duplicateOf === undefined));
  return new Set(left.map(({ row }) => row));
}

/** The rows that “Send all” selects: a duplicate is selected separately, unless there are only duplicates. */
export function rowsOfAll(changes: readonly Pick<ChangedRecord, 'row' | 'duplicateOf'>[]): string[] {
  const others = changes.filter(({ duplicateOf }) => duplicateOf === undefined);
  return [...new Set((others.length > 0 ? others : changes).map(({ row }) => row))];
}

/** Ticks after rows were ticked or unticked. */
export function ticked(ticks: Ticks, rows: readonly string[], include: boolean): Ticks {
  return new Map([...ticks, ...rows.map((row) => [row, include] as const)]);
}
