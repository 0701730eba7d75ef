import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { DwRecord } from '../../../contract/records';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { Editing, NextCell } from '../../../grid/edit/cell-editor';
import { currentText, editByText } from '../../../grid/edit/cell-edits';

/** The edit that is going on in a field of the panel, on the record as it was when it began. */
export interface FieldEdit {
  record: DwRecord;
  column: GridColumn;
  editing: Editing;
  /** There is more room below a field of the upper half of the window. */
  upwards: boolean;
}

interface FieldEditOptions {
  record: DwRecord;
  /** The fields that can be edited, as they stand below each other. */
  fields: readonly GridColumn[];
  drafts: Pick<DraftsOfTable, 'drafts' | 'stage'>;
  /** Holds one element with `data-field` for each field, and in it a button with `data-edit`. */
  list: RefObject<HTMLElement | null>;
}

/** One field of the panel at a time is edited, as a cell of the grid is: the same editor, the same values, one step of undo each. */
export function useFieldEdit({ record, fields, drafts, list }: FieldEditOptions) {
  const [held, setHeld] = useState<FieldEdit | null>(null);
  // What was refused in another record waits there.
  const open = held?.record.item_id === record.item_id ? held : null;
  const goal = useRef<{ id: string; part: '[data-active]' | '[data-edit]' } | null>(null);
  const elementOf = (id: string) => list.current?.querySelector(`[data-field="${CSS.escape(id)}"]`) ?? null;
  useLayoutEffect(() => {
    if (goal.current === null) return;
    const { id, part } = goal.current;
    goal.current = null;
    const field = elementOf(id);
    field?.querySelector<HTMLElement>(part)?.focus({ preventScroll: true });
    // All of it, not only the line with the caret.
    field?.scrollIntoView({ block: 'nearest' });
  });

  function begin(column: GridColumn): void {
    const text = currentText(drafts.drafts, record, column);
    const top = elementOf(column.id)?.getBoundingClientRect().top ?? 0;
    goal.current = { id: column.id, part: '[data-active]' };
    setHeld({
      record,
      column,
      editing: { text, start: text, quick: false, problem: null },
      upwards: top > innerHeight / 2,
    });
  }

  function end(edit: FieldEdit, focus: boolean): void {
    if (focus) goal.current = { id: edit.column.id, part: '[data-edit]' };
    // The field that goes tells that it lost the focus, when another may have begun.
    setHeld((now) => (now === edit ? null : now));
  }

  function commit(edit: FieldEdit, text: string, next: NextCell, anyKind: boolean): void {
    const { column } = edit;
    const taken = editByText(text, edit.record, column, drafts.drafts, anyKind);
    if (!taken.ok) {
      const editing = { ...edit.editing, text, problem: taken.reason };
      setHeld((now) => (now === edit ? { ...edit, editing } : now));
      return;
    }
    if (taken.edit) drafts.stage([taken.edit]);
    const after = neighbour(fields, column, next);
    if (after) begin(after);
    // Whoever pressed elsewhere is there already.
    else end(edit, next !== 'stay' || (elementOf(column.id)?.contains(document.activeElement) ?? false));
  }

  return {
    open,
    begin,
    setText: (text: string) => setHeld((now) => now && { ...now, editing: { ...now.editing, text, problem: null } }),
    commit: (text: string, next: NextCell, anyKind = false) => open && commit(open, text, next, anyKind),
    cancel: () => open && end(open, true),
    /** Gives the focus to the button of a field, when what was pressed goes. */
    focus: ({ id }: GridColumn) => {
      goal.current = { id, part: '[data-edit]' };
    },
  };
}

/** Tab goes on to the field below, or with Shift above; Enter stays. */
export function neighbour<Column extends { id: string }>(
  fields: readonly Column[],
  from: Column,
  next: NextCell,
): Column | null {
  const step = { right: 1, left: -1, up: 0, down: 0, stay: 0, fill: 0 }[next];
  if (step === 0) return null;
  return fields[fields.findIndex(({ id }) => id === from.id) + step] ?? null;
}
