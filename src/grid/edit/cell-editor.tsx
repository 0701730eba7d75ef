import {
  type ChangeEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { hasSeveralLines, isDate, isNamedReference, isNumber, isSwitch } from '../../contract/field-kinds';
import type { FieldOption } from '../../contract/tables';
import { textOfId } from '../../edits/cell-text';
import { classNames } from '../../ui/hooks/class-names';
import { lazyPart } from '../../ui/layout/lazy-part';
import { cellKinds } from '../cells/kinds';
import type { GridColumn } from '../columns/columns-of';
import { commandOf, editCommandOf } from '../keyboard';
import styles from './cell-editor.module.css';
import { knownOptions } from './cell-edits';
import type { RefusedReason } from './range-edits';
import { lastPart, nearest, suggest, suggestionsMax, withChosen } from './suggestions';

const DatePicker = lazyPart(async () => (await import('../later')).DatePicker);
const EditProblem = lazyPart(async () => (await import('../later')).EditProblem);
const SuggestionList = lazyPart(async () => (await import('../later')).SuggestionList);

/** The edit that is going on in the active cell. */
export interface Editing {
  text: string;
  /** What the editor opened with; typing on it searches, leaving it alone does not. */
  start: string;
  /** It began by typing: the arrows leave the cell, and an old value is replaced. */
  quick: boolean;
  /** Why the text was not taken. */
  problem: RefusedReason | null;
}

/** Where the focus goes after an edit; `fill` stays, and gives the text to every selected cell. */
export type NextCell = 'up' | 'down' | 'left' | 'right' | 'stay' | 'fill';

interface CellEditorProps {
  column: GridColumn;
  /** Whether the value that is edited is a list already, so that another entry may follow. */
  many: boolean;
  /** Names the cell while nothing is edited: it holds the focus of the grid then. */
  label: string;
  editing: Editing | null;
  /** The lower half of the window: what opens, opens upwards. */
  upwards: boolean;
  /** A text gets several lines. */
  roomy?: boolean;
  onBegin(text: string): void;
  onText(text: string): void;
  /** Accepts a text, or reports in `editing` why not. @param anyKind the user allowed a change of the JSON type @returns whether it was accepted */
  onCommit(text: string, next: NextCell, anyKind?: boolean): boolean;
  onCancel(): void;
}

/** Nothing that opens is wider than this, in px. */
const widest = 380;

/**
 * The field inside the active cell. It is there before anything is typed, unseen and with the focus, because an input method gives its first key only
 * to a field that has the focus already; when it begins to be used it becomes the visible editor, and stays the same element.
 */
export function CellEditor(props: CellEditorProps) {
  const { column, many, label, editing, upwards, roomy = false, onBegin, onText, onCommit, onCancel } = props;
  const field = useRef<HTMLTextAreaElement | HTMLInputElement>(null);
  const { kind } = column;
  const { field: Field } = cellKinds[kind];
  const lines = Field === 'textarea';
  const isListed = isSwitch(kind) || isNamedReference(kind);
  const [chosen, setChosen] = useState<number | null>(null);
  const [leftwards, setLeftwards] = useState(false);
  const listId = useId();
  const problemId = useId();
  const open = editing !== null;
  const quick = editing?.quick ?? false;
  const multiline = hasSeveralLines(kind) || (roomy && lines);
  const options = useOptions(column);
  const typed = editing && editing.text !== editing.start ? lastPart(editing.text) : '';
  const matching = open && isListed ? suggest(options, typed) : [];
  // A refused text that is found nowhere: what can be chosen instead, and Enter takes none of it by itself.
  const isNowhere = matching.length === 0 && editing?.problem != null && isListed;
  const offered = isNowhere ? nearest(options, typed) : matching;
  const found = offered.slice(0, suggestionsMax);
  const first = typed === '' || isNowhere ? -1 : 0;
  const marked = Math.min(chosen ?? first, found.length - 1);

  useLayoutEffect(() => {
    const element = field.current;
    if (!open || !element) return;
    // A name from a list is replaced as a whole; text can be continued.
    element.setSelectionRange(isListed && !quick ? 0 : element.value.length, element.value.length);
    const room = element.closest('[role="grid"]')?.getBoundingClientRect().right ?? innerWidth;
    setLeftwards(element.getBoundingClientRect().left + widest > room);
    return () => setChosen(null);
  }, [open, quick, isListed]);

  function take(option: FieldOption) {
    if (many) onText(withChosen(editing?.text ?? '', option.name));
    else pick(option, 'down');
    setChosen(null);
  }

  /** A picked option is taken by its id, even if another has the same name. */
  function pick({ id }: FieldOption, next: NextCell) {
    onCommit(isSwitch(kind) ? id : textOfId(id), next);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!editing) return;
    // What is written belongs to what is reviewed; the page opens that, unless the text is refused: it is not passed over.
    if (commandOf(event.nativeEvent)?.do === 'review') {
      if (!onCommit(editing.text, 'stay')) event.preventDefault();
      return;
    }
    // The grid must not take a key that is the editor's.
    event.stopPropagation();
    if (found.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.nativeEvent.isComposing) {
      event.preventDefault();
      setChosen((marked + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % found.length);
      return;
    }
    const command = editCommandOf(event.nativeEvent, multiline, editing.quick && found.length === 0);
    if (!command) return;
    event.preventDefault();
    const option = found[marked];
    if (command.do === 'cancel') onCancel();
    else if (option && (chosen !== null || typed !== '') && !many) pick(option, command.next);
    else if (option && many && event.key === 'Enter') take(option);
    else onCommit(editing.text, command.next);
  }

  return (
    <div
      data-editing={open ? '' : undefined}
      className={classNames(
        open ? styles.open : styles.latent,
        multiline && styles.tall,
        upwards && styles.upwards,
        leftwards && styles.leftwards,
      )}
    >
      <Field
        ref={field as Ref<never>}
        dir="auto"
        data-active=""
        rows={lines ? 1 : undefined}
        type={lines ? undefined : 'text'}
        className={classNames(styles.field, isNumber(kind) && styles.number)}
        aria-label={label}
        aria-invalid={editing?.problem ? true : undefined}
        aria-describedby={editing?.problem ? problemId : undefined}
        role={found.length > 0 ? 'combobox' : undefined}
        aria-expanded={found.length > 0 ? true : undefined}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={marked >= 0 ? `${listId}-${marked}` : undefined}
        // A keyboard on the screen opens for an edit, not for a cell that was merely chosen.
        inputMode={open ? (isNumber(kind) ? 'decimal' : undefined) : 'none'}
        autoComplete="off"
        spellCheck={false}
        value={editing?.text ?? ''}
        onChange={(event: ChangeEvent<HTMLTextAreaElement | HTMLInputElement>) => {
          setChosen(null);
          if (editing) onText(event.target.value);
          else onBegin(event.target.value);
        }}
        onCompositionStart={() => {
          if (!editing) onBegin('');
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (editing) onCommit(editing.text, 'stay');
        }}
      />
      {open && isDate(kind) ? <DatePicker text={editing.text} onText={onText} /> : null}
      {found.length > 0 || editing?.problem ? (
        <div className={styles.hints}>
          {editing?.problem ? (
            <EditProblem
              id={problemId}
              problem={editing.problem}
              onUseAnyway={() => onCommit(editing.text, 'stay', true)}
              onCancel={onCancel}
            />
          ) : null}
          {found.length > 0 ? (
            <SuggestionList
              id={listId}
              options={found}
              more={offered.length - found.length}
              marked={marked}
              current={editing?.start ?? ''}
              onTake={take}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function useOptions(column: GridColumn): FieldOption[] {
  const t = useTranslations('grid.words');
  return useMemo(
    () =>
      isSwitch(column.kind)
        ? [
            { id: 'true', name: t('yes'), color: null },
            { id: 'false', name: t('no'), color: null },
          ]
        : knownOptions(column),
    [column, t],
  );
}
