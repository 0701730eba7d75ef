import { memo, type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { conditionsOf } from '../../contract/filter';
import type { DwRecord } from '../../contract/records';
import { isNewRecord, type RecordDraft } from '../../edits/drafts';
import type { SentCell } from '../../edits/sent-cells';
import { placeInScroll, rowsOf } from '../../ui/display/row-window';
import { TablePart } from '../../ui/display/scroll-region';
import { classNames } from '../../ui/hooks/class-names';
import { WarningIcon } from '../../ui/icons/icons';
import { columnLabel } from '../columns/column-label';
import { cellValue, type GridColumn, recordColumnId } from '../columns/columns-of';
import { useWords } from '../use-words';
import { numberText, type RowsShared, valueView } from './grid-row';
import type { GridQuery, GridRowsProps } from './grid-rows';
import styles from './record-cards.module.css';

/** So many fields are on a card: it has one height. */
const fieldsShown = 3;

/** The window of rows as cards: below the title of each record what it is sorted and filtered by, then its first fields. */
export function RecordCards(props: GridRowsProps) {
  const { view, columns, rows, rowHeight, recordAt, drafts, editable, active, failure, query, onOpen, FileView } =
    props;
  const t = useTranslations('grid');
  const words = useWords();
  const drawn = useSyncExternalStore(view.subscribe, view.drawn);
  const shared = useMemo(() => ({ columns, editable, words, FileView }), [columns, editable, words, FileView]);
  const fields = useMemo(
    () =>
      askedFirst(
        columns.laid.map(({ column }) => column),
        query,
      ).map((each) => ({ ...each, label: columnLabel(each.column, t) })),
    [columns, query, t],
  );
  return (
    <div role="presentation" className={styles.cards} style={{ transform: `translateY(${drawn.originTop}px)` }}>
      {rowsOf(drawn, rows, active.row).map((row) => {
        const record = recordAt(row);
        return (
          <TablePart
            key={row}
            role="row"
            aria-rowindex={row + 1}
            data-row={row}
            className={styles.row}
            style={{
              transform: `translateY(${placeInScroll((row - drawn.origin) * rowHeight, drawn, view.height - rowHeight)}px)`,
              height: rowHeight,
            }}
          >
            <RecordCard
              shared={shared}
              fields={fields}
              row={row}
              record={record}
              draft={record && drafts.get(record.item_id)}
              sent={record && props.sentOf(record.item_id)}
              mark={props.markAt(row)}
              failure={failure}
              active={row === active.row ? active.column : null}
              onOpen={onOpen}
            />
          </TablePart>
        );
      })}
    </div>
  );
}

interface CardField {
  column: GridColumn;
  /** Its number in the table. */
  number: number;
  /** It is the first field, which may repeat the title. */
  isFirst: boolean;
}

/** The fields of cards: those of the sort and of the filter, then the others. */
export function askedFirst(columns: readonly GridColumn[], { filter, order }: GridQuery): CardField[] {
  const asked = [order?.field_id, ...(filter ? conditionsOf(filter) : []).map(({ field }) => field)];
  const placeOf = ({ column }: CardField) => (asked.includes(column.id) ? asked.indexOf(column.id) : asked.length);
  return columns
    .map((column, number) => ({ column, number }))
    .filter(({ column }) => column.id !== recordColumnId)
    .map((each, index) => ({ ...each, isFirst: index === 0 }))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

interface RecordCardProps {
  shared: RowsShared;
  /** The columns that show, without that of the record, by the names people know. */
  fields: readonly (CardField & { label: string })[];
  row: number;
  record: DwRecord | undefined;
  draft: RecordDraft | undefined;
  sent: ReadonlyMap<string, SentCell> | undefined;
  mark: string | null;
  failure: string | null;
  /** The number of the active column, if the row is active. */
  active: number | null;
  onOpen(row: number): void;
}

/** A record by its title and first fields; what was changed of it goes before them, with the number of further changes; its active field is among them. A press opens it. */
export const RecordCard = memo(function RecordCard(props: RecordCardProps) {
  const { shared, fields, row, record, draft, sent, mark, failure, active, onOpen } = props;
  const { words } = shared;
  const id = record && (isNewRecord(record.item_id) ? words.isNew : record.item_id);
  const title = record ? record.title || id : (failure ?? words.notRead);
  const shown = withActive(shownFields(fields, record, draft, sent), fields, active);
  const changed = new Set([...(draft?.cells.keys() ?? []), ...(sent?.keys() ?? [])]);
  const unseen = changed.size - shown.filter(({ column }) => changed.has(column.id)).length;
  const more = unseen > 0 ? `+${numberText(unseen)}` : null;
  const states = [draft && words.staged, more, mark].filter(Boolean);
  return (
    <TablePart
      role="gridcell"
      aria-colindex={1}
      className={classNames(
        styles.card,
        draft && styles.changed,
        record === undefined && (failure === null ? styles.waiting : styles.failed),
      )}
    >
      <div className={styles.head}>
        <button
          type="button"
          tabIndex={active === null ? -1 : 0}
          data-active={active === null ? undefined : ''}
          aria-label={[title, ...states].join(', ')}
          className={styles.title}
          onClick={() => onOpen(row)}
        >
          {record || failure !== null ? title : null}
        </button>
        {more === null ? null : <span className={styles.more}>{more}</span>}
        {mark === null ? null : (
          <span className={styles.mark} title={mark}>
            <WarningIcon size={12} />
          </span>
        )}
        <span className={styles.number}>{numberText(row + 1)}</span>
      </div>
      {failure !== null && record === undefined ? null : <dl className={styles.fields}>{shown.map(field)}</dl>}
    </TablePart>
  );

  function field({ column, number, label }: RecordCardProps['fields'][number]): ReactNode {
    const own = draft?.cells.get(column.id);
    const sentCell = own ? undefined : sent?.get(column.id);
    const look = own ? styles.staged : sentCell && (sentCell.isPending ? styles.sentOpen : styles.sentFailed);
    return (
      <div key={column.id} className={styles.field}>
        <dt>{label}</dt>
        <dd dir="auto" data-column={number} className={look} title={sentCell?.said}>
          {record && valueView(shared, column, record, own ?? sentCell)}
        </dd>
      </div>
    );
  }
});

/** The first fields, changed ones first, without repeating the title. */
function shownFields(
  fields: RecordCardProps['fields'],
  record: DwRecord | undefined,
  draft: RecordDraft | undefined,
  sent: ReadonlyMap<string, SentCell> | undefined,
): RecordCardProps['fields'] {
  const isChanged = ({ column }: CardField) => (draft?.cells.has(column.id) || sent?.has(column.id)) ?? false;
  const isTitle = ({ column, isFirst }: CardField) =>
    isFirst && record && cellValue(record, column.id) === record.title;
  const others = fields.filter((each) => !isTitle(each) || isChanged(each));
  if (!draft && !sent) return others.slice(0, fieldsShown);
  return [...others.filter(isChanged), ...others.filter((each) => !isChanged(each))].slice(0, fieldsShown);
}

/** The shown fields with the active one, which may be where a text was found. */
function withActive(
  shown: RecordCardProps['fields'],
  fields: RecordCardProps['fields'],
  active: number | null,
): RecordCardProps['fields'] {
  const own = fields.find(({ number }) => number === active);
  return !own || own.isFirst || shown.includes(own) ? shown : [...shown.slice(0, fieldsShown - 1), own];
}
