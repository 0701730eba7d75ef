import { isDate, isNumber, isText } from '../../../contract/field-kinds';
import { isIntegerId } from '../../../contract/ids';
import { type Json, sameJson } from '../../../contract/json';
import { formatsOf, type ValueFormat } from '../../../edits/value-formats';
import { idOfCell, lineOf, type RowBlock, type SourceCell } from '../source/rows';
import {
  type CellReason,
  type Convert,
  type ConvertedCell,
  converterOf,
  plainOf,
  readerOf,
  textInFile,
} from './convert';
import type { MappedColumn } from './mapping';
import { RoundedIds } from './rounded-ids';

/** Why a text does not fit. */
type UnfitReason = CellReason | 'not-an-id';

interface UnfitText {
  count: number;
  reason: UnfitReason;
}

/** How the cells of a column fit its field. */
export interface ColumnFit {
  filled: number;
  blank: number;
  /** Cells that cannot become a value of the field, by reason. */
  unfit: Partial<Record<UnfitReason, number>>;
  /** The first of them. */
  unfitExamples: { line: number; text: string; reason: UnfitReason }[];
  /** The first different texts that do not fit, and how often. */
  unfitTexts: Map<string, UnfitText>;
  /** Cells that do not fit, and are replaced as chosen. */
  replaced: number;
  /** Some distinct texts that fit, with their values. */
  examples: { text: string; after: Json }[];
  /** IDs that a spreadsheet has rounded are among its texts. */
  rounded: boolean;
  /** What the other formats would make of it. */
  forms: OtherFormat[];
  /** The first numbers that are read with decimals although their points may set thousands apart. */
  pointed: string[];
}

/** What another format would make of a column: cells that do not fit and would, and cells that fit and would not. */
export interface OtherFormat {
  form: ValueFormat;
  gained: number;
  lost: number;
  /** Of ids: cells that fit in both formats, and would be another option, person or record. */
  turned: number;
}

/** Counts how the rows of a source fit its mapping, block by block. */
export class FitCounter {
  readonly columns: ColumnFit[];
  /** Rows that a cell which does not fit keeps out. */
  unfitRows = 0;
  rows = 0;
  private readonly counters: ColumnCounter[];

  constructor(mapped: readonly MappedColumn[]) {
    this.counters = mapped.map((column) => new ColumnCounter(column));
    this.columns = this.counters.map(({ fit }) => fit);
  }

  add(block: RowBlock): void {
    const unfitRows = new Set<number>();
    for (const counter of this.counters) counter.add(block, unfitRows);
    this.rows += block.rows.length;
    this.unfitRows += unfitRows.size;
  }
}

const examplesKept = 4;
const unfitKept = 50;
/** A longer text is not offered for replacement. */
const longestListed = 200;
class ColumnCounter {
  readonly fit: ColumnFit;
  private readonly read: Convert;
  private readonly plain: (text: string) => boolean;
  /** Null where no text is read as another. */
  private readonly readReplaced: Convert | null;
  private readonly others: OtherFormats;
  private readonly ids = new RoundedIds();

  constructor(private readonly mapped: MappedColumn) {
    this.read = readerOf(mapped);
    this.plain = plainOf(mapped);
    this.readReplaced = mapped.replacements?.length ? converterOf(mapped) : null;
    this.others = new OtherFormats(mapped);
    this.fit = {
      filled: 0,
      blank: 0,
      unfit: {},
      unfitExamples: [],
      unfitTexts: new Map(),
      replaced: 0,
      examples: [],
      rounded: false,
      forms: this.others.counts,
      pointed: this.others.pointed,
    };
  }

  add(block: RowBlock, unfitRows: Set<number>): void {
    if (this.mapped.field_id === 'item_id') this.addIds(block);
    else this.addCells(block, unfitRows);
    this.fit.rounded = this.ids.areRounded;
  }

  /** IDs match records and are never written; an invalid one matches nothing. */
  private addIds(block: RowBlock): void {
    const { fit } = this;
    for (const [index, row] of block.rows.entries()) {
      const text = idOfCell(row[this.mapped.column] ?? '');
      if (text === '') {
        fit.blank += 1;
        continue;
      }
      fit.filled += 1;
      if (!isIntegerId(text)) this.countUnfit(lineOf(block, index), text, 'not-an-id');
      this.ids.add(text);
    }
  }

