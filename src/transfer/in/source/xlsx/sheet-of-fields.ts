import { loose } from '../../mapping/mapping';
import { FileLimitError } from '../file-limits';
import { findHeader } from '../header';
import type { SheetReader } from './sheet-rows';
import { lookedChars, type WorkbookSheet } from './workbook';
import { xmlPieces } from './xml-tags';

/** One name may be in any sheet, as in one of remarks. */
const fewestNames = 2;
/** Sheets of which something is read before one is chosen: each is unpacked up to its first rows. */
export const sheetsLooked = 100;

/**
 * The sheet with which a workbook is opened: the first one in whose header at least half of the names, and two, are fields; where there is none, the first.
 * Hidden ones are passed over.
 * @param fields names and ids
 * @returns its place; 0 where all are hidden
 */
export async function sheetOfFields(
  sheets: readonly WorkbookSheet[],
  newReader: () => SheetReader,
  fields: readonly string[],
): Promise<number> {
  const places = [...sheets.keys()].filter((place) => !sheets[place]?.hidden);
  const first = places[0] ?? 0;
  if (places.length < 2 || fields.length === 0) return first;
  const known = new Set(fields.map(loose));
  for (const place of places.slice(0, sheetsLooked)) {
    const names = await namesIn(sheets[place] as WorkbookSheet, newReader());
    const found = names.filter((name) => known.has(loose(name))).length;
    if (found >= fewestNames && found * 2 >= names.length) return place;
  }
  return first;
}

/** The texts in the header of a sheet, which is among the rows of its first piece. */
async function namesIn({ entry }: WorkbookSheet, reader: SheetReader): Promise<string[]> {
  try {
    for await (const piece of xmlPieces(entry, 'row', { most: lookedChars })) {
      for await (const read of reader.read(piece)) {
        const rows = read.map(({ cells }) => cells.map((cell) => (typeof cell === 'string' ? cell : '?')));
        if (rows.length > 0)
          return (rows[findHeader(rows)] ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');
      }
      if (reader.ended) break;
    }
  } catch (error) {
    // It is told of the sheet when that is the one that is read.
    if (!(error instanceof FileLimitError)) throw error;
  }
  return [];
}
