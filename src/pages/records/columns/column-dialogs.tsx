import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { FilterEntry } from '../../../contract/filter';
import type { LoadedPage } from '../rows/use-record-pages';
import { DescribeDialog } from './describe-dialog';
import { DictionaryDialog } from './dictionary-dialog';
import { FieldsDialog } from './fields-dialog';
import type { ChosenColumns, ColumnDialog } from './use-chosen-columns';

interface ColumnDialogsProps {
  client: Client;
  query: RecordQuery;
  name: string;
  loadedPages(): Iterable<LoadedPage>;
  /** The number of rows of the query; null while it is not known. */
  exactly: number | null;
  chosen: ChosenColumns;
  dialog: ColumnDialog;
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
  dialog,
  onNarrow,
  onClosed,
}: ColumnDialogsProps) {
  const close = () => {
    chosen.onDialog(null);
    onClosed();
  };
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
