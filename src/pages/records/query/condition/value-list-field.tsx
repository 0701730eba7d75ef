import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../../../../contract/json';
import { Button } from '../../../../ui/form/button';
import { TextArea } from '../../../../ui/form/text-field';
import styles from './condition-form.module.css';
import { type ValueList, withoutFailed } from './value-list';

interface ValueListFieldProps {
  label: string;
  rows: number;
  value: string;
  list: ValueList<Json>;
  /** Commas separate, too. */
  commas: boolean;
  error: string | undefined;
  autoFocus: boolean;
  onChange(text: string): void;
  onSubmit(event: FormEvent): void;
}

const shownMax = 5;

/** A list, one value on each line, as a pasted column is; says how many it holds and what in it is none. */
export function ValueListField(props: ValueListFieldProps) {
  const { label, rows, value, list, commas, error, autoFocus, onChange, onSubmit } = props;
  const t = useTranslations('filters.form');
  const { values, doubles, failed } = list;
  return (
    <div className={styles.operator}>
      <TextArea
        label={label}
        rows={value.includes('\n') ? Math.max(rows, 4) : rows}
        value={value}
        onChange={onChange}
        error={error}
        autoFocus={autoFocus}
        hint={t(commas ? 'listNoteCommas' : 'listNote')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            onSubmit(event);
          }
        }}
      />
      {value.trim() === '' ? null : (
        <div className={styles.listState} role="status">
          {t('listCount', { count: values.length })}
          {doubles > 0 ? ` · ${t('listDoubles', { count: doubles })}` : ''}
          {failed.length > 0 ? (
            <span className={styles.error}>
              {' · '}
              {t('listFailed', { count: failed.length })}{' '}
              {failed
                .slice(0, shownMax)
                .map(({ place, text }) => t('listPlace', { place, text: text.slice(0, 30) }))
                .join(', ')}
              {failed.length > shownMax ? ' …' : ''}
            </span>
          ) : null}
          {failed.length > 0 ? (
            <Button kind="ghost" size="small" onClick={() => onChange(withoutFailed(value, failed, commas))}>
              {t('leaveOut')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}
