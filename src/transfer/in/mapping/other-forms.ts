import { isDate } from '../../../contract/field-kinds';
import { sameJson } from '../../../contract/json';
import type { SourceCell } from '../source/rows';
import { type Convert, type ConvertedCell, readerOf } from './convert';
import type { MappedColumn } from './mapping';
import { type WrittenForm, writtenFormsOf } from './written-form';

/** What another way of writing would make of a column: cells that do not fit and would, and cells that fit and would not. */
export interface OtherForm {
  form: WrittenForm;
  gained: number;
  lost: number;
  /** Of ids: cells that fit in both ways, and would be another option, person or record. */
  turned: number;
}

/** Counts how a column would fit if it were read in the other ways that its kind has. */
export class OtherForms {
  readonly counts: OtherForm[];
  private readonly reads: Convert[];
  /** Days with the year first are the same in every form: none that fits could be lost. */
  private readonly keepsAll: boolean;
  private readonly comma: OtherForm | undefined;

  constructor(column: MappedColumn) {
    const forms = writtenFormsOf(column.kind).filter((form) => form !== column.written);
    this.counts = forms.map((form) => ({ form, gained: 0, lost: 0, turned: 0 }));
    this.reads = forms.map((form) => readerOf({ ...column, written: form }));
    this.keepsAll = isDate(column.kind) && column.written === undefined;
    this.comma = this.counts.find(({ form }) => form === 'comma');
  }

  /** A text that fits and is plain (`plainOf`). */
  addPlain(text: string): void {
    if (this.comma && !isWithComma(text)) this.comma.lost += 1;
  }

  /** Any other cell, with what it is now. One that is no text may be an id, but is written in no other way. */
  add(cell: SourceCell, { after, unfit }: ConvertedCell): void {
    const fits = unfit === null;
    if (fits && this.keepsAll) return;
    for (const [place, read] of this.reads.entries()) {
      const other = this.counts[place] as OtherForm;
      if (typeof cell !== 'string' && other.form !== 'ids') continue;
      const made = read(cell);
      if ((made?.unfit === null) !== fits) {
        if (fits) other.lost += 1;
        else other.gained += 1;
      } else if (fits && other.form === 'ids' && !sameJson(made?.after, after)) other.turned += 1;
    }
  }
}

/** Whether a plain number is one too where commas are the decimal sign: its point then sets thousands apart. */
function isWithComma(text: string): boolean {
  const point = text.indexOf('.');
  if (point === -1) return true;
  const digits = text.charCodeAt(0) === hyphen ? point - 1 : point;
  return digits >= 1 && digits <= 3 && text.length - point === 4;
}

const hyphen = 45;
