import { Fragment, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Cell } from '../../../insight/engine/answer';
import { type GroupAnswer, type GroupKey, type GroupRow, pathOf, selectionOf } from '../../../insight/questions/group';
import type { GroupQuestion } from '../../../insight/questions/group-question';
import type { Measure } from '../../../insight/questions/measure';
import type { Selection } from '../../../insight/questions/selection';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import { classNames } from '../../../ui/hooks/class-names';
import { ChevronDownIcon } from '../../../ui/icons/icons';
import { ChevronRightIcon } from '../../../ui/icons/later-icons';
import styles from '../insight.module.css';
import { useCellTexts } from '../use-cell-text';

interface GroupTableProps {
  columns: readonly SnapshotColumn[];
  question: GroupQuestion;
  answer: GroupAnswer;
  onSort(sort: GroupQuestion['sort']): void;
  onRows(selection: Selection, name: string): void;
  onMore(): void;
}

/** What every line is drawn with. */
interface Drawing extends Pick<GroupTableProps, 'question' | 'answer' | 'onRows' | 'onMore'> {
  /** The keys of the pivot columns; none without a pivot. */
  pivot: readonly GroupKey[];
  /** Folded lines have columns for so many groups. */
  levels: number;
  /** Rows of the largest group. */
  most: number;
  opened: ReadonlySet<string>;
  onToggle(path: string): void;
}

const indent = (level: number) => ({ paddingLeft: 12 + level * 18 });

/** Groups with their measures, foldable, with the figures of all rows below; those of the last group beside each other in a pivot. */
export function GroupTable({ columns, question, answer, onSort, onRows, onMore }: GroupTableProps) {
  const t = useTranslations('insight');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const pivot = answer.pivot?.keys ?? [];
  const drawing: Drawing = {
    question,
    answer,
    onRows,
    onMore,
    pivot,
    levels: question.groups.length - (answer.pivot ? 1 : 0),
    most: Math.max(1, ...answer.all.children.map(({ rows }) => rows)),
    opened,
    onToggle(path) {
      const next = new Set(opened);
      if (!next.delete(path)) next.add(path);
      setOpened(next);
    },
  };

  return (
    <table className={styles.table} aria-label={t('groupTable')}>
      <Heads columns={columns} drawing={drawing} onSort={onSort} />
      <tbody>
        <Lines parent={answer.all} level={0} drawing={drawing} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('all')}</th>
          <Figures row={answer.all} name={t('allRows')} drawing={drawing} />
          <td className={styles.shareCell} />
        </tr>
      </tfoot>
    </table>
  );
}

interface HeadsProps extends Pick<GroupTableProps, 'columns' | 'onSort'> {
  drawing: Drawing;
}

function Heads({ columns, drawing, onSort }: HeadsProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const { question, pivot, levels } = drawing;
  const { groups, measures, sort } = question;
  const labels = groups.map(({ column }) => columns.find(({ id }) => id === column)?.label ?? column);
  const rowSpan = pivot.length > 0 ? 2 : undefined;

  const head = (by: 'key' | number, label: string) => {
    const isSorted = sort?.by === by;
    const isDescending = isSorted ? !sort.isDescending : by !== 'key';
    return (
      <th
        scope="col"
        rowSpan={by === 'key' ? rowSpan : undefined}
        data-numeric={by !== 'key' || undefined}
        aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      >
        <button type="button" className={styles.head} onClick={() => onSort({ by, isDescending })}>
          {label}
          {isSorted ? <span aria-hidden="true">{sort.isDescending ? ' ↓' : ' ↑'}</span> : null}
        </button>
      </th>
    );
  };
  const measureHeads = measures.map((measure, index) => (
    <Fragment key={keyOf(measure)}>{head(index, texts.measure(measure, columns))}</Fragment>
  ));
  const ofAll = (
    <th scope="col" rowSpan={rowSpan} className={styles.shareCell}>
      {t('shareOfRows')}
    </th>
  );
  const ofKeys = head('key', labels.slice(0, levels).join(' › ') || t('allRows'));
  if (pivot.length === 0)
    return (
      <thead>
        <tr>
          {ofKeys}
          {measureHeads}
          {ofAll}
        </tr>
      </thead>
    );
  const by = groups.at(-1)?.by ?? 'value';
  return (
    <thead>
      <tr>
        {ofKeys}
        {pivot.map((key) => (
          <th key={pathOf([key])} scope="colgroup" colSpan={measures.length} data-numeric>
            {texts.key(key, by)}
          </th>
        ))}
        <th scope="colgroup" colSpan={measures.length} data-numeric>
          {t('all')}
        </th>
        {ofAll}
      </tr>
      <tr>
        {pivot.map((key) =>
          measures.map((measure) => (
            <th key={`${pathOf([key])} ${keyOf(measure)}`} scope="col" data-numeric className={styles.quiet}>
              {texts.measure(measure, columns)}
            </th>
          )),
        )}
        {measureHeads}
      </tr>
    </thead>
  );
}

