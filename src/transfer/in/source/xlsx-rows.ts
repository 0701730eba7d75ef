import { checkLimit } from './file-limits';
import type { Look } from './sheet-value';
import { digitsOf, isPlainFormat, lookOf, textLookOf } from './xlsx/number-look';
import { SharedStrings } from './xlsx/shared-strings';
import { sheetOfFields, sheetsLooked } from './xlsx/sheet-of-fields';
import { type SheetCell, SheetReader } from './xlsx/sheet-rows';
import { readWorkbookParts, rowsTold, type Workbook } from './xlsx/workbook';
import { xmlPieces } from './xlsx/xml-tags';

export interface SheetText {
  sheets: { name: string; rows: number | null }[];
  sheet: number;
  /** A line for each row: its number, a tab, and its cells as a JSON array. */
  lines: Blob;
  looks: Look[];
}

export interface SheetProgress {
  share: number;
  rows: number;
}

/** Characters of lines that are laid outside of the memory of the page at a time. */
const partChars = 1_000_000;

/**
 * One sheet of a workbook as lines; read piece by piece, so that a workbook of any size takes little memory.
 * @param wanted place of the sheet; when it is left out, the first one that is not hidden and whose header is of the fields, else the first that is not hidden
 * @param fields names and ids of fields
 * @returns null when the file is an archive that holds no workbook, or no such sheet
 * @throws BadZipError; FileLimitError; what the browser says of bytes that cannot be unpacked
 */
export async function readWorkbook(
  file: Blob,
  wanted: number | undefined,
  signal?: AbortSignal,
  onProgress: (progress: SheetProgress) => void = () => {},
  fields: readonly string[] = [],
): Promise<SheetText | null> {
  const workbook = await readWorkbookParts(file);
  const { sheets } = workbook;
  const { looks, number, text } = looksOf(workbook);
  const before = workbook.strings?.size ?? 0;
  const largest = Math.max(0, ...sheets.map(({ entry }) => entry.size));
  const onBytes = (bytes: number): void =>
    onProgress({ share: Math.min(1, bytes / Math.max(1, before + largest)), rows: 0 });
  const strings = await SharedStrings.read(workbook.strings, { signal, onBytes });
  const newReader = (): SheetReader => new SheetReader({ strings, number, text });
  const sheet = wanted ?? (await sheetOfFields(sheets, newReader, fields));
  const chosen = sheets[sheet];
  if (!chosen) return null;
  const shareOf = (bytes: number): number => Math.min(1, bytes / Math.max(1, before + chosen.entry.size));
  const reader = newReader();
  const parts: Blob[] = [];
  let part = '';
  let laid = 0;
  let rows = 0;
  let share = 0;
  const told = (bytes: number): void => {
    share = shareOf(before + bytes);
  };
  // Blank rows count where others follow: their numbers are those of the sheet.
  let blank = '';
  let next = 1;
  for await (const piece of xmlPieces(chosen.entry, 'row', { onBytes: told })) {
    for await (const read of reader.read(piece)) {
      signal?.throwIfAborted();
      for (const row of read) {
        if (row.cells.every((cell) => cell === '')) continue;
        for (; next < row.number; next += 1) blank += `${next}\t[]\n`;
        part += `${blank}${row.number}\t${JSON.stringify(row.cells)}\n`;
        blank = '';
        // A sheet whose rows are in no order has its blank ones once all the same.
        next = Math.max(next, row.number + 1);
        rows = row.number;
        if (part.length < partChars) continue;
        laid += part.length;
        checkLimit('sheet', laid);
        parts.push(new Blob([part]));
        part = '';
      }
      onProgress({ share, rows });
    }
    if (reader.ended) break;
  }
  parts.push(new Blob([part]));
  const names: SheetText['sheets'] = [];
  for (const [place, each] of sheets.entries()) {
    signal?.throwIfAborted();
    const told = place === sheet ? rows : place < sheetsLooked ? await rowsTold(each) : null;
    names.push({ name: each.name, rows: told });
  }
  return { sheets: names, sheet, lines: new Blob(parts), looks };
}

/**
 * How the numbers and texts of each style look. Most look as they are, and are written without a look. What a format means is found out when a cell has it:
 * a workbook may list tens of thousands that none has.
 */
function looksOf({ formats, from1904 }: Workbook) {
  const looks: Look[] = [];
  const places = new Map<string | null, number | null>();
  const texts = new Map<string, ((text: string) => string) | null>();
  const placeOf = (code: string | null): number | null => {
    const known = places.get(code);
    if (known !== undefined) return known;
    const place = code !== null && isPlainFormat(code) ? null : looks.push(lookOf(code, from1904)) - 1;
    places.set(code, place);
    return place;
  };
  const textOf = (code: string): ((text: string) => string) | null => {
    const known = texts.get(code);
    if (known !== undefined) return known;
    const look = textLookOf(code);
    texts.set(code, look);
    return look;
  };
  return {
    looks,
    number: (raw: string, style: number): SheetCell => {
      const code = formats[style];
      const place = code === undefined ? null : placeOf(code);
      return place === null ? plainNumber(digitsOf(raw)) : [raw, place];
    },
    text: (text: string, style: number): string => {
      const code = formats[style];
      return (typeof code === 'string' && textOf(code)?.(text)) || text;
    },
  };
}

/** A number is no text: nobody has to say how it is written. One that this engine would write otherwise stays its digits. */
function plainNumber(digits: string): string | number {
  const number = Number(digits);
  return String(number) === digits ? number : digits;
}
