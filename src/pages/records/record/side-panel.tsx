import { type Ref, useState } from 'react';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { FilePanel } from '../files/file-panel';
import type { FilePlace } from '../files/file-place';
import type { ReviewedCells } from '../review/review-source';
import type { SentValues } from '../review/sent-values';
import type { RecordPages } from '../rows/use-record-pages';
import { NewRecordPanel } from './new-record-panel';
import { RecordPanel } from './record-panel';

/** Wide: whichever of the panels is open gets its part of these. */
interface SidePanelProps {
  client: Client;
  tableId: Id;
  /** A file of a cell. It is shown over a record, as a new record is; the record is there again when that is closed. */
  file: FilePlace | null;
  /** The draft of a record that is to be created. */
  newId: Id | null;
  recordId: Id | null;
  /** The field of that record that the address names. */
  linkedField: string | null;
  columns: readonly GridColumn[];
  pages: RecordPages;
  drafts: DraftsOfTable;
  sent: SentValues;
  /** Why nothing can be edited, in a sentence; null when it can be. */
  closed: string | null;
  onFile(place: FilePlace): void;
  onFileClose(): void;
  onOpen(id: Id): void;
  /** What is shown is of this row now. */
  onRow(row: number): void;
  onRetry(cells: ReviewedCells): void;
  onAnother(): void;
  onReview(): void;
  /** Null: records of this table cannot be deleted. */
  onDelete: ((record: { record: Id }) => void) | null;
  onClose(): void;
  /** Closes a record as its × does; null where there is none, or a file over it. */
  closer: Ref<() => void>;
}

/** What is open beside the rows: a file, a new record, or a record. */
export function SidePanel(props: SidePanelProps) {
  const { client, tableId, file, newId, recordId, columns, pages, drafts, sent, onRow, onDelete, onClose } = props;
  // The open file, where it was opened in the panel of its record.
  const [fileOfRecord, setFileOfRecord] = useState<FilePlace | null>(null);
  const isOfRecord = file === fileOfRecord;
  const openOfRecord = (place: FilePlace) => {
    setFileOfRecord(place);
    props.onFile(place);
  };
  const over =
    file !== null ? (
      <FilePanel
        client={client}
        place={file}
        rows={{ recordAt: pages.recordAt, rowOf: pages.rowOf, drafts: drafts.drafts }}
        onShow={(next, row) => {
          if (isOfRecord) return openOfRecord(next);
          props.onFile(next);
          if (row !== null) onRow(row);
        }}
        // The panel of a record is there again, and has the focus where it was.
        onClose={isOfRecord ? props.onFileClose : onClose}
      />
    ) : newId !== null ? (
      <NewRecordPanel
        key={newId}
        environment={client.environment.name}
        tableId={tableId}
        id={newId}
        columns={columns}
        loadedPages={pages.loadedPages}
        drafts={drafts}
        onAnother={props.onAnother}
        onReview={props.onReview}
        onClose={onClose}
        closer={props.closer}
      />
    ) : null;
  if (recordId === null) return over;
  const row = pages.rowOf(recordId);
  const neighbour = (step: 1 | -1) => {
    const beside = row === null ? null : row + step;
    const record = beside === null || beside < 0 ? undefined : pages.recordAt(beside);
    if (beside === null || !record) return null;
    return () => {
      props.onOpen(record.item_id);
      onRow(beside);
    };
  };
  return (
    <>
      {over}
      {/* What is typed in the record is still there when what is over it closes. */}
      <div style={{ display: over === null ? 'contents' : 'none' }}>
        <RecordPanel
          client={client}
          tableId={tableId}
          recordId={recordId}
          inRows={row === null ? undefined : pages.recordAt(row)}
          isElsewhere={row === null && !pages.loading}
          linkedField={props.linkedField}
          columns={columns}
          drafts={drafts}
          sent={sent}
          onRetry={props.onRetry}
          closed={props.closed}
          onDelete={onDelete && (() => onDelete({ record: recordId }))}
          neighbour={neighbour}
          onOpenFile={openOfRecord}
          onReview={props.onReview}
          onClose={onClose}
          closer={over === null ? props.closer : undefined}
        />
      </div>
    </>
  );
}
