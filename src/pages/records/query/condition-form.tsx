import { type FormEvent, type KeyboardEvent, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { isDate } from '../../../contract/field-kinds';
import type { FilterCondition } from '../../../contract/filter';
import type { DwRecord } from '../../../contract/records';
import { columnKindKey, columnLabel, underscored } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Badge } from '../../../ui/display/badge';
import { Button, IconButton } from '../../../ui/form/button';
import { Combobox } from '../../../ui/form/combobox';
import { Select } from '../../../ui/form/select';
import { TextField } from '../../../ui/form/text-field';
import { fingerPointer } from '../../../ui/hooks/use-media';
import { CloseIcon, PlusIcon } from '../../../ui/icons/icons';
import { Kbd } from '../../../ui/shortcuts/kbd';
import { isPressed, keysOf } from '../../../ui/shortcuts/shortcuts';
import {
  type Choice,
  type ConditionDraft,
  choicesFor,
  conditionOf,
  draftOf,
  newOperator,
  type OperandProblem,
  operandInput,
} from './condition-draft';
import styles from './condition-form.module.css';
import type { Findings } from './filter-findings';
import { filterLine } from './filter-text';
import { stateOf, stateOfCondition, type Trust } from './filter-trust';
import { OperandEditor, type OperandEditorProps } from './operand-editor';
import { dayOf } from './relative-dates';
import { seenValues } from './value-options';

/** What conditions are shown and changed with. */
export interface ConditionContext {
  columns: readonly GridColumn[];
  trust: Trust;
  /** The loaded rows, to offer their values. */
  loadedRows(): readonly DwRecord[];
}

/** A form that is open beside other controls. */
export interface OpenCondition {
  /** What is written: null when nothing is yet; `refused` when it is no condition, which the form then says. */
  take(): FilterCondition | 'refused' | null;
}

interface ConditionFormProps extends ConditionContext {
  ref?: Ref<OpenCondition>;
  /** The condition to change; null for a new one. */
  condition: FilterCondition | null;
  /** What a new one is about; null: the first field. */
  field?: string | null;
  /** Conditions written before it, of which any one is enough. */
  alternatives?: readonly FilterCondition[];
  /** The label of its button where it is a part of a dialog, which gives the focus; "Apply" by default. */
  action?: string;
  onApply(condition: FilterCondition): void;
  /** Leaves it without the condition, also by Escape, which then closes nothing around it; none where it closes otherwise. */
  onCancel?(): void;
  /** Takes it as one of several alternatives, and asks for the next. */
  onOr?(condition: FilterCondition): void;
}

/**
 * One condition: field, operators by its kind, operands by both. Applied on Enter or by the button, not on each key.
 * Long: one form whose parts depend on each other: field, operator, values.
 */
