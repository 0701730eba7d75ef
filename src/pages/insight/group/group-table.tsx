import { Fragment, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type GroupAnswer,
  type GroupKey,
  type GroupQuestion,
  type GroupRow,
  selectionOf,
} from '../../../insight/questions/group';
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

/** Groups with their measures, foldable, with the figures of all rows below. */
export function GroupTable({ columns, question, answer, onSort, onRows, onMore }: GroupTableProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { groups, measures, sort } = question;
  const labelOf = (id: string) => columns.find((column) => column.id === id)?.label ?? id;
  const most = Math.max(1, ...answer.all.children.map(({ rows }) => rows));
  const nameOf = (keys: readonly GroupKey[]) =>
    keys.map((key, level) => texts.key(key, groups[level]?.by ?? 'value')).join(' › ');

  function toggle(path: string) {
    const next = new Set(opened);
    if (!next.delete(path)) next.add(path);
    setOpened(next);
  }

  const head = (by: 'key' | number, label: string) => {
    const isSorted = sort?.by === by;
    const isDescending = isSorted ? !sort.isDescending : by !== 'key';
    return (
      <th
        scope="col"
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

  const drawn = (row: GroupRow, level: number) => {
    const path = nameOf(row.keys);
    const isOpen = opened.has(path);
    const [name] = [texts.key(row.keys[level] as GroupKey, groups[level]?.by ?? 'value')];
    const state = row.keys[level]?.state;
    const label = <span className={classNames(state !== 'value' && styles.quiet)}>{name}</span>;
    return (
      <Fragment key={path}>
        <tr data-level={level}>
          <th scope="row" style={{ paddingLeft: 12 + level * 18 }}>
            {row.childCount > 0 && level + 1 < groups.length ? (
              <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => toggle(path)}>
                {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
                {label}
              </button>
            ) : (
              <span className={styles.leaf}>{label}</span>
            )}
          </th>
          {measures.map((measure, index) => {
            const value = row.measures[index] ?? null;
            const text = texts.measured(value, measure);
            const isRows = measure.kind === 'rows' || measure.kind === 'share';
            return (
              <td key={`${measure.kind} ${measure.column}`} data-numeric title={texts.exact(value)}>
                {isRows ? (
                  <button
                    type="button"
                    className={styles.figure}
                    aria-label={t('rowsOf', { name: path, value: text })}
                    onClick={() => onRows(selectionOf(answer, row.keys), path)}
                  >
                    {text}
                  </button>
                ) : (
                  text
                )}
              </td>
            );
          })}
          <td className={styles.shareCell}>
            <button
              type="button"
              className={styles.share}
              aria-label={t('rowsOf', { name: path, value: texts.share(row.rows / Math.max(1, answer.all.rows)) })}
              title={texts.share(row.rows / Math.max(1, answer.all.rows))}
              onClick={() => onRows(selectionOf(answer, row.keys), path)}
            >
              <span data-level={level} style={{ width: `${(100 * row.rows) / most}%` }} />
            </button>
          </td>
        </tr>
        {isOpen ? row.children.map((child) => drawn(child, level + 1)) : null}
        {isOpen ? more(row, level + 1) : null}
      </Fragment>
    );
  };

  const more = (row: GroupRow, level: number) => {
    const hidden = row.childCount - row.children.length;
    return hidden <= 0 ? null : (
      <tr>
        <td colSpan={measures.length + 2} style={{ paddingLeft: 12 + level * 18 }}>
          <button type="button" className={styles.figure} onClick={onMore}>
            {t('moreGroups', { count: hidden })}
          </button>
        </td>
      </tr>
    );
  };

  return (
    <table className={styles.table} aria-label={t('groupTable')}>
      <thead>
        <tr>
          {head('key', groups.map(({ column }) => labelOf(column)).join(' › ') || t('allRows'))}
          {measures.map((measure, index) => (
            <Fragment key={`${measure.kind} ${measure.column}`}>
              {head(index, texts.measure(measure, columns))}
            </Fragment>
          ))}
          <th scope="col" className={styles.shareCell}>
            {t('shareOfRows')}
          </th>
        </tr>
      </thead>
      <tbody>
        {answer.all.children.map((row) => drawn(row, 0))}
        {more(answer.all, 0)}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('all')}</th>
          {measures.map((measure, index) => (
            <td
              key={`${measure.kind} ${measure.column}`}
              data-numeric
              title={texts.exact(answer.all.measures[index] ?? null)}
            >
              {texts.measured(answer.all.measures[index] ?? null, measure)}
            </td>
          ))}
          <td className={styles.shareCell} />
        </tr>
      </tfoot>
    </table>
  );
}
