import { type ClipboardEvent, type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isDate, isNumber, isShortText, isUser } from '../../../../contract/field-kinds';
import type { GridColumn } from '../../../../grid/columns/columns-of';
import { Button } from '../../../../ui/form/button';
import { Select } from '../../../../ui/form/select';
import { TextField } from '../../../../ui/form/text-field';
import { listOf, type OperandProblem, type OperatorDraft, operandInput, takesCommas } from './condition-draft';
import styles from './condition-form.module.css';
import { DateWordButtons } from './date-word-buttons';
import { resolveDate } from './date-words';
import { OptionChoice } from './option-choice';
import type { SeenValues } from './seen-values';
import { ValueListField } from './value-list-field';

type ProblemKey =
  | 'empty'
  | 'not_a_number'
  | 'not_exact'
  | 'not_a_date'
  | 'not_json'
  | 'period'
  | 'no_name'
  | 'twice'
  | 'list';

export interface OperandEditorProps {
  column: GridColumn;
  operator: OperatorDraft;
  seen: SeenValues;
  /** `YYYY-MM-DD` */
  today: string;
  autoFocus: boolean;
  problem: OperandProblem | null;
  onChange(operator: OperatorDraft): void;
  onSubmit(event: FormEvent): void;
}

/** The operand of an operator, given as its kind is. */
export function OperandEditor(props: OperandEditorProps) {
  const { column, operator, seen, today, autoFocus, problem, onChange, onSubmit } = props;
  const t = useTranslations('filters.form');
  const g = useTranslations('grid');
  const input = operandInput(column, operator);
  // The field for a list takes the place of the one that had the focus.
  const [turned, setTurned] = useState(false);
  const { text, to, ids } = operator;
  const error = problem ? t(`problems.${problem.replaceAll('-', '_') as ProblemKey}`) : undefined;
  const change = (next: Partial<typeof operator>) => onChange({ ...operator, ...next });
  const takeSeveral = (next: string) => {
    setTurned(true);
    change({ several: true, text: next });
  };
  const field = { value: text, onChange: (value: string) => change({ text: value }), error, autoFocus };
  // A text among few can be chosen; ids that were chosen stay in sight though no row shows them.
  const choosing =
    input === 'choice' ||
    ((input === 'text' || input === 'list') && isShortText(column.kind) && (seen.few || ids.length > 0));
  const choice = choosing ? (
    <OptionChoice
      seen={seen}
      ids={ids}
      user={isUser(column.kind)}
      autoFocus={autoFocus}
      onChange={(next) => change({ ids: next })}
      onSubmit={onSubmit}
    />
  ) : null;
  switch (input) {
    case 'none':
      return error ? <p className={styles.error}>{error}</p> : null;
    case 'switch':
      return (
        <Select
          label={t('value')}
          value={text.trim() === 'false' ? 'false' : 'true'}
          onChange={(value) => change({ text: value })}
          options={[
            { value: 'true', label: g('words.yes') },
            { value: 'false', label: g('words.no') },
          ]}
        />
      );
    case 'choice':
      return (
        <>
          {choice}
          <ValueListField
            {...field}
            autoFocus={autoFocus && seen.values.length === 0}
            label={t('otherIds')}
            rows={1}
            list={listOf(column, text, today)}
            commas
            onSubmit={onSubmit}
          />
        </>
      );
    case 'list':
      return (
        <>
          {choice}
          <ValueListField
            {...field}
            autoFocus={turned || (autoFocus && !choosing)}
            label={choosing ? t('otherValues') : t('values')}
            rows={choosing ? 1 : 3}
            list={listOf(column, text, today)}
            commas={takesCommas(column)}
            onSubmit={onSubmit}
          />
        </>
      );
    case 'between':
      return (
        <>
          <div className={styles.pair}>
            <TextField {...field} label={t('from')} inputMode={isNumber(column.kind) ? 'decimal' : undefined} />
            <TextField
              label={t('to')}
              value={to}
              onChange={(value) => change({ to: value })}
              inputMode={isNumber(column.kind) ? 'decimal' : undefined}
            />
          </div>
          {isDate(column.kind) ? (
            <DateWordButtons today={today} periods onChoose={(span) => change({ text: span.from, to: span.to })} />
          ) : null}
        </>
      );
    case 'date': {
      const span = resolveDate(text, today);
      return (
        <>
          <TextField
            {...field}
            label={t('value')}
            placeholder={today}
            hint={
              span && span.from !== text.trim()
                ? t('dateIs', { from: span.from, to: span.to, days: span.from === span.to ? 'one' : 'many' })
                : t('dateNote')
            }
          />
          <DateWordButtons
            today={today}
            periods={operator.choice === 'eq'}
            onChoose={(chosen) =>
              chosen.from === chosen.to || operator.choice !== 'eq'
                ? change({ text: chosen.from })
                : change({ choice: 'between', text: chosen.from, to: chosen.to })
            }
          />
        </>
      );
    }
    default: {
      const several = input === 'text' && column.id !== 'item_id';
      return (
        <>
          {choice}
          <TextField
            {...field}
            label={choosing ? t('otherValues') : t('value')}
            autoFocus={autoFocus && !choosing}
            mono={input === 'json'}
            inputMode={input === 'number' ? 'decimal' : undefined}
            hint={input === 'json' ? t('jsonOperand') : undefined}
            onPaste={
              several
                ? (event: ClipboardEvent) => {
                    const pasted = event.clipboardData.getData('text/plain');
                    if (!/[\n\t]/.test(pasted.trim())) return;
                    // One line cannot hold a column: it becomes a list.
                    event.preventDefault();
                    takeSeveral([text, pasted.trim()].filter(Boolean).join('\n'));
                  }
                : undefined
            }
          />
          {several && !choosing ? (
            <div>
              <Button kind="ghost" size="small" onClick={() => takeSeveral(text)}>
                {t('several')}
              </Button>
            </div>
          ) : null}
        </>
      );
    }
  }
}
