import { memo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FieldKind, fieldKinds, isDate, isNumber } from '../../../contract/field-kinds';
import { formatsOf, type ValueFormat } from '../../../edits/value-formats';
import { underscored } from '../../../grid/columns/column-label';
import type { ColumnFit } from '../../../transfer/in/mapping/fit';
import type { ColumnChoice, MappedColumn, TargetField } from '../../../transfer/in/mapping/mapping';
import type { ColumnHead } from '../../../transfer/in/source/header';
import type { ColumnProfile } from '../../../transfer/in/worker/import-protocol';
import { Combobox } from '../../../ui/form/combobox';
import { Select } from '../../../ui/form/select';
import { classNames } from '../../../ui/hooks/class-names';
import { focusWhenFree } from '../../../ui/hooks/focus-when-free';
import { Small } from '../step-parts';
import styles from './column-row.module.css';
import { FitCell } from './fit-cell';
import { TextReplacements } from './text-replacements';
import type { MappingState } from './use-mapping';

interface ColumnRowProps {
  name: string;
  column: ColumnHead;
  profile: ColumnProfile;
  rows: number;
  choice: ColumnChoice | undefined;
  /** Null where it is not imported. */
  mapped: MappedColumn | null;
  map: MappingState['map'];
  change: MappingState['change'];
  targetFields: readonly TargetField[];
  fit: ColumnFit | null;
}

const nowhere = '';

/** One column of the file: what is in it, and where it goes. */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { name, column, profile, rows, choice, mapped, map, change, targetFields, fit } = props;
  const t = useTranslations('import.columns');
  const { index } = column;
  // A decision on one text removes lines above the others: the row keeps its height, so that they stay in place.
  const [open, setOpen] = useState<{ height: number } | null>(null);
  const fitted = useRef<HTMLTableCellElement>(null);
  const chosen = choice?.field_id ?? null;
  const isId = chosen === 'item_id';
  const plainFormat = choice && isDate(choice.kind) ? 'date' : choice && isNumber(choice.kind) ? 'number' : 'names';
  const system = chosen === null && column.system !== null && column.system !== 'item_id';
  return (
    <>
      <tr>
        <td className={styles.top}>
          <span className={styles.columnName} title={name}>
            {name}
          </span>
          <Small className={styles.filled}>{t('filled', { filled: profile.filled, rows })}</Small>
        </td>
        <td className={styles.top}>
          {profile.samples.slice(0, 2).map((text) => (
            <span key={text} className={styles.samples} title={text}>
              {text}
            </span>
          ))}
        </td>
        <td className={styles.field} data-label={t('field')}>
          <Combobox
            size="small"
            hideLabel
            label={t('target', { column: name })}
            value={chosen ?? nowhere}
            onChange={(id) => map(index, targetFields.find(({ field_id }) => field_id === id) ?? null)}
            options={[
              { value: nowhere, label: t('none') },
              ...targetFields.map(({ field_id, name: field }) => ({
                value: field_id,
                label: field_id === 'item_id' ? t('recordId') : field,
                hint: field === field_id && field_id !== 'item_id' ? undefined : field_id,
              })),
            ]}
          />
          <Small>{system ? t('systemField') : chosen && choice ? t(`by.${choice.by}`) : null}</Small>
        </td>
        <td className={styles.kind} data-label={t('kind')}>
          {chosen && choice && !isId ? (
            <Select<FieldKind>
              size="small"
              hideLabel
              label={t('kindOf', { column: name })}
              value={choice.kind}
              onChange={(kind) =>
                change(index, { kind, written: undefined, unfit: undefined, replacements: undefined })
              }
              options={fieldKinds.map((value) => ({ value, label: t(`kinds.${underscored(value)}`) }))}
            />
          ) : null}
          {chosen && choice && formatsOf(choice.kind).length > 0 ? (
            <Select<ValueFormat | 'console'>
              size="small"
              hideLabel
              label={t('writtenIn', { column: name })}
              value={choice.written ?? 'console'}
              hint={
                choice.formatDetected
                  ? t(choice.written === 'ids' && column.name === chosen ? 'detectedByHeader' : 'detected')
                  : undefined
              }
              onChange={(form) => change(index, { written: form === 'console' ? undefined : form })}
              options={[
                { value: 'console', label: t(`written.${plainFormat}`) },
                ...formatsOf(choice.kind).map((form) => ({ value: form, label: t(`written.${underscored(form)}`) })),
              ]}
            />
          ) : null}
        </td>
        <td className={styles.blank} data-label={t('blank')}>
          {chosen && choice && !isId ? (
            <Select
              size="small"
              hideLabel
              label={t('blankOf', { column: name })}
              value={choice.blank}
              onChange={(blank) => change(index, { blank })}
              options={(['keep', 'clear'] as const).map((value) => ({ value, label: t(value) }))}
            />
          ) : null}
        </td>
        <td
          ref={fitted}
          tabIndex={-1}
          className={classNames(styles.top, styles.fitted)}
          style={open ?? undefined}
          data-label={t('fit')}
        >
          {mapped && fit ? (
            <FitCell
              name={name}
              fit={fit}
              column={mapped}
              onChange={(next) => {
                change(index, next);
                // The button disappears with the suggestion it applied.
                if ('written' in next) focusWhenFree(() => fitted.current?.focus());
              }}
              open={open !== null}
              onOpen={(next) => setOpen(next ? { height: fitted.current?.offsetHeight ?? 0 } : null)}
            />
          ) : null}
        </td>
      </tr>
      {open && mapped && fit && fit.unfitTexts.size > 0 ? (
        <tr>
          <td colSpan={6}>
            <TextReplacements
              name={name}
              fit={fit}
              column={mapped}
              onChange={(replacements) => change(index, { replacements })}
            />
          </td>
        </tr>
      ) : null}
    </>
  );
});
