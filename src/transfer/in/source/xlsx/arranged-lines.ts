import { blankCellBytes, type Expansion, fileLimits } from '../file-limits';
import type { MergedRange, SheetCell } from './sheet-rows';

/** How the lines of a sheet differ from its rows, as chosen. */
export interface Arrangement {
  /** Ranges whose cells have the value of their first one. */
  filled: readonly MergedRange[];
  /** Rows and columns that are left out. */
  rows: ReadonlySet<number>;
  columns: ReadonlySet<number>;
}

/** The lines of a sheet as they are chosen to be, a part at a time. Its merged cells are known only behind its rows. */
export async function arranged(
  parts: readonly Blob[],
  { filled, rows, columns }: Arrangement,
  expansion: Expansion,
): Promise<Blob[]> {
  const merged = new MergedCells(filled, expansion);
  const made: Blob[] = [];
  for (const part of parts) {
    let text = '';
    for (const line of (await part.text()).split('\n').slice(0, -1)) {
      const tab = line.indexOf('\t');
      const row = Number(line.slice(0, tab));
      const cells = JSON.parse(line.slice(tab + 1)) as SheetCell[];
      merged.fill(row, cells);
      if (!rows.has(row))
        text += lineOfSheet(row, columns.size === 0 ? cells : cells.filter((_cell, at) => !columns.has(at)));
    }
    made.push(new Blob([text]));
  }
  return made;
}

/** A line of a row, which ends with its last cell that is not blank. */
export function lineOfSheet(row: number, cells: SheetCell[]): string {
  while (cells.at(-1) === '') cells.pop();
  return `${row}\t${JSON.stringify(cells)}\n`;
}

/** Fills merged cells, row by row. */
class MergedCells {
  private readonly coming: MergedRange[];
  private begun: { range: MergedRange; value: SheetCell }[] = [];

  constructor(
    ranges: readonly MergedRange[],
    private readonly expansion: Expansion,
  ) {
    this.coming = ranges.toSorted((one, other) => other.top - one.top);
  }

  /** A row without a cell of its own stays blank. One that has nothing but cells merged with their neighbours is a heading, and stays as it is. */
  fill(row: number, cells: SheetCell[]): void {
    this.begun = this.begun.filter(({ range }) => range.bottom >= row);
    for (let next = this.coming.at(-1); next && next.top <= row; next = this.coming.at(-1)) {
      this.coming.pop();
      const value = cells[next.left] ?? '';
      if (next.top === row && value !== '') this.begun.push({ range: next, value });
    }
    this.expansion.add(this.begun.length);
    const own = cells.filter((cell) => cell !== '').length;
    const isHeading = own === this.begun.filter(({ range }) => isInRow(range)).length;
    if (own === 0) return;
    for (const { range, value } of this.begun) {
      if (isHeading && isInRow(range)) continue;
      const last = Math.min(range.right, fileLimits.columns - 1);
      this.expansion.add(Math.max(0, last - range.left + 1) * (blankCellBytes + String(value).length));
      while (cells.length <= last) cells.push('');
      cells.fill(value, range.left, last + 1);
    }
  }
}

function isInRow({ top, bottom }: MergedRange): boolean {
  return top === bottom;
}
