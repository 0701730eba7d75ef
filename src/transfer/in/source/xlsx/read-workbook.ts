import { checkLimit, FileLimitError } from '../file-limits';
import type { ImportProgress, Look, Problem } from '../rows';
import { arranged, lineOfSheet } from './arranged-lines';
import { digitsOf, isPlainFormat, lookOf, textLookOf } from './number-format';
import { readSheetRows, SharedStrings, type SheetCell, type SheetFrame, type SheetLooks } from './sheet-rows';
import {
  declaredRows,
  inspection,
  readWorkbookParts,
  sheetOfFields,
  sheetsInspected,
  type Workbook,
  type WorkbookSheet,
} from './workbook';

/** Choices of what is read of a workbook; missing ones are detected, or off. */
export interface SheetChoice {
  /** Place of the sheet in the workbook, from 0. */
  sheet?: number;
  /** Merged cells all have the value of their first one. */
  fillMerged?: boolean;
  /** Hidden rows and columns are left out. */
  skipHidden?: boolean;
}

export interface SheetText {
  sheets: { name: string; rows: number | null }[];
  sheet: number;
  /** A line for each row: its number, a tab, and its cells as a JSON array. */
  lines: Blob;
  looks: Look[];
  /** What of the sheet is no cell, or is not seen in it, from its header on. */
  problemsFrom(headerLine: number): Problem[];
}

/** Characters of lines that are laid outside of the memory of the page at a time. */
const partChars = 1_000_000;

/**
 * One sheet of a workbook as lines; read piece by piece, so that a workbook of any size takes little memory.
 * @param choice by default the first visible sheet whose header matches the fields, else the first visible one
 * @param fields names and IDs of fields
 * @returns null when the file is an archive without a workbook, or has no such sheet
 * @throws FileLimitError; the browser's error for bytes that cannot be unpacked
 */
export async function readWorkbook(
  file: Blob,
  choice: SheetChoice,
  signal?: AbortSignal,
  onProgress: (progress: ImportProgress) => void = () => {},
  fields: readonly string[] = [],
): Promise<SheetText | null> {
  const workbook = await readWorkbookParts(file);
  const { sheets, missing } = workbook;
  const { looks, number, text } = looksOf(workbook);
  const before = workbook.strings?.entry.uncompressedSize ?? 0;
  const largest = Math.max(0, ...sheets.map(({ part }) => part.entry.uncompressedSize));
  const strings = await SharedStrings.read(workbook.strings, {
    signal,
    onBytes: (bytes) => onProgress({ share: Math.min(1, bytes / Math.max(1, before + largest)), rows: 0 }),
  });
  const shown: SheetLooks = { strings, number, text };
  const sheet = choice.sheet ?? (await sheetOfFields(sheets, shown, fields));
  const chosen = sheets[sheet];
  if (!chosen) return null;
  const all = Math.max(1, before + chosen.part.entry.uncompressedSize);
  const parts: Blob[] = [];
  let part = '';
  let laid = 0;
  let rows = 0;
  // Blank rows count where others follow: their numbers are those of the sheet.
  let blank = '';
  let next = 1;
  let frame: SheetFrame = { merged: [], hiddenColumns: new Set() };
  const hiddenRows = new Set<number>();
  let widest = 0;
  for await (const read of readSheetRows(chosen.part, shown)) {
    signal?.throwIfAborted();
    frame = read.frame;
    for (const row of read.rows) {
      if (row.cells.every((cell) => cell === '')) continue;
      for (; next < row.number; next += 1) blank += `${next}\t[]\n`;
      part += blank + lineOfSheet(row.number, row.cells);
      widest = Math.max(widest, row.cells.length);
      if (row.hidden) hiddenRows.add(row.number);
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
    onProgress({ share: Math.min(1, (before + read.bytes) / all), rows });
  }
  parts.push(new Blob([part]));
  const names: SheetText['sheets'] = [];
  const inspected = inspection();
  for (const [place, each] of sheets.entries()) {
    signal?.throwIfAborted();
    const told = place === sheet ? rows : place < sheetsInspected ? await declaredRows(each, inspected) : null;
    names.push({ name: each.name, rows: told });
  }
  const hiddenColumns = [...frame.hiddenColumns].filter((column) => column < widest);
  const merged = frame.merged.filter(({ top }) => top <= rows);
  const arrangement = {
    filled: choice.fillMerged ? merged : [],
    rows: choice.skipHidden ? hiddenRows : new Set<number>(),
    columns: new Set(choice.skipHidden ? hiddenColumns : []),
  };
  const isArranged = choice.fillMerged || choice.skipHidden;
  const pictures = await picturesOf(chosen);
  return {
    sheets: names,
    sheet,
    lines: new Blob(isArranged ? await arranged(parts, arrangement, chosen.part.expansion) : parts),
    looks,
    problemsFrom: (headerLine) => [
      ...missing.map((name): Problem => ({ kind: 'no-sheet', line: headerLine, detail: name })),
      ...merged
        .filter(({ bottom }) => bottom >= headerLine)
        .map(({ top, ref }): Problem => ({ kind: 'merged', line: top, detail: ref })),
      ...[...hiddenRows]
        .filter((row) => row > headerLine)
        .map((line): Problem => ({ kind: 'hidden-row', line, detail: '' })),
      ...hiddenColumns.map((column): Problem => ({ kind: 'hidden-column', line: headerLine, detail: `${column + 1}` })),
      ...pictures.filter((row) => row > headerLine).map((line): Problem => ({ kind: 'drawing', line, detail: '' })),
    ],
  };
}

/** What cannot be read of pictures keeps no row from being read. */
async function picturesOf(sheet: WorkbookSheet): Promise<number[]> {
  try {
    return await sheet.pictures();
  } catch (error) {
    if (!(error instanceof FileLimitError)) throw error;
    return [];
  }
}

/**
 * How the numbers and texts of each style look. Most look as they are, and are written without a look. What a format means is found out when a cell has it:
 * a workbook may list tens of thousands that none has.
 */
function looksOf({ formats, from1904 }: Workbook) {
  const looks: Look[] = [];
  const placeOf = remembered((code: string | null) =>
    code !== null && isPlainFormat(code) ? null : looks.push(lookOf(code, from1904)) - 1,
  );
  const textOf = remembered(textLookOf);
  return {
    looks,
    number: (raw: string, style: number): SheetCell => {
      const code = formats[style];
      // Without styles, cells have the first one all the same, which is none.
      if (code === undefined && style !== 0) return { problem: 'no-format', text: digitsOf(raw) };
      const place = code === undefined ? null : placeOf(code);
      if (place === null) return plainNumber(digitsOf(raw));
      const isZero = Number(raw) === 0 && looks[place]?.isDay && !from1904;
      return isZero ? { problem: 'zero-date', text: looks[place]?.show(raw) ?? raw } : [raw, place];
    },
    text: (text: string, style: number): string => {
      const code = formats[style];
      return (typeof code === 'string' && textOf(code)?.(text)) || text;
    },
  };
}

/** Wraps a function so that it runs once for each key. */
function remembered<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as Made;
  };
}

/** A number is no text: it has no format. One that this engine would write differently keeps its digits. */
function plainNumber(digits: string): string | number {
  const number = Number(digits);
  return String(number) === digits ? number : digits;
}
