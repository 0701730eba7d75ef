import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import {
  hasSeveralLines,
  isDate,
  isNamedReference,
  isNumber,
  isStructure,
  isSwitch,
} from '../../../contract/field-kinds';
import { textOfId } from '../../../edits/cell-text';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { knownOptions } from '../../../grid/edit/cell-edits';
import { DatePicker } from '../../../grid/edit/date-picker';
import { Combobox } from '../../../ui/form/combobox';
import { TextArea } from '../../../ui/form/text-area';
import { TextField } from '../../../ui/form/text-field';
import styles from './edits.module.css';

interface SetValueFieldProps {
  column: GridColumn;
  text: string;
  /** @param chosen it was taken from a list, so that nothing more is to be written */
  onText(text: string, chosen?: boolean): void;
  label?: string;
  hint?: ReactNode;
  error?: string;
}

/** Where a value is written that is coerced by its column: a list where there is one, else a text. */
export function SetValueField({ column, text, onText, label, ...notes }: SetValueFieldProps) {
  const t = useTranslations('edits');
  const w = useTranslations('grid.words');
  const field = { ...notes, label: label ?? t('setValue') };
  const options = knownOptions(column);
  const many = column.config?.config.is_multi;
  if (isSwitch(column.kind)) {
    return (
      <Combobox
        {...field}
        value={text}
        onChange={(value) => onText(value, true)}
        options={[
          { value: 'true', label: w('yes') },
          { value: 'false', label: w('no') },
        ]}
      />
    );
  }
  const named = isNamedReference(column.kind);
  if (named && many !== true && options.length > 0) {
    return (
      <Combobox
        {...field}
        value={options.find(({ id, name }) => textOfId(id) === text || (name !== '' && name === text))?.id ?? ''}
        onChange={(value) => onText(textOfId(value), true)}
        options={options.map(({ id, name: label }) => ({
          value: id,
          label: label || id,
          hint: label ? id : undefined,
        }))}
      />
    );
  }
  if (hasSeveralLines(column.kind)) {
    return <TextArea {...field} value={text} onChange={onText} mono={isStructure(column.kind)} />;
  }
  return (
    <TextField
      {...field}
      value={text}
      onChange={onText}
      inputMode={isNumber(column.kind) ? 'decimal' : undefined}
      placeholder={isDate(column.kind) ? 'YYYY-MM-DD' : undefined}
      hint={notes.hint ?? (named ? t('setNames') : undefined)}
      end={
        isDate(column.kind) ? (
          <span className={styles.picker}>
            <DatePicker text={text} onText={(next) => onText(next, true)} />
          </span>
        ) : null
      }
    />
  );
}
