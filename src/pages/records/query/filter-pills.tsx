import { type KeyboardEvent, useState } from 'react';
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
import type { DwRecord } from '../../../contract/records';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { classNames } from '../../../ui/hooks/class-names';
import { later } from '../../../ui/hooks/later';
import { CloseIcon } from '../../../ui/icons/icons';
import { Popover } from '../../../ui/overlay/popover';
import { Tooltip } from '../../../ui/overlay/tooltip';
import styles from './filter-pills.module.css';
import { filterLine, operandText, operatorLabel, operatorText } from './filter-text';
import { childrenOf, joinAt, removeEntry, replaceAt, settled } from './filter-tree';
import {
  type EntryMark,
  type Findings,
  leastTrusted,
  markOf,
  type OperatorState,
  stateOfCondition,
  type Trust,
} from './filter-trust';

const ConditionForm = later(async () => (await import('./condition-form')).ConditionForm);

interface FilterPillsProps {
  filter: Filter;
  columns: readonly GridColumn[];
  trust: Trust;
  loadedRows(): readonly DwRecord[];
  onFilter(filter: Filter | null): void;
  /** Opens the whole filter. */
  onBuild(): void;
}

/** The filter in the bar: how its entries are joined, and each of them as a pill. */
export function FilterPills({ filter, columns, trust, loadedRows, onFilter, onBuild }: FilterPillsProps) {
  const t = useTranslations('query');
  const join = joinOf(filter) ?? 'and';
  const joinText = t(join === 'and' ? 'allOf' : 'anyOf');
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
      {childrenOf(filter).map(({ entry, path, key }) => (
        <span key={key} className={styles.entry}>
          {isCondition(entry) ? (
            <ConditionPill
              condition={entry}
              columns={columns}
              findings={trust.findings}
              loadedRows={loadedRows}
              mark={markOf(trust, entry)}
              onChange={(next) => onFilter(replaceAt(filter, path, next))}
              onRemove={() => onFilter(settled(removeEntry(filter, path)?.filter ?? null))}
            />
          ) : (
            <GroupPill group={entry} columns={columns} trust={trust} onBuild={onBuild} />
          )}
        </span>
      ))}
    </>
  );
}

interface GroupPillProps extends Pick<FilterPillsProps, 'columns' | 'trust' | 'onBuild'> {
  group: Json;
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

interface ConditionPillProps {
  condition: FilterCondition;
  columns: readonly GridColumn[];
  findings: Findings;
  loadedRows(): readonly DwRecord[];
  /** What the answer says about it. */
  mark: EntryMark | null;
  /** Names its place to the builder. */
  place?: string;
  onChange(condition: FilterCondition): void;
  onRemove(): void;
}

/** A condition as field, operator and value; a press opens it. */
export function ConditionPill(props: ConditionPillProps) {
  const { condition, columns, findings, loadedRows, mark, place, onChange, onRemove } = props;
  const t = useTranslations('query');
  const g = useTranslations('grid');
  const [open, setOpen] = useState(false);
  const column = columns.find(({ id }) => id === condition.field);
  const field = columnLabel(column ?? { id: condition.field, name: null, source: systemSource(condition.field) }, g);
  const query = Object.entries(condition.query);
  const state = stateOfCondition(findings, condition, columns);
  const face = (
    <button
      type="button"
      className={styles.face}
      data-entry={place}
      onKeyDown={(event: KeyboardEvent) => {
        // In the builder the same keys do more: the focus goes on to the next entry.
        if (place !== undefined || (event.key !== 'Delete' && event.key !== 'Backspace')) return;
        event.preventDefault();
        onRemove();
      }}
      aria-label={`${t('editCondition', { field })}: ${query.map((each) => operatorText(...each, column, t)).join(' ')}`}
    >
      <span className={styles.part}>{field}</span>
      {query.map(([operator, operand]) => (
        <OperatorParts key={operator} operator={operator} operand={operand} column={column} />
      ))}
    </button>
  );
  return (
    <span className={pillClass(state, mark)}>
      <Popover label={t('editCondition', { field })} open={open} onOpenChange={setOpen} trigger={face}>
        <ConditionForm
          columns={columns}
          condition={condition}
          findings={findings}
          loadedRows={loadedRows}
          onApply={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Popover>
      <TrustMark state={state} mark={mark} />
      <button type="button" className={styles.remove} aria-label={t('removeCondition', { field })} onClick={onRemove}>
        <CloseIcon size={12} />
      </button>
    </span>
  );
}

interface OperatorPartsProps {
  operator: string;
  operand: Json;
  column: GridColumn | undefined;
}

function OperatorParts({ operator, operand, column }: OperatorPartsProps) {
  const t = useTranslations('query');
  const { shown, more } = operandText(operand, column);
  return (
    <>
      <span className={styles.operator}>{operatorLabel(operator, operand, t)}</span>
      {operator === 'em' ? null : <span className={styles.value}>{shown}</span>}
      {operator === 'em' || more === 0 ? null : <span className={styles.more}>{t('more', { count: more })}</span>}
    </>
  );
}

function systemSource(field: string): GridColumn['source'] {
  return field.endsWith('_on') || field.endsWith('_by') || field === 'item_id' || field === 'title'
    ? 'system'
    : 'values';
}

function pillClass(state: OperatorState, mark: EntryMark | null): string {
  return classNames(styles.pill, mark ? styles.bad : isDoubted(state) && styles.unproven);
}

function isDoubted(state: OperatorState): boolean {
  return state === 'unproven' || state === 'ignored';
}

/** How far a condition or group can be trusted, where that is to be known: what this answer shows, else what is known of its operators. */
function TrustMark({ state, mark }: { state: OperatorState; mark: EntryMark | null }) {
  const t = useTranslations('query');
  if (mark === null && !isDoubted(state)) return null;
  const label =
    mark === null
      ? t(state === 'ignored' ? 'ignoredBefore' : 'unprovenLong')
      : mark.is === 'ignored'
        ? t('ignoredHere', { misses: mark.misses, rows: mark.rows })
        : t('refusedHere', { message: mark.message });
  return (
    <Tooltip label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip is reached by keyboard */}
      <span className={classNames(styles.mark, mark !== null && styles.badMark)} tabIndex={0}>
        {t(mark?.is ?? (state === 'ignored' ? 'ignored' : 'unproven'))}
      </span>
    </Tooltip>
  );
}
