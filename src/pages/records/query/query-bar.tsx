import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Filter } from '../../../contract/filter';
import type { DwRecord, Order } from '../../../contract/records';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { VisuallyHidden } from '../../../ui/display/visually-hidden';
import { Button, IconButton } from '../../../ui/form/button';
import { FilterIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import { addToFilter } from '../add-to-filter';
import { OrderControl } from './order-control';
import styles from './query-bar.module.css';
import type { Trust } from './use-trust';

const ConditionForm = lazyPart(async () => (await import('./condition/condition-form')).ConditionForm);
const FilterBuilder = lazyPart(async () => (await import('./filter-builder')).FilterBuilder);
/** Sent for with the first rows where the address has a filter. */
export const QueryPills = lazyPart(async () => (await import('./query-pills')).QueryPills);
const FilterJson = lazyPart(async () => (await import('./filter-json')).FilterJson);

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
  const apply = (next: Filter | null) => {
    setDialog(null);
    setLeft(null);
    onFilter(next);
  };
  // What was built and not applied is there again, as long as the question is the same.
  const build = () => setDialog({ kind: 'builder', draft: left?.filter === filter ? left.draft : filter });

  return (
    <div role="toolbar" aria-label={t('toolbar')} className={styles.bar}>
      <div className={styles.question}>
        <IconButton label={t('filter')} icon={<FilterIcon />} size="small" onClick={build} />
        {filter ? (
          <QueryPills
            filter={filter}
            columns={columns}
            trust={trust}
            rowsRead={rowsRead}
            onFilter={onFilter}
            onBuild={build}
          />
        ) : null}
        <Popover
          label={t('addCondition')}
          open={adding}
          onOpenChange={setAdding}
          trigger={
            <button type="button" className={styles.add} title={filter ? t('addCondition') : undefined}>
              <span aria-hidden="true">{filter ? '+' : '+ '}</span>
              {filter ? <VisuallyHidden>{t('addCondition')}</VisuallyHidden> : t('addCondition')}
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
              onFilter(addToFilter(filter, condition));
            }}
          />
        </Popover>
        <OrderControl order={order} columns={columns} onChange={onOrder} />
      </div>
      <div className={styles.end}>
        <Button kind="ghost" size="small" onClick={() => setDialog({ kind: 'json', draft: filter })}>
          {t('json')}
        </Button>
        {children}
      </div>
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