export function ConditionForm(props: ConditionFormProps) {
  const { columns, condition, field = null, alternatives = [], trust, loadedRows, action, onApply, onOr } = props;
  const { ref, onCancel } = props;
  const { findings } = trust;
  const t = useTranslations('filters.form');
  const q = useTranslations('query');
  const g = useTranslations('grid');
  const c = useTranslations('common');
  const [today] = useState(() => dayOf(new Date()));
  const [start] = useState(() => startOf(condition, field, columns, today));
  const [rows] = useState(loadedRows);
  const [draft, setDraft] = useState<ConditionDraft>(start);
  /** How often a field was taken, also the same again: its value comes next. */
  const [taken, setTaken] = useState(0);
  const [problem, setProblem] = useState<{ place: number; problem: OperandProblem } | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const column = columnOf(columns, draft.field);
  const seen = useMemo(() => seenValues(rows, column), [rows, column]);
  const result = conditionOf(draft, column, today, condition);
  const state = result.ok ? stateOfCondition(findings, result.condition, columns) : 'contract';

  function change(operators: ConditionDraft['operators'], field = draft.field) {
    setDraft({ field, operators });
    setProblem(null);
  }

  /** The button that had the focus may be gone: the next operator has it then, else what adds one. */
  function remove(place: number) {
    flushSync(() => change(draft.operators.toSpliced(place, 1)));
    const next = element.current?.querySelectorAll('[data-operator]')[place];
    (next?.querySelector<HTMLElement>('[role=combobox]') ?? adder.current)?.focus();
  }

  /** To the value of an operator, or its name, unless the focus is there. A finger is not brought a keyboard where it can tick. */
  function focusValue(place: number) {
    const search = matchMedia(fingerPointer).matches ? ':not([type=search])' : '';
    const fields = `input:not([aria-hidden])${search}, textarea, [role=combobox], [role=checkbox]`;
    const operator = element.current?.querySelectorAll('[data-operator]')[place];
    const [, ...values] = operator?.querySelectorAll<HTMLElement>(fields) ?? [];
    if (!values.some((value) => value === document.activeElement)) values[0]?.focus();
  }

  function refuse(problem: { place: number; problem: OperandProblem }) {
    setProblem(problem);
    focusValue(problem.place);
  }

  useImperativeHandle(ref, () => ({
    take() {
      if (draft === start) return null;
      if (result.ok) return result.condition;
      refuse(result);
      return 'refused';
    },
  }));

  function take(onTaken: (condition: FilterCondition) => void) {
    if (result.ok) onTaken(result.condition);
    else refuse(result);
  }

  function apply(event?: FormEvent) {
    event?.preventDefault();
    take(onApply);
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { target, currentTarget } = event;
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !onCancel) return;
    // Lists are drawn elsewhere and close by themselves.
    if (!(target instanceof Element) || target.ariaExpanded === 'true' || !currentTarget.contains(target)) return;
    event.stopPropagation();
    onCancel();
  }

  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={apply}
      onKeyDown={onKeyDown}
      // Before a field takes it as its Enter.
      onKeyDownCapture={(event) => {
        // A dialog takes more than this form with the key that applies.
        const taken = isPressed('orCondition', event)
          ? onOr
          : action === undefined && isPressed('applyFilter', event) && onApply;
        if (!taken) return;
        event.preventDefault();
        event.stopPropagation();
        take(taken);
      }}
    >
      {alternatives.length > 0 ? (
        <p className={styles.note}>{`${filterLine({ or: [...alternatives] }, columns, q)} ${q('or')} …`}</p>
      ) : null}
      <Combobox
        label={t('field')}
        value={draft.field}
        autoFocus={condition === null && field === null && action === undefined}
        onChange={(field) => {
          const next = columnOf(columns, field);
          const choice = draft.operators[0]?.choice ?? 'eq';
          change([{ ...newOperator, choice: choicesFor(next).includes(choice) ? choice : firstChoice(next) }], field);
        }}
        onTaken={() => setTaken(taken + 1)}
        options={columns.map((each) => ({
          value: each.id,
          label: columnLabel(each, g),
          hint: each.name ? `${g(columnKindKey(each))} · ${each.id}` : g(columnKindKey(each)),
        }))}
      />
      {draft.operators.map((operator, place) => (
        <OperatorEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of an operator is what names it
          key={`${draft.field} ${taken} ${place}`}
          column={column}
          operator={operator}
          seen={seen}
          findings={findings}
          today={today}
          autoFocus={(condition !== null || field !== null || taken > 0) && place === 0}
          problem={problem?.place === place ? problem.problem : null}
          onChange={(next) => change(draft.operators.with(place, next))}
          onTaken={() => focusValue(place)}
          onRemove={draft.operators.length > 1 ? () => remove(place) : null}
          onSubmit={apply}
        />
      ))}
      {seen.range ? (
        <p className={styles.note}>{t('rangeLoaded', { from: seen.range[0], to: seen.range[1] })}</p>
      ) : null}
      <div>
        <Button
          ref={adder}
          kind="ghost"
          size="small"
          icon={<PlusIcon size={14} />}
          onClick={() => change([...draft.operators, { ...newOperator, choice: nextChoice(draft, column) }])}
        >
          {t('alsoOperator')}
        </Button>
      </div>
      <div className={styles.end}>
        {state === 'ignored' || state === 'undocumented' ? (
          <p className={styles.undocumented}>
            {state === 'ignored' ? <Badge tone="bad">{q('ignored')}</Badge> : null}{' '}
            {q(state === 'ignored' ? 'ignoredBefore' : 'undocumentedLong')}
          </p>
        ) : null}
        {onCancel ? (
          <Button kind="ghost" onClick={onCancel}>
            {c('cancel')}
          </Button>
        ) : null}
        {onOr ? (
          <Button onClick={() => take(onOr)}>
            {t('orAnother')} <Kbd keys={keysOf('orCondition')} />
          </Button>
        ) : null}
        <Button kind="primary" type="submit">
          {action ?? t('apply')}
        </Button>
      </div>
    </form>
  );
}

