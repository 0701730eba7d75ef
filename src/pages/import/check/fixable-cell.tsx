import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isComposing } from '../../../grid/keyboard';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import { Button } from '../../../ui/form/button';
import { Combobox } from '../../../ui/form/combobox';
import type { Option } from '../../../ui/form/select';
import { TextArea } from '../../../ui/form/text-area';
import { TextField } from '../../../ui/form/text-field';
import { classNames } from '../../../ui/hooks/class-names';
import { focusWhenFree } from '../../../ui/hooks/focus-when-free';
import { fingerPointer, useMedia } from '../../../ui/hooks/use-media';
import { EditIcon, UndoIcon } from '../../../ui/icons/later-icons';
import { becomesValue } from '../columns/fit-suggestions';
import { useCellChoices } from '../columns/text-replacements';
import { oneLine, Small } from '../step-parts';
import styles from './fixable-cell.module.css';
import type { FileCell } from './fixable-cells';

interface FixableCellProps {
  /** Line and field, by which the cell is called. */
  line: number;
  name: string;
  cell: FileCell;
  column: MappedColumn;
  /** Its text is being typed. */
  editing: boolean;
  /** What was typed and did not fit when it was left: it is open until it does, or is given up. */
  refused: string | undefined;
  onEdit(): void;
  /** Editing has ended; `by` a key the focus is still to be given. */
  onLeave(by: 'key' | 'press'): void;
  /** Null: nothing is refused any more. */
  onRefuse(text: string | null): void;
  /** Null: unchanged from the file. */
  onFix(text: string | null): void;
  /** The cell as it is shown. */
  children: ReactNode;
}

/** A cell of the file as a button; pressed, its text is typed. What was fixed says what the file has, with the way back to it. */
export function FixableCell(props: FixableCellProps) {
  const { line, name, cell, column, editing, refused, onEdit, onLeave, onRefuse, onFix, children } = props;
  const t = useTranslations('import.check.fix');
  const button = useRef<HTMLButtonElement>(null);
  const { text, was, wrong } = cell;
  const place = t('place', { line: String(line), field: name });
  const back = (): void => void focusWhenFree(() => button.current?.focus());
  const choices = useCellChoices(column);
  if (editing || refused !== undefined) {
    const leave = (by: 'key' | 'press'): void => {
      onRefuse(null);
      onLeave(by);
      if (by === 'key') back();
    };
    const field = { label: place, text, autoFocus: editing, onLeave: leave, onFix };
    // Of several values of a field one alone is not enough: they are typed.
    return choices.length > 0 && column.config?.config.is_multi !== true ? (
      <CellChoice {...field} choices={choices} />
    ) : (
      <CellText {...field} column={column} refused={refused} onRefuse={onRefuse} />
    );
  }
  return (
    <>
      <button ref={button} type="button" onClick={onEdit} className={classNames(styles.cell, wrong && styles.wrong)}>
        <span className="visually-hidden">{place}: </span>
        <span className={styles.value}>{children}</span>
        <EditIcon size={13} />
      </button>
      {was === undefined ? null : (
        <span className={styles.was}>
          <Small>{was === '' ? t('wasBlank') : t('was', { text: oneLine(was) })}</Small>
          <Button
            size="small"
            kind="ghost"
            icon={<UndoIcon size={13} />}
            aria-label={t('undoOf', { line: String(line), field: name })}
            onClick={() => {
              onFix(null);
              back();
            }}
          >
            {t('undo')}
          </Button>
        </span>
      )}
    </>
  );
}

interface CellTextProps {
  label: string;
  text: string;
  autoFocus: boolean;
  column: MappedColumn;
  refused: string | undefined;
  /** Ends it; `by` a key the focus goes back to the cell. */
  onLeave(by: 'key' | 'press'): void;
  onRefuse(text: string): void;
  onFix(text: string): void;
}

/** Edits the text of a cell. Enter or leaving the field applies it; a text that still does not fit stays open with a message. */
function CellText({ label, text, autoFocus, column, refused, onLeave, onRefuse, onFix }: CellTextProps) {
  const t = useTranslations('import.check.fix');
  const isFinger = useMedia(fingerPointer);
  const [typed, setTyped] = useState(refused ?? text);
  const left = useRef(false);
  const isId = column.field_id === 'item_id';
  const wrong = typed !== text && typed !== '' && !isId && !becomesValue(column)(typed);
  const leave = (by: 'key' | 'press'): void => {
    left.current = true;
    onLeave(by);
  };
  const take = (by: 'key' | 'press'): void => {
    if (left.current) return;
    if (wrong) onRefuse(typed);
    else {
      if (typed !== text) onFix(typed);
      leave(by);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    // The list of rows and the page have keys of the same names.
    if (event.key === 'Escape') leave('key');
    else if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) take('key');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const field = {
    hideLabel: true,
    label,
    value: typed,
    onChange: setTyped,
    autoFocus,
    // What is typed takes its place.
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => currentTarget.select(),
    // Another window: the focus is still here.
    onBlur: ({ target }: FocusEvent) => take(document.activeElement === target ? 'key' : 'press'),
    onKeyDown,
    error: wrong ? t('wrong') : undefined,
    hint: isFinger ? undefined : t('keys'),
  };
  if (/[\r\n]/.test(text)) return <TextArea {...field} rows={3} />;
  return <TextField {...field} size="small" />;
}

interface CellChoiceProps extends Pick<CellTextProps, 'label' | 'text' | 'autoFocus' | 'onLeave' | 'onFix'> {
  choices: readonly Option[];
}

/** Chooses the value of a cell from those that its field has; leaving it without a choice changes nothing. */
function CellChoice({ label, text, autoFocus, choices, onLeave, onFix }: CellChoiceProps) {
  const t = useTranslations('import');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it
    <div
      onBlur={({ target }) => {
        // Another window: the focus is still here.
        if (document.activeElement !== target) onLeave('press');
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        event.stopPropagation();
        onLeave('key');
      }}
    >
      <Combobox
        size="small"
        hideLabel
        autoFocus={autoFocus}
        label={label}
        value={text}
        placeholder={text}
        onChange={(next) => {
          if (next !== text) onFix(next);
          onLeave('key');
        }}
        // The first is what Enter takes: never a blank.
        options={[...choices, { value: '', label: t('columns.instead.blank') }]}
      />
    </div>
  );
}
