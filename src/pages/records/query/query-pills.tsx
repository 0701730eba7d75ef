import { useTranslations } from 'use-intl';
import { conditionsOf, entriesOf, type Filter, isCondition, joinOf } from '../../../contract/filter';
import { isJsonObject, type Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { classNames } from '../../../ui/hooks/class-names';
import { ConditionPill, TrustMark } from './condition/condition-pill';
import { stateOfCondition } from './condition/operator-states';
import { joinAt, removeAt, replaceAt, settled } from './filter-tree';
import styles from './query-bar.module.css';
import { questionLine } from './question-line';
import { type EntryMark, markOf, type Trust } from './use-trust';

interface QueryPillsProps {
  filter: Filter;
  columns: readonly GridColumn[];
  trust: Trust;
  rowsRead(): readonly DwRecord[];
  onFilter(filter: Filter | null): void;
  /** Opens the whole filter. */
  onBuild(): void;
}

/** The filter of the question: how its entries are joined, and each of them as a pill. */
export function QueryPills({ filter, columns, trust, rowsRead, onFilter, onBuild }: QueryPillsProps) {
  const t = useTranslations('query');
  const entries = entriesOf(filter);
  const join = joinOf(filter) ?? 'and';

  const pill = (entry: Json, index: number) => {
    if (isCondition(entry)) {
      return (
        <ConditionPill
          condition={entry}
          columns={columns}
          findings={trust.findings}
          rowsRead={rowsRead}
          mark={markOf(trust, entry)}
          onChange={(next) => onFilter(replaceAt(filter, [index], next))}
          onRemove={() => onFilter(settled(removeAt(filter, [index])))}
        />
      );
    }
    const states = isJsonObject(entry)
      ? conditionsOf(entry).map((condition) => stateOfCondition(trust.findings, condition, columns))
      : [];
    const state = (['ignored', 'unproven'] as const).find((each) => states.includes(each)) ?? 'contract';
    const mark = markOf(trust, entry) ?? markOfAny(trust, entry);
    return (
      <span className={classNames(styles.pill, mark ? styles.bad : state !== 'contract' && styles.unproven)}>
        <button type="button" className={classNames(styles.face, styles.group)} onClick={onBuild}>
          {questionLine(entry, columns, t)}
        </button>
        <TrustMark state={state} mark={mark} />
      </span>
    );
  };

  return (
    <>
      {entries.length > 1 ? (
        <button
          type="button"
          className={styles.join}
          aria-label={`${t('join')}: ${t(join === 'and' ? 'allOf' : 'anyOf')}`}
          onClick={() => onFilter(joinAt(filter, [], join === 'and' ? 'or' : 'and'))}
        >
          {t(join === 'and' ? 'allOf' : 'anyOf')}
        </button>
      ) : null}
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a condition is what names it
        <span key={index} className={styles.entry}>
          {pill(entry, index)}
        </span>
      ))}
    </>
  );
}

/** What the answer says about some condition inside a group. */
function markOfAny(trust: Trust, group: Json): EntryMark | null {
  const inside = isJsonObject(group) ? conditionsOf(group) : [];
  return inside.map((condition) => markOf(trust, condition)).find((mark) => mark !== null) ?? null;
}
