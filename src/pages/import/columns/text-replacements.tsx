import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isSwitch } from '../../../contract/field-kinds';
import { underscored } from '../../../grid/columns/column-label';
import { type ColumnFit, unfitOf } from '../../../transfer/in/mapping/fit';
import { type MappedColumn, type Replacements, withReplacement } from '../../../transfer/in/mapping/mapping';
import { Checkbox } from '../../../ui/form/checkbox';
import { Combobox } from '../../../ui/form/combobox';
import type { Option } from '../../../ui/form/select';
import { TextField } from '../../../ui/form/text-field';
import { Small } from '../step-parts';
import { becomesValue, optionsToChoose } from './fit-suggestions';
import styles from './text-replacements.module.css';

interface TextReplacementsProps {
  name: string;
  fit: ColumnFit;
  column: MappedColumn;
  onChange(replacements: Replacements | undefined): void;
}

/** Each text of a column that does not fit, with what it is read as: another value of the field, or a blank. */
export function TextReplacements({ name, fit, column, onChange }: TextReplacementsProps) {
  const t = useTranslations('import.columns');
  const said = new Map(column.replacements);
  const texts = [...fit.unfitTexts].sort(([, a], [, b]) => b.count - a.count);
  const rest = unfitOf(fit) + fit.replaced - texts.reduce((sum, [, { count }]) => sum + count, 0);
  const becomes = becomesValue(column);
  return (
    <section aria-label={t('instead.title', { column: name })} className={styles.texts}>
      <Small as="p">{t('instead.how')}</Small>
      <ul>
        {texts.map(([text, { count, reason }]) => {
          const other = said.get(text) ?? null;
          const say = (next: string | null): void => onChange(withReplacement(column.replacements, text, next));
          return (
            <li key={text} className={styles.row}>
              <span className={styles.text} title={text}>
                “{text}”
              </span>
              <Small>{t('instead.cells', { count, reason: t(`reason.${underscored(reason)}`) })}</Small>
              <OtherValue
                label={t('instead.as', { text })}
                column={column}
                value={other}
                becomes={becomes}
                onSay={say}
              />
              <Checkbox
                label={t(column.blank === 'clear' ? 'instead.clears' : 'instead.keeps')}
                checked={other === ''}
                onChange={(on) => say(on ? '' : null)}
              />
            </li>
          );
        })}
      </ul>
      {rest > 0 ? <Small as="p">{t('instead.rest', { count: rest })}</Small> : null}
    </section>
  );
}

interface OtherValueProps {
  label: string;
  column: MappedColumn;
  /** What the text is read as; `''` counts as blank, null: no choice. */
  value: string | null;
  becomes(text: string): boolean;
  onSay(text: string | null): void;
}

/** What a text is read as: one of the values that the field has, or a text that becomes a value of it. */
function OtherValue({ label, column, value, becomes, onSay }: OtherValueProps) {
  const t = useTranslations('import.columns');
  const [typed, setTyped] = useState<string | null>(null);
  const nothing = t(value === '' ? 'instead.blank' : 'instead.nothing');
  const options = useCellChoices(column);
  if (options.length > 0) {
    return (
      <Combobox
        size="small"
        hideLabel
        label={label}
        value={value ?? ''}
        onChange={(next) => onSay(next === '' ? null : next)}
        options={[{ value: '', label: nothing }, ...options]}
      />
    );
  }
  const shown = typed ?? value ?? '';
  const wrong = shown !== '' && !becomes(shown);
  const say = (): void => {
    if (typed === null || wrong) return;
    if (typed !== (value ?? '')) onSay(typed === '' ? null : typed);
    setTyped(null);
  };
  return (
    <TextField
      size="small"
      hideLabel
      label={label}
      placeholder={nothing}
      value={shown}
      error={wrong ? t('instead.wrong') : undefined}
      onChange={setTyped}
      onBlur={say}
      onKeyDown={(event) => {
        if (event.key === 'Enter') say();
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}

const switchValues = ['yes', 'no'] as const;

/** The values that a field is known to have, to choose from; none where any may be typed. */
export function useCellChoices({ kind, config }: MappedColumn): Option[] {
  const t = useTranslations('import.columns.instead');
  if (isSwitch(kind)) return switchValues.map((value) => ({ value, label: t(value) }));
  return optionsToChoose(config).map(({ own, name, shared, id }) => ({
    value: own,
    label: shared ? t('option', { name, id }) : name,
  }));
}
