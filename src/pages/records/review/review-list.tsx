// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: rows hold controls and are none themselves
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Json } from '../../../contract/json';
import type { CellPlace } from '../../../edits/drafts';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { rowReasonKey } from '../../../jobs/results/outcomes';
import type { JobField } from '../../../storage/job-rows';
import { Badge } from '../../../ui/display/badge';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { classNames } from '../../../ui/hooks/class-names';
import styles from './review.module.css';
import { rowsOfAll } from './review-choice';
import type { ReviewLine } from './review-lines';
import type { ReviewSource } from './review-source';
import { OldAndNew } from './review-value';
import { WhichRecord } from './which-record';

interface ReviewListProps {
  lines: readonly ReviewLine[];
  excluded: ReadonlySet<string>;
  onInclude(rows: readonly string[], include: boolean): void;
  /** What is reviewed undoes a job: what is taken out of it was no edit of the person. */
  undo: boolean;
  onRevert(places: readonly CellPlace[]): void;
  onKeepMine(cells: readonly (CellPlace & { before: Json | undefined })[]): void;
  onAllow(place: CellPlace): void;
  /** A new record whose key several have means this one; null where there are no new records. */
  onMean: ReviewSource['mean'];
  /** Records, by id, that have changes of their own here. */
  taken: ReadonlySet<string>;
  /** Names and kinds of all fields. */
  fieldOf(fieldId: string): JobField;
  /** Ids of the fields by which rows are matched. */
  keyFields: readonly string[];
  /** Whether an earlier change of the record may still be applied. */
  hasOpenWrite(finding: RowFinding): boolean;
  empty: ReactNode;
}

/** Of a line of one row; longer values make it higher. */
const rowHeight = 34;

