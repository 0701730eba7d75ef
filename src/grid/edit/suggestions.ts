import type { FieldOption } from '../../contract/tables';

/** Nobody reads through more; typing finds the rest. */
export const suggestionsMax = 60;

const separators = /[,;，、；\n]/;

/** The part of the text that is being written: the last one of a list. */
export function lastPart(text: string): string {
  return (text.split(separators).at(-1) ?? '').trim();
}

/** Options whose name or id holds what is typed, those that begin with it first. An empty text finds all. */
export function suggest(options: readonly FieldOption[], typed: string): readonly FieldOption[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return options;
  const beginning: FieldOption[] = [];
  const inside: FieldOption[] = [];
  for (const option of options) {
    const at = option.name.toLowerCase().indexOf(wanted);
    if (at === 0) beginning.push(option);
    else if (at > 0 || option.id === typed.trim()) inside.push(option);
  }
  return [...beginning, ...inside];
}

/** All options, for a text that none of them holds: those first that hold most of its beginning. */
export function nearest(options: readonly FieldOption[], typed: string): readonly FieldOption[] {
  for (let length = typed.length - 1; length > 0; length -= 1) {
    const found = suggest(options, typed.slice(0, length));
    if (found.length > 0) return [...new Set([...found, ...options])];
  }
  return options;
}

/** The text with its last part replaced by a chosen name, ready for the next one. */
export function withChosen(text: string, name: string): string {
  const parts = text.split(separators).map((part) => part.trim());
  const before = parts.slice(0, -1).filter((part) => part !== '' && part !== name);
  return `${[...before, name].join(', ')}, `;
}
