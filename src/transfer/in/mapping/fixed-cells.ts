/** Cells of a file that the user fixed: the only place where they replace the text of the file. */

import { formatJson } from '../../../contract/json';
import type { FixedCell as FixedInRow } from '../../../jobs/table/changes';
import { lineOf, type RowBlock, type SourceCells, textOfCell } from '../source/rows';
import type { MappedColumn } from './mapping';

/** The user's text for one cell. It applies while its column maps to the field, and is parsed as at that time. */
export interface CellFix {
  line: number;
  column: number;
  text: string;
  /** How the column was mapped. */
  as: string;
}

/** Where a column goes and as what it is read. */
export function readingOf({ field_id, kind, written }: MappedColumn): string {
  return formatJson([field_id, kind, written ?? null]);
}

/** The columns with what was fixed in them; a column without such cells is the same object. */
export function withFixes(mapped: readonly MappedColumn[], fixes: readonly CellFix[]): readonly MappedColumn[] {
  if (fixes.length === 0) return mapped;
  return mapped.map((own) => {
    const as = readingOf(own);
    const standing = fixes.filter((fix) => fix.column === own.column && fix.as === as);
    return standing.length === 0 ? own : { ...own, fixes: standing.map(({ line, text }) => [line, text] as const) };
  });
}

/** A row with the cells that were fixed in it, and with what the file has there. */
interface FixedRow {
  cells: SourceCells;
  fixed?: FixedInRow[];
}

/** Puts what was fixed in a line into its cells. */
export type FixRow = (line: number, cells: SourceCells) => FixedRow;

/** Null where nothing was fixed. */
export function fixerOf(mapped: readonly MappedColumn[]): FixRow | null {
  const byLine = new Map<number, { own: MappedColumn; text: string }[]>();
  for (const own of mapped) {
    for (const [line, text] of own.fixes ?? []) {
      const before = byLine.get(line);
      if (before) before.push({ own, text });
      else byLine.set(line, [{ own, text }]);
    }
  }
  if (byLine.size === 0) return null;
  return (line, cells) => {
    const texts = byLine.get(line);
    if (!texts) return { cells };
    const next = [...cells];
    const fixed = texts.map(({ own: { column, field_id }, text }) => {
      next[column] = text;
      return { field_id, was: textOfCell(cells[column]) };
    });
    return { cells: next, fixed };
  };
}

/** A block of rows with what was fixed in them. */
export function fixedBlock(block: RowBlock, fix: FixRow): RowBlock {
  return { ...block, rows: block.rows.map((cells, index) => fix(lineOf(block, index), cells).cells) };
}