  private addCells(block: RowBlock, unfitRows: Set<number>): void {
    const { fit, mapped, plain, others } = this;
    const { column, kind } = mapped;
    const { rows } = block;
    for (let index = 0; index < rows.length; index += 1) {
      const cell = rows[index]?.[column] ?? '';
      const isWritten = typeof cell === 'string';
      if (isWritten && cell.length === 0) {
        fit.blank += 1;
        continue;
      }
      fit.filled += 1;
      if (isText(kind)) this.ids.add(idOfCell(cell));
      const isPlain = isWritten ? plain(cell) : isNumber(kind) && typeof cell === 'number';
      if (isWritten && isPlain) others.addPlain(cell);
      // Once there are examples nothing is made of what is plain.
      if (isPlain && fit.examples.length === examplesKept) continue;
      const made = this.read(cell);
      const text = textInFile(cell, made ?? { text: '' });
      if (!isPlain && made) others.add(cell, made);
      if (made?.unfit) {
        this.listText(text, made.unfit);
        if (this.readReplaced && (this.readReplaced(cell)?.unfit ?? null) === null) {
          fit.replaced += 1;
          continue;
        }
        if (mapped.unfit === undefined) unfitRows.add(index);
        this.countUnfit(lineOf(block, index), text, made.unfit);
      } else if (made && fit.examples.length < examplesKept && !fit.examples.some((own) => own.text === text)) {
        fit.examples.push({ text, after: made.after });
      }
    }
  }

  private countUnfit(line: number, text: string, reason: UnfitReason): void {
    const { unfit, unfitExamples } = this.fit;
    unfit[reason] = (unfit[reason] ?? 0) + 1;
    if (unfitExamples.length < unfitKept) unfitExamples.push({ line, text, reason });
  }

  /** Counts a text among those listed; texts the user made a choice for are always listed. */
  private listText(text: string, reason: UnfitReason): void {
    const { unfitTexts } = this.fit;
    const known = unfitTexts.get(text);
    if (known) known.count += 1;
    else if (text.length > longestListed) return;
    else if (unfitTexts.size < unfitKept || this.mapped.replacements?.some(([own]) => own === text))
      unfitTexts.set(text, { count: 1, reason });
  }
}

/** Cells of a column that do not fit, of all reasons. */
export function unfitOf({ unfit }: ColumnFit): number {
  return Object.values(unfit).reduce((sum, count) => sum + count, 0);
}

/** More of them add nothing. */
const pointedKept = 2;

/** Counts how a column would fit in the other formats that its kind has. */
class OtherFormats {
  readonly counts: OtherFormat[];
  private readonly reads: Convert[];
  /** Days with the year first are the same in every format: none that fits could be lost. */
  private readonly keepsAll: boolean;
  private readonly comma: OtherFormat | undefined;
  readonly pointed: string[] = [];

  constructor(column: MappedColumn) {
    const forms = formatsOf(column.kind).filter((form) => form !== column.written);
    this.counts = forms.map((form) => ({ form, gained: 0, lost: 0, turned: 0 }));
    this.reads = forms.map((form) => readerOf({ ...column, written: form }));
    this.keepsAll = isDate(column.kind) && column.written === undefined;
    this.comma = this.counts.find(({ form }) => form === 'comma');
  }

  /** A text that fits and is plain (`plainOf`). */
  addPlain(text: string): void {
    // Where commas are the decimal sign a point sets thousands apart.
    if (!this.comma || !text.includes('.')) return;
    if (!/^-?\d{1,3}\.\d{3}$/.test(text)) this.comma.lost += 1;
    else if (this.pointed.length < pointedKept) this.pointed.push(text);
  }

  /** Any other cell, with what it is now. One that is no text may be an id, but is written in no other format. */
  add(cell: SourceCell, { after, unfit }: ConvertedCell): void {
    const fits = unfit === null;
    if (fits && this.keepsAll) return;
    for (const [place, read] of this.reads.entries()) {
      const other = this.counts[place] as OtherFormat;
      if (typeof cell !== 'string' && other.form !== 'ids') continue;
      const made = read(cell);
      if ((made?.unfit === null) !== fits) {
        if (fits) other.lost += 1;
        else other.gained += 1;
      } else if (fits && other.form === 'ids' && !sameJson(made?.after, after)) other.turned += 1;
    }
  }
}