/** Every changed cell with what would become of it; only the lines in sight are drawn. */
export function ReviewList(props: ReviewListProps) {
  const { lines, excluded, onInclude, hasOpenWrite, empty } = props;
  const t = useTranslations('review');
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  // Counted when they change, not with each step of a scroll: there may be a hundred thousand.
  const ids = useMemo(() => rowsOfAll(lines.map(({ finding }) => finding.record)), [lines]);
  const ticked = useMemo(() => ids.filter((id) => !excluded.has(id)).length, [ids, excluded]);
  // What is beside the values takes no more than it needs.
  const told = useMemo(
    () =>
      lines.some(
        ({ finding }) =>
          finding.reason !== null ||
          finding.state === 'will-create' ||
          finding.record.double !== undefined ||
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
    '--actions': choices || records ? '184px' : '84px',
  } as CSSProperties;
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={t('list')}
      aria-rowcount={lines.length + 1}
      className={styles.list}
      style={tracks}
    >
      <div role="rowgroup" className={styles.listHead}>
        <div role="row" aria-rowindex={1} className={styles.line}>
          <div role="columnheader">
            <Checkbox
              label={t('includeAll')}
              hideLabel
              checked={ticked > 0 && ticked === ids.length}
              indeterminate={ticked > 0 && ticked < ids.length}
              onChange={(include) => onInclude(ids, include)}
            />
          </div>
          <div role="columnheader">{t('record')}</div>
          <div role="columnheader">{t('field')}</div>
          <div role="columnheader">{t('oldNew')}</div>
          <div role="columnheader">{t('state')}</div>
          <div role="columnheader" aria-label={t('actions')} />
        </div>
      </div>
      {lines.length === 0 ? <div className={styles.nothing}>{empty}</div> : null}
      <div role="rowgroup" className={styles.listBody} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          return line ? (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              role="row"
              aria-rowindex={item.index + 2}
              data-index={item.index}
              data-state={line.cell.state}
              className={classNames(styles.line, styles.bodyLine)}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Line {...props} line={line} />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

function Line({ line, excluded, onInclude, hasOpenWrite, ...actions }: ReviewListProps & { line: ReviewLine }) {
  const t = useTranslations('review');
  const { finding, cell, field, first } = line;
  const { row } = finding.record;
  const item_id = finding.live?.item_id ?? finding.record.item_id ?? '';
  const title = finding.live?.title ?? finding.record.title;
  const left = excluded.has(row);
  const double = t('states.double', { line: finding.record.double || 'none' });
  return (
    <>
      <div role="cell">
        {first ? (
          <Checkbox
            label={t('include', { record: title || item_id })}
            hideLabel
            checked={!left}
            onChange={(include) => onInclude([row], include)}
          />
        ) : null}
      </div>
      <div
        role="cell"
        className={classNames(styles.record, !first && styles.same)}
        title={title ? `${title} · ${item_id}` : item_id}
      >
        {finding.several ? (
          <Badge tone="unknown">{t('which.oneOf', { count: finding.near?.length ?? 0 })}</Badge>
        ) : finding.state === 'will-create' || (item_id === '' && finding.live === null) ? (
          <Badge tone="staged">{t('newRecord')}</Badge>
        ) : null}
        {title ? <span className={styles.title}>{title}</span> : null}
        <span className={title ? 'mono dim' : 'mono'}>{item_id}</span>
      </div>
      <div role="cell" title={field.field_id}>
        {field.name}
      </div>
      <div role="cell">
        <OldAndNew cell={cell} field={field} created={finding.live === null && finding.record.item_id === null} />
      </div>
      <div role="cell" className={styles.state}>
        {left && finding.record.double !== undefined ? (
          <Badge tone="unknown">{double}</Badge>
        ) : (
          <State line={line} left={left} />
        )}
        {finding.record.double !== undefined && !left && first ? <Badge tone="unknown">{double}</Badge> : null}
        {finding.record.late && !left ? (
          <Badge tone="unknown">{t('states.late')}</Badge>
        ) : first && !left && hasOpenWrite(finding) ? (
          <Badge tone="unknown" title={t('earlierText')}>
            {t('states.earlier')}
          </Badge>
        ) : null}
      </div>
      <div role="cell" className={styles.actions}>
        <Actions {...actions} line={line} />
      </div>
    </>
  );
}

const tones: Record<CellFinding['state'], 'staged' | 'neutral' | 'unknown' | 'bad'> = {
  'will-update': 'staged',
  'no-change': 'neutral',
  conflict: 'unknown',
  asks: 'bad',
  'only-matches': 'neutral',
  unfit: 'bad',
};

function State({ line: { finding, cell, first }, left }: { line: ReviewLine; left: boolean }) {
  const t = useTranslations('review');
  const format = useFormatter();
  if (left) return <Badge>{t('states.left')}</Badge>;
  if (cell.state === 'unfit') return <Badge tone="bad">{t('states.unfit')}</Badge>;
  if (['invalid', 'id-unknown', 'double', 'refused'].includes(finding.state) && finding.reason) {
    // It is of the row, and said once.
    if (!first) return null;
    if (finding.reason === 'does-not-fit') return <Badge tone="bad">{t('states.kept_back')}</Badge>;
    const reason = t(`reasons.${rowReasonKey(finding.reason) ?? 'gone'}`, { line: String(finding.record.line ?? '') });
    return <Badge tone="bad">{reason}</Badge>;
  }
  if (finding.state === 'unread') return <Badge tone="unknown">{t('states.unread')}</Badge>;
  if (cell.state === 'conflict') {
    const name = finding.live?.updated_by?.name;
    const time = finding.live?.updated_on?.split(' ').at(-1);
    return (
      <Badge tone="unknown" title={finding.live?.updated_on ?? undefined}>
        {name && time ? t('states.conflictBy', { name, time }) : t('states.conflict')}
      </Badge>
    );
  }
  if (finding.state === 'will-create') {
    return <Badge tone="staged">{t(cell.state === 'only-matches' ? 'states.key' : 'states.will_create')}</Badge>;
  }
  const read =
    finding.read_at === null
      ? undefined
      : t('readAt', { time: format.dateTime(finding.read_at, { timeStyle: 'medium' }) });
  return (
    <Badge tone={tones[cell.state]} title={read}>
      {t(`states.${stateKeys[cell.state]}`)}
    </Badge>
  );
}

const stateKeys = {
  'will-update': 'will_update',
  'no-change': 'no_change',
  conflict: 'conflict',
  asks: 'asks',
  'only-matches': 'only_matches',
  unfit: 'unfit',
} as const;

type LineActions = Omit<ReviewListProps, 'lines' | 'excluded' | 'onInclude' | 'empty' | 'hasOpenWrite'> & {
  line: ReviewLine;
};

function Actions({ line, undo, onRevert, onKeepMine, onAllow, onMean, ...which }: LineActions) {
  const { finding, cell, field, first } = line;
  const t = useTranslations('review');
  const place = { item_id: finding.record.row, field_id: cell.field_id };
  const record = finding.live?.title || finding.record.title || place.item_id;
  if (cell.state === 'conflict') {
    return (
      <>
        <Button size="small" onClick={() => onKeepMine([{ ...place, before: cell.now }])}>
          {t('keepMine')}
        </Button>
        <Button size="small" kind="ghost" onClick={() => onRevert([place])}>
          {t('takeTheirs')}
        </Button>
      </>
    );
  }
  return (
    <>
      {first && finding.several && onMean ? (
        <WhichRecord {...which} finding={finding} onChoose={(record) => onMean(place.item_id, record)} />
      ) : null}
      {cell.state === 'asks' ? (
        <Button size="small" onClick={() => onAllow(place)}>
          {t('allow')}
        </Button>
      ) : null}
      <Button
        size="small"
        kind="ghost"
        aria-label={t(undo ? 'leaveOutCell' : 'revertCell', { field: field.name, record })}
        onClick={() => onRevert([place])}
      >
        {t(undo ? 'leaveOut' : 'revert')}
      </Button>
      {first && cell.state !== 'asks' && finding.cells.length > 1 ? (
        <Button
          size="small"
          kind="ghost"
          onClick={() => onRevert(finding.cells.map(({ field_id }) => ({ item_id: place.item_id, field_id })))}
        >
          {t(undo ? 'leaveOutRecord' : 'revertRecord')}
        </Button>
      ) : null}
    </>
  );
}
