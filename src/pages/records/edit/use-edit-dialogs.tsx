import { type RefObject, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ReadRange, Refusal } from '../../../grid/edit/range-edits';
import type { GridHandle } from '../../../grid/grid';
import { type Rectangle, rectangleOf, type Selection, selectCell } from '../../../grid/selection/selection';
import { focusWhenFree } from '../../../ui/hooks/focus-when-free';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { showToast } from '../../../ui/overlay/toast';
import type { BulkStart } from '../bulk/bulk-dialog';
import type { ReviewedCells } from '../review/review-source';
import type { EditedRows, EditRequest } from './edit-dialogs';

const EditDialogs = lazyPart(async () => (await import('../later')).EditDialogs);

interface EditDialogsOptions extends EditedRows {
  /** Rows that surely exist. */
  known: number;
  grid: RefObject<GridHandle | null>;
  onSelection(selection: Selection): void;
  onReviewCells(cells: ReviewedCells): void;
  /** Reports why nothing can be edited; null when it can be. */
  cannotEdit: (() => void) | null;
}

/** The grid's callbacks for changing a range: unloaded rows, one change of many rows, what was left unchanged. */
export function useEditDialogs(options: EditDialogsOptions) {
  const { pages, known, columns, selection, drafts, grid, onSelection, cannotEdit } = options;
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
    const toCells = () => grid.current?.focus();
    show(null);
    // A change of many rows leads back to where it began: a cell, the head of a column. The keys after another dialog are for the cells.
    if (request?.of === 'bulk') focusWhenFree(toCells);
    else requestAnimationFrame(toCells);
  }

  function goTo({ row, column }: Refusal): void {
    end();
    onSelection(selectCell(row, column ? columns.indexOf(column) : selection.active.column));
    grid.current?.show(row);
  }

  /** The review gives the focus back to the active cell: that is one of the changed column, and in view. */
  function reviewCells(cells: ReviewedCells): void {
    const index = columns.findIndex(({ id }) => id === cells.field);
    const { left, right } = rectangleOf(selection);
    if (index < left || index > right) onSelection(selectCell(selection.active.row, index));
    grid.current?.revealColumn(index);
    options.onReviewCells(cells);
  }

  const element =
    request !== null || refused.length > 0 ? (
      <EditDialogs
        {...options}
        request={request}
        refused={refused}
        onRequest={show}
        onRefused={setRefused}
        onGoTo={goTo}
        onReviewCells={reviewCells}
        onEnd={end}
      />
    ) : null;
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
