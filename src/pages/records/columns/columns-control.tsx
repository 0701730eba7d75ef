import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { FilterEntry } from '../../../contract/filter';
import { noChoice } from '../../../grid/columns/column-choice';
import { Button } from '../../../ui/form/button';
import { ColumnsIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import { usePageCommand } from '../page-commands';
import type { LoadedPage } from '../rows/use-record-pages';
import type { ColumnsListProps } from './columns-list';
import styles from './columns-list.module.css';
import type { ChosenColumns } from './use-chosen-columns';

const later = () => import('../later');
const ColumnsList = lazyPart(async () => (await later()).ColumnsList);

/** The columns of the table and what is chosen for them; kept for this table in this browser. */
export function ColumnsControl(props: Omit<ColumnsListProps, 'onLeave'>) {
  const t = useTranslations('records');
  const { columns, choice } = props.chosen;
  const { columnVisibility } = choice;
  const hidden = columns.filter(
    ({ id }) => columnVisibility[id] === false && noChoice.columnVisibility[id] !== false,
  ).length;
  const [open, setOpen] = useState(false);
  usePageCommand('columns', () => setOpen(true));
  return (
    <Popover
      label={t('columns')}
      open={open}
      onOpenChange={setOpen}
      align="end"
      trigger={
        <Button
          kind="ghost"
          size="small"
          icon={<ColumnsIcon />}
          data-hidden-columns={hidden || undefined}
          aria-description={hidden > 0 ? t('hidden', { count: hidden }) : undefined}
        >
          {t('columns')}
          {hidden > 0 ? (
            <span className={styles.hidden} aria-hidden="true">
              {t('hidden', { count: hidden })}
            </span>
          ) : null}
        </Button>
      }
    >
      {(close) => <ColumnsList {...props} onLeave={close} />}
    </Popover>
  );
}

const DescribeDialog = lazyPart(async () => (await later()).DescribeDialog);

const DictionaryDialog = lazyPart(async () => (await later()).DictionaryDialog);

const FieldsDialog = lazyPart(async () => (await later()).FieldsDialog);

interface ColumnDialogsProps {
  client: Client;
  query: RecordQuery;
  name: string;
  loadedPages(): Iterable<LoadedPage>;
  /** The number of rows of the query; null while it is not known. */
  exactly: number | null;
  chosen: ChosenColumns;
  onNarrow(entry: FilterEntry): void;
  /** The focus continues from here. */
  onClosed(): void;
}

/** The dialog about columns that is open. */
export function ColumnDialogs({
  client,
  query,
  name,
  loadedPages,
  exactly,
  chosen,
  onNarrow,
  onClosed,
}: ColumnDialogsProps) {
  const { dialog, onDialog } = chosen;
  const close = () => {
    onDialog(null);
    onClosed();
  };
  if (dialog === null) return null;
  if (dialog.about === 'name') return <DescribeDialog id={dialog.id} chosen={chosen} onClose={close} />;
  if (dialog.about === 'import') {
    return <DictionaryDialog {...dialog} tableId={query.table_id} chosen={chosen} onClose={close} />;
  }
  return (
    <FieldsDialog
      client={client}
      query={query}
      name={name}
      id={dialog.id}
      chosen={chosen}
      loadedPages={loadedPages}
      exactly={exactly}
      onNarrow={(entry) => {
        close();
        onNarrow(entry);
      }}
      onClose={close}
    />
  );
}
