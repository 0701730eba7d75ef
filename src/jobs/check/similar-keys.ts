import { formatJson, type Json, type JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { KeyMaker, RecordKey } from '../table/record-key';

/** Records whose key nearly equals one that no record has, and where they were looked for: in the whole table, or under the usual spellings of the key. */
export interface SimilarRecords {
  records: readonly DwRecord[];
  by: 'whole' | 'spellings';
}

/** Has nothing that the near form takes away. */
const bare = /^[1-9a-z][0-9a-z]*$/;
/** Accents of Latin, Greek and Cyrillic letters; marks of other scripts make other words. */
const accents = /[\u0300-\u036f]/g;

/** Texts that look the same to a person: equal apart from case, accents, spaces, width and leading zeros. */
export function comparableForm(text: string): string {
  if (bare.test(text)) return text;
  return withoutAccents(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\s\p{Cf}]+/gu, '')
    .replace(/^0+(?=.)/, '');
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(accents, '').normalize('NFC');
}

/** The text of one field of a key, alike for a file and for a record: texts as they are, references in any order, all else as exact JSON. */
export function keyPart(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
    return formatJson(value.map(String).sort());
  return formatJson(value);
}

/** What a key has in common with all that nearly equal it. */
export function comparableKey({ values }: Pick<RecordKey, 'values'>): string {
  return formatJson(Object.values(values).map((value) => comparableForm(keyPart(value ?? null))));
}

/** In which forms people and programs write one text, each made of the text with single spaces. */
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) =>
    text.toLowerCase().replace(/(^|[^\p{L}\p{N}])(\p{L})/gu, (_all, before, letter) => before + letter.toUpperCase()),
  (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
  (text) => text.replace(/^0+(?=.)/, ''),
];

/**
 * The usual spellings of a key beside its own, to be asked for where a table is too long to be read: spaces single, letters in lower, upper, title and
 * sentence case, each with and without accents; without leading zeros. A joint key has all its texts in one spelling.
 */
export function spellingsOf(key: RecordKey, maker: KeyMaker): RecordKey[] {
  const found = new Map<string, RecordKey>();
  for (const plain of [false, true]) {
    for (const write of writings) {
      const values: JsonObject = Object.fromEntries(
        Object.entries(key.values).map(([id, value]) => {
          if (typeof value !== 'string') return [id, value];
          const single = value
            .normalize('NFKC')
            .replace(/\p{Cf}+/gu, '')
            .replace(/\s+/g, ' ')
            .trim();
          return [id, write(plain ? withoutAccents(single) : single)];
        }),
      );
      const spelled = maker.ofValues(values);
      if ('text' in spelled && spelled.text !== key.text) found.set(spelled.text, spelled);
    }
  }
  return [...found.values()];
}
