import { type FormEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FilterCondition } from '../../../../contract/filter';
import type { DwRecord } from '../../../../contract/records';
import { columnLabel, kindKey } from '../../../../grid/columns/column-label';
import type { GridColumn } from '../../../../grid/columns/columns-of';
import { Badge } from '../../../../ui/display/badge';
import { Button } from '../../../../ui/form/button';
import { Combobox } from '../../../../ui/form/combobox';
import { PlusIcon } from '../../../../ui/icons/icons';
import type { Findings } from '../findings';
import {
  type ConditionDraft,
  choicesFor,
  conditionOf,
  draftOf,
  newOperator,
  type OperandProblem,
} from './condition-draft';
import styles from './condition-form.module.css';
import { dayOf } from './date-words';
import { OperatorEditor } from './operator-editor';
import { operatorsOf, stateOf } from './operator-states';
import { seenValues } from './seen-values';

interface ConditionFormProps {
  columns: readonly GridColumn[];
  /** The condition to change; null for a new one. */
  condition: FilterCondition | null;
  findings: Findings;
  /** The rows read, to offer their values. */
  rowsRead(): readonly DwRecord[];
  onApply(condition: FilterCondition): void;
}

/** One condition: field, operators by its kind, operands by both. Applied on Enter or by the button, not on each key. */
export function ConditionForm({ columns, condition, findings, rowsRead, onApply }: ConditionFormProps) {
  const t = useTranslations('filters.form');
  const q = useTranslations('query');
  const g = useTranslations('grid');
  const [today] = useState(() => dayOf(new Date()));
  const [draft, setDraft] = useState<ConditionDraft>(() => startOf(condition, columns, today));
  const [problem, setProblem] = useState<{ place: number; problem: OperandProblem } | null>(null);
  const column = columns.find(({ id }) => id === draft.field) ?? unknownColumn(draft.field);
  const seen = useMemo(() => seenValues(rowsRead(), column), [rowsRead, column]);
  const result = conditionOf(draft, column, today, condition);
  const states = result.ok
    ? operatorsOf(result.condition.query).map((operator) => stateOf(findings, column.kind, operator))
    : [];
  const doubt = (['ignored', 'unproven'] as const).find((state) => states.includes(state));

  function change(operators: ConditionDraft['operators'], field = draft.field) {
    setDraft({ field, operators });
    setProblem(null);
  }

  function apply(event?: FormEvent) {
    event?.preventDefault();
    if (result.ok) onApply(result.condition);
    else setProblem(result);
  }

  return (
    <form className={styles.form} onSubmit={apply}>
      <Combobox
        label={t('field')}
        value={draft.field}
        autoFocus={condition === null}
        onChange={(field) => {
          const next = columns.find(({ id }) => id === field) ?? unknownColumn(field);
          const choice = draft.operators[0]?.choice ?? 'eq';
          change([{ ...newOperator, choice: choicesFor(next).includes(choice) ? choice : firstChoice(next) }], field);
        }}
        options={columns.map((each) => ({
          value: each.id,
          label: columnLabel(each, g),
          hint: each.name ? `${g(kindKey(each.kind))} · ${each.id}` : g(kindKey(each.kind)),
        }))}
      />
      {draft.operators.map((operator, place) => (
        <OperatorEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of an operator is what names it
          key={`${draft.field} ${place}`}
          column={column}
          operator={operator}
          seen={seen}
          findings={findings}
          today={today}
          autoFocus={condition !== null && place === 0}
          problem={problem?.place === place ? problem.problem : null}
          onChange={(next) => change(draft.operators.map((old, at) => (at === place ? next : old)))}
          onRemove={
            draft.operators.length > 1 ? () => change(draft.operators.filter((_old, at) => at !== place)) : null
          }
          onSubmit={apply}
        />
      ))}
      <div>
        <Button
          kind="ghost"
          size="small"
          icon={<PlusIcon size={14} />}
          onClick={() => change([...draft.operators, { ...newOperator, choice: nextChoice(draft, column) }])}
        >
          {t('alsoOperator')}
        </Button>
      </div>
      <div className={styles.end}>
        {doubt ? (
          <p className={styles.unproven}>
            {doubt === 'ignored' ? <Badge tone="bad">{q('ignored')}</Badge> : null}{' '}
            {q(doubt === 'ignored' ? 'ignoredBefore' : 'unprovenLong')}
          </p>
        ) : null}
        <Button kind="primary" type="submit">
          {t('apply')}
        </Button>
      </div>
    </form>
  );
}

function startOf(condition: FilterCondition | null, columns: readonly GridColumn[], today: string): ConditionDraft {
  if (condition) {
    const column = columns.find(({ id }) => id === condition.field) ?? unknownColumn(condition.field);
    const draft = draftOf(condition, column, today);
    return draft.operators.length > 0 ? draft : { ...draft, operators: [newOperator] };
  }
  const first = columns.find(({ source }) => source !== 'system') ?? columns[0] ?? unknownColumn('');
  return { field: first.id, operators: [{ ...newOperator, choice: firstChoice(first) }] };
}

function firstChoice(column: GridColumn) {
  return choicesFor(column)[0] ?? 'other';
}

/** The operator that goes with those that are there: an upper bound beside a lower one, else the first that is not taken. */
function nextChoice({ operators }: ConditionDraft, column: GridColumn) {
  const taken = new Set(operators.map(({ choice }) => choice));
  const free = choicesFor(column).filter((choice) => !taken.has(choice));
  if ((taken.has('gte') || taken.has('gt')) && free.includes('lt')) return 'lt';
  return free.find((choice) => choice !== 'eq') ?? 'other';
}

/** A field that no row has shown: its operands are written as JSON. */
function unknownColumn(id: string): GridColumn {
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
