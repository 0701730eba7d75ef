import { parseTsv } from '../../../../edits/csv';

/** The values of a pasted column or a written list. */
export interface ValueList<Value> {
  /** Each once, in the order written. */
  values: Value[];
  /** How many were written again. */
  doubles: number;
  /** What is no value of the kind asked for: its place among the values written, from 1, and its text. */
  failed: { place: number; text: string }[];
}

/**
 * Reads a list: cells of a pasted column or row, else parts between commas where a comma cannot be part of a value.
 * @param read the value of a text; undefined when it is none
 */
export function readValueList<Value>(
  text: string,
  read: (text: string) => Value | undefined,
  commas: boolean,
): ValueList<Value> {
  const list: ValueList<Value> = { values: [], doubles: 0, failed: [] };
  const seen = new Set<Value>();
  for (const [index, part] of partsOf(text, commas).entries()) {
    const value = read(part);
    if (value === undefined) list.failed.push({ place: index + 1, text: part });
    else if (seen.has(value)) list.doubles += 1;
    else {
      seen.add(value);
      list.values.push(value);
    }
  }
  return list;
}

/** The text without what failed. */
export function withoutFailed(text: string, failed: ValueList<unknown>['failed'], commas: boolean): string {
  const places = new Set(failed.map(({ place }) => place));
  return partsOf(text, commas)
    .filter((_part, index) => !places.has(index + 1))
    .join('\n');
}

function partsOf(text: string, commas: boolean): string[] {
  const cells = /[\n\t]/.test(text) || !commas ? parseTsv(text).flat() : text.split(/[,;，、；]/);
  return cells.map((part) => part.trim()).filter((part) => part !== '');
}
