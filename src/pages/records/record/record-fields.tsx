import {
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { hasSeveralLines, isShortText } from '../../../contract/field-kinds';
import type { DwRecord } from '../../../contract/records';
import { cellText } from '../../../edits/cell-text';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { isOfKind, textOfValue } from '../../../grid/cells/kinds';
import { columnKindKey, columnLabel } from '../../../grid/columns/column-label';
import { cellValue, type GridColumn, recordColumnId } from '../../../grid/columns/columns-of';
import { CellEditor, type Editing, type NextCell } from '../../../grid/edit/cell-editor';
import { currentText, holdsMany, isReadOnly } from '../../../grid/edit/cell-edits';
import { editByText } from '../../../grid/edit/coerce-cell';
import { clipboardCells } from '../../../grid/selection/copy-range';
import { useWords } from '../../../grid/use-words';
import { Button, CopyButton, IconButton } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { fingerPointer, useMedia } from '../../../ui/hooks/use-media';
import { EditIcon, UndoIcon } from '../../../ui/icons/later-icons';
import { showToast } from '../../../ui/overlay/toast';
import { SentActions, SentText } from '../edit/sent-value';
import type { FilePlace } from '../files/file-place';
import type { ReviewedCells } from '../review/review-source';
import type { SentValues } from '../review/sent-values';
import { FieldValue } from './field-value';
import styles from './record-panel.module.css';
import type { RefusedText } from './use-asked-close';

export interface RecordFieldsHandle {
  /** What is written in a field that does not take it: one at a time is. */
  refused(): readonly RefusedText[];
}

interface RecordFieldsProps {
  ref?: Ref<RecordFieldsHandle>;
  record: DwRecord;
  columns: readonly GridColumn[];
  /** The field that a link led to. */
  linked: string | null;
  drafts: Pick<DraftsOfTable, 'drafts' | 'stage' | 'revert'>;
  /** Sent values that are not verified. */
  sent: SentValues;
  onRetry(cells: ReviewedCells): void;
  /** Why nothing can be edited, in a sentence; null when it can be. */
  closed: string | null;
  onOpenFile(place: FilePlace): void;
}

/**
 * The fields of a record below each other, each edited in place; system fields are last.
 * Long: one form of all fields of a record, with the focus that goes from one to the next.
 */
export function RecordFields({
  ref,
  record,
  columns,
  linked,
  drafts,
  sent,
  onRetry,
  closed,
  onOpenFile,
}: RecordFieldsProps) {
  const t = useTranslations('records.panel');
  const r = useTranslations('records');
  const g = useTranslations('grid');
  const words = useWords();
  const isFinger = useMedia(fingerPointer);
  const list = useRef<HTMLDivElement>(null);
  const own = columns.filter(({ source }) => source !== 'system');
  const system = columns.filter(({ source, id }) => source === 'system' && id !== recordColumnId);
  const fields = closed === null ? own.filter((column) => !isReadOnly(column)) : [];
  const edit = useFieldEdit({ record, fields, drafts, list });
  useImperativeHandle(ref, () => ({ refused: edit.refused }));

  const field = (column: GridColumn) => {
    const label = columnLabel(column, g);
    const value = cellValue(record, column.id);
    const draft = drafts.drafts.get(record.item_id)?.cells.get(column.id);
    const sentCell = draft ? undefined : sent.of(record.item_id)?.get(column.id);
    const repeated = record.repeated?.[column.id];
    const open = edit.open?.column.id === column.id ? edit.open : null;
    const fixed = closed ?? (isReadOnly(column) ? r('systemField', { field: label }) : null);
    const begin = () => {
      if (fixed === null) edit.turnTo(column);
      else showToast({ kind: 'neutral', title: r('cannotEdit'), text: fixed, key: 'read-only' });
    };
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: a shorter way to what its button does
      <div
        key={column.id}
        data-field={column.id}
        ref={column.id === linked ? showWhole : undefined}
        className={classNames(draft ? styles.changed : styles.field, column.id === linked && styles.linked)}
        onKeyDown={(event) => {
          if (event.key !== 'F2' || open) return;
          event.preventDefault();
          begin();
        }}
        // What is pressed stays under the press: the field that is edited is closed, and gets another height, by the click.
        onMouseDown={(event) => {
          if (edit.open && (pressedBeside(event) || (isFinger && !open))) event.preventDefault();
        }}
        onClickCapture={(event) => {
          // As it loses the focus, what is written is taken, or stays with the reason; a pencil does so itself.
          if (edit.open) pressedBeside(event)?.focus({ preventScroll: true });
        }}
        // A finger needs one tap, but for what cannot be edited: it would be told at every touch.
        onClick={(event) => {
          if (isFinger && !open && fixed === null && isBesideControls(event)) begin();
        }}
        onDoubleClick={(event) => {
          if (!isFinger && !open && isBesideControls(event)) begin();
        }}
      >
        <dt className={styles.name}>
          <span>{label}</span>
          <span className={styles.kind}>
            {g(columnKindKey(column))}
            {label === column.id ? '' : ` · ${column.id}`}
            {isOfKind(value, column.kind, { words, config: column.config }) ? '' : ` · ≠ ${words.misfit}`}
          </span>
          {fixed === null ? (
            <IconButton
              data-edit=""
              size="small"
              label={t('edit', { field: label })}
              icon={<EditIcon size={14} />}
              onClick={begin}
            />
          ) : null}
          <CopyButton
            label={t('copyValue', { field: label })}
            text={() => cellText(draft ? draft.after : value, column.kind, column.config ?? undefined)}
            html={(text) => clipboardCells([[text]], [column.kind]).html}
          />
        </dt>
        <dd className={styles.body}>
          {open ? (
            <div
              className={classNames(styles.editor, isLong(open) && styles.longEditor, open.upwards && styles.upwards)}
            >
              <CellEditor
                column={column}
                many={holdsMany(column, open.record)}
                label={label}
                editing={open.editing}
                upwards={open.upwards}
                roomy={isLong(open)}
                onBegin={edit.setText}
                onText={edit.setText}
                onCommit={edit.commit}
                onCancel={edit.cancel}
              />
            </div>
          ) : (
            <FieldValue
              value={draft ? draft.after : sentCell ? sentCell.after : value}
              column={column}
              words={words}
              onOpenFile={(file) => onOpenFile({ record, column, file })}
            />
          )}
          {draft ? (
            <div className={styles.before}>
              <span>
                {t('edited')}{' '}
                <del>
                  {(draft.before ?? null) === null
                    ? textOfValue(draft.before, column, words)
                    : cellText(draft.before, column.kind, column.config ?? undefined).slice(0, 400) || words.empty}
                </del>
              </span>
              <Button
                kind="ghost"
                size="small"
                icon={<UndoIcon size={14} />}
                aria-label={t('revertField', { field: label })}
                onClick={() => {
                  drafts.revert([{ item_id: record.item_id, field_id: column.id }]);
                  edit.focus(column);
                }}
              >
                {t('revert')}
              </Button>
            </div>
          ) : null}
          {sentCell ? (
            <div className={sentCell.isPending ? styles.sent : styles.sentFailed}>
              <span>
                <SentText column={column} cell={sentCell} />
              </span>
              <SentActions
                record={record}
                column={column}
                cell={sentCell}
                drafts={drafts}
                isReadOnly={closed !== null}
                onTaken={() => {
                  sent.take(record.item_id, column.id);
                  edit.focus(column);
                }}
                onRetry={onRetry}
              />
            </div>
          ) : null}
          {repeated ? <p className={styles.note}>{t('repeated', { count: repeated.length })}</p> : null}
        </dd>
      </div>
    );
  };
  return (
    <div ref={list}>
      <dl className={styles.fields}>{own.map(field)}</dl>
      <h3 className={styles.heading}>{t('system')}</h3>
      <p className={styles.note}>{t('systemNote')}</p>
      <dl className={styles.fields}>{system.map(field)}</dl>
    </div>
  );
}

