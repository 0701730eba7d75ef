import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChangeChoice, ColumnChoice } from '../../../grid/columns/column-choice';
import type { ColumnTable } from '../../../grid/columns/column-table';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Button } from '../../../ui/form/button';
import { ChevronDownIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import { setDensity, setLines, useAppearance } from '../../../ui/theme/appearance';
import { usePageCommand } from '../page-commands';
import styles from './view-control.module.css';
import { type Query, readActiveView, sameLook, type View, writeActiveView } from './views';

const ViewsPanel = lazyPart(async () => (await import('../later')).ViewsPanel);

interface ViewControlProps extends Query {
  environment: string;
  tableId: string;
  tableName: string;
  columns: readonly GridColumn[];
  table: ColumnTable;
  choice: ColumnChoice;
  onChoice: ChangeChoice;
  onQuery(query: Query): void;
}

/** Opens the saved views of the table and the history of its queries; carries the name of the active view. */
export function ViewControl(props: ViewControlProps) {
  const { environment, tableId, tableName, columns, table, filter, order, choice, onChoice, onQuery } = props;
  const t = useTranslations('query');
  const { density, lines } = useAppearance();
  const [open, setOpen] = useState(false);
  usePageCommand('views', () => setOpen(true));
  // Going back to the whole table leaves no view active.
  const [active, setActive] = useState<View | null>(() => {
    const kept = readActiveView(environment, tableId);
    const isWhole = (query: Query) => query.filter === null && query.order === null;
    return kept && !isWhole(kept) && isWhole({ filter, order }) ? null : kept;
  });
  const look = { filter, order, columns: choice, density, lines };
  const changed = active !== null && !sameLook(active, look);

  function activate(view: View | null) {
    writeActiveView(environment, tableId, view);
    setActive(view);
  }

  return (
    <Popover
      label={t('views')}
      open={open}
      onOpenChange={setOpen}
      align="end"
      trigger={
        <Button
          kind="ghost"
          size="small"
          aria-label={active ? t(changed ? 'viewIsChanged' : 'viewIs', { name: active.name }) : t('views')}
        >
          <span className={styles.name}>{active?.name ?? t('views')}</span>
          {changed ? <span className={styles.changed} aria-hidden="true" /> : null}
          <ChevronDownIcon size={14} />
        </Button>
      }
    >
      {(close) => (
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
            close();
            activate(view);
            setDensity(view.density);
            setLines(view.lines);
            onChoice(() => view.columns);
            onQuery(view);
          }}
          onQuery={(query) => {
            close();
            onQuery(query);
          }}
        />
      )}
    </Popover>
  );
}
