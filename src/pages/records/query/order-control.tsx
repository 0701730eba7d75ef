import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isDate } from '../../../contract/field-kinds';
import type { Order } from '../../../contract/records';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { classNames } from '../../../ui/hooks/class-names';
import { OrderIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import { usePageCommand } from '../page-commands';
import styles from './filter-pills.module.css';

const OrderForm = lazyPart(async () => (await import('../later')).OrderForm);

interface OrderControlProps {
  order: Order | null;
  columns: readonly GridColumn[];
  onChange(order: Order | null): void;
}

/** The one order field that the API has (4.4). */
export function OrderControl({ order, columns, onChange }: OrderControlProps) {
  const t = useTranslations('query');
  const g = useTranslations('grid');
  const [open, setOpen] = useState(false);
  usePageCommand('sort', () => setOpen(true));
  const column = columns.find(({ id }) => id === order?.field_id);
  const label = order ? columnLabel(column ?? { id: order.field_id, name: null, source: 'system' }, g) : '';
  const direction = order ? t(directionKey(order.type, column)) : '';
  const name = order ? t('orderBy', { field: label, direction }) : t('order');
  return (
    <Popover
      label={t('order')}
      stays
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={classNames(styles.pill, styles.order, styles.face)}
          aria-keyshortcuts={order ? 'ArrowUp ArrowDown Delete' : undefined}
          onKeyDown={(event: KeyboardEvent) => {
            const next = order ? turned(order, event.key) : undefined;
            if (next === undefined || open) return;
            event.preventDefault();
            onChange(next);
          }}
          aria-label={name}
          title={name}
        >
          <span className={styles.part}>
            <OrderIcon />
          </span>
          <span className={styles.part}>{order ? label : t('order')}</span>
          {order ? <span className={styles.operator}>{direction}</span> : null}
        </button>
      }
    >
      <OrderForm order={order} columns={columns} onChange={onChange} />
    </Popover>
  );
}

/** What a key makes of an order; undefined when it means nothing here. */
function turned(order: Order, key: string): Order | null | undefined {
  if (key === 'Delete' || key === 'Backspace') return null;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  return { ...order, type: key === 'ArrowUp' ? 'asc' : 'desc' };
}

function directionKey(type: Order['type'], column: GridColumn | undefined) {
  if (column && isDate(column.kind)) return type === 'asc' ? 'oldestFirst' : 'newestFirst';
  return type === 'asc' ? 'ascending' : 'descending';
}
