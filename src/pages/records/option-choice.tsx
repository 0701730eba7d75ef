import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { knownOptions } from '../../grid/coerce-cell';
import type { GridColumn } from '../../grid/columns-of';
import { suggest } from '../../grid/editors/suggestions';
import { Checkbox } from '../../ui/checkbox';
import { SearchField } from '../../ui/text-field';
import styles from './condition-form.module.css';

interface OptionChoiceProps {
  column: GridColumn;
  ids: readonly string[];
  onChange(ids: string[]): void;
  onSubmit(event: FormEvent): void;
}

/** Any of the options that the config names or the rows have shown. */
export function OptionChoice({ column, ids, onChange, onSubmit }: OptionChoiceProps) {
  const t = useTranslations('query');
  const [find, setFind] = useState('');
  const options = knownOptions(column);
  const found = suggest(options, find);
  const toggle = (id: string) => onChange(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  return (
    <div className={styles.options}>
      {options.length > 8 ? (
        <SearchField
          label={t('findOption')}
          hideLabel
          placeholder={t('findOption')}
          size="small"
          value={find}
          onChange={setFind}
          onKeyDown={(event) => {
            // Enter marks the only one found; with nothing typed it applies.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            const only = found[0];
            if (find !== '' && only) {
              toggle(only.id);
              setFind('');
            } else onSubmit(event);
          }}
        />
      ) : null}
      <fieldset className={styles.list}>
        <legend className={styles.legend}>{t('value')}</legend>
        {found.map((option) => (
          <Checkbox
            key={option.id}
            label={option.name || option.id}
            checked={ids.includes(option.id)}
            onChange={() => toggle(option.id)}
          />
        ))}
      </fieldset>
    </div>
  );
}
