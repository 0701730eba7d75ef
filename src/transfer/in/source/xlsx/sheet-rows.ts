import { blankCellBytes, checkLimit, type Expansion, fileLimits } from '../file-limits';
import type { CellProblem } from '../rows';
import { type Attributes, type Part, readXml, type XmlHandler } from './xml-parts';

/** A cell as it is written into a line: text, a number that looks as it is, digits with the place of their look, or what is shown of a cell without a value. */
export type SheetCell = string | number | [raw: string, look: number] | { problem: CellProblem; text: string };

/** A row of a sheet: its number, and its cells up to the last non-empty one. */
export interface SheetRow {
  number: number;
  cells: SheetCell[];
  hidden: boolean;
}

/** Cells of a sheet that are shown as one: rows from 1, columns from 0, both ends included. */
export interface MergedRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** As in the file: `B2:C4`. */
  ref: string;
}

/** What a sheet has beside its rows: complete once these are read. */
export interface SheetFrame {
  merged: MergedRange[];
  hiddenColumns: Set<number>;
}

export interface SheetLooks {
  strings: SharedStrings;
  /** How a number of a style looks. */
  number(raw: string, style: number): SheetCell;
  /** How a text of a style looks, which is nearly always as it is. */
  text(text: string, style: number): string;
}

/** Reads the rows of a sheet, some at a time, and what it has beside them. @param most characters that a row may have */
export async function* readSheetRows(
  part: Part,
  looks: SheetLooks,
  most?: number,
): AsyncGenerator<{ rows: SheetRow[]; frame: SheetFrame; bytes: number }> {
  const sheet = new SheetHandler(looks, part.expansion);
  // Behind the rows nothing is held.
  const of = (name: string): boolean => name === 'row' || sheet.ended;
  for await (const bytes of readXml(part, { limit: 'row', of, most }, sheet)) {
    yield { rows: await sheet.take(), frame: sheet, bytes };
  }
}

interface OpenCell {
  type: string;
  style: number;
  /** Its value is in another part; here is what programs show that do not know of that (`vm`: ECMA-376, 18.3.1.4). */
  isRich: boolean;
  value?: string;
  formula?: string;
  inline?: RichText;
}

class SheetHandler implements XmlHandler, SheetFrame {
  rows: SheetRow[] = [];
  readonly merged: MergedRange[] = [];
  readonly hiddenColumns = new Set<number>();
  /** The sheet has no further rows. */
  ended = false;
  private row = 0;
  private hidden = false;
  private column = -1;
  private cells: SheetCell[] | null = null;
  private cell: OpenCell | null = null;
  private part: 'value' | 'formula' | null = null;
  private missing: WantedText[] = [];

  constructor(
    private readonly looks: SheetLooks,
    private readonly expansion: Expansion,
  ) {}

  /** The rows since it was last asked, with the texts that they share. */
  async take(): Promise<SheetRow[]> {
    const { rows, missing } = this;
    this.rows = [];
    this.missing = [];
    if (missing.length > 0) await this.looks.strings.fetch(missing);
    for (const { number, cells } of rows) checkLimit('row', charsOf(cells), number);
    return rows;
  }

