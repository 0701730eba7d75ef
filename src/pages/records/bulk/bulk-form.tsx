import type { RefCallback } from 'react';
import { useTranslations } from 'use-intl';
import { isDate } from '../../../contract/field-kinds';
import { dateUnits } from '../../../edits/arithmetic';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { isReadOnly } from '../../../grid/edit/cell-edits';
import { Checkbox } from '../../../ui/form/checkbox';
import { Combobox } from '../../../ui/form/combobox';
import { Select } from '../../../ui/form/select';
import { TextField } from '../../../ui/form/text-field';
import { SetValueField } from '../edit/set-value-field';
import styles from './bulk.module.css';
import { type BulkChange, bulkActions, canFillOnlyEmpty, isActionOf } from './bulk-change';

interface BulkFormProps {
  columns: readonly GridColumn[];
  change: BulkChange;
  onChange(change: BulkChange): void;
  /** Takes the field to continue typing in. */
  firstField: RefCallback<HTMLElement>;
  /** The error of the expression. */
  expressionError: string | undefined;
  /** Some values are of another JSON kind than the text. */
  asksForKind: boolean;
}

/** What is done to which field. */
export function BulkForm({ columns, change, onChange, firstField, ...said }: BulkFormProps) {
  const t = useTranslations('bulk');
  const g = useTranslations('grid');
  const { column, action } = change;
  const set = (some: Partial<BulkChange>) => onChange({ ...change, ...some });
  const option = (each: GridColumn) => ({ value: each.id, label: columnLabel(each, g), hint: each.id });
  const writable = columns.filter((each) => !isReadOnly(each));

  function onField(id: string): void {
    const next = writable.find((each) => each.id === id);
    if (!next || next === column) return;
    const from = change.from?.id === id ? null : change.from;
    onChange({ ...change, column: next, from, text: '', action: isActionOf(action, next) ? action : 'set' });
  }

  return (
    <>
      <div className={styles.what}>
        <Combobox label={t('field')} value={column.id} onChange={onField} options={writable.map(option)} />
        <Select
          label={t('action')}
          value={action}
          onChange={(next) => set({ action: next })}
          options={bulkActions
            .filter((each) => isActionOf(each, column))
            .map((value) => ({ value, label: t(`actions.${value}`) }))}
        />
        <div ref={firstField} className={styles.operand}>
          <Operand columns={columns} change={change} set={set} error={said.expressionError} option={option} />
        </div>
      </div>
      <div className={styles.choices}>
        {action === 'replace'
          ? (['regex', 'matchCase', 'wholeCell'] as const).map((key) => (
              <Checkbox
                key={key}
                label={t(key)}
                checked={change.rule[key]}
                onChange={(checked) => set({ rule: { ...change.rule, [key]: checked } })}
              />
            ))
          : null}
        {canFillOnlyEmpty(action) ? (
          <Checkbox
            label={t('onlyEmpty')}
            hint={t('onlyEmptyHint')}
            checked={change.onlyEmpty}
            onChange={(onlyEmpty) => set({ onlyEmpty })}
          />
        ) : null}
        {said.asksForKind || change.anyKind ? (
          <Checkbox label={t('anyKind')} checked={change.anyKind} onChange={(anyKind) => set({ anyKind })} />
        ) : null}
      </div>
    </>
  );
}

interface OperandProps {
  columns: readonly GridColumn[];
  change: BulkChange;
  set(some: Partial<BulkChange>): void;
  error: string | undefined;
  option(column: GridColumn): { value: string; label: string; hint: string };
}

/** What an action needs to know. */
function Operand({ columns, change, set, error, option }: OperandProps) {
  const t = useTranslations('bulk');
  const { column, action, rule } = change;
  switch (action) {
    case 'set':
      return <SetValueField column={column} text={change.text} onText={(text) => set({ text })} />;
    case 'replace':
      return (
        <>
          <TextField
            label={t('find')}
            value={rule.find}
            onChange={(find) => set({ rule: { ...rule, find } })}
            mono={rule.regex}
            error={error}
          />
          <TextField
            label={t('replacement')}
            value={rule.replacement}
            onChange={(replacement) => set({ rule: { ...rule, replacement } })}
            mono={rule.regex}
            hint={rule.regex ? t('parts') : undefined}
          />
        </>
      );
    case 'add':
    case 'multiply':
      return (
        <>
          <TextField
            label={t(action === 'add' ? 'amount' : 'factor')}
            value={change.amount}
            onChange={(amount) => set({ amount })}
            inputMode="decimal"
            hint={action === 'add' ? t('amountHint') : undefined}
          />
          {isDate(column.kind) ? (
            <Select
              label={t('unit')}
              value={change.unit}
              onChange={(unit) => set({ unit })}
              options={dateUnits.map((value) => ({ value, label: t(`units.${value}`) }))}
            />
          ) : (
            <TextField
              label={t('decimals')}
              value={change.decimals}
              onChange={(decimals) => set({ decimals })}
              inputMode="numeric"
              placeholder={t('decimalsAll')}
            />
          )}
        </>
      );
    case 'copy':
      return (
        <Combobox
          label={t('from')}
          value={change.from?.id ?? ''}
          onChange={(id) => set({ from: columns.find((each) => each.id === id) ?? null })}
          options={columns.filter((each) => each !== column).map(option)}
        />
      );
    default:
      return null;
  }
}
