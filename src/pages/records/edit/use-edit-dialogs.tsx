import { type RefObject, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { ReadRange, Refusal } from '../../../grid/edit/range-edits';
import type { GridHandle } from '../../../grid/grid';
import { type Rectangle, rectangleOf, type Selection, selectCell } from '../../../grid/selection/selection';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { showToast } from '../../../ui/overlay/toast';
import type { BulkStart } from '../bulk/bulk-dialog';
import type { ReviewedCells } from '../review/review-source';
import type { Extent } from '../rows/extent';
import type { RecordPages } from '../rows/use-record-pages';

const later = () => import('../later');
const ReadRangeDialog = lazyPart(async () => (await later()).ReadRangeDialog);
const BulkDialog = lazyPart(async () => (await later()).BulkDialog);
const RefusedDialog = lazyPart(async () => (await later()).RefusedDialog);
const RefusedStrip = lazyPart(async () => (await later()).RefusedStrip);

/** What the grid asks the user, or reads, before it changes something. */
type EditRequest =
  /** Read every row of a range; `done` gets null when nothing is to be changed. */
  | { of: 'read'; number: number; range: Rectangle; done(read: ReadRange | null): void }
  | { of: 'bulk'; start: BulkStart }
  | { of: 'refused' };

interface EditDialogsOptions {
  client: Client;
  query: RecordQuery;
  pages: Pick<RecordPages, 'recordAt' | 'loadedPages' | 'reach' | 'older'>;
  /** Rows that surely exist. */
  known: number;
  extent: Extent;
  columns: readonly GridColumn[];
  selection: Selection;
  drafts: Pick<DraftsOfTable, 'drafts' | 'stage' | 'canRedo'>;
  grid: RefObject<GridHandle | null>;
  onSelection(selection: Selection): void;
  onReviewCells(cells: ReviewedCells): void;
  /** Reports why nothing can be edited; null when it can be. */
  cannotEdit: (() => void) | null;
}

/** The grid's callbacks for changing a range: unloaded rows, one change of many rows, what was left unchanged. */
export function useEditDialogs(options: EditDialogsOptions) {
  const {
    client,
    query,
    pages,
    known,
    extent,
    columns,
    selection,
    drafts,
    grid,
    onSelection,
    onReviewCells,
    cannotEdit,
  } = options;
  const t = useTranslations('records');
  const [request, setRequest] = useState<EditRequest | null>(null);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  // What was undone has left nothing unchanged.
  const [undone, setUndone] = useState(drafts.canRedo);
  if (undone !== drafts.canRedo) {
    setUndone(drafts.canRedo);
    if (drafts.canRedo) setRefused([]);
  }
  // A pending load is cancelled when another dialog takes its place.
  const waiting = useRef<((read: ReadRange | null) => void) | null>(null);
  const reads = useRef({ number: 0, last: Promise.resolve<ReadRange | null>(null) });

  /** Rows that were never read are read before they are changed; half of them is nothing. One reading after the other. */
  function readRange(range: Rectangle): Promise<ReadRange | null> {
    if (pages.older) {
      showToast({ kind: 'neutral', title: t('rowsOnTheirWay'), key: 'read-range' });
      return Promise.resolve(null);
    }
    const number = reads.current.number + 1;
    const ask = async (): Promise<ReadRange | null> => {
      const read = await new Promise<ReadRange | null>((done) => {
        show({ of: 'read', number, range, done });
        waiting.current = done;
      });
      // Rows past the known ones: the page is given the last one, so that they can be selected and navigated to.
      const last = read === null ? -1 : Math.min(range.bottom, read.rows - 1);
      if (last >= known) await pages.reach(last).catch(() => false);
      return read;
    };
    reads.current = { number, last: reads.current.last.then(ask) };
    return reads.current.last;
  }

  function show(next: EditRequest | null): void {
    waiting.current?.(null);
    waiting.current = null;
    setRequest(next);
  }

  function end(): void {
    show(null);
    // A dialog returns the focus to the button that opened it, which may be removed when it closes.
    requestAnimationFrame(() => grid.current?.focus());
  }

  function goTo({ row, column }: Refusal): void {
    end();
    onSelection(selectCell(row, column ? columns.indexOf(column) : selection.active.column));
    grid.current?.reveal(row);
  }

  const element = (
    <>
      {refused.length > 0 ? (
        <RefusedStrip refused={refused} onShow={() => show({ of: 'refused' })} onClose={() => setRefused([])} />
      ) : null}
      {request?.of === 'read' ? (
        <ReadRangeDialog
          key={request.number}
          client={client}
          query={query}
          range={request.range}
          recordAt={pages.recordAt}
          onDone={request.done}
          onClose={end}
        />
      ) : request?.of === 'bulk' ? (
        <BulkDialog
          client={client}
          query={query}
          start={request.start}
          columns={columns}
          active={selection.active.column}
          range={rectangleOf(selection)}
          pages={pages}
          extent={extent}
          drafts={drafts}
          onReview={(cells) => {
            show(null);
            onReviewCells(cells);
          }}
          onClose={end}
        />
      ) : request?.of === 'refused' ? (
        <RefusedDialog refused={refused} onGoTo={goTo} onStage={drafts.stage} onLeft={setRefused} onClose={end} />
      ) : null}
    </>
  );
  return {
    readRange,
    onRefused: setRefused as (refused: readonly Refusal[]) => void,
    /** Opens the dialog that changes one field of many rows. */
    change(start: BulkStart) {
      if (cannotEdit) cannotEdit();
      else if (pages.older) showToast({ kind: 'neutral', title: t('rowsOnTheirWay'), key: 'read-range' });
      else show({ of: 'bulk', start });
    },
    element,
  };
}
