import type { Filter, FilterCondition, FilterEntry } from '../../../contract/filter';
import { type ConditionContext, ConditionForm } from './condition-form';
import { conditionOn, eitherOf, withCondition } from './filter-tree';

interface AddConditionProps extends ConditionContext {
  filter: Filter | null;
  /** The field that it was opened for; null: any. */
  field: string | null;
  /** Alternatives of the condition that is being added. */
  alternatives: readonly FilterCondition[];
  onAlternatives(alternatives: readonly FilterCondition[]): void;
  onFilter(filter: Filter): void;
  /** Asks for what meets a further entry, too. */
  onNarrow(entry: FilterEntry): void;
  /** A condition was taken. */
  onDone(): void;
}

/** The form of a further condition. Who filters by a field that is filtered already changes that condition. */
export function AddCondition(props: AddConditionProps) {
  const { filter, field, alternatives, onAlternatives, onFilter, onNarrow, onDone, ...context } = props;
  const before = conditionOn(filter, field);
  return (
    <ConditionForm
      key={`${field} ${alternatives.length}`}
      {...context}
      condition={before ?? null}
      field={field}
      // Those are of a condition that is being added: they wait for it.
      alternatives={before ? [] : alternatives}
      onOr={before ? undefined : (condition) => onAlternatives([...alternatives, condition])}
      onApply={(condition) => {
        onDone();
        if (filter && before) return onFilter(withCondition(filter, before, condition));
        onAlternatives([]);
        onNarrow(eitherOf([...alternatives, condition]));
      }}
    />
  );
}
