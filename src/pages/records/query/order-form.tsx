import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '../../../contract/records';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Combobox } from '../../../ui/form/combobox';
import { Segmented } from '../../../ui/form/select';
import formStyles from './condition-form.module.css';

interface OrderFormProps {
  order: Order | null;
  columns: readonly GridColumn[];
  /** Null takes the order away. */
  onChange(order: Order | null): void;
}

/** Field and direction of the order. */
export function OrderForm({ order, columns, onChange }: OrderFormProps) {
  const t = useTranslations('filters.order');
  const q = useTranslations('query');
  const g = useTranslations('grid');
  // Chosen before the field, it waits for one.
  const [type, setType] = useState<Order['type'] | null>(null);
  // Shown at once: the key that takes a field leads to its direction, and the rows come later.
  const [asked, setAsked] = useState(order);
  const shown = order ?? asked;
  const ask = (next: Order | null) => {
    setAsked(next);
    onChange(next);
  };
  return (
    <div className={formStyles.form}>
      <Combobox
        label={t('field')}
        value={shown?.field_id ?? null}
        autoFocus
        error={shown === null && type !== null ? t('noField') : undefined}
        onChange={(field_id) => ask({ field_id, type: shown?.type ?? type ?? 'asc' })}
        options={columns.map((each) => ({
          value: each.id,
          label: columnLabel(each, g),
          hint: each.name ? each.id : undefined,
        }))}
      />
      <Segmented
        label={t('direction')}
        value={shown?.type ?? type ?? 'off'}
        onChange={(next) => {
          const chosen = next === 'off' ? null : next;
          setType(shown ? null : chosen);
          if (shown) ask(chosen && { ...shown, type: chosen });
        }}
        options={[
          { value: 'off', label: t('off') },
          { value: 'asc', label: q('ascending') },
          { value: 'desc', label: q('descending') },
        ]}
      />
      <div className={formStyles.end}>
        <p className={formStyles.undocumented}>{t('note')}</p>
      </div>
    </div>
  );
}
