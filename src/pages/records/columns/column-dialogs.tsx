import type { RecordQuery } from '../../../api/operations/records';
import type { Client } from '../../../api/wire/client';
import type { HeldPage } from '../rows/use-record-pages';
import { DescribeDialog } from './describe-dialog';
import { DictionaryDialog } from './dictionary-dialog';
import { FieldsDialog } from './fields-dialog';
import type { ChosenColumns } from './use-chosen-columns';

interface ColumnDialogsProps {
  client: Client;
  query: RecordQuery;
  /** Name of the table. */
  name: string;
  held(): Iterable<HeldPage>;
  chosen: ChosenColumns;
  /** The focus goes on from here. */
  onClosed(): void;
}

/** The dialog about columns that is open. */
export function ColumnDialogs({ client, query, name, held, chosen, onClosed }: ColumnDialogsProps) {
  const { dialog, onDialog } = chosen;
  const close = () => {
    onDialog(null);
    onClosed();
  };
  if (dialog === null) return null;
  if (dialog.about === 'name') return <DescribeDialog id={dialog.id} chosen={chosen} onClose={close} />;
  if (dialog.about === 'import') {
    return <DictionaryDialog file={dialog.file} tableId={query.table_id} chosen={chosen} onClose={close} />;
  }
  return (
    <FieldsDialog
      client={client}
      query={query}
      name={name}
      id={dialog.id}
      chosen={chosen}
      held={held}
      onClose={close}
    />
  );
}
