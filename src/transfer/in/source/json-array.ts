import { checkLimit, FileLimitError, fileLimits } from './file-limits';

/** Why a text is no array of rows; `line` of the place. */
export class NotRowsError extends Error {
  constructor(
    readonly reason: 'no-array' | 'no-rows' | 'cut-off',
    readonly line: number,
  ) {
    super(reason);
  }
}

/**
 * Parts a JSON array into its elements as its text comes in, without parsing them: each becomes a line of its own, with its line number in the source
 * before it. Where the array is inside an object, as in an answer of the API, the first array of objects counts.
 */
export class ArraySplitter {
  /** Elements so far. */
  rows = 0;
  private depth = 0;
  /** Depth of the elements; null until the array has begun. */
  private inside: number | null = null;
  private inText = false;
  private escaped = false;
  private line = 1;
  private element = '';
  private elementLine = 0;
  private ended = false;
  private bracket = false;

  /**
   * @returns the elements that end in this piece, a line each
   * @throws FileLimitError of a `row` and of `nesting`
   */
  take(text: string): string {
    let out = '';
    let from = this.element === '' ? -1 : 0;
    for (let place = 0; place < text.length && !this.ended; place += 1) {
      const char = text.charCodeAt(place);
      if (char === 10) this.line += 1;
      if (this.inText) {
        if (this.escaped) this.escaped = false;
        else if (char === 92) this.escaped = true;
        else if (char === 34) this.inText = false;
        continue;
      }
      // White space between tokens.
      if (char === 32 || char === 10 || char === 13 || char === 9) continue;
      if (this.inside === null) {
        // An array counts when an object or an array is its first element, or when it is the whole text.
        if (this.bracket && (char === 123 || char === 91 || this.depth === 1)) this.inside = this.depth;
        this.bracket = char === 91;
      }
      const atElements = this.inside !== null && this.depth === this.inside;
      const ends = char === 44 || char === 93;
      if (atElements && !ends && from === -1) {
        from = place;
        this.elementLine = this.line;
      }
      if (char === 34) this.inText = true;
      else if (char === 123 || char === 91) this.deeper();
      else if (char === 125 || (char === 93 && !atElements)) this.depth -= 1;
      if (atElements && ends) {
        if (from !== -1) out += this.finish(text.slice(from, place));
        from = -1;
        if (char === 93) this.ended = true;
      }
    }
    if (from !== -1 && !this.ended) this.element += text.slice(from);
    checkLimit('row', this.element.length, this.elementLine);
    return out;
  }

  /** @throws NotRowsError when the text had no array, or did not end it */
  end(): void {
    if (this.ended) return;
    throw new NotRowsError(this.inside !== null ? 'cut-off' : this.bracket ? 'no-rows' : 'no-array', this.line);
  }

  private deeper(): void {
    this.depth += 1;
    if (this.depth > fileLimits.nesting) throw new FileLimitError('nesting', this.line);
  }

  private finish(tail: string): string {
    const source = this.element + tail;
    this.element = '';
    this.rows += 1;
    // Line ends stand between tokens only: in a text JSON escapes them.
    return `${this.elementLine}\t${source.replace(/[\r\n]+/g, ' ')}\n`;
  }
}
