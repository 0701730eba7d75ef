/** Some values of a column that are about a thousand times smaller, or larger, than all others: a sign between their digits was read as what it is not. */
export interface OddScale {
  than: 'smaller' | 'larger';
  count: number;
  /** The first of them. */
  first: { line: number; text: string }[];
  /** Only so many values were looked at, the first ones; 0: all. */
  of: number;
}

/** Values of nearly one size. */
interface Size {
  count: number;
  min: number;
  max: number;
  /** All are written with a point and three decimals at most: it may have set thousands apart. */
  pointed: boolean;
  /** All are written with a comma, which sets thousands apart. */
  grouped: boolean;
  first: { line: number; text: string }[];
}

const thousands = /^[+-]?\d{1,3}\.\d{1,3}$/;
const factor = 1000;
/** Sizes that are told apart in a power of ten. */
const steps = 10;
const examplesKept = 3;
/** To look at all values of a long file takes as long as to read it. */
const mostLooked = 10_000;
/** Of so few others nobody can say what is usual. */
const fewestOthers = 10;
/** At most one odd value for so many others. */
const othersPerOdd = 10;
/** How far the others may be apart, so that a thousandth of them is not one of them. */
const widest = 100;
/** Nothing is between the odd values and the others for so much. */
const gap = 30;
/** The odd values, put right, may be so much beyond the others. */
const beyond = 1.5;

/** Counts the values of a column by size. */
export class ScaleCounter {
  private readonly sizes = new Map<number, Size>();
  private looked = 0;

  /** Whether enough has been looked at. */
  get full(): boolean {
    return this.looked >= mostLooked;
  }

  /** @param text what is shown of the value, should it be odd; asked for few of them */
  add(value: number, line: number, text: () => string): void {
    if (this.full) return;
    this.looked += 1;
    const much = Math.abs(value);
    if (!(much > 0 && much < Number.MAX_VALUE)) return;
    const step = Math.floor(Math.log10(much) * steps);
    let size = this.sizes.get(step);
    if (!size) {
      size = { count: 0, min: much, max: much, pointed: true, grouped: true, first: [] };
      this.sizes.set(step, size);
    }
    size.count += 1;
    if (much < size.min) size.min = much;
    if (much > size.max) size.max = much;
    if (!size.grouped && !size.pointed && size.first.length === examplesKept) return;
    const written = text();
    if (size.first.length < examplesKept) size.first.push({ line, text: written });
    if (size.grouped && !written.includes(',')) size.grouped = false;
    if (size.pointed && !thousands.test(written)) size.pointed = false;
  }

  /** Null where all values are of sizes that go together. */
  result(): OddScale | null {
    const of = this.full ? mostLooked : 0;
    const sizes = [...this.sizes].sort(([a], [b]) => a - b).map(([, size]) => size);
    for (let at = 1; at < sizes.length; at += 1) {
      const [small, large] = [together(sizes.slice(0, at)), together(sizes.slice(at))];
      if (large.min < small.max * gap) continue;
      if (small.pointed && isOdd(small, large, factor))
        return { than: 'smaller', count: small.count, first: small.first, of };
      if (large.grouped && isOdd(large, small, 1 / factor))
        return { than: 'larger', count: large.count, first: large.first, of };
    }
    return null;
  }
}

function isOdd(odd: Size, others: Size, times: number): boolean {
  return (
    others.count >= fewestOthers &&
    odd.count * othersPerOdd <= others.count &&
    others.max <= others.min * widest &&
    odd.min * times >= others.min / beyond &&
    odd.max * times <= others.max * beyond
  );
}

function together(sizes: readonly Size[]): Size {
  return {
    count: sizes.reduce((sum, { count }) => sum + count, 0),
    min: Math.min(...sizes.map(({ min }) => min)),
    max: Math.max(...sizes.map(({ max }) => max)),
    pointed: sizes.every(({ pointed }) => pointed),
    grouped: sizes.every(({ grouped }) => grouped),
    first: sizes
      .flatMap(({ first }) => first)
      .sort((a, b) => a.line - b.line)
      .slice(0, examplesKept),
  };
}
