import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Filter, FilterEntry } from '../../../contract/filter';
import { isEmptyValue } from '../../../contract/json';
import type { DwRecord, Order } from '../../../contract/records';
import type { CellPlace as DraftPlace, Drafts } from '../../../edits/drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import type { ColumnTable } from '../../../grid/columns/column-table';
import { cellValue, type GridColumn, recordColumnId } from '../../../grid/columns/columns-of';
import { isReadOnly } from '../../../grid/edit/cell-edits';
import type { CopyFormat } from '../../../grid/selection/copy-range';
import { type Rectangle, rectangleOf, type Selection } from '../../../grid/selection/selection';
import {
  ActivityIcon,
  ArrowDownIcon,
  ArrowUpIcon,
  CloseIcon,
  CopyIcon,
  DownloadIcon,
  FilterIcon,
  LinkIcon,
  SidebarIcon,
  TableIcon,
} from '../../../ui/icons/icons';
import { ArrowRightIcon, EditIcon, EyeOffIcon, TrashIcon, UndoIcon } from '../../../ui/icons/later-icons';
import type { MenuAction, MenuItem, OpenMenu } from '../../../ui/overlay/menu';
import { ContextMenuPopup } from '../../../ui/overlay/menu-popup';
import { keysOf } from '../../../ui/shortcuts/shortcuts';
import { paths } from '../../../url/paths';
import { addressBytesMax, formatRecordsSearch, type RecordsSearch } from '../../../url/records-search';
import type { BulkAction } from '../bulk/bulk-change';
import type { BulkScope } from '../bulk/use-bulk-rows';
import { useHideColumn } from '../columns/use-hide-column';
import { operandText } from '../query/filter-text';
import { cellFilter, cellsOf } from './cell-filter';

interface CellMenuOptions {
  row: number;
  /** The cell that was pressed, or the active one; undefined where nothing was read. */
  record: DwRecord | undefined;
  /** Of the request that the row came with, or that failed to bring it. */
  request: number | null;
  column: GridColumn | undefined;
  selection: Selection;
  recordAt(row: number): DwRecord | undefined;
  drafts: Drafts;
  editable: boolean;
  onCopy(format?: CopyFormat, names?: boolean): void;
  onSelectAll(): void;
  /** Selects every row of the query, loaded or not. */
  onSelectMatching(): void;
  onCopyMatching(): void;
  onCopyText(text: string): void;
  onOpen(record: DwRecord): void;
  onEdit(): void;
  onClear(): void;
  onFill(direction: 'down' | 'right'): void;
  onChange(action: BulkAction, scope: BulkScope): void;
  /** Null: records of this table cannot be deleted. */
  onDelete: ((rows: Pick<Rectangle, 'top' | 'bottom'>) => void) | null;
  onRevert(places: DraftPlace[]): void;
  onNarrow(entry: FilterEntry): void;
  filter: Filter | null;
  order: Order | null;
  onOrder(order: Order | null): void;
  table: ColumnTable;
}

/** The menu of a cell. */
export function CellMenu({ menu, ...options }: CellMenuOptions & { menu: OpenMenu }) {
  return <ContextMenuPopup {...menu} items={useCellMenu(options)} />;
}

/** The rows that a menu is of: the selected ones, or that of a cell outside of them alone. */
function rowsOfMenu({ row, selection }: Pick<CellMenuOptions, 'row' | 'selection'>): Pick<Rectangle, 'top' | 'bottom'> {
  const { top, bottom } = rectangleOf(selection);
  return top <= row && row <= bottom ? { top, bottom } : { top: row, bottom: row };
}

type ActionKey =
  | 'copy'
  | 'copyNames'
  | 'copyCsv'
  | 'copyJson'
  | 'copyId'
  | 'copyLink'
  | 'copyCellLink'
  | 'open'
  | 'request'
  | 'selectAll'
  | 'selectMatching'
  | 'copyMatching'
  | 'change'
  | 'edit'
  | 'clear'
  | 'setValue'
  | 'fillDown'
  | 'fillRight'
  | 'delete'
  | 'revert'
  | 'ascending'
  | 'descending';