interface LinesProps {
  parent: GroupRow;
  level: number;
  drawing: Drawing;
}

/** The groups of a group, and how many more there are. */
function Lines({ parent, level, drawing }: LinesProps) {
  const t = useTranslations('insight');
  const { question, pivot } = drawing;
  const hidden = parent.childCount - parent.children.length;
  return (
    <>
      {parent.children.map((row) => (
        <Line key={pathOf(row.keys)} row={row} level={level} drawing={drawing} />
      ))}
      {hidden <= 0 ? null : (
        <tr>
          <td colSpan={question.measures.length * (pivot.length + 1) + 2} style={indent(level)}>
            <button type="button" className={styles.figure} onClick={drawing.onMore}>
              {t('moreGroups', { count: hidden })}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}

interface LineProps {
  row: GroupRow;
  level: number;
  drawing: Drawing;
}

function Line({ row, level, drawing }: LineProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const { question, answer, levels, most, opened, onRows } = drawing;
  const path = pathOf(row.keys);
  const names = row.keys.map((key, index) => texts.key(key, question.groups[index]?.by ?? 'value'));
  const name = names.join(' › ');
  const isOpen = opened.has(path);
  const share = texts.share(row.rows / Math.max(1, answer.all.rows));
  const label = <span className={classNames(row.keys[level]?.state !== 'value' && styles.quiet)}>{names[level]}</span>;
  return (
    <>
      <tr data-level={level}>
        <th scope="row" style={indent(level)}>
          {row.childCount > 0 && level + 1 < levels ? (
            <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => drawing.onToggle(path)}>
              {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
              {label}
            </button>
          ) : (
            <span className={styles.leaf}>{label}</span>
          )}
        </th>
        <Figures row={row} name={name} drawing={drawing} />
        <td className={styles.shareCell}>
          <button
            type="button"
            className={styles.share}
            aria-label={t('rowsOf', { name, value: share })}
            title={share}
            onClick={() => onRows(selectionOf(answer, row.keys), name)}
          >
            <span data-level={level} style={{ width: `${(100 * row.rows) / most}%` }} />
          </button>
        </td>
      </tr>
      {isOpen ? <Lines parent={row} level={level + 1} drawing={drawing} /> : null}
    </>
  );
}

interface FiguresProps {
  row: GroupRow;
  name: string;
  drawing: Drawing;
}

/** The measures of a group in every pivot column, then of all of its rows. */
function Figures({ row, name, drawing }: FiguresProps) {
  const texts = useCellTexts();
  const { question, answer, pivot, onRows } = drawing;
  const { groups, measures } = question;
  const by = groups.at(-1)?.by ?? 'value';
  const figures = (key: GroupKey | null, cells: readonly Cell[] | null) =>
    measures.map((measure, index) => {
      const ownName = key === null ? name : `${name} › ${texts.key(key, by)}`;
      // A group without such a row has no figure.
      const value = cells?.[index] ?? null;
      const leads = cells !== null && (row.keys.length > 0 || key !== null);
      return (
        <Figure
          key={`${key === null ? 'all' : pathOf([key])} ${keyOf(measure)}`}
          value={value}
          measure={measure}
          name={ownName}
          onPress={leads ? () => onRows(selectionOf(answer, row.keys, key), ownName) : null}
        />
      );
    });
  return (
    <>
      {pivot.map((key, index) => figures(key, row.cells[index] ?? null))}
      {figures(null, row.measures)}
    </>
  );
}

interface FigureProps {
  value: Cell;
  measure: Measure;
  name: string;
  onPress: (() => void) | null;
}

/** Counts lead to their rows. */
function Figure({ value, measure, name, onPress }: FigureProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const text = texts.measured(value, measure);
  const isCount = measure.kind === 'rows' || measure.kind === 'share';
  return (
    <td data-numeric title={texts.exact(value)}>
      {isCount && onPress ? (
        <button
          type="button"
          className={styles.figure}
          aria-label={t('rowsOf', { name, value: text })}
          onClick={onPress}
        >
          {text}
        </button>
      ) : (
        text
      )}
    </td>
  );
}

const keyOf = ({ kind, column }: Measure) => `${kind} ${column}`;
