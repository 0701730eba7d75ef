import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '../../contract/records';
import { columnLabel } from '../../grid/column-label';
import type { GridColumn } from '../../grid/columns-of';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Combobox } from '../../ui/combobox';
import { OrderIcon } from '../../ui/icons';
import { Popover } from '../../ui/popover';
import { Segmented } from '../../ui/tabs';
import formStyles from './condition-form.module.css';
import styles from './query-bar.module.css';

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
  const column = columns.find(({ id }) => id === order?.field_id);
  const label = order ? columnLabel(column ?? { id: order.field_id, name: null, source: 'system' }, g) : '';
  const direction = order ? t(directionKey(order.type, column)) : '';
  return (
    <Popover
      label={t('order')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={classNames(styles.pill, styles.order, styles.face)}
          aria-label={order ? t('orderBy', { field: label, direction }) : t('order')}
        >
          <span className={styles.part}>
            <OrderIcon />
          </span>
          <span className={styles.part}>{order ? label : t('order')}</span>
          {order ? <span className={styles.operator}>{direction}</span> : null}
        </button>
      }
    >
      <div className={formStyles.form}>
        <Combobox
          label={t('orderField')}
          value={order?.field_id ?? null}
          autoFocus
          onChange={(field_id) => onChange({ field_id, type: order?.type ?? 'asc' })}
          options={columns.map((each) => ({
            value: each.id,
            label: columnLabel(each, g),
            hint: each.name ? each.id : undefined,
          }))}
        />
        <Segmented
          label={t('direction')}
          value={order?.type ?? 'asc'}
          onChange={(type) => {
            if (order) onChange({ ...order, type });
          }}
          options={[
            { value: 'asc', label: t('ascending') },
            { value: 'desc', label: t('descending') },
          ]}
        />
        <div className={formStyles.end}>
          <p className={formStyles.unproven}>{t('orderNote')}</p>
          {order ? (
            <Button
              onClick={() => {
                setOpen(false);
                onChange(null);
              }}
            >
              {t('removeOrder')}
            </Button>
          ) : null}
        </div>
      </div>
    </Popover>
  );
}

function directionKey(type: Order['type'], column: GridColumn | undefined) {
  if (column?.kind === 'date') return type === 'asc' ? 'oldestFirst' : 'newestFirst';
  return type === 'asc' ? 'ascending' : 'descending';
}
