import { memo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FieldKind, fieldKinds } from '../../../contract/field-kinds';
import { underscored } from '../../../grid/columns/column-label';
import type { ColumnFit } from '../../../transfer/in/mapping/fit';
import type { ColumnChoice, MappedColumn, TargetField } from '../../../transfer/in/mapping/mapping';
import { type WrittenForm, writtenFormsOf } from '../../../transfer/in/mapping/written-form';
import type { ColumnHead } from '../../../transfer/in/source/header';
import type { ColumnProfile } from '../../../transfer/in/worker/import-protocol';
import { Combobox } from '../../../ui/form/combobox';
import { Select } from '../../../ui/form/select';
import { classNames } from '../../../ui/hooks/class-names';
import { focusWhenFree } from '../../../ui/hooks/focus-when-free';
import styles from '../import.module.css';
import { FitCell } from './fit-cell';
import { UnfitTexts } from './unfit-texts';
import type { MappingState } from './use-mapping';
import { formKeys, plainFormOf } from './written-form-keys';

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
  targets: readonly TargetField[];
  fit: ColumnFit | null;
}

const nowhere = '';

/** One column of the file: what is in it, and where it goes. */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { name, column, profile, rows, choice, mapped, map, change, targets, fit } = props;
  const t = useTranslations('import.columns');
  const { index } = column;
  // What is said of one text takes lines away above the others: the row keeps its height, so that they stay where they are.
  const [open, setOpen] = useState<{ height: number } | null>(null);
  const fitted = useRef<HTMLTableCellElement>(null);
  const chosen = choice?.field_id ?? null;
  const isId = chosen === 'item_id';
  const system = chosen === null && column.system !== null && column.system !== 'item_id';
  return (
    <>
      <tr>
        <td className={styles.top}>
          <span className={styles.columnName} title={name}>
            {name}
          </span>
          <span className={classNames(styles.small, styles.filled)}>
            {t('filled', { filled: profile.filled, rows })}
          </span>
        </td>
        <td className={styles.top}>
          {profile.samples.slice(0, 2).map((text) => (
            <span key={text} className={styles.samples} title={text}>
              {text}
            </span>
          ))}
        </td>
        <td className={styles.field}>
          <Combobox
            size="small"
            hideLabel
            label={t('target', { column: name })}
            value={chosen ?? nowhere}
            onChange={(id) => map(index, targets.find(({ field_id }) => field_id === id) ?? null)}
            options={[
              { value: nowhere, label: t('none') },
              ...targets.map(({ field_id, name: field }) => ({
                value: field_id,
                label: field_id === 'item_id' ? t('recordId') : field,
                hint: field === field_id && field_id !== 'item_id' ? undefined : field_id,
              })),
            ]}
          />
          <span className={styles.small}>
            {system ? t('systemField') : chosen && choice ? t(`by.${choice.by}`) : null}
          </span>
        </td>
        <td className={styles.kind}>
          {chosen && choice && !isId ? (
            <Select<FieldKind>
              size="small"
              hideLabel
              label={t('kindOf', { column: name })}
              value={choice.kind}
              onChange={(kind) => change(index, { kind, written: undefined, misfit: undefined, instead: undefined })}
              options={fieldKinds.map((kind) => ({
                value: kind,
                label: t(`kinds.${underscored(kind)}`),
              }))}
            />
          ) : null}
          {chosen && choice && writtenFormsOf(choice.kind).length > 0 ? (
            <Select<WrittenForm | 'console'>
              size="small"
              hideLabel
              label={t('writtenIn', { column: name })}
              value={choice.written ?? 'console'}
              hint={
                choice.told ? t(choice.written === 'ids' && column.name === chosen ? 'toldByHead' : 'told') : undefined
              }
              onChange={(form) => change(index, { written: form === 'console' ? undefined : form })}
              options={[
                { value: 'console', label: t(`written.${plainFormOf(choice.kind)}`) },
                ...writtenFormsOf(choice.kind).map((form) => ({ value: form, label: t(`written.${formKeys[form]}`) })),
              ]}
            />
          ) : null}
        </td>
        <td className={styles.blank}>
          {chosen && choice && !isId ? (
            <Select
              size="small"
              hideLabel
              label={t('blankOf', { column: name })}
              value={choice.blank}
              onChange={(blank) => change(index, { blank })}
              options={[
                { value: 'keep', label: t('keep') },
                { value: 'clear', label: t('clear') },
              ]}
            />
          ) : null}
        </td>
        <td ref={fitted} tabIndex={-1} className={classNames(styles.top, styles.fitted)} style={open ?? undefined}>
          {mapped && fit ? (
            <FitCell
              name={name}
              head={column.name}
              fit={fit}
              column={mapped}
              texts={profile.texts}
              onChange={(next) => {
                change(index, next);
                // A button that reads the column otherwise goes with what it offered.
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
            <UnfitTexts name={name} fit={fit} column={mapped} onChange={(instead) => change(index, { instead })} />
          </td>
        </tr>
      ) : null}
    </>
  );
});
