import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import { keepKey, keptKey } from '../../../edits/kept-key';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { SearchField } from '../../../ui/form/text-field';
import { ChevronDownIcon, KeyIcon } from '../../../ui/icons/icons';
import { Popover } from '../../../ui/overlay/popover';
import styles from './key-picker.module.css';

interface KeyPickerProps {
  /** Fields that can be part of a key. */
  fields: readonly { id: string; name: string }[];
  value: readonly string[];
  /** The key is named beside it already. */
  change?: boolean;
  onChange(key: readonly string[]): void;
}

const searchedFrom = 9;

/** One or several fields that together tell a record from every other (4.5 rules 4 and 5). */
export function KeyPicker({ fields, value, change = false, onChange }: KeyPickerProps) {
  const t = useTranslations('edits');
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const shown = fields.filter(({ id, name }) => `${name}\n${id}`.toLowerCase().includes(wanted));
  const nameOf = (id: string) => fields.find((field) => field.id === id)?.name ?? id;
  return (
    <Popover
      label={t('keyLabel')}
      trigger={
        change && value.length > 0 ? (
          <Button size="small" aria-label={t('keyChangeLabel')}>
            {t('keyChange')}
          </Button>
        ) : (
          <Button icon={<KeyIcon />}>
            {value.length === 0 ? t('keyChoose') : t('keyIs', { fields: value.map(nameOf).join(' + ') })}
            <ChevronDownIcon />
          </Button>
        )
      }
    >
      <div className={styles.picker}>
        <p className={styles.note}>{t('keyHint')}</p>
        {fields.length >= searchedFrom ? (
          <SearchField label={t('keyFind')} hideLabel placeholder={t('keyFind')} value={find} onChange={setFind} />
        ) : null}
        <div className={styles.choices}>
          {shown.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={value.includes(id)}
              onChange={(checked) =>
                onChange(
                  // In the order of the table, so that the same fields are the same key.
                  fields.map((field) => field.id).filter((each) => (each === id ? checked : value.includes(each))),
                )
              }
            />
          ))}
        </div>
      </div>
    </Popover>
  );
}

/** The key of the new records of a table as it is kept, and the way to name another one. */
export function useRecordKey(environment: string, tableId: Id): [readonly string[], (key: readonly string[]) => void] {
  const [key, setKey] = useState(() => keptKey(environment, tableId));
  const change = useCallback(
    (next: readonly string[]) => {
      keepKey(environment, tableId, next);
      setKey(next);
    },
    [environment, tableId],
  );
  return [key, change];
}