/** What can be done with a cell, its record and its column, and with the selection around it. */
function useCellMenu(options: CellMenuOptions): MenuItem[] {
  const { onDelete } = options;
  const t = useTranslations('records.menu');
  const c = useTranslations('columns.menu');
  const hide = useHideColumn(options.table);
  const g = useTranslations('grid');
  const navigate = useNavigate();
  const { env = '', space = '', table = '' } = useParams();
  const { record, request, column, drafts, editable, selection, recordAt } = options;
  if (!column) return [];
  const cells = cellsOf(selection, column, recordAt);
  const label = columnLabel(column, g);
  const value = record && cellValue(record, column.id);
  const empty = isEmptyValue(value);
  const draft = record && drafts.get(record.item_id)?.cells.has(column.id);
  const why = !editable ? t('readOnly') : isReadOnly(column) ? t('systemField') : record ? null : t('notRead');
  const question = (equal: boolean): MenuItem => {
    const asked = record && cells ? cellFilter(column, cells, equal) : null;
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
      disabledReason: asked === null && (record ? t(cells ? 'noOperator' : 'tooManyCells') : t('notRead')),
      onSelect: () => asked && options.onNarrow(asked.entry),
    };
  };
  const action = (key: ActionKey, icon: ReactNode, onSelect: () => void, more?: Partial<MenuAction>): MenuItem => ({
    key,
    label: t(key),
    icon,
    onSelect,
    ...more,
  });
  const linkTo = (to: Partial<RecordsSearch>) => {
    const { filter, order } = options;
    const whole = { filter, order, ...to };
    // A filter too long for an address is left out: its name is known in this browser alone.
    const search = formatRecordsSearch(whole).length > addressBytesMax ? { order, ...to } : whole;
    return location.origin + paths.records({ env, space, table }, search);
  };
  const closed = { disabledReason: editable ? null : t('readOnly') };
  const sorted = options.order?.field_id === column.id ? options.order.type : null;
  const sort = (type: Order['type'], icon: ReactNode) =>
    action(type === 'asc' ? 'ascending' : 'descending', icon, () => options.onOrder({ field_id: column.id, type }), {
      disabledReason: sorted === type && c('isOrdered'),
    });
  const items: (MenuItem | false | null | undefined)[] = [
    action('copy', <CopyIcon />, () => options.onCopy(), { keys: keysOf('copy') }),
    action('copyNames', <CopyIcon />, () => options.onCopy('tsv', true)),
    action('copyCsv', <CopyIcon />, () => options.onCopy('csv')),
    action('copyJson', <CopyIcon />, () => options.onCopy('json')),
    record && action('copyId', <CopyIcon />, () => options.onCopyText(record.item_id), { hint: record.item_id }),
    record && action('copyLink', <LinkIcon />, () => options.onCopyText(linkTo({ record: record.item_id }))),
    record &&
      action('copyCellLink', <LinkIcon />, () =>
        options.onCopyText(linkTo({ record: record.item_id, field: column.id })),
      ),
    record && action('open', <SidebarIcon />, () => options.onOpen(record), { keys: keysOf('openRecord') }),
    request !== null && action('request', <ActivityIcon />, () => navigate(paths.activity({ env }, { request }))),
    action('selectAll', <TableIcon />, options.onSelectAll, { keys: keysOf('selectAll') }),
    action('selectMatching', <TableIcon />, options.onSelectMatching),
    action('copyMatching', <DownloadIcon />, options.onCopyMatching),
    { key: 'edits', separator: true },
    action('edit', <EditIcon />, options.onEdit, { keys: keysOf('edit'), disabledReason: why }),
    action('clear', <TrashIcon />, options.onClear, { keys: keysOf('clear'), disabledReason: why }),
    action('setValue', <EditIcon />, () => options.onChange('set', 'selected'), {
      keys: keysOf('setValue'),
      ...closed,
    }),
    action('change', <EditIcon />, () => options.onChange('set', 'matching'), closed),
    action('fillDown', <ArrowDownIcon />, () => options.onFill('down'), { keys: keysOf('fillDown'), ...closed }),
    action('fillRight', <ArrowRightIcon />, () => options.onFill('right'), { keys: keysOf('fillRight'), ...closed }),
    onDelete && action('delete', <TrashIcon />, () => onDelete(rowsOfMenu(options)), closed),
    record &&
      draft &&
      action('revert', <UndoIcon />, () => options.onRevert([{ item_id: record.item_id, field_id: column.id }])),
    { key: 'questions', separator: true },
    question(true),
    question(false),
    sort('asc', <ArrowUpIcon />),
    sort('desc', <ArrowDownIcon />),
    sorted !== null && {
      key: 'unordered',
      label: c('unordered'),
      icon: <CloseIcon />,
      onSelect: () => options.onOrder(null),
    },
    ...(column.id === recordColumnId
      ? []
      : [
          { key: 'columns', separator: true as const },
          {
            key: 'hide',
            label: t('hide', { column: label }),
            icon: <EyeOffIcon />,
            onSelect: () => hide(column.id),
          },
        ]),
  ];
  return items.filter((item) => !!item);
}
