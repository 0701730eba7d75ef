import { checkLimit } from '../file-limits';
import { richText, type SharedStrings, unescaped } from './shared-strings';
import { XmlTags } from './xml-tags';

/** A cell as it is written into a line: text, a number that looks as it is, digits with the place of their look, or a formula without its result. */
export type SheetCell = string | number | [raw: string, look: number] | { formula: string };

/** A row of a sheet: its number, and its cells up to the last one that says something. */
export interface SheetRow {
  number: number;
  cells: SheetCell[];
}

/** How the numbers of a style look. */
export type ShowNumber = (raw: string, style: number) => SheetCell;

/** How the texts of a style look, which is nearly always as they are. */
export type ShowText = (text: string, style: number) => string;

export interface SheetLooks {
  strings: SharedStrings;
  number: ShowNumber;
  text: ShowText;
}

/** More than a piece of an ordinary sheet has. */
const cellsAtOnce = 200_000;

/** Reads the rows of a sheet from pieces of its XML that end with a row each. */
export class SheetReader {
  /** The sheet has no further rows. */
  ended = false;
  private row = 0;

  constructor(private readonly looks: SheetLooks) {}

  /** Some rows at a time: a few bytes may hold thousands of cells, as those before the first one that says something count. */
  async *read(piece: string): AsyncGenerator<SheetRow[]> {
    const tags = new XmlTags(piece);
    let rows: SheetRow[] = [];
    let cells = 0;
    const missing = new Map<number, ((text: string) => void)[]>();
    while (!this.ended && tags.next()) {
      if (tags.name === 'row' && tags.kind !== 'close') {
        this.row = Number(tags.attribute('r') ?? this.row + 1);
        checkLimit('sheetRows', this.row);
        if (tags.kind !== 'open') continue;
        const row = { number: this.row, cells: this.readCells(tags, missing) };
        rows.push(row);
        cells += row.cells.length;
        if (cells < cellsAtOnce) continue;
        await this.fill(missing);
        yield rows;
        rows = [];
        cells = 0;
      } else if (tags.name === 'sheetData') this.ended = tags.kind !== 'open';
    }
    await this.fill(missing);
    yield rows;
  }

  private async fill(missing: Map<number, ((text: string) => void)[]>): Promise<void> {
    if (missing.size > 0) await this.looks.strings.fetch(missing);
    missing.clear();
  }

  private readCells(tags: XmlTags, missing: Map<number, ((text: string) => void)[]>): SheetCell[] {
    const cells: SheetCell[] = [];
    let column = -1;
    while (tags.next() && tags.name !== 'row') {
      if (tags.name !== 'c' || tags.kind === 'close') continue;
      const place = tags.attribute('r');
      column = place === undefined ? column + 1 : columnOf(place);
      checkLimit('columns', column + 1, this.row);
      if (tags.kind === 'empty') continue;
      const style = Number(tags.attribute('s') ?? 0);
      const type = tags.attribute('t') ?? 'n';
      const { value, formula, inline } = readCell(tags);
      if (inline === undefined && value === undefined && formula === undefined) continue;
      while (cells.length < column) cells.push('');
      if (type === 's' && value !== undefined) this.shared(Number(value), style, cells, column, missing);
      else cells[column] = this.cellOf(type, value, formula, inline, style);
    }
    return cells;
  }

  private cellOf(
    type: string,
    value: string | undefined,
    formula: string | undefined,
    inline: string | undefined,
    style: number,
  ): SheetCell {
    if (inline !== undefined) return this.looks.text(inline, style);
    // The program that wrote the file has not computed it, or it gives an empty text.
    if (formula !== undefined && (value ?? '') === '' && type !== 'str') return { formula: `=${formula}` };
    if (value === undefined) return '';
    if (type === 'n') return value.trim() === '' ? '' : this.looks.number(value.trim(), style);
    if (type === 'b') return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE';
    if (type === 'd') return dayOf(value);
    return this.looks.text(unescaped(value), style);
  }

  private shared(
    index: number,
    style: number,
    cells: SheetCell[],
    column: number,
    missing: Map<number, ((text: string) => void)[]>,
  ): void {
    const { strings, text } = this.looks;
    const held = strings.at(index);
    cells[column] = held === undefined ? '' : text(held, style);
    if (held !== undefined) return;
    const take = (fetched: string): void => {
      cells[column] = text(fetched, style);
    };
    const waiting = missing.get(index);
    if (waiting) waiting.push(take);
    else missing.set(index, [take]);
  }
}

interface CellParts {
  value: string | undefined;
  formula: string | undefined;
  inline: string | undefined;
}

function readCell(tags: XmlTags): CellParts {
  const parts: CellParts = { value: undefined, formula: undefined, inline: undefined };
  while (tags.next() && tags.name !== 'c') {
    if (tags.kind === 'close') continue;
    if (tags.name === 'v') parts.value = tags.kind === 'open' ? tags.content() : '';
    else if (tags.name === 'f') parts.formula = tags.kind === 'open' ? tags.content() : '';
    else if (tags.name === 'is') parts.inline = tags.kind === 'open' ? richText(tags, 'is') : '';
  }
  return parts;
}

/** `B7` is column 1. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at += 1) {
    const char = place.charCodeAt(at) & 0xdf;
    if (char < 65 || char > 90) break;
    column = column * 26 + char - 64;
  }
  return column - 1;
}

/** A day as text, as a strict workbook keeps it: `2026-02-03T00:00:00`. */
function dayOf(value: string): string {
  const [day = '', time = ''] = value.replace(/Z$|\.\d+$/g, '').split('T');
  return time === '' || time === '00:00:00' ? day : `${day} ${time}`;
}
