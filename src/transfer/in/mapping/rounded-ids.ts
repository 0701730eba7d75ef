/** Digits of a number that a spreadsheet keeps. */
const digitsKept = 15;
const scientific = /^\d([.,]\d+)?[eE]\+?\d{2}$/;
const digit = /^\d/;
const longDigits = /^\d{16,}$/;
const mostRounded = 0.7;
/** A digit is zero by chance in one of ten: this many of them are not. */
const zerosOfNoChance = 3;

/**
 * Finds out whether a column holds IDs that a spreadsheet has rounded, so that they name other things: it keeps 15 digits and writes zeros for the others, or
 * writes the number as `4.00639E+12`.
 */
export class RoundedIds {
  private long = 0;
  private rounded = 0;
  private zeros = 0;

  /** @param text of a cell, without spaces around it */
  add(text: string): void {
    if (!digit.test(text)) return;
    if (scientific.test(text)) this.count(zerosOfNoChance);
    else if (longDigits.test(text)) {
      const cut = text.slice(digitsKept);
      if (/^0+$/.test(cut)) this.count(cut.length);
      else this.long += 1;
    }
  }

  private count(zeros: number): void {
    this.long += 1;
    this.rounded += 1;
    this.zeros += zeros;
  }

  /** Whether most of the long IDs are rounded. */
  get areRounded(): boolean {
    return this.zeros >= zerosOfNoChance && this.rounded >= this.long * mostRounded;
  }
}