  open(name: string, attributes: Attributes): void {
    if (this.ended) {
      if (name === 'mergeCell') this.addMerged(attributes.ref ?? '');
    } else if (name === 'row') {
      this.hidden = isTrue(attributes.hidden);
      this.row = Number(attributes.r ?? this.row + 1);
      checkLimit('sheetRows', this.row);
      this.column = -1;
      this.cells = [];
    } else if (name === 'c' && this.cells) {
      this.column = attributes.r === undefined ? this.column + 1 : columnOf(attributes.r);
      checkLimit('columns', this.column + 1, this.row);
      this.cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), isRich: attributes.vm !== undefined };
    } else if (name === 'col') this.hideColumns(attributes);
    else if (!this.cell) return;
    else if (name === 'v' || name === 'f') {
      this.part = name === 'v' ? 'value' : 'formula';
      this.cell[this.part] = '';
    } else if (name === 'is') this.cell.inline = new RichText();
    else this.cell.inline?.open(name);
  }

  private addMerged(ref: string): void {
    const [, from = '', top, to = '', bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/i.exec(ref) ?? [];
    this.expansion.add(mergedBytes);
    if (bottom === undefined) return;
    this.merged.push({ top: Number(top), bottom: Number(bottom), left: columnOf(from), right: columnOf(to), ref });
  }

  private hideColumns({ min, max, hidden }: Attributes): void {
    if (!isTrue(hidden)) return;
    const first = Math.max(Number(min), 1);
    const last = Math.min(Number(max), fileLimits.columns);
    this.expansion.add(Math.max(0, last - first));
    for (let column = first; column <= last; column += 1) this.hiddenColumns.add(column - 1);
  }

  text(text: string): void {
    if (!this.cell) return;
    if (this.part) this.cell[this.part] += text;
    else this.cell.inline?.add(text);
  }

  close(name: string): void {
    if (name === 'v' || name === 'f') this.part = null;
    else if (name === 'c') this.endCell();
    else if (name === 'row') {
      if (this.cells && this.cells.length > 0)
        this.rows.push({ number: this.row, cells: this.cells, hidden: this.hidden });
      this.cells = null;
    } else if (name === 'sheetData') this.ended = true;
    else this.cell?.inline?.close(name);
  }

  private endCell(): void {
    const { cell, cells, column } = this;
    this.cell = null;
    if (!cell || !cells) return;
    const { type, style, isRich, value, formula, inline } = cell;
    if (inline === undefined && value === undefined && formula === undefined) return;
    this.expansion.add(Math.max(0, column - cells.length) * blankCellBytes);
    while (cells.length < column) cells.push('');
    if (type === 's' && value?.trim()) this.shared(value.trim(), style, cells, column);
    else if (inline) cells[column] = this.textOf(inline.unescaped(), style);
    // The program that wrote the file has not computed it, or it gives an empty text.
    else if (formula !== undefined && (value ?? '') === '' && type !== 'str')
      cells[column] = { problem: 'no-result', text: `=${formula}` };
    else if (type === 'e' && value) cells[column] = { problem: isRich ? 'picture' : 'error-value', text: value };
    else if (pictureFormula.test(formula ?? '')) cells[column] = { problem: 'picture', text: value ?? '' };
    else cells[column] = value === undefined ? '' : this.valueOf(type, value, style);
  }

  private valueOf(type: string, value: string, style: number): SheetCell {
    if (value.trim() === '' && type !== 'str') return '';
    if (type === 'n') return this.looks.number(value.trim(), style);
    if (type === 'b') return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE';
    if (type === 'd') return dayOf(value);
    return this.textOf(unescaped(value), style);
  }

  private shared(place: string, style: number, cells: SheetCell[], column: number): void {
    const index = Number(place);
    const held = this.looks.strings.at(index);
    cells[column] = held === undefined ? { problem: 'no-text', text: `[${place}]` } : this.textOf(held, style);
    if (held !== undefined || !this.looks.strings.has(index)) return;
    this.missing.push({
      index,
      take: (fetched) => {
        cells[column] = this.textOf(fetched, style);
      },
    });
  }

  private textOf(text: string, style: number): string {
    const shown = this.looks.text(text, style);
    this.expansion.add(shown.length);
    return shown;
  }
}

