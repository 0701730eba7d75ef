import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FilterCondition } from '../../../../contract/filter';
import type { Json } from '../../../../contract/json';
import type { DwRecord } from '../../../../contract/records';
import { columnLabel } from '../../../../grid/columns/column-label';
import type { GridColumn } from '../../../../grid/columns/columns-of';
import { classNames } from '../../../../ui/hooks/class-names';
import { CloseIcon } from '../../../../ui/icons/icons';
import { Popover } from '../../../../ui/overlay/popover';
import { Tooltip } from '../../../../ui/overlay/tooltip';
import type { Findings } from '../findings';
import styles from '../query-bar.module.css';
import type { EntryMark } from '../use-trust';
import { ConditionForm } from './condition-form';
import { operandText } from './operand-text';
import { type OperatorState, stateOfCondition } from './operator-states';
import { operatorLabel, questionText } from './operator-text';

interface ConditionPillProps {
  condition: FilterCondition;
  columns: readonly GridColumn[];
  findings: Findings;
  rowsRead(): readonly DwRecord[];
  /** What the answer says about it. */
  mark: EntryMark | null;
  /** Names its place to the builder. */
  place?: string;
  onChange(condition: FilterCondition): void;
  onRemove(): void;
}

/** A condition as field, operator and value; a press opens it. */
export function ConditionPill(props: ConditionPillProps) {
  const { condition, columns, findings, rowsRead, mark, place, onChange, onRemove } = props;
  const t = useTranslations('query');
  const g = useTranslations('grid');
  const [open, setOpen] = useState(false);
  const column = columns.find(({ id }) => id === condition.field);
  const field = columnLabel(column ?? { id: condition.field, name: null, source: systemSource(condition.field) }, g);
  const operators = Object.keys(condition.query);
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
      aria-label={`${t('editCondition', { field })}: ${operators.map((key) => questionText(key, condition.query[key] as Json, column, t)).join(' ')}`}
    >
      <span className={styles.part}>{field}</span>
      {operators.map((operator) => (
        <Part key={operator} operator={operator} operand={condition.query[operator] as Json} column={column} />
      ))}
    </button>
  );
  return (
    <span className={classNames(styles.pill, mark ? styles.bad : isDoubted(state) && styles.unproven)}>
      <Popover label={t('editCondition', { field })} open={open} onOpenChange={setOpen} trigger={face}>
        <ConditionForm
          columns={columns}
          condition={condition}
          findings={findings}
          rowsRead={rowsRead}
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

function isDoubted(state: OperatorState): boolean {
  return state === 'unproven' || state === 'ignored';
}

/** How far a condition or group can be trusted, where that is to be known: what this answer shows, else what is known of its operators. */
export function TrustMark({ state, mark }: { state: OperatorState; mark: EntryMark | null }) {
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

function Part({ operator, operand, column }: { operator: string; operand: Json; column: GridColumn | undefined }) {
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
