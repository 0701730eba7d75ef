import { type FormEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { myself } from '../../../../contract/filter';
import { Checkbox } from '../../../../ui/form/checkbox';
import { SearchField } from '../../../../ui/form/text-field';
import styles from './condition-form.module.css';
import type { SeenValues } from './seen-values';

interface OptionChoiceProps {
  seen: SeenValues;
  ids: readonly string[];
  /** Users can be asked for by the word `myself` too (field notes). */
  user: boolean;
  autoFocus: boolean;
  onChange(ids: string[]): void;
  onSubmit(event: FormEvent): void;
}

const shownMax = 60;

/** Any of the values that the config names or the rows have shown, with how often. */
export function OptionChoice({ seen, ids, user, autoFocus, onChange, onSubmit }: OptionChoiceProps) {
  const t = useTranslations('filters.form');
  const [find, setFind] = useState('');
  const [atFirst] = useState(ids);
  // What was chosen by typing is not lost in the list again; what is ticked in the list stays where it is.
  const [onTop, setOnTop] = useState<readonly string[]>(ids);
  const options = useMemo(() => {
    const known = new Set(seen.values.map(({ id }) => id));
    const extra = atFirst.filter((id) => !known.has(id) && !(user && id === myself));
    return [
      ...(user ? [{ id: myself, name: t('myself'), count: null }] : []),
      ...seen.values,
      ...extra.map((id) => ({ id, name: id, count: 0 })),
    ];
  }, [seen, atFirst, user, t]);
  const wanted = find.trim().toLowerCase();
  const found =
    wanted === ''
      ? [...options.filter(({ id }) => onTop.includes(id)), ...options.filter(({ id }) => !onTop.includes(id))]
      : options.filter(({ id, name }) => name.toLowerCase().includes(wanted) || id === find.trim());
  const toggle = (id: string) => onChange(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  if (options.length === 0) return null;
  return (
    <div className={styles.options}>
      {options.length > 8 ? (
        <SearchField
          label={t('findOption')}
          hideLabel
          placeholder={t('findOption')}
          size="small"
          value={find}
          autoFocus={autoFocus}
          onChange={setFind}
          onKeyDown={(event) => {
            // Enter marks the first one found; with nothing typed it applies.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            const first = found[0];
            if (find !== '' && first) {
              toggle(first.id);
              setOnTop((now) => [first.id, ...now.filter((id) => id !== first.id)]);
              setFind('');
            } else onSubmit(event);
          }}
        />
      ) : null}
      <fieldset
        className={styles.list}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onSubmit(event);
        }}
      >
        <legend className={styles.legend}>{t('value')}</legend>
        {found.slice(0, shownMax).map(({ id, name, count }) => (
          <div key={id} className={styles.option}>
            <Checkbox label={name} checked={ids.includes(id)} onChange={() => toggle(id)} />
            {count ? <span className={styles.count}>{t('count', { count })}</span> : null}
          </div>
        ))}
      </fieldset>
      <p className={styles.note}>
        {found.length > shownMax ? `${t('moreOptions', { count: found.length - shownMax })} ` : ''}
        {t('ofRowsRead', { rows: seen.rows })}
      </p>
    </div>
  );
}
