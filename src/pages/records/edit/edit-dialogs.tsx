import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { ReadRange, Refusal } from '../../../grid/edit/range-edits';
import { type Rectangle, rectangleOf, type Selection } from '../../../grid/selection/selection';
import { BulkDialog, type BulkStart } from '../bulk/bulk-dialog';
import type { ReviewedCells } from '../review/review-source';
import type { Extent } from '../rows/extent';
import type { RecordPages } from '../rows/use-record-pages';
import { ReadRangeDialog } from './read-range-dialog';
import { RefusedDialog, RefusedStrip } from './refused-cells';

/** What the grid asks the user, or reads, before it changes something. */
export type EditRequest =
  /** Read every row of a range; `done` gets null when nothing is to be changed. */
  | { of: 'read'; number: number; range: Rectangle; done(read: ReadRange | null): void }
  | { of: 'bulk'; start: BulkStart }
  | { of: 'refused' };

/** What the dialogs are about. */
export interface EditedRows {
  client: Client;
  query: RecordQuery;
  pages: Pick<RecordPages, 'recordAt' | 'loadedPages' | 'reach' | 'older'>;
  extent: Extent;
  /** Those that are shown, and all of the table: a filter may ask for hidden ones. */
  columns: readonly GridColumn[];
  allColumns: readonly GridColumn[];
  selection: Selection;
  drafts: Pick<DraftsOfTable, 'drafts' | 'stage' | 'canRedo'>;
}

interface EditDialogsProps extends EditedRows {
  request: EditRequest | null;
  /** What the last change of a range left as it was. */
  refused: readonly Refusal[];
  onRequest(request: EditRequest | null): void;
  onRefused(refused: readonly Refusal[]): void;
  onGoTo(refusal: Refusal): void;
  onReviewCells(cells: ReviewedCells): void;
  /** The dialog has closed: the focus returns to the cells. */
  onEnd(): void;
}

/** The dialogs of changing a range, and the note below the rows on what was left unchanged. */
export function EditDialogs(props: EditDialogsProps) {
  const { client, query, pages, extent, columns, selection, drafts, request, refused, onRequest, onEnd } = props;
  return (
    <>
      {refused.length > 0 ? (
        <RefusedStrip
          refused={refused}
          onShow={() => onRequest({ of: 'refused' })}
          onClose={() => props.onRefused([])}
        />
      ) : null}
      {request?.of === 'read' ? (
        <ReadRangeDialog
          key={request.number}
          client={client}
          query={query}
          range={request.range}
          recordAt={pages.recordAt}
          onDone={request.done}
          onClose={onEnd}
        />
      ) : request?.of === 'bulk' ? (
        <BulkDialog
          client={client}
          query={query}
          start={request.start}
          columns={columns}
          allColumns={props.allColumns}
          active={selection.active.column}
          range={rectangleOf(selection)}
          pages={pages}
          extent={extent}
          drafts={drafts}
          onReview={(cells) => {
            onRequest(null);
            props.onReviewCells(cells);
          }}
          onClose={onEnd}
        />
      ) : request?.of === 'refused' ? (
        <RefusedDialog
          refused={refused}
          onGoTo={props.onGoTo}
          onStage={drafts.stage}
          onLeft={props.onRefused}
          onClose={onEnd}
        />
      ) : null}
    </>
  );
}
