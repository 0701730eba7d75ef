import { useNavigate, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { FilterEntry } from '../../../contract/filter';
import type { DwRecord, Order } from '../../../contract/records';
import type { CellPlace as DraftPlace, Drafts } from '../../../edits/drafts';
import { isEmptyValue } from '../../../edits/same-value';
import { columnLabel } from '../../../grid/columns/column-label';
import { cellValue, type GridColumn, recordColumnId } from '../../../grid/columns/columns-of';
import { isReadOnly } from '../../../grid/edit/cell-edits';
import type { CopyFormat } from '../../../grid/selection/copy-range';
import type { Selection } from '../../../grid/selection/selection';
import {
  ActivityIcon,
  ArrowDownIcon,
  ArrowUpIcon,
  CopyIcon,
  DownloadIcon,
  FilterIcon,
  SidebarIcon,
  TableIcon,
} from '../../../ui/icons/icons';
import { ArrowRightIcon, EditIcon, EyeOffIcon, TrashIcon, UndoIcon } from '../../../ui/icons/more-icons';
import type { MenuItem, OpenMenu } from '../../../ui/overlay/menu';
import { ContextMenuPopup } from '../../../ui/overlay/menu-popup';
import { keysOf } from '../../../ui/shortcuts/shortcuts';
import { paths } from '../../../url/paths';
import { operandText } from '../query/filter-text';
import { cellQuestion } from './cell-question';
import { cellsOf } from './selected-cells';

interface CellMenuOptions {
  /** The cell that was pressed, or the active one; undefined where nothing was read. */
  record: DwRecord | undefined;
  /** Of the request that the row came with, or that failed to bring it. */
  request: number | null;
  column: GridColumn | undefined;
  selection: Selection;
  recordAt(row: number): DwRecord | undefined;
  drafts: Drafts;
  /** Whether cells can be edited at all. */
  editable: boolean;
  onCopy(format?: CopyFormat, names?: boolean): void;
  onSelectAll(): void;
  onCopyMatching(): void;
  onCopyText(text: string): void;
  onOpen(record: DwRecord): void;
  onEdit(): void;
  onClear(): void;
  onFill(direction: 'down' | 'right'): void;
  onSetValue(): void;
  onRevert(places: DraftPlace[]): void;
  onNarrow(entry: FilterEntry): void;
  onOrder(order: Order): void;
  onHide(columnId: string): void;
}

/** The menu of a cell. */
export function CellMenu({ menu, ...options }: CellMenuOptions & { menu: OpenMenu }) {
  return <ContextMenuPopup {...menu} items={useCellMenu(options)} />;
}

/** What can be done with a cell, its record and its column, and with the selection around it. */
function useCellMenu(options: CellMenuOptions): MenuItem[] {
  const t = useTranslations('records.menu');
  const g = useTranslations('grid');
  const navigate = useNavigate();
  const { env = '' } = useParams();
  const { record, request, column, drafts, editable, selection, recordAt } = options;
  if (!column) return [];
  const cells = cellsOf(selection, column, recordAt);
  const label = columnLabel(column, g);
  const value = record && cellValue(record, column.id);
  const empty = isEmptyValue(value);
  const draft = record && drafts.get(record.item_id)?.cells.has(column.id);
  const why = !editable ? t('readOnly') : isReadOnly(column) ? t('systemField') : record ? null : t('notRead');
  const question = (equal: boolean): MenuItem => {
    const asked = record && cells ? cellQuestion(column, cells, equal) : null;
    const key = equal ? (empty ? 'onlyEmpty' : 'only') : empty ? 'withoutEmpty' : 'without';
    const several = asked !== null && (asked.values.length > 1 || (asked.empty && asked.values.length > 0));
    const shown = asked ? operandText(asked.values, column) : null;
    const hint = asked?.empty && !several ? t('emptyKinds') : shown?.shown.slice(0, 32);
    return {
      key,
      label: several
        ? t(equal ? 'onlySeveral' : 'withoutSeveral', {
            count: asked.values.length,
            empty: asked.empty ? 'yes' : 'no',
          })
        : t(key),
      icon: <FilterIcon />,
      hint: several && shown && shown.more > 0 ? `${hint} …` : hint,
      disabledReason: asked === null && (record ? t(cells ? 'noQuestion' : 'tooManyCells') : t('notRead')),
      onSelect: () => asked && options.onNarrow(asked.entry),
    };
  };
  return [
    { key: 'copy', label: t('copy'), icon: <CopyIcon />, keys: keysOf('copy'), onSelect: () => options.onCopy() },
    { key: 'copyNames', label: t('copyNames'), icon: <CopyIcon />, onSelect: () => options.onCopy('tsv', true) },
    { key: 'copyCsv', label: t('copyCsv'), icon: <CopyIcon />, onSelect: () => options.onCopy('csv') },
    { key: 'copyJson', label: t('copyJson'), icon: <CopyIcon />, onSelect: () => options.onCopy('json') },
    ...(record
      ? [
          {
            key: 'copyId',
            label: t('copyId'),
            icon: <CopyIcon />,
            hint: record.item_id,
            onSelect: () => options.onCopyText(record.item_id),
          },
          {
            key: 'open',
            label: t('open'),
            icon: <SidebarIcon />,
            keys: keysOf('openRecord'),
            onSelect: () => options.onOpen(record),
          },
        ]
      : []),
    ...(request === null
      ? []
      : [
          {
            key: 'request',
            label: t('request'),
            icon: <ActivityIcon />,
            onSelect: () => navigate(paths.activity({ env }, { request })),
          },
        ]),
    {
      key: 'selectAll',
      label: t('selectAll'),
      icon: <TableIcon />,
      keys: keysOf('selectAll'),
      onSelect: options.onSelectAll,
    },
    { key: 'matching', label: t('matching'), icon: <DownloadIcon />, onSelect: options.onCopyMatching },
    { key: 'edits', separator: true },
    {
      key: 'edit',
      label: t('edit'),
      icon: <EditIcon />,
      keys: keysOf('edit'),
      disabledReason: why,
      onSelect: options.onEdit,
    },
    {
      key: 'clear',
      label: t('clear'),
      icon: <TrashIcon />,
      keys: keysOf('clear'),
      disabledReason: why,
      onSelect: options.onClear,
    },
    {
      key: 'setValue',
      label: t('setValue'),
      icon: <EditIcon />,
      keys: keysOf('setValue'),
      disabledReason: editable ? null : t('readOnly'),
      onSelect: options.onSetValue,
    },
    {
      key: 'fillDown',
      label: t('fillDown'),
      icon: <ArrowDownIcon />,
      keys: keysOf('fillDown'),
      disabledReason: editable ? null : t('readOnly'),
      onSelect: () => options.onFill('down'),
    },
    {
      key: 'fillRight',
      label: t('fillRight'),
      icon: <ArrowRightIcon />,
      keys: keysOf('fillRight'),
      disabledReason: editable ? null : t('readOnly'),
      onSelect: () => options.onFill('right'),
    },
    ...(record && draft
      ? [
          {
            key: 'revert',
            label: t('revert'),
            icon: <UndoIcon />,
            onSelect: () => options.onRevert([{ item_id: record.item_id, field_id: column.id }]),
          },
        ]
      : []),
    { key: 'questions', separator: true },
    question(true),
    question(false),
    {
      key: 'ascending',
      label: t('ascending'),
      icon: <ArrowUpIcon />,
      onSelect: () => options.onOrder({ field_id: column.id, type: 'asc' }),
    },
    {
      key: 'descending',
      label: t('descending'),
      icon: <ArrowDownIcon />,
      onSelect: () => options.onOrder({ field_id: column.id, type: 'desc' }),
    },
    ...(column.id === recordColumnId
      ? []
      : [
          { key: 'columns', separator: true as const },
          {
            key: 'hide',
            label: t('hide', { column: label }),
            icon: <EyeOffIcon />,
            onSelect: () => options.onHide(column.id),
          },
        ]),
  ];
}
