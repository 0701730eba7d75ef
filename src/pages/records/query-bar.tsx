import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { conditionsOf, entriesOf, type Filter, isCondition, joinOf } from '../../contract/filter';
import { isJsonObject, type Json } from '../../contract/json';
import type { DwRecord, Order } from '../../contract/records';
import type { GridColumn } from '../../grid/columns-of';
import { Button, IconButton } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { FilterIcon } from '../../ui/icons';
import { later } from '../../ui/later';
import { Popover } from '../../ui/popover';
import { ConditionPill, TrustMark } from './condition-pill';
import { joinAt, narrow, removeAt, replaceAt, settled } from './filter-tree';
import { stateOfCondition } from './operator-states';
import { OrderControl } from './order-control';
import styles from './query-bar.module.css';
import { questionLine } from './question-line';
import { type EntryMark, markOf, type Trust } from './use-trust';

const ConditionForm = later(async () => (await import('./condition-form')).ConditionForm);
const FilterBuilder = later(async () => (await import('./filter-builder')).FilterBuilder);
const FilterJson = later(async () => (await import('./filter-json')).FilterJson);

interface QueryBarProps {
  filter: Filter | null;
  order: Order | null;
  columns: readonly GridColumn[];
  trust: Trust;
  /** The rows read, for forms that offer their values. */
  rowsRead(): readonly DwRecord[];
  onFilter(filter: Filter | null): void;
  onOrder(order: Order | null): void;
  /** What stands at the end of the bar. */
  children: ReactNode;
}

/** The question above the grid: conditions as pills, groups, one order, and the same as JSON. */
export function QueryBar(props: QueryBarProps) {
  const { filter, order, columns, trust, rowsRead, onFilter, onOrder, children } = props;
  const t = useTranslations('query');
  const [adding, setAdding] = useState(false);
  const [dialog, setDialog] = useState<{ kind: 'builder' | 'json'; draft: Filter | null } | null>(null);
  const [left, setLeft] = useState<{ filter: Filter | null; draft: Filter } | null>(null);
  const entries = filter ? entriesOf(filter) : [];
  const join = joinOf(filter ?? undefined) ?? 'and';
  const apply = (next: Filter | null) => {
    setDialog(null);
    setLeft(null);
    onFilter(next);
  };
  // What was built and not applied is there again, as long as the question is the same.
  const build = () => setDialog({ kind: 'builder', draft: left?.filter === filter ? left.draft : filter });

  const pill = (entry: Json, index: number) => {
    if (!filter) return null;
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
        <button type="button" className={classNames(styles.face, styles.group)} onClick={build}>
          {questionLine(entry, columns, t)}
        </button>
        <TrustMark state={state} mark={mark} />
      </span>
    );
  };

  return (
    <div role="toolbar" aria-label={t('toolbar')} className={styles.bar}>
      <div className={styles.question}>
        <IconButton label={t('filter')} icon={<FilterIcon />} size="small" onClick={build} />
        {filter && entries.length > 1 ? (
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
        <Popover
          label={t('addCondition')}
          open={adding}
          onOpenChange={setAdding}
          trigger={
            <button type="button" className={styles.add}>
              <span aria-hidden="true">+ </span>
              {t('addCondition')}
            </button>
          }
        >
          <ConditionForm
            columns={columns}
            condition={null}
            findings={trust.findings}
            rowsRead={rowsRead}
            onApply={(condition) => {
              setAdding(false);
              onFilter(narrow(filter, condition));
            }}
          />
        </Popover>
        <OrderControl order={order} columns={columns} onChange={onOrder} />
        <Button kind="ghost" size="small" onClick={() => setDialog({ kind: 'json', draft: filter })}>
          {t('json')}
        </Button>
      </div>
      <div className={styles.end}>{children}</div>
      {dialog?.kind === 'builder' ? (
        <FilterBuilder
          filter={filter}
          start={dialog.draft}
          columns={columns}
          trust={trust}
          rowsRead={rowsRead}
          onApply={apply}
          onOpenJson={(draft) => setDialog({ kind: 'json', draft })}
          onClose={(draft) => {
            setDialog(null);
            setLeft(draft && { filter, draft });
          }}
        />
      ) : null}
      {dialog?.kind === 'json' ? (
        <FilterJson
          filter={dialog.draft}
          onApply={apply}
          onOpenBuilder={(draft) => setDialog({ kind: 'builder', draft })}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </div>
  );
}

/** What the answer says about some condition inside a group. */
function markOfAny(trust: Trust, group: Json): EntryMark | null {
  const inside = isJsonObject(group) ? conditionsOf(group) : [];
  return inside.map((condition) => markOf(trust, condition)).find((mark) => mark !== null) ?? null;
}
