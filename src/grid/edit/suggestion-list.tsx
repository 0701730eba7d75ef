import type { FieldOption } from '../../contract/tables';
import { classNames } from '../../ui/hooks/class-names';
import styles from './cell-editor.module.css';

interface SuggestionListProps {
  id: string;
  label: string;
  options: readonly FieldOption[];
  /** Index of the one that Enter takes; -1 for none. */
  marked: number;
  onTake(option: FieldOption): void;
}

/** Options below the field of an editor. The focus stays in the field, which names the marked one. */
export function SuggestionList({ id, label, options, marked, onTake }: SuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={styles.list}
      // A press, also on its scroll bar, must not take the focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys (combobox pattern)
        <div
          key={option.id}
          ref={index === marked ? scrollIntoView : null}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          className={classNames(styles.option, index === marked && styles.marked)}
          onClick={() => onTake(option)}
        >
          <span className={styles.name}>{option.name || option.id}</span>
          {option.name && option.name !== option.id && option.id.length > 5 ? (
            <span className={styles.id}>{option.id}</span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/** Nobody reads through more; typing finds the rest. */
const suggestionsMax = 60;

const separators = /[,;，、；\n]/;

/** The part of the text that is being written: the last one of a list. */
export function lastPart(text: string): string {
  return (text.split(separators).at(-1) ?? '').trim();
}

/** Options whose name or id holds what is typed, those that begin with it first. An empty text finds all. */
export function suggest(options: readonly FieldOption[], typed: string): FieldOption[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return options.slice(0, suggestionsMax);
  const beginning: FieldOption[] = [];
  const inside: FieldOption[] = [];
  for (const option of options) {
    const at = option.name.toLowerCase().indexOf(wanted);
    if (at === 0) beginning.push(option);
    else if (at > 0 || option.id === typed.trim()) inside.push(option);
  }
  return [...beginning, ...inside].slice(0, suggestionsMax);
}

/** The text with its last part replaced by a chosen name, ready for the next one. */
export function withChosen(text: string, name: string): string {
  const parts = text.split(separators).map((part) => part.trim());
  const before = parts.slice(0, -1).filter((part) => part !== '' && part !== name);
  return `${[...before, name].join(', ')}, `;
}
