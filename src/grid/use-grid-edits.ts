import { type ClipboardEvent, useState } from 'react';
import type { DwRecord } from '../contract/records';
import { cellText } from '../edits/cell-text';
import type { CellEdit } from '../edits/drafts';
import { coerceCell } from './coerce-cell';
import { cellValue, type GridColumn } from './columns-of';
import { type CopyFormat, copyRange } from './copy-range';
import { currentValue, draftOf, editOf } from './current-value';
import type { Editing, NextCell } from './editors/editing';
import {
  clearRange,
  fillRange,
  isReadOnly,
  pasteRange,
  type RangePlan,
  type RangeSource,
  type Refusal,
} from './range-edits';
import { type Rectangle, rectangleOf, type Selection } from './selection';

interface GridEditsOptions {
  editable: boolean;
  selection: Selection;
  source: RangeSource;
  /** Goes on after an edit was taken. */
  leave(next: Exclude<NextCell, 'stay'>): void;
  onStage(edits: CellEdit[]): void;
  onRefused(refused: Refusal[]): void;
  onReadOnly(column: GridColumn): void;
  /** What a column is called in a line of names. */
  label(column: GridColumn): string;
  onCopied(range: Rectangle, rows: number): void;
}

/** Everything that changes cells: the edit in the active cell, and clearing, filling, pasting of a range. What comes out are edits to stage. */
export function useGridEdits(options: GridEditsOptions) {
  const { editable, selection, source, onStage, onRefused, onReadOnly, onCopied } = options;
  const [editing, setEditing] = useState<Editing | null>(null);
  const { active } = selection;
  const column = source.columns[active.column];
  const record = source.recordAt(active.row);
  const canEdit = editable && column !== undefined && !isReadOnly(column) && record !== undefined;

  function textNow(of: DwRecord, under: GridColumn): string {
    return cellText(currentValue(source.drafts, of, under.id), under.kind, under.config ?? undefined);
  }

  /** Begins to replace the value by typing. */
  function begin(text: string): void {
    if (canEdit) setEditing({ text, start: '', quick: true, problem: null });
    else if (column) onReadOnly(column);
  }

  /** Opens the editor on the value that is there. */
  function edit(): void {
    if (!column || !record) return;
    const text = textNow(record, column);
    if (canEdit) setEditing({ text, start: text, quick: false, problem: null });
    else onReadOnly(column);
  }

  function commit(text: string, next: NextCell): void {
    if (!column || !record) return;
    // A text that nobody changed stages nothing, also where its draft is written in another form.
    if (text !== textNow(record, column) || !draftOf(source.drafts, record, column.id)) {
      const coerced = coerceCell(text, column, cellValue(record, column.id));
      if (!coerced.ok) {
        setEditing((now) => ({ text, start: now?.start ?? '', quick: false, problem: coerced.reason }));
        return;
      }
      onStage([editOf(record, column.id, coerced.value)]);
    }
    setEditing(null);
    if (next !== 'stay') options.leave(next);
  }

  function change(plan: () => RangePlan): void {
    if (!editable) {
      if (column) onReadOnly(column);
      return;
    }
    const { edits, refused } = plan();
    if (edits.length > 0) onStage(edits);
    if (refused.length > 0) onRefused(refused);
  }

  /** The text of the range, said to be copied. */
  function copied(format: CopyFormat = 'tsv'): string {
    const range = rectangleOf(selection);
    const { text, rows } = copyRange(range, source, format, options.label);
    onCopied(range, rows);
    return text;
  }

  function onCopy(event: ClipboardEvent, cut: boolean): void {
    if (editing) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copied());
    if (cut) change(() => clearRange(rectangleOf(selection), source));
  }

  return {
    editing,
    canEdit,
    begin,
    edit,
    commit,
    copied,
    setText: (text: string) => setEditing((now) => now && { ...now, text, problem: null }),
    cancel: () => setEditing(null),
    clear: () => change(() => clearRange(rectangleOf(selection), source)),
    fill: (direction: 'down' | 'right') => change(() => fillRange(rectangleOf(selection), direction, source)),
    clipboard: {
      onCopy: (event: ClipboardEvent) => onCopy(event, false),
      onCut: (event: ClipboardEvent) => onCopy(event, true),
      onPaste(event: ClipboardEvent) {
        if (editing) return;
        event.preventDefault();
        const text = event.clipboardData.getData('text/plain');
        change(() => pasteRange(text, rectangleOf(selection), source));
      },
    },
  };
}
