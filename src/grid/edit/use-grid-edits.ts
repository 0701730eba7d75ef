/** Changing cells in the grid: typing, editors, paste, fill and clear, each ending as drafts. */

import { type ClipboardEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CellEdit } from '../../edits/drafts';
import { lazyCode } from '../../ui/layout/lazy-part';
import { showToast } from '../../ui/overlay/toast';
import type { GridColumn } from '../columns/columns-of';
import { firstUnread } from '../rows/read-rows';
import { type Copied, type CopyFormat, copyRange } from '../selection/copy-range';
import { isSingle, type Rectangle, rectangleOf, type Selection, selectCell } from '../selection/selection';
import type { Editing, NextCell } from './cell-editor';
import { currentText, isReadOnly } from './cell-edits';
import type { LinesTarget } from './paste-lines';
import type { RangePlan, RangeSource, ReadRange, Refusal } from './range-edits';

type EditCode = typeof import('../later');
/** Once it has loaded a change is made at once, so that the next key finds it made. */
let arrived: EditCode | null = null;
const editCode = lazyCode(async () => {
  arrived = await import('../later');
  return arrived;
});

/** Lines of text that were pasted into one cell: whether they are rows has still to be said. */
interface PastedLines {
  column: GridColumn;
  row: number;
  lines: string[];
  onAnswer(target: LinesTarget | null): void;
}

/** What the keys do to the selection, for menus and dialogs. */
export interface RangeActions {
  /** Its cells; without a format, as the copy key takes them. @param names whether the columns are named above them */
  copied(format?: CopyFormat, names?: boolean): Copied;
  edit(): void;
  clear(): void;
  /** Puts its first row into the others, or its first column. */
  fill(direction: 'down' | 'right'): void;
  isEditing(): boolean;
}

interface GridEditsOptions {
  editable: boolean;
  selection: Selection;
  source: RangeSource;
  /** How many rows there are; null while it is not known. */
  rowCount: number | null;
  /** Reads every row of a range; null when it was not read and the user was told why. */
  onReadRange(range: Rectangle): Promise<ReadRange | null>;
  /** An edit of the active cell begins. */
  onBegin(): void;
  /** The document of some HTML, inert; null where it cannot be read. */
  parseHtml(html: string): Document | null;
  /** A paste took this range. */
  onPasted(range: Rectangle): void;
  /** Whether a cell is in view. */
  isSeen(row: number, column: number): boolean;
  /** Continues after an edit was accepted. */
  leave(next: Exclude<NextCell, 'stay' | 'fill'>): void;
  onStage(edits: CellEdit[]): void;
  onRefused(refused: Refusal[]): void;
  onReadOnly(column: GridColumn): void;
  /** What a column is called in a line of names. */
  label(column: GridColumn): string;
  onCopied(range: Rectangle, rows: number): void;
}

/**
 * Everything that changes cells: editing the active cell, and clearing, filling and pasting a range. The results are edits to stage.
 * Long: every way into a cell and out of it, over one state.
 */
