import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChangeChoice, ColumnChoice } from '../../../grid/columns/column-choice';
import type { ColumnTable } from '../../../grid/columns/column-table';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Button } from '../../../ui/form/button';
import { ChevronDownIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import { setDensity, useAppearance } from '../../../ui/theme/appearance';
import styles from '../query/query-bar.module.css';
import { readActiveView, writeActiveView } from './active-view';
import type { Question } from './question';
import { sameLook, type View } from './view';

const ViewsPanel = lazyPart(async () => (await import('./views-panel')).ViewsPanel);

interface ViewControlProps extends Question {
  environment: string;
  tableId: string;
  tableName: string;
  columns: readonly GridColumn[];
  table: ColumnTable;
  choice: ColumnChoice;
  onChoice: ChangeChoice;
  onAsk(question: Question): void;
}

/** Named views of the table and what was asked of it before: the way to them, with the name of the view that one looks by. */
export function ViewControl(props: ViewControlProps) {
  const { environment, tableId, tableName, columns, table, filter, order, choice, onChoice, onAsk } = props;
  const t = useTranslations('query');
  const { density } = useAppearance();
  const [open, setOpen] = useState(false);
  // Who comes back to the whole table looks by no view, whatever it was left by.
  const [active, setActive] = useState<View | null>(() => {
    const kept = readActiveView(environment, tableId);
    const asks = (question: Question) => question.filter !== null || question.order !== null;
    return kept && asks(kept) && !asks({ filter, order }) ? null : kept;
  });
  const look = { filter, order, columns: choice, density };
  const changed = active !== null && !sameLook(active, look);

  function activate(view: View | null) {
    writeActiveView(environment, tableId, view);
    setActive(view);
  }

  return (
    <Popover
      label={t('views')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          kind="ghost"
          size="small"
          aria-label={active ? t(changed ? 'viewIsChanged' : 'viewIs', { name: active.name }) : t('views')}
        >
          <span className={styles.viewName}>{active?.name ?? t('views')}</span>
          {changed ? <span className={styles.changed} aria-hidden="true" /> : null}
          <ChevronDownIcon size={14} />
        </Button>
      }
    >
      <ViewsPanel
        place={{ environment, table_id: tableId }}
        tableName={tableName}
        columns={columns}
        table={table}
        look={look}
        active={active}
        changed={changed}
        onActive={activate}
        onApply={(view) => {
          setOpen(false);
          activate(view);
          setDensity(view.density);
          onChoice(() => view.columns);
          onAsk(view);
        }}
        onAsk={(question) => {
          setOpen(false);
          onAsk(question);
        }}
      />
    </Popover>
  );
}