/** What was pressed in a field beside its editor and its pencil, or null. */
function pressedBeside({ target, type }: MouseEvent): HTMLElement | null {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('button, a') : null;
  if (pressed?.closest('[data-editing]')) return null;
  return type === 'click' && pressed?.matches('[data-edit]') ? null : pressed;
}

function isBesideControls({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a, button') === null;
}

function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Longer texts are written in several lines. */
const longFrom = 44;

function isLong({ column, editing }: FieldEdit): boolean {
  if (hasSeveralLines(column.kind)) return true;
  return isShortText(column.kind) && (editing.start.length > longFrom || editing.start.includes('\n'));
}

/** The edit that is going on in a field of the panel, on the record as it was when it began. */
interface FieldEdit {
  record: DwRecord;
  column: GridColumn;
  editing: Editing;
  /** There is more room below a field of the upper half of the window. */
  upwards: boolean;
}

interface FieldEditOptions {
  record: DwRecord;
  /** The editable fields, from top to bottom. */
  fields: readonly GridColumn[];
  drafts: Pick<DraftsOfTable, 'drafts' | 'stage'>;
  /** Holds one element with `data-field` for each field, and in it a button with `data-edit`. */
  list: RefObject<HTMLElement | null>;
}

/** One field of the panel at a time is edited, as a cell of the grid is: the same editor, the same values, one step of undo each. */
function useFieldEdit({ record, fields, drafts, list }: FieldEditOptions) {
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
    // A removed field reports its blur when another may have focus already.
    setHeld((now) => (now === edit ? null : now));
  }

  /** @returns whether the text was taken */
  function commit(edit: FieldEdit, text: string, next: NextCell, anyKind: boolean): boolean {
    const { column } = edit;
    const taken = editByText(text, edit.record, column, drafts.drafts, anyKind);
    if (!taken.ok) {
      const editing = { ...edit.editing, text, problem: taken.reason };
      setHeld((now) => (now === edit ? { ...edit, editing } : now));
      return false;
    }
    if (taken.edit) drafts.stage([taken.edit]);
    const after = neighbour(fields, column, next);
    if (after) begin(after);
    // A press elsewhere has moved the focus already.
    else end(edit, next !== 'stay' || (elementOf(column.id)?.contains(document.activeElement) ?? false));
    return true;
  }

  /** Takes what is being written, then edits another field; a text that is refused stays, with the focus. */
  function turnTo(column: GridColumn): void {
    if (open === null || commit(open, open.editing.text, 'stay', false)) begin(column);
    else goal.current = { id: open.column.id, part: '[data-active]' };
  }

  // Back leaves the record without a blur: what is written is kept where it fits, as by any other way out.
  const onLeave = useEffectEvent(() => {
    const taken = held && editByText(held.editing.text, held.record, held.column, drafts.drafts, false);
    if (taken?.ok && taken.edit) drafts.stage([taken.edit]);
  });
  useEffect(() => () => onLeave(), []);

  // Back comes while the field is still being written in: it is judged by its text.
  function refused(): readonly RefusedText[] {
    if (held === null) return [];
    const { record, column, editing } = held;
    if (editByText(editing.text, record, column, drafts.drafts).ok) return [];
    const show = () => {
      commit(held, editing.text, 'stay', false);
      elementOf(column.id)?.querySelector<HTMLElement>('[data-active]')?.focus();
    };
    return [{ text: editing.text, show }];
  }

  return {
    open,
    turnTo,
    refused,
    setText: (text: string) => setHeld((now) => now && { ...now, editing: { ...now.editing, text, problem: null } }),
    commit: (text: string, next: NextCell, anyKind = false) => open === null || commit(open, text, next, anyKind),
    cancel: () => open && end(open, true),
    /** Gives the focus to the button of a field, when what was pressed goes. */
    focus: ({ id }: GridColumn) => {
      goal.current = { id, part: '[data-edit]' };
    },
  };
}

/** Tab moves to the field below, or with Shift above; Enter stays. */
export function neighbour<Column extends { id: string }>(
  fields: readonly Column[],
  from: Column,
  next: NextCell,
): Column | null {
  const step = { right: 1, left: -1, up: 0, down: 0, stay: 0, fill: 0 }[next];
  if (step === 0) return null;
  return fields[fields.findIndex(({ id }) => id === from.id) + step] ?? null;
}