export function useGridEdits(options: GridEditsOptions) {
  const { editable, selection, source, onStage, onRefused, onReadOnly, onCopied } = options;
  const t = useTranslations('common');
  const [edited, setEdited] = useState<{ place: string; editing: Editing } | null>(null);
  const [lines, setLines] = useState<PastedLines | null>(null);
  /** Cells that the last paste has changed, where they are not all in view, and which paste of the page it was. */
  const [unseen, setUnseen] = useState({ cells: 0, paste: 0 });
  const { active } = selection;
  const column = source.columns[active.column];
  const record = source.recordAt(active.row);
  // An edit belongs to its cell: where another one becomes active, or another record gets its row, it never moves along.
  const place = column && record ? `${record.item_id}/${column.id}` : '';
  const editing = edited?.place === place ? edited.editing : null;
  const setEditing = (next: Editing | null) => setEdited(next && { place, editing: next });
  const canEdit = editable && column !== undefined && !isReadOnly(column) && record !== undefined;

  // It came to be known, or to be so, that nothing can be edited here.
  useEffect(() => {
    if (editable || editing === null) return;
    setEdited(null);
    if (column) onReadOnly(column);
  }, [editable, editing, column, onReadOnly]);

  function open(next: Editing): void {
    // Loads while the person types. Should it fail, the commit tries again and says so.
    editCode().catch(() => undefined);
    setEditing(next);
    options.onBegin();
  }

  /** Begins to replace the value by typing. */
  function begin(text: string): void {
    if (canEdit) open({ text, start: '', quick: true, problem: null });
    else if (column) onReadOnly(column);
  }

  /** Opens the editor on the value that is there. */
  function edit(): void {
    if (!column || !record) return;
    const text = currentText(source.drafts, record, column);
    if (canEdit) open({ text, start: text, quick: false, problem: null });
    else onReadOnly(column);
  }

  /**
   * Returns whether the text was accepted. While the code that judges it is loading, every text is; it is staged when the code is there, or listed with the
   * reason as a pasted one is, so that fast typing loses no key.
   * @param anyKind the user allowed a change of the JSON type
   */
  function commit(text: string, next: NextCell, anyKind = false): boolean {
    if (!column || !record) return true;
    const taken = arrived?.editByText(text, record, column, source.drafts, anyKind);
    if (taken && !taken.ok) {
      setEditing({ text, start: editing?.start ?? '', quick: false, problem: taken.reason });
      return false;
    }
    setEditing(null);
    if (!taken || (next === 'fill' && !isSingle(selection))) {
      const area = rectangleOf(next === 'fill' ? selection : selectCell(active.row, active.column));
      changeWith((code) => change(area, (read) => code.pasteRange([[text]], area, read)));
    } else if (taken.edit) onStage([taken.edit]);
    if (next !== 'stay' && next !== 'fill') options.leave(next);
    return true;
  }

  /** Changes cells with the code for it. Where that does not load, nothing is lost: trying again goes on with the same cells. */
  function changeWith(run: (code: EditCode) => Promise<unknown>): void {
    if (arrived) {
      void run(arrived);
      return;
    }
    editCode().then(run, () =>
      showToast({
        kind: 'bad',
        title: t('partMissing'),
        key: 'edit-code',
        action: { label: t('retry'), onSelect: () => changeWith(run) },
      }),
    );
  }

  /** Changes a range as a whole: rows of it that were never read are read before, so that no part of it is left out. */
  async function change(area: Rectangle, plan: (source: RangeSource) => RangePlan): Promise<RangePlan | null> {
    if (!editable) {
      if (column) onReadOnly(column);
      return null;
    }
    const unread = firstUnread(area, source.recordAt, options.rowCount);
    const read = unread === null ? source : await options.onReadRange(area);
    if (!read) return null;
    const planned = plan({ ...source, ...read });
    if (planned.edits.length > 0) onStage(planned.edits);
    onRefused(planned.refused);
    return planned;
  }

  function paste(text: string, html: string): void {
    const selected = rectangleOf(selection);
    changeWith(async (code) => {
      const { cells, isTable } = code.pastedCells(text, html === '' ? null : options.parseHtml(html));
      const block = isTable ? cells : await askOfLines(code, cells.flat());
      const area = block && code.pasteArea(block, selected);
      const planned = area && (await change(area, (read) => code.pasteRange(block, area, read)));
      if (!planned) return;
      const isAllSeen = options.isSeen(area.top, area.left) && options.isSeen(area.bottom, area.right);
      setUnseen(({ paste }) => ({ cells: isAllSeen ? 0 : planned.edits.length, paste: paste + 1 }));
      options.onPasted(area);
    });
  }

  /** Lines of text as cells: rows, or one cell if it can hold them and the user says so. Null if nothing is to be pasted. */
  async function askOfLines(code: EditCode, lines: string[]): Promise<string[][] | null> {
    const rows = lines.map((line) => [line]);
    const text = lines.join('\n');
    if (!column || !record || !canEdit || !isSingle(selection)) return rows;
    if (!code.editByText(text, record, column, source.drafts).ok) return rows;
    const target = await new Promise<LinesTarget | null>((onAnswer) => {
      setLines({ column, row: active.row, lines, onAnswer });
    });
    setLines(null);
    return target === null ? null : target === 'rows' ? rows : [[text]];
  }

  /** The cells of the range, for the notice that they were copied. */
  function copied(format: CopyFormat = 'tsv', names = false): Copied {
    const range = rectangleOf(selection);
    const { rows, ...cells } = copyRange(range, source, format, options.label, names);
    onCopied(range, rows);
    return cells;
  }

  function clear(): void {
    const range = rectangleOf(selection);
    changeWith((code) => change(range, (read) => code.clearRange(range, read)));
  }

  function onCopy(event: ClipboardEvent, cut: boolean): void {
    if (editing) return;
    event.preventDefault();
    const { text, html } = copied();
    event.clipboardData.setData('text/plain', text);
    if (html !== null) event.clipboardData.setData('text/html', html);
    if (cut) clear();
  }

  const actions: RangeActions = {
    copied,
    edit,
    clear,
    fill(direction) {
      const range = rectangleOf(selection);
      changeWith((code) => change(range, (read) => code.fillRange(range, direction, read)));
    },
    isEditing: () => editing !== null,
  };

  return {
    editing,
    canEdit,
    begin,
    commit,
    actions,
    /** Ends the edit because another cell is pressed; false if its text is refused and the edit stays open. */
    end: () => editing === null || commit(editing.text, 'stay'),
    setText: (text: string) => setEditing(editing && { ...editing, text, problem: null }),
    cancel: () => setEditing(null),
    lines,
    unseen,
    clipboard: {
      onCopy: (event: ClipboardEvent) => onCopy(event, false),
      onCut: (event: ClipboardEvent) => onCopy(event, true),
      onPaste(event: ClipboardEvent) {
        if (editing) return;
        event.preventDefault();
        const { clipboardData } = event;
        paste(clipboardData.getData('text/plain'), clipboardData.getData('text/html'));
      },
    },
  };
}