interface OperatorEditorProps extends OperandEditorProps {
  findings: Findings;
  /** It was chosen from its list. */
  onTaken(): void;
  /** Null for the only operator there is. */
  onRemove: (() => void) | null;
}

/** One operator of a condition and its operand. */
function OperatorEditor({ findings, onTaken, onRemove, ...operand }: OperatorEditorProps) {
  const { column, operator, onChange } = operand;
  const t = useTranslations('filters.form');
  const q = useTranslations('query');
  const nameOf = (choice: Choice) =>
    isDate(column.kind) && (choice === 'gt' || choice === 'gte' || choice === 'lt' || choice === 'lte')
      ? t(`dateOperatorNames.${choice}`)
      : t(`operatorNames.${underscored(choice)}`);
  const isIgnored = (choice: Choice) =>
    (wireNames[choice] ?? [choice]).some((name) => stateOf(findings, column.kind, name) === 'ignored');
  return (
    <div className={styles.operator} data-operator="">
      <div className={styles.pair}>
        <Select
          label={t('operator')}
          value={operator.choice}
          onChange={(choice: Choice) => {
            const kept = choice === 'other' || operator.choice === 'other' ? newOperator : operator;
            const next = { ...kept, choice };
            // What is typed in the search of a list stays there while the list does.
            onChange(valueInputs.includes(operandInput(column, next)) ? next : { ...next, sought: null });
          }}
          onTaken={onTaken}
          options={choicesFor(column).map((choice) => ({
            value: choice,
            label: nameOf(choice),
            hint: isIgnored(choice) ? q('ignored') : undefined,
          }))}
        />
        {operator.choice === 'other' ? (
          <TextField
            label={t('operatorName')}
            mono
            value={operator.name}
            onChange={(name) => onChange({ ...operator, name })}
          />
        ) : null}
        {onRemove ? <IconButton label={t('removeOperator')} icon={<CloseIcon size={14} />} onClick={onRemove} /> : null}
      </div>
      <OperandEditor {...operand} />
    </div>
  );
}

/** How operands are given that may come from a list of values. */
const valueInputs = ['choice', 'list', 'text'];

/** The operators that a choice sends, where they are not its own name. */
const wireNames: Partial<Record<Choice, readonly string[]>> = {
  'em-true': ['em'],
  'em-false': ['em'],
  between: ['gte', 'lte'],
  'any-of': ['or', 'eq'],
  other: [],
};

function startOf(
  condition: FilterCondition | null,
  field: string | null,
  columns: readonly GridColumn[],
  today: string,
): ConditionDraft {
  if (condition) {
    const draft = draftOf(condition, columnOf(columns, condition.field), today);
    return draft.operators.length > 0 ? draft : { ...draft, operators: [newOperator] };
  }
  if (field !== null) {
    const choices = choicesFor(columnOf(columns, field));
    const choice = choices.includes('between') ? 'between' : (choices[0] ?? 'other');
    return { field, operators: [{ ...newOperator, choice }] };
  }
  const first = columns.find(({ source }) => source !== 'system') ?? columns[0] ?? columnOf(columns, '');
  return { field: first.id, operators: [{ ...newOperator, choice: firstChoice(first) }] };
}

function firstChoice(column: GridColumn): Choice {
  return choicesFor(column)[0] ?? 'other';
}

/** The operator that fits the existing ones: an upper bound for a lower one, otherwise the first unused operator. */
function nextChoice({ operators }: ConditionDraft, column: GridColumn): Choice {
  const taken = new Set(operators.map(({ choice }) => choice));
  const free = choicesFor(column).filter((choice) => !taken.has(choice));
  if ((taken.has('gte') || taken.has('gt')) && free.includes('lt')) return 'lt';
  return free.find((choice) => choice !== 'eq') ?? 'other';
}

/** The column of a field; the operands of one that no row has shown are written as JSON. */
function columnOf(columns: readonly GridColumn[], id: string): GridColumn {
  const unknown = { name: null, confidence: 0, config: null, profile: null, distribution: null };
  return columns.find((column) => column.id === id) ?? { ...unknown, id, kind: 'json', source: 'values' };
}