/** What a range of merged cells takes. */
const mergedBytes = 100;
/** By which WPS shows a picture that is kept in a cell. */
const pictureFormula = /^(?:_xlfn\.)?DISPIMG\(/i;

function isTrue(written: string | undefined): boolean {
  return written === '1' || written === 'true';
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

const blockStrings = 1024;
/** Characters that are held at a time; what is past that is laid outside of the memory of the page and fetched again. */
const heldChars = 24_000_000;
/** Characters that are fetched again in the time in which one of XML is parsed. */
const fetchedPerParsed = 16;

/** A shared text that is to be fetched. */
interface WantedText {
  index: number;
  take(text: string): void;
}

/** The texts that the cells of a workbook point to: any number of them, of which the latest used are held. */
export class SharedStrings {
  private readonly laid: (Blob | null)[] = [];
  private readonly held = new Map<number, readonly string[]>();
  private chars = 0;
  private last: string[] = [];

  private constructor(
    private readonly most: number,
    private readonly expansion: Expansion | undefined,
  ) {}

  /** @throws FileLimitError; the browser's error for bytes that cannot be unpacked */
  static async read(
    part: Part | undefined,
    { signal, most = heldChars, onBytes }: { signal?: AbortSignal; most?: number; onBytes?(bytes: number): void } = {},
  ): Promise<SharedStrings> {
    const strings = new SharedStrings(most, part?.expansion);
    if (!part) return strings;
    let text = new RichText();
    const pieces = readXml(
      part,
      { limit: 'row', of: (name) => name === 'si' },
      {
        open(name) {
          if (name === 'si') text = new RichText();
          else text.open(name);
        },
        text: (part) => text.add(part),
        close(name) {
          if (name === 'si') strings.add(text.unescaped());
          else text.close(name);
        },
      },
    );
    for await (const bytes of pieces) {
      signal?.throwIfAborted();
      checkLimit('sharedTexts', strings.laid.length * blockStrings);
      onBytes?.(bytes);
    }
    return strings;
  }

  /** Whether there is a text of this index. */
  has(index: number): boolean {
    return Number.isInteger(index) && index >= 0 && index < this.laid.length * blockStrings + this.last.length;
  }

  /** A cached text; undefined when it has to be fetched, or there is none. */
  at(index: number): string | undefined {
    const block = Math.floor(index / blockStrings);
    const strings = block === this.laid.length ? this.last : this.held.get(block);
    return strings?.[index % blockStrings];
  }

  /** Returns uncached texts, block by block. */
  async fetch(wanted: readonly WantedText[]): Promise<void> {
    for (const { index, take } of wanted.toSorted((one, other) => one.index - other.index)) {
      const strings = await this.hold(Math.floor(index / blockStrings));
      take(strings[index % blockStrings] ?? '');
    }
  }

  private add(text: string): void {
    this.last.push(text);
    if (this.last.length < blockStrings) return;
    const block = this.laid.length;
    this.laid.push(null);
    this.held.set(block, this.last);
    this.chars += charsOf(this.last);
    this.last = [];
    this.shrink(block);
  }

  private async hold(block: number): Promise<readonly string[]> {
    const strings = block === this.laid.length ? this.last : this.held.get(block);
    if (strings) return strings;
    const laid = this.laid[block];
    const fetched = laid ? (JSON.parse(await laid.text()) as string[]) : [];
    const chars = charsOf(fetched);
    this.expansion?.add(chars / fetchedPerParsed);
    this.held.set(block, fetched);
    this.chars += chars;
    this.shrink(block);
    return fetched;
  }

  /** The oldest go; a block is laid down once and for all. */
  private shrink(kept: number): void {
    for (const [block, strings] of this.held) {
      if (this.chars <= this.most) return;
      if (block === kept) continue;
      this.laid[block] ??= new Blob([JSON.stringify(strings)]);
      this.held.delete(block);
      this.chars -= charsOf(strings);
    }
  }
}

/** What texts take, numbers left aside. */
function charsOf(cells: readonly SheetCell[]): number {
  // A text costs some bytes also when it is empty.
  return cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), cells.length * 12);
}

/** The text of an element that holds runs of text, and how they are read aloud, which is left out. */
class RichText {
  private text = '';
  private aloud = false;
  private inText = false;

  open(name: string): void {
    if (name === 'rPh') this.aloud = true;
    else if (name === 't') this.inText = !this.aloud;
  }

  add(part: string): void {
    if (this.inText) this.text += part;
  }

  close(name: string): void {
    if (name === 'rPh') this.aloud = false;
    else if (name === 't') this.inText = false;
  }

  unescaped(): string {
    return unescaped(this.text);
  }
}

/** What XML cannot hold is written as `_xHHHH_` (ECMA-376, 22.9.2.19). */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
