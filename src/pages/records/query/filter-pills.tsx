import { Fragment, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import {
  conditionsOf,
  entriesOf,
  type Filter,
  type FilterCondition,
  isCondition,
  joinOf,
} from '../../../contract/filter';
import { isJsonObject, type Json } from '../../../contract/json';
import { columnLabel } from '../../../grid/columns/column-label';
import { classNames } from '../../../ui/hooks/class-names';
import { CloseIcon } from '../../../ui/icons/icons';
import { Popover } from '../../../ui/overlay/popover';
import { Tooltip } from '../../../ui/overlay/tooltip';
import { type ConditionContext, ConditionForm } from './condition-form';
import styles from './filter-pills.module.css';
import { filterLine, operandText, operatorLabel } from './filter-text';
import { childrenOf, joinAt, removeEntry, replaceAt, settled } from './filter-tree';
import { type EntryMark, leastTrusted, markOf, type OperatorState, stateOfCondition } from './filter-trust';

interface FilterPillsProps extends ConditionContext {
  filter: Filter;
  onFilter(filter: Filter | null): void;
  /** Opens the whole filter. */
  onBuild(): void;
  /** The last condition is about to go, with the focus. */
  onLast(): void;
}

/** The filter in the bar: how its entries are joined, and each of them as a pill. */
export function FilterPills({ filter, onFilter, onBuild, onLast, ...context }: FilterPillsProps) {
  const t = useTranslations('query');
  const join = joinOf(filter) ?? 'and';
  const joinText = t(join === 'and' ? 'allOf' : 'anyOf');
  const entries = childrenOf(filter);
  return (
    <>
      {entriesOf(filter).length > 1 ? (
        <button
          type="button"
          className={styles.join}
          aria-label={`${t('join')}: ${joinText}`}
          onClick={() => onFilter(joinAt(filter, [], join === 'and' ? 'or' : 'and'))}
        >
          {joinText}
        </button>
      ) : null}
      {entries.map(({ entry, path, key }, index) =>
        isCondition(entry) ? (
          <ConditionPill
            {...context}
            key={key}
            condition={entry}
            onChange={(next) => onFilter(replaceAt(filter, path, next))}
            onRemove={() => {
              if (index === entries.length - 1) onLast();
              onFilter(settled(removeEntry(filter, path)?.filter ?? null));
            }}
          />
        ) : (
          <GroupPill {...context} key={key} group={entry} onBuild={onBuild} />
        ),
      )}
    </>
  );
}

interface GroupPillProps extends Omit<ConditionContext, 'loadedRows'> {
  group: Json;
  onBuild(): void;
}

/** A group on one line, or an entry that only JSON shows; a press opens the whole filter. */
function GroupPill({ group, columns, trust, onBuild }: GroupPillProps) {
  const t = useTranslations('query');
  const conditions = isJsonObject(group) ? conditionsOf(group) : [];
  const state = leastTrusted(conditions.map((condition) => stateOfCondition(trust.findings, condition, columns)));
  const mark = [group, ...conditions].map((entry) => markOf(trust, entry)).find((found) => found !== null) ?? null;
  return (
    <span className={pillClass(state, mark)}>
      <button type="button" className={classNames(styles.face, styles.group)} onClick={onBuild}>
        {filterLine(group, columns, t)}
      </button>
      <TrustMark state={state} mark={mark} />
    </span>
  );
}

interface ConditionPillProps extends ConditionContext {
  condition: FilterCondition;
  /** Names its place to the builder. */
  place?: string;
  /** Edits it elsewhere; without it, in a form under it. */
  onEdit?(): void;
  onChange?(condition: FilterCondition): void;
  onRemove(): void;
}

/** A condition as field, operator and value; a press opens it. */
export function ConditionPill({ condition, place, onEdit, onChange, onRemove, ...context }: ConditionPillProps) {
  const { columns, trust } = context;
  const t = useTranslations('query');
  const g = useTranslations('grid');
  const column = columns.find(({ id }) => id === condition.field);
  const field = columnLabel(column ?? { id: condition.field, name: null, source: 'system' }, g);
  const parts = Object.entries(condition.query).map(([operator, operand]) => {
    const { shown, more } = operator === 'em' ? { shown: null, more: 0 } : operandText(operand, column);
    return {
      operator,
      label: operatorLabel(operator, operand, t, column),
      shown,
      more: more > 0 ? t('more', { count: more }) : null,
    };
  });
  const text = [field, ...parts.flatMap(({ label, shown, more }) => [label, shown, more])].filter(Boolean).join(' ');
  const name = t('editCondition', { field: text });
  const state = stateOfCondition(trust.findings, condition, columns);
  const mark = markOf(trust, condition);
  const face = (
    <button
      type="button"
      className={styles.face}
      data-entry={place}
      onClick={onEdit}
      onKeyDown={(event: KeyboardEvent) => {
        // In the builder the same keys do more: the focus moves to the next entry.
        if (place !== undefined || (event.key !== 'Delete' && event.key !== 'Backspace')) return;
        event.preventDefault();
        onRemove();
      }}
      aria-label={name}
      // What is cut is read there.
      title={name}
    >
      {/* The spaces are not drawn: what is read out is in the name, word by word. */}
      <span className={styles.part}>{field}</span>{' '}
      {parts.map(({ operator, label, shown, more }) => (
        <Fragment key={operator}>
          <span className={styles.operator}>{label}</span>{' '}
          {shown === null ? null : <span className={styles.value}>{shown}</span>}{' '}
          {more === null ? null : <span className={styles.more}>{more}</span>}
        </Fragment>
      ))}
    </button>
  );
  return (
    <span className={pillClass(state, mark)}>
      {onEdit ? (
        face
      ) : (
        <Popover label={t('editCondition', { field })} trigger={face}>
          {(close) => (
            <ConditionForm
              {...context}
              condition={condition}
              onApply={(next) => {
                close();
                onChange?.(next);
              }}
            />
          )}
        </Popover>
      )}
      <TrustMark state={state} mark={mark} />
      <button type="button" className={styles.remove} aria-label={t('removeCondition', { field })} onClick={onRemove}>
        <CloseIcon size={12} />
      </button>
    </span>
  );
}

function pillClass(state: OperatorState, mark: EntryMark | null): string {
  return classNames(styles.pill, mark ? styles.bad : isDoubted(state) && styles.undocumented);
}

function isDoubted(state: OperatorState): boolean {
  return state === 'undocumented' || state === 'ignored';
}

/** How far a condition or group can be trusted, where that is to be known: what this answer shows, else what is known of its operators. */
function TrustMark({ state, mark }: { state: OperatorState; mark: EntryMark | null }) {
  const t = useTranslations('query');
  if (mark === null && !isDoubted(state)) return null;
  const label =
    mark === null
      ? t(state === 'ignored' ? 'ignoredBefore' : 'undocumentedLong')
      : mark.is === 'ignored'
        ? t('ignoredHere', { misses: mark.misses, rows: mark.rows })
        : t('refusedHere', { message: mark.message });
  return (
    <Tooltip label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip is reached by keyboard */}
      <span className={classNames(styles.mark, mark !== null && styles.badMark)} tabIndex={0}>
        {t(mark?.is ?? (state === 'ignored' ? 'ignored' : 'undocumented'))}
      </span>
    </Tooltip>
  );
}
