import { type FieldKind, isAnyJson, isDate, isNumber } from '../../../contract/field-kinds';

/** How the numbers of one style of a workbook look, and what they mean. */
export interface Look {
  /** As whoever opens the workbook sees it. */
  show(raw: string): string;
  /** All digits of the number that is meant; null where it is a day or a time. */
  number(raw: string): string | null;
  /** The day that is meant, year first, with its time of day where it has one; null where it is none. */
  day(raw: string): string | null;
}

/** A number in a workbook that looks otherwise than its digits: text is taken as it looks, a number or a day as what it is. */
export class SheetValue {
  constructor(
    readonly raw: string,
    private readonly how: Look,
  ) {}

  get look(): string {
    return this.how.show(this.raw);
  }

  /** The text that a field of this kind is given. */
  as(kind: FieldKind): string {
    if (isDate(kind)) return this.how.day(this.raw) ?? this.look;
    return isNumber(kind) || isAnyJson(kind) ? this.id : this.look;
  }

  /** The text by which a record is found: digits without any dress. */
  get id(): string {
    return this.how.number(this.raw) ?? this.look;
  }
}
