import { useTranslations } from 'use-intl';
import type { Order } from '../../../contract/records';
import { columnLabel } from '../../../grid/columns/column-label';
import { gridColumnOf, passedByStep } from '../../../grid/columns/column-table';
import { recordColumnId } from '../../../grid/columns/columns-of';
import type { HeaderActions } from '../../../grid/columns/header-cell';
import { isReadOnly } from '../../../grid/edit/cell-edits';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  CloseIcon,
  ColumnsIcon,
  FilterIcon,
  InfoIcon,
  PlusIcon,
} from '../../../ui/icons/icons';
import { ChevronLeftIcon, ChevronRightIcon, EditIcon, EyeOffIcon, MinusIcon } from '../../../ui/icons/later-icons';
import type { MenuItem } from '../../../ui/overlay/menu';
import { ContextMenuPopup } from '../../../ui/overlay/menu-popup';
import { keysOf } from '../../../ui/shortcuts/shortcuts';
import type { BulkStart } from '../bulk/bulk-dialog';
import type { ChosenColumns } from './use-chosen-columns';
import type { HeadMenu } from './use-heads';
import { useHideColumn } from './use-hide-column';

interface ColumnMenuProps {
  menu: HeadMenu;
  chosen: ChosenColumns;
  order: Order | null;
  heads: HeaderActions;
  onOrder(order: Order | null): void;
  /** Opens the form of a condition on this field. */
  onFilterBy(id: string): void;
  /** Opens the dialog that changes this field of many rows. */
  onChange(start: BulkStart): void;
  editable: boolean;
  onClose(): void;
  /** It has closed, and its head was taken away: that of a column that was pinned or hidden. */
  onHeadGone(): void;
}

/** Pixels wider or narrower per menu command. */
const widthStep = 40;

/** What can be done with a column, at its head. */
export function ColumnMenu({
  menu,
  chosen,
  order,
  heads,
  onOrder,
  onFilterBy,
  onChange,
  editable,
  onClose,
  onHeadGone,
}: ColumnMenuProps) {
  const t = useTranslations('columns.menu');
  const g = useTranslations('grid');
  const { id } = menu;
  const { table, onDialog } = chosen;
  const hide = useHideColumn(table);
  const column = table.getColumn(id);
  if (!column) return null;
  const isRecord = id === recordColumnId;
  const pin = column.getIsPinned();
  const ordered = order?.field_id === id ? order.type : null;
  const step = (by: -1 | 1): MenuItem => ({
    key: by < 0 ? 'left' : 'right',
    label: t(by < 0 ? 'moveLeft' : 'moveRight'),
    icon: by < 0 ? <ChevronLeftIcon /> : <ChevronRightIcon />,
    keys: keysOf(by < 0 ? 'columnLeft' : 'columnRight'),
    disabledReason: isRecord
      ? t('recordStays')
      : passedByStep(table, id, by) === null && t(by < 0 ? 'isFirst' : 'isLast'),
    onSelect: () => heads.onStep(id, by),
  });
  const pinned = (side: 'start' | 'end'): MenuItem => ({
    key: `pin-${side}`,
    label: t(side === 'start' ? 'pinLeft' : 'pinRight'),
    checked: pin === side,
    disabledReason: isRecord && t('recordStays'),
    onSelect: () => {
      column.pin(pin === side ? false : side);
      onClose();
    },
  });
  const sort = (type: Order['type']): MenuItem => ({
    key: type,
    label: t(type === 'asc' ? 'ascending' : 'descending'),
    icon: type === 'asc' ? <ArrowUpIcon /> : <ArrowDownIcon />,
    disabledReason: ordered === type && t('isOrdered'),
    onSelect: () => onOrder({ field_id: id, type }),
  });
  const changed = (action: 'set' | 'replace'): MenuItem => ({
    key: action,
    label: t(action),
    icon: <EditIcon />,
    disabledReason: editable ? isReadOnly(gridColumnOf(column)) && t('systemField') : t('readOnly'),
    onSelect: () => onChange({ action, scope: 'matching', field: id }),
  });
  const items: MenuItem[] = [
    { key: 'column', heading: columnLabel(gridColumnOf(column), g) },
    sort('asc'),
    sort('desc'),
    ...(ordered
      ? [{ key: 'unordered', label: t('unordered'), icon: <CloseIcon />, onSelect: () => onOrder(null) }]
      : []),
    { key: 'rows', separator: true },
    { key: 'filter', label: t('filterBy'), icon: <FilterIcon />, onSelect: () => onFilterBy(id) },
    changed('set'),
    changed('replace'),
    { key: 'what', separator: true },
    {
      key: 'name',
      label: t('describe'),
      icon: <EditIcon />,
      onSelect: () => onDialog({ about: 'name', id }),
    },
    { key: 'about', label: t('about'), icon: <InfoIcon />, onSelect: () => onDialog({ about: 'fields', id }) },
    { key: 'where', separator: true },
    step(-1),
    step(1),
    pinned('start'),
    pinned('end'),
    { key: 'width', separator: true },
    { key: 'fit', label: t('fit'), icon: <ColumnsIcon />, onSelect: () => heads.onFit(id) },
    { key: 'wider', label: t('wider'), icon: <PlusIcon />, onSelect: () => heads.onWiden(id, widthStep) },
    { key: 'narrower', label: t('narrower'), icon: <MinusIcon />, onSelect: () => heads.onWiden(id, -widthStep) },
    { key: 'show', separator: true },
    {
      key: 'hide',
      label: t('hide'),
      icon: <EyeOffIcon />,
      disabledReason: isRecord && t('recordStays'),
      onSelect: () => hide(id),
    },
  ];
  return (
    <ContextMenuPopup
      at={menu.place}
      open={menu.open}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      items={items}
      onOpenerGone={onHeadGone}
    />
  );
}
