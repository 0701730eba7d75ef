/** Lists of words as one short text that needs no escaping in an address: entries are separated by `*`, their words by `.`. */

const escapes: Record<string, string> = { '~': '~t', '.': '~d', '*': '~s' };
const letters: Record<string, string> = Object.fromEntries(
  Object.entries(escapes).map(([character, code]) => [code[1], character]),
);

export function formatEntries(entries: readonly (readonly string[])[]): string {
  const escaped = (word: string) => word.replace(/[~.*]/g, (character) => escapes[character] ?? character);
  return entries.map((words) => words.map(escaped).join('.')).join('*');
}

/** An escape that is none is kept as it is. */
export function parseEntries(text: string): string[][] {
  const plain = (word: string) => word.replace(/~([tds])/g, (_, letter: string) => letters[letter] ?? '');
  return text === '' ? [] : text.split('*').map((entry) => entry.split('.').map(plain));
}
