import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isSwitch } from '../../../contract/field-kinds';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import { Combobox } from '../../../ui/form/combobox';
import { TextField } from '../../../ui/form/text-field';
import { meantOptions } from './instead';

interface OtherValueProps {
  label: string;
  column: MappedColumn;
  /** What the text is read as; `''` counts as blank, null: nothing was said. */
  value: string | null;
  becomes(text: string): boolean;
  onSay(text: string | null): void;
}

/** What a text is read as: one of the values that the field has, or a text that becomes a value of it. */
export function OtherValue({ label, column: { kind, config }, value, becomes, onSay }: OtherValueProps) {
  const t = useTranslations('import.columns');
  const [typed, setTyped] = useState<string | null>(null);
  const nothing = t(value === '' ? 'instead.blank' : 'instead.nothing');
  const options = isSwitch(kind)
    ? switchValues.map((own) => ({ own, label: t(`instead.${own}`) }))
    : meantOptions(config).map(({ own, name, shared, id, place, of }) => ({
        own,
        label: shared ? t('instead.option', { name, id }) : name,
        hint: shared ? t('instead.place', { place, of }) : undefined,
      }));
  if (options.length > 0) {
    return (
      <Combobox
        size="small"
        hideLabel
        label={label}
        value={value ?? ''}
        onChange={(next) => onSay(next === '' ? null : next)}
        options={[{ value: '', label: nothing }, ...options.map(({ own, ...said }) => ({ value: own, ...said }))]}
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
