import { type ClipboardEvent, type FocusEvent, type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isDate, isNumber, isShortText, isUser } from '../../../contract/field-kinds';
import { underscored } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Button } from '../../../ui/form/button';
import { Select } from '../../../ui/form/select';
import { TextArea } from '../../../ui/form/text-area';
import { TextField } from '../../../ui/form/text-field';
import { fingerPointer, useMedia } from '../../../ui/hooks/use-media';
import {
  chosenOperator,
  type OperandProblem,
  type OperatorDraft,
  operandInput,
  operandNote,
  takesCommas,
  typedOperator,
  valueListOf,
  withoutFailed,
} from './condition-draft';
import styles from './condition-form.module.css';
import { type DateSpan, relativeDates, resolveDate } from './relative-dates';
import { type SeenValues, ValueOptions } from './value-options';

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
  const [becameList, setBecameList] = useState(false);
  const { text, to, ids } = operator;
  // The list says itself that it has no such value.
  const error = problem && problem !== 'none-found' ? t(`problems.${underscored(problem)}`) : undefined;
  const unusual = operandNote(operator, column, today);
  const note = unusual === null ? undefined : t(`notes.${unusual}`);
  const change = (next: Partial<OperatorDraft>) => onChange({ ...operator, ...next });
  const takeSeveral = (next: string) => {
    setBecameList(true);
    change({ several: true, text: next });
  };
  const field = {
    value: text,
    onChange: (value: string) => onChange(typedOperator(operator, column, value) ?? { ...operator, text: value }),
    error,
    autoFocus,
  };
  // What is typed takes the place of what is written.
  const onFocus = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select();
  // A text field with few values offers them as a list; chosen ids stay listed even if no row shows them.
  const choosing =
    input === 'choice' ||
    ((input === 'text' || input === 'list') && isShortText(column.kind) && (seen.few || ids.length > 0));
  const options = choosing ? (
    <ValueOptions
      seen={seen}
      ids={ids}
      isEmpty={ids.length === 0 && text.trim() === ''}
      user={isUser(column.kind)}
      autoFocus={autoFocus}
      isRefused={problem === 'none-found'}
      onChange={(next) => onChange(chosenOperator(operator, column, next))}
      onSeek={(next) => change({ sought: next })}
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
    case 'list':
      return (
        <>
          {options}
          <ValueListField
            {...field}
            autoFocus={becameList || (autoFocus && (input === 'choice' ? seen.values.length === 0 : !choosing))}
            label={t(input === 'choice' ? 'otherIds' : choosing ? 'otherValues' : 'values')}
            rows={choosing ? 1 : 3}
            column={column}
            today={today}
            onSubmit={onSubmit}
          />
        </>
      );
    case 'between': {
      const inputMode = isNumber(column.kind) ? 'decimal' : undefined;
      return (
        <>
          <div className={styles.pair}>
            <TextField {...field} onFocus={onFocus} label={t('from')} hint={note} inputMode={inputMode} />
            <TextField label={t('to')} value={to} onChange={(value) => change({ to: value })} inputMode={inputMode} />
          </div>
          {isDate(column.kind) ? (
            <RelativeDateButtons today={today} periods onChoose={(span) => change({ text: span.from, to: span.to })} />
          ) : null}
        </>
      );
    }
    case 'date': {
      const span = resolveDate(text, today);
      return (
        <>
          <TextField
            {...field}
            onFocus={onFocus}
            label={t('value')}
            placeholder={today}
            hint={
              span && span.from !== text.trim()
                ? t('dateIs', { ...span, days: span.from === span.to ? 'one' : 'many' })
                : t('dateNote')
            }
          />
          <RelativeDateButtons
            today={today}
            periods={operator.choice === 'eq'}
            onChoose={({ from, to }) => change(from === to ? { text: from } : { choice: 'between', text: from, to })}
          />
        </>
      );
    }
    default: {
      const takesList = input === 'text' && column.id !== 'item_id';
      // One line cannot hold a column: it becomes a list.
      const onPaste = (event: ClipboardEvent) => {
        const pasted = event.clipboardData.getData('text/plain').trim();
        if (!/[\n\t]/.test(pasted)) return;
        event.preventDefault();
        takeSeveral([text, pasted].filter(Boolean).join('\n'));
      };
      return (
        <>
          {options}
          <TextField
            {...field}
            onFocus={onFocus}
            label={choosing ? t('otherValues') : t('value')}
            autoFocus={autoFocus && !choosing}
            mono={input === 'json'}
            inputMode={input === 'number' ? 'decimal' : undefined}
            hint={input === 'json' ? t('jsonOperand') : note}
            onPaste={takesList ? onPaste : undefined}
          />
          {takesList && !choosing ? (
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

interface RelativeDateButtonsProps {
  /** `YYYY-MM-DD` */
  today: string;
  /** Also words for several days. */
  periods: boolean;
  onChoose(span: DateSpan): void;
}

/** Words for dates; a press writes the exact days. */
function RelativeDateButtons({ today, periods, onChoose }: RelativeDateButtonsProps) {
  const t = useTranslations('filters.form');
  return (
    <fieldset className={styles.words}>
      <legend className={styles.legend}>{t('words')}</legend>
      {relativeDates(today)
        .filter(({ span }) => periods || span.from === span.to)
        .map(({ word, span }) => (
          <Button
            key={word}
            kind="ghost"
            size="small"
            tooltip={span.from === span.to ? span.from : `${span.from} – ${span.to}`}
            onClick={() => onChoose(span)}
          >
            {t(`dateWords.${word}`)}
          </Button>
        ))}
    </fieldset>
  );
}

interface ValueListFieldProps extends Pick<OperandEditorProps, 'column' | 'today' | 'autoFocus' | 'onSubmit'> {
  label: string;
  rows: number;
  value: string;
  error: string | undefined;
  onChange(text: string): void;
}

const failedShownMax = 5;

/** A list, one value per line, like a pasted column; shows how many it has and which do not fit the field's type. */
function ValueListField(props: ValueListFieldProps) {
  const { column, today, label, rows, value, error, autoFocus, onChange, onSubmit } = props;
  const t = useTranslations('filters.form');
  const hasKeys = !useMedia(fingerPointer);
  const list = valueListOf(column, value, today);
  const { values, duplicates, failed } = list;
  return (
    <div className={styles.operator}>
      <TextArea
        label={label}
        rows={value.includes('\n') ? Math.max(rows, 4) : rows}
        value={value}
        onChange={onChange}
        error={error}
        autoFocus={autoFocus}
        hint={t(takesCommas(column) ? 'listNoteCommas' : 'listNote', { keys: String(hasKeys) })}
        onKeyDown={(event) => {
          // A finger has no other key for the next line.
          if (hasKeys && event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            onSubmit(event);
          }
        }}
      />
      {value.trim() === '' ? null : (
        <div className={styles.note} role="status">
          {t('listCount', { count: values.length })}
          {duplicates > 0 ? ` · ${t('listDuplicates', { count: duplicates })}` : ''}
          {failed.length > 0 ? (
            <>
              <span className={styles.error}>
                {' · '}
                {t('listFailed', { count: failed.length })}{' '}
                {failed
                  .slice(0, failedShownMax)
                  .map(({ place, text }) => t('listPlace', { place, text: text.slice(0, 30) }))
                  .join(', ')}
                {failed.length > failedShownMax ? ' …' : ''}
              </span>
              <Button kind="ghost" size="small" onClick={() => onChange(withoutFailed(value, list, column))}>
                {t('leaveOut')}
              </Button>
            </>
          ) : null}
        </div>
      )}
    </div>
  );
}
