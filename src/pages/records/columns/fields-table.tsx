import {
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { KindIcon } from '../../../grid/cells/cell-view';
import { textOfValue } from '../../../grid/cells/kinds';
import { columnKindKey, gapsOf, shownShare } from '../../../grid/columns/column-label';
import { agreement, type GridColumn } from '../../../grid/columns/columns-of';
import { type Distribution, distributionOf, sparkPath } from '../../../grid/profile/distribution';
import { type Facts, type FieldFacts, mostFrequent } from '../../../grid/profile/field-facts';
import { useWords } from '../../../grid/use-words';
import { type VirtualColumn, VirtualTable } from '../../../ui/display/virtual-table';
import { ArrowDownIcon, ArrowUpIcon } from '../../../ui/icons/icons';
import styles from './fields-dialog.module.css';

interface FieldsTableProps {
  label: string;
  sorted: SortedFields;
  selected: string | null;
  onSelect(id: string): void;
  onClose(): void;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const sorts = [
  { id: 'label', accessorFn: (line: FieldLine) => line.label.toLowerCase(), sortFn: sortFn_basic },
  { id: 'kind', accessorFn: (line: FieldLine) => line.column.kind, sortFn: sortFn_basic },
  { id: 'gaps', accessorFn: (line: FieldLine) => line.gaps ?? -1, sortFn: sortFn_basic },
  { id: 'distinct', accessorFn: (line: FieldLine) => line.distinct ?? -1, sortFn: sortFn_basic },
];
const examplesMax = 3;

type SortedFields = ReturnType<typeof useSortedFields>;

/** The lines in column order until sorted otherwise, and the table that sorts them. */
export function useSortedFields(lines: FieldLine[]) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const table = useTable({
    features,
    columns: sorts,
    data: lines,
    getRowId: (line) => line.column.id,
    state: { sorting },
    onSortingChange: setSorting,
  });
  return { table, lines: table.getRowModel().rows.map(({ original }) => original) };
}

/** One field per line. */
export function FieldsTable({ label, sorted: { table, lines }, selected, onSelect, onClose }: FieldsTableProps) {
  const t = useTranslations('columns.fields');
  const g = useTranslations('grid');
  const words = useWords();
  const head = (id: string, name: string): ReactNode => {
    const column = table.getColumn(id);
    const direction = column?.getIsSorted() ?? false;
    return (
      <button
        type="button"
        className={styles.sort}
        onClick={column?.getToggleSortingHandler()}
        aria-label={t('orderBy', { name, state: t(`state.${direction || 'none'}`) })}
      >
        {name}
        {direction === 'asc' ? <ArrowUpIcon size={12} /> : null}
        {direction === 'desc' ? <ArrowDownIcon size={12} /> : null}
      </button>
    );
  };
  const columns: VirtualColumn<FieldLine>[] = [
    {
      key: 'label',
      header: head('label', t('field')),
      width: 'minmax(150px, 1.3fr)',
      cell: ({ label: name, column: { id } }) => (
        <>
          <b>{name}</b> {name === id ? null : <span className={styles.id}>{id}</span>}
        </>
      ),
    },
    {
      key: 'kind',
      header: head('kind', t('kind')),
      width: '148px',
      cell: ({ column }) => (
        <span className={styles.kind}>
          <KindIcon kind={column.kind} size={13} />
          {g(columnKindKey(column))}
          {column.profile && column.confidence < 1 ? (
            <span className={styles.doubt}>{t('matching', { share: shownShare(column.confidence) })}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'gaps',
      header: head('gaps', t('gaps')),
      width: '112px',
      from: 400,
      cell: ({ gaps }) =>
        gaps === null ? (
          '–'
        ) : (
          <span className={styles.gaps}>
            <span className={styles.bar}>
              <span style={{ width: `${gaps * 100}%` }} />
            </span>
            {t('share', { share: shownShare(gaps) })}
          </span>
        ),
    },
    {
      key: 'distinct',
      header: head('distinct', t('distinct')),
      width: '84px',
      from: 500,
      numeric: true,
      cell: ({ distinct, facts }) =>
        distinct === null ? '–' : t(facts?.distinctCut ? 'atLeast' : 'count', { count: distinct }),
    },
    {
      key: 'spread',
      header: t('spread'),
      width: '104px',
      from: 600,
      cell: ({ distribution }) =>
        distribution ? (
          <svg
            viewBox="0 0 72 14"
            preserveAspectRatio="none"
            className={styles.spark}
            role="img"
            aria-label={`${g(`spread.${distribution.of}`)}: ${distribution.text}`}
          >
            <path d={sparkPath(distribution)} />
          </svg>
        ) : null,
    },
    {
      key: 'examples',
      header: t('examples'),
      width: 'minmax(120px, 1fr)',
      from: 720,
      cell: ({ facts, column }) =>
        facts
          ? mostFrequent(facts, examplesMax)
              .map(({ value }) => textOfValue(value, column, words))
              .join(' · ')
          : '',
    },
  ];
  return (
    <VirtualTable
      label={label}
      rows={lines}
      rowKey={(line) => line.column.id}
      columns={columns}
      selected={selected}
      onSelect={(line) => onSelect(line.column.id)}
      onClose={onClose}
      empty={t('noneFound')}
    />
  );
}

/** One field as the list of fields shows it. */
export interface FieldLine {
  column: GridColumn;
  label: string;
  facts: FieldFacts | null;
  /** Share of the rows read without a value; null where none was read. */
  gaps: number | null;
  distinct: number | null;
  distribution: Distribution | null;
}

/** The columns with facts from all loaded rows, which may be more than the grid's sample. */
export function fieldLines(
  columns: readonly GridColumn[],
  { rows, fields }: Facts,
  labelOf: (column: GridColumn) => string,
): FieldLine[] {
  return columns.map((column) => {
    const facts = fields.get(column.id) ?? null;
    const profile = facts?.profile ?? null;
    return {
      column: profile ? { ...column, profile, confidence: agreement(profile, column.kind) } : column,
      label: labelOf(column),
      facts,
      gaps: profile ? gapsOf(profile).all : rows > 0 && column.source !== 'system' ? 1 : null,
      distinct: facts ? facts.distinct.size : rows > 0 && column.source !== 'system' ? 0 : null,
      distribution: profile && distributionOf(profile, column.kind),
    };
  });
}

/** The fields whose name, id, kind or values hold a text. */
export function findFields(
  lines: readonly FieldLine[],
  text: string,
  kindName: (line: FieldLine) => string,
): FieldLine[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...lines];
  return lines.filter((line) => `${line.label} ${line.column.id} ${kindName(line)}`.toLowerCase().includes(wanted));
}
