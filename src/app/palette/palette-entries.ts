import type { Icon } from '../../ui/icons/icons';

/** One thing that the palette leads to or does. */
export interface PaletteEntry {
  key: string;
  label: string;
  /** Second text: an id, a type. It is searched as well. */
  hint?: string;
  icon: Icon;
  /** It leads to another page, which takes the focus; otherwise that goes back to where it was. */
  leads?: true;
  /** It opens over the page: once the focus is back where that has to find it again. */
  over?: true;
  run: () => void;
}

export interface PaletteGroup {
  title: string;
  entries: PaletteEntry[];
}

/** Entries of one group that are listed at most: a long list is found by typing, not by scrolling. */
const shownOfGroup = 30;

/**
 * The entries that match what was typed: each word of the query is somewhere in label or hint, in any order. Entries whose label begins with it
 * come first; groups without a match are left out. Pure.
 */
export function matchEntries(groups: readonly PaletteGroup[], query: string): PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = (entry: PaletteEntry) => entry.label.toLowerCase().startsWith(words.join(' '));
  return groups
    .map(({ title, entries }) => {
      const found = entries.filter((entry) => {
        const text = `${entry.label} ${entry.hint ?? ''}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const ordered = words.length ? [...found.filter(begins), ...found.filter((entry) => !begins(entry))] : found;
      return { title, entries: ordered.slice(0, shownOfGroup) };
    })
    .filter(({ entries }) => entries.length > 0);
}
