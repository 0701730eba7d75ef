import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { dateWords, type FilterCondition } from '../../contract/filter';
import { columnLabel, kindKey } from '../../grid/column-label';
import type { GridColumn } from '../../grid/columns-of';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Combobox } from '../../ui/combobox';
import { Select } from '../../ui/select';
import { TextArea, TextField } from '../../ui/text-field';
import styles from './condition-form.module.css';
import {
  type Choice,
  type ConditionDraft,
  choicesFor,
  conditionOf,
  draftOfCondition,
  type OperandProblem,
  operandInput,
  operatorOf,
} from './operand';
import { type Findings, stateOf } from './operator-states';
import { OptionChoice } from './option-choice';

interface ConditionFormProps {
  columns: readonly GridColumn[];
  /** The condition to change; null for a new one. */
  condition: FilterCondition | null;
  findings: Findings;
  onApply(condition: FilterCondition): void;
}

type ProblemKey = 'empty' | 'not_a_number' | 'not_a_date' | 'not_json';

/** One condition: field, operator by its kind, operand by both. Applied on Enter or by the button, not on each key. */
export function ConditionForm({ columns, condition, findings, onApply }: ConditionFormProps) {
  const t = useTranslations('query');
  const g = useTranslations('grid');
  const [draft, setDraft] = useState<ConditionDraft>(() => startOf(condition, columns));
  const [problem, setProblem] = useState<OperandProblem | null>(null);
  const column = columns.find(({ id }) => id === draft.field) ?? unknownColumn(draft.field);
  const choices = choicesFor(column);
  const choice = choices.includes(draft.choice) ? draft.choice : (choices[0] ?? 'eq');
  const input = operandInput(column, choice);
  const state = (of: Choice) => stateOf(findings, column.kind, operatorOf(of));
  const doubt = state(choice) === 'ignored' ? 'ignored' : state(choice) === 'unproven' ? 'unproven' : null;

  function change(next: Partial<ConditionDraft>) {
    setDraft((now) => ({ ...now, choice, ...next }));
    setProblem(null);
  }

  function apply(event?: FormEvent) {
    event?.preventDefault();
    const result = conditionOf({ ...draft, choice }, column);
    if (result.ok) onApply(result.condition);
    else setProblem(result.problem);
  }

  const error = problem ? t(`problems.${problem.replaceAll('-', '_') as ProblemKey}`) : undefined;
  const text = {
    value: draft.text,
    onChange: (value: string) => change({ text: value }),
    error,
    autoFocus: condition !== null,
  };

  return (
    <form className={styles.form} onSubmit={apply}>
      <div className={styles.pair}>
        <Combobox
          label={t('field')}
          value={draft.field}
          autoFocus={condition === null}
          onChange={(field) => change({ field, text: '', ids: [] })}
          options={columns.map((each) => ({
            value: each.id,
            label: columnLabel(each, g),
            hint: each.name ? `${g(kindKey(each.kind))} · ${each.id}` : g(kindKey(each.kind)),
          }))}
        />
        <Select
          label={t('operator')}
          value={choice}
          onChange={(next: Choice) => change({ choice: next })}
          options={choices.map((each) => ({
            value: each,
            label: t(`operatorNames.${each.replace('-', '_') as OperatorKey}`),
            hint:
              state(each) === 'ignored' || state(each) === 'unproven'
                ? t(state(each) as 'ignored' | 'unproven')
                : undefined,
          }))}
        />
      </div>
      {input === 'options' ? (
        <OptionChoice column={column} ids={draft.ids} onChange={(ids) => change({ ids })} onSubmit={apply} />
      ) : null}
      {input === 'options' ? <TextField label={t('otherIds')} {...text} autoFocus={false} mono /> : null}
      {input === 'switch' ? (
        <Select
          label={t('value')}
          value={draft.text === 'false' ? 'false' : 'true'}
          onChange={(value) => change({ text: value })}
          options={[
            { value: 'true', label: g('words.yes') },
            { value: 'false', label: g('words.no') },
          ]}
        />
      ) : null}
      {input === 'list' ? (
        <TextArea
          label={t('values')}
          rows={3}
          {...text}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) apply(event);
          }}
        />
      ) : null}
      {input === 'text' || input === 'number' || input === 'date' || input === 'json' ? (
        <TextField
          label={t('value')}
          mono={input === 'json'}
          inputMode={input === 'number' ? 'decimal' : undefined}
          placeholder={input === 'date' ? '2026-11-30' : undefined}
          {...text}
        />
      ) : null}
      {input === 'date' ? (
        <div className={styles.words}>
          {dateWords.map((word) => (
            <Button key={word} kind="ghost" size="small" onClick={() => change({ text: word })}>
              {t(`dateWords.${word}`)}
            </Button>
          ))}
        </div>
      ) : null}
      <div className={styles.end}>
        {doubt ? (
          <p className={styles.unproven}>
            <Badge tone={doubt === 'ignored' ? 'bad' : 'unknown'}>{t(doubt)}</Badge>{' '}
            {t(doubt === 'ignored' ? 'ignoredBefore' : 'unprovenLong')}
          </p>
        ) : null}
        <Button kind="primary" type="submit">
          {t('apply')}
        </Button>
      </div>
    </form>
  );
}

type OperatorKey = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin' | 'em_true' | 'em_false';

function startOf(condition: FilterCondition | null, columns: readonly GridColumn[]): ConditionDraft {
  if (condition) {
    const column = columns.find(({ id }) => id === condition.field) ?? unknownColumn(condition.field);
    return draftOfCondition(condition, column);
  }
  const first = columns.find(({ source }) => source !== 'system') ?? columns[0];
  return { field: first?.id ?? '', choice: 'eq', text: '', ids: [] };
}

/** A field that no row has shown: its operands are written as JSON. */
export function unknownColumn(id: string): GridColumn {
  return {
    id,
    name: null,
    kind: 'json',
    source: 'values',
    confidence: 0,
    config: null,
    profile: null,
    distribution: null,
  };
}
