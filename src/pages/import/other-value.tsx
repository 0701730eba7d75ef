import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MappedColumn } from '../../transfer/in/mapping';
import { Combobox } from '../../ui/combobox';
import { TextField } from '../../ui/text-field';

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
  const options =
    kind === 'switch' ? switchValues.map((own) => ({ own, name: t(`instead.${own}`) })) : optionsOf(config);
  if (options.length > 0) {
    return (
      <Combobox
        size="small"
        hideLabel
        label={label}
        value={value ?? ''}
        onChange={(next) => onSay(next === '' ? null : next)}
        options={[{ value: '', label: nothing }, ...options.map(({ own, name }) => ({ value: own, label: name }))]}
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

/** The values that a field is known to have; one that shares its name with another is told by its id. */
function optionsOf(config: MappedColumn['config']): { own: string; name: string }[] {
  const options = config?.config.options ?? [];
  const names = new Map<string, number>();
  for (const { name } of options) names.set(name ?? '', (names.get(name ?? '') ?? 0) + 1);
  return options.flatMap(({ id, name }) => {
    const own = name && names.get(name) === 1 ? name : id;
    return own ? [{ own, name: name || own }] : [];
  });
}
