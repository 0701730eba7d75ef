import { Fragment, type KeyboardEvent, useCallback, useState } from 'react';
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
import type { GridColumn } from '../../../grid/columns/columns-of';
import { classNames } from '../../../ui/hooks/class-names';
import { CloseIcon } from '../../../ui/icons/icons';
import { Popover } from '../../../ui/overlay/popover';
import { Tooltip } from '../../../ui/overlay/tooltip';
import { type ConditionContext, ConditionForm } from './condition-form';
import styles from './filter-pills.module.css';
import { brief, briefest, filterLine, type LineTexts, operandText, operatorLabel } from './filter-text';
import { childrenOf, joinAt, removeEntry, replaceAt, settled } from './filter-tree';
import { type EntryMark, leastTrusted, markOf, type OperatorState, stateOfCondition } from './filter-trust';
import { fitBar, followBar } from './fit-bar';

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
  const [fitting, pills] = useFitting(entries.length);
  return (
    <>
      {entriesOf(filter).length > 1 ? (
        <button
          type="button"
          className={styles.join}
          data-join={join}
          aria-label={`${t('join')}: ${joinText}`}
          onClick={() => onFilter(joinAt(filter, [], join === 'and' ? 'or' : 'and'))}
        >
          {joinText}
        </button>
      ) : null}
      <div ref={pills} className={styles.pills} data-conditions="">
        {entries.map(({ entry, path, key }, index) => (
          <span
            key={key}
            className={classNames(styles.entry, index >= fitting && styles.folded)}
            style={{ flexBasis: leastWidthOf(entry, context, t) }}
          >
            {isCondition(entry) ? (
              <ConditionPill
                {...context}
                condition={entry}
                onChange={(next) => onFilter(replaceAt(filter, path, next))}
                onRemove={() => {
                  if (index === entries.length - 1) onLast();
                  onFilter(settled(removeEntry(filter, path)?.filter ?? null));
                }}
              />
            ) : (
              <GroupPill {...context} group={entry} onBuild={onBuild} />
            )}
          </span>
        ))}
      </div>
      {entries.length > fitting ? (
        <Tooltip
          label={entries
            .slice(fitting)
            .map(({ entry, key }) => <div key={key}>{filterLine(entry, context.columns, t)}</div>)}
        >
          <button type="button" data-count="" className={styles.count} onClick={onBuild}>
            {t('morePills', { count: entries.length - fitting })}
          </button>
        </Tooltip>
      ) : null}
    </>
  );
}

/** What can still be read is at least so wide, in px: the name of a field, a value, the end of a condition, the mark before it, and a group. */
const least = { name: 55, value: 50, end: 26, mark: 26, group: 140 };

/** About as wide as a text of a pill is with its padding, in px; Chinese is as wide as high. */
function textWidth(text: string): number {
  return [...text].reduce((sum, sign) => sum + (sign >= '\u2e80' ? 13 : 8), 18);
}

function valueWidth(shown: string): number {
  return Math.min(least.value, textWidth(shown));
}

/** What a pill says after the name of its field. */
function partsOf(condition: FilterCondition, column: GridColumn | undefined, t: LineTexts, most: typeof brief) {
  return Object.entries(condition.query).map(([operator, operand]) => {
    const { shown, more } = operator === 'em' ? { shown: null, more: 0 } : operandText(operand, column, most);
    return {
      operator,
      label: operatorLabel(operator, operand, t, column),
      shown,
      more: more > 0 ? t('more', { count: more }) : null,
    };
  });
}

/** The width with which an entry of the bar can still be read, in px. */
function leastWidthOf(entry: Json, { columns, trust }: Omit<ConditionContext, 'loadedRows'>, t: LineTexts): number {
  if (!isCondition(entry)) return least.group;
  const isMarked = markOf(trust, entry) !== null || isDoubted(stateOfCondition(trust.findings, entry, columns));
  const column = columns.find(({ id }) => id === entry.field);
  const widths = partsOf(entry, column, t, briefest).map(({ label, shown, more }) =>
    shown === null ? least.name : textWidth(label) + valueWidth(shown) + (more === null ? 0 : textWidth(more)),
  );
  return widths.reduce((sum, width) => sum + width, least.name + least.end + (isMarked ? least.mark : 0));
}

/** How many entries the bar can show, and the ref of their line. @param count all of them */
function useFitting(count: number): [fitting: number, ref: (line: HTMLElement | null) => (() => void) | undefined] {
  const [fitting, setFitting] = useState(count);
  const ref = useCallback(
    (line: HTMLElement | null) => {
      const bar = line?.closest<HTMLElement>('[role=toolbar]');
      if (!line || !bar) return;
      setFitting(fitBar(bar));
      return followBar(bar, [...line.children].slice(0, count), setFitting);
    },
    [count],
  );
  return [fitting, ref];
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
  const shownParts = partsOf(condition, column, t, place === undefined ? briefest : brief);
  const nameParts = partsOf(condition, column, t, brief);
  const shownText = [field, ...nameParts.flatMap(({ label, shown, more }) => [label, shown, more])]
    .filter(Boolean)
    .join(' ');
  const name = t('editCondition', { field: shownText });
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
      {shownParts.map(({ operator, label, shown, more }) => (
        <Fragment key={operator}>
          <span className={styles.operator}>{label}</span>{' '}
          {shown === null ? null : (
            <span className={styles.value} style={{ minWidth: valueWidth(shown) }}>
              {shown}
            </span>
          )}{' '}
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
