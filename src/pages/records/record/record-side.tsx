import { askedFields } from '../../../api/operations/return-fields';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { DwRecord } from '../../../contract/records';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { lazyPart } from '../../../ui/layout/lazy-part';
import type { HeldPage } from '../rows/use-record-pages';

const NewRecordPanel = lazyPart(async () => (await import('./new-record-panel')).NewRecordPanel);
const RecordPanel = lazyPart(async () => (await import('./record-panel')).RecordPanel);

interface RecordSideProps {
  client: Client;
  tableId: Id;
  columns: readonly GridColumn[];
  drafts: DraftsOfTable;
  /** The draft of a record that is to be created; null where none is open, and then a record is. */
  newId: Id | null;
  held(): Iterable<HeldPage>;
  recordId: Id | null;
  /** As it stands among the rows, where it does. */
  record: DwRecord | undefined;
  /** Why nothing can be edited; null when it can be. */
  closed: string | null;
  /** The way to the record before or after; null where there is none. */
  neighbour(step: 1 | -1): (() => void) | null;
  onAnother(): void;
  onReview(): void;
  onClose(): void;
}

/** What is open beside the rows: a record that is to be created, else one that is there. */
export function RecordSide(props: RecordSideProps) {
  const { client, tableId, columns, drafts, newId, recordId, record, closed, neighbour, onClose } = props;
  if (newId !== null) {
    return (
      <NewRecordPanel
        key={newId}
        environment={client.environment.name}
        tableId={tableId}
        id={newId}
        columns={columns}
        held={props.held}
        drafts={drafts}
        onAnother={props.onAnother}
        onReview={props.onReview}
        onClose={onClose}
      />
    );
  }
  if (recordId === null) return null;
  return (
    <RecordPanel
      client={client}
      tableId={tableId}
      recordId={recordId}
      record={record && askedFields(record) === null ? record : undefined}
      inRows={record !== undefined}
      columns={columns}
      drafts={drafts}
      closed={closed}
      onPrevious={neighbour(-1)}
      onNext={neighbour(1)}
      onClose={onClose}
    />
  );
}
