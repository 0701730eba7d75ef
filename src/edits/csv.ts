/** The one reader of CSV and TSV files: for imports and previews. */

/** `quote-open`: an opening quote that nothing closes · `quote-junk`: text behind a closing quote. */
type QuoteFault = 'quote-open' | 'quote-junk';

export interface CsvRow {
  cells: string[];
  /** Where its line end begins, and how long that is. */
  end: number;
  mark: number;
  /** Line ends inside its cells. */
  lines: number;
  faults: readonly QuoteFault[];
  /** Where a quote opens that nothing in this text closes. */
  open: number | null;
}

/** A quoted cell longer than this was opened by mistake. */
export const longestQuoted = 4_000_000;
const noFaults: readonly QuoteFault[] = [];

/** How cells are written: what parts them, and whether a quote or a delimiter in a cell has a backslash before it instead of being doubled or in quotes. */
export interface CsvDialect {
  delimiter: string;
  escapes?: boolean;
}

/**
 * Reads the row that begins at a place of a text (RFC 4180), whatever is wrong with it. A quote that nothing closes is taken as a plain character, so
 * that it spoils its own line and not the rest of the file.
 */
export function csvReader(text: string, { delimiter, escapes = false }: CsvDialect): (start: number) => CsvRow {
  const nextQuote = finder(text, '"');
  const nextFeed = finder(text, '\n');
  const nextReturn = finder(text, '\r');
  const nextDelimiter = finder(text, delimiter);
  const endOfLine = (place: number): number => Math.min(nextFeed(place), nextReturn(place));
  const endOfCell = (place: number): number => {
    let end = Math.min(endOfLine(place), nextDelimiter(place));
    while (escapes && end < text.length && isEscaped(end)) end = Math.min(endOfLine(end + 1), nextDelimiter(end + 1));
    return end;
  };
  /** Whether an odd number of backslashes is before a place. */
  const isEscaped = (place: number): boolean => {
    let first = place;
    while (text[first - 1] === '\\') first -= 1;
    return (place - first) % 2 === 1;
  };
  const meant = (cell: string): string =>
    escapes ? cell.replace(/\\([\s\S])/g, (pair, char) => (`"\\\r\n${delimiter}`.includes(char) ? char : pair)) : cell;
  const lengthOfMark = (end: number): number => (text.startsWith('\r\n', end) ? 2 : end < text.length ? 1 : 0);

  /** The cell that begins with the quote at `start`; null when nothing closes it. */
  function readQuoted(start: number): { cell: string; end: number } | null {
    let cell = '';
    for (let place = start + 1; ; ) {
      const quote = text.indexOf('"', place);
      if (quote === -1 || quote - start > longestQuoted) return null;
      if (escapes && isEscaped(quote)) {
        cell += text.slice(place, quote + 1);
        place = quote + 1;
        continue;
      }
      cell += text.slice(place, quote);
      if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
      cell += '"';
      place = quote + 2;
    }
  }

  return (start) => {
    const lineEnd = endOfLine(start);
    if (!escapes && nextQuote(start) >= lineEnd) {
      const cells = text.slice(start, lineEnd).split(delimiter);
      return { cells, end: lineEnd, mark: lengthOfMark(lineEnd), lines: 0, faults: noFaults, open: null };
    }
    const cells: string[] = [];
    const faults: QuoteFault[] = [];
    let open: number | null = null;
    let lines = 0;
    for (let place = start; ; place += delimiter.length) {
      const quoted = text[place] === '"' ? readQuoted(place) : undefined;
      let end = endOfCell(quoted?.end ?? place);
      if (quoted && text.slice(quoted.end, end).trim() === '') {
        cells.push(meant(quoted.cell));
        lines += lineCount(quoted.cell);
      } else {
        if (quoted === null) {
          open ??= place;
          faults.push('quote-open');
        } else if (quoted) {
          // Over several lines it is no end of the cell, but the beginning of another one: the first quote was never closed.
          const overLines = lineCount(quoted.cell) > 0;
          faults.push(overLines ? 'quote-open' : 'quote-junk');
          if (overLines) end = endOfCell(place);
        }
        const written = text.slice(place, end);
        cells.push(meant(written));
        // Line ends with a backslash before them.
        if (escapes) lines += lineCount(written);
      }
      if (end >= text.length || !text.startsWith(delimiter, end))
        return { cells, end, mark: lengthOfMark(end), lines, faults, open };
      place = end;
    }
  };
}

/** Where a text next has a part, from a place on; its length where it has none. Found once for all places before it. */
function finder(text: string, part: string): (place: number) => number {
  let from = 0;
  let found = -1;
  return (place) => {
    if (place < from || place > found) {
      const at = text.indexOf(part, place);
      from = place;
      found = at === -1 ? text.length : at;
    }
    return found;
  };
}

/** Counted character by character: a list of the millions of line ends that a cell may have takes seconds. */
function lineCount(text: string): number {
  let count = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === 10 || (code === 13 && text.charCodeAt(place + 1) !== 10)) count += 1;
  }
  return count;
}

/** Characters between the cells of a line that are looked for by themselves; any other single character may be chosen. */
export const delimiters = [',', '\t', ';', '|'] as const;

const sampledLines = 50;

/**
 * The delimiter of a text by its first lines: the one that parts most of them into the same number of cells, more than one. A comma when none does,
 * which reads a file of one column right. Delimiters in quotes do not count.
 */
function detectDelimiter(text: string): string {
  const lines = linesOutsideQuotes(text);
  let best = { delimiter: ',' as string, score: 0 };
  for (const delimiter of delimiters) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(delimiter).length - 1;
      counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    counts.delete(0);
    const [cells = 0, agreeing = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
    // Agreement first; among equals the one that makes more cells.
    const score = agreeing === 0 ? 0 : agreeing / lines.length + Math.min(cells, 99) / 1000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** A first line that tells a spreadsheet the delimiter, perhaps with a blank cell behind it. */
const delimiterLine = /^"?sep=(.)"?[^\r\n]?[\r\n]/i;

/** The delimiter that a text itself names in its first line; undefined where it does not. */
export function namedDelimiter(text: string): string | undefined {
  return delimiterLine.exec(text)?.[1];
}

/** How the cells of a text are written, by its beginning. @param chosen what a person knows of it */
export function dialectOf(text: string, chosen: Partial<CsvDialect> = {}): CsvDialect {
  const delimiter = chosen.delimiter ?? namedDelimiter(text) ?? detectDelimiter(text);
  return { delimiter, escapes: chosen.escapes ?? detectEscapes(text, delimiter) };
}

/**
 * Whether backslashes explain the first lines of a text: read with them no quote is out of place, and without them some is.
 * @param text may end within a row
 */
function detectEscapes(text: string, delimiter: string): boolean {
  return (
    text.includes('\\"') && faultsIn(text, { delimiter }) > 0 && faultsIn(text, { delimiter, escapes: true }) === 0
  );
}

function faultsIn(text: string, dialect: CsvDialect): number {
  const readRow = csvReader(text, dialect);
  let faults = 0;
  for (let place = 0; place < text.length; ) {
    const row = readRow(place);
    place = row.end + row.mark;
    const isCut = row.mark === 0 && row.open !== null;
    if (!isCut) faults += row.faults.length;
  }
  return faults;
}

/** The first lines without quoted parts. */
function linesOutsideQuotes(text: string): string[] {
  const bare = text.replace(/"(?:[^"]|"")*"/g, '""');
  const lines = bare.split(/\r\n|\n|\r/, sampledLines + 1).filter((line) => line.trim() !== '');
  // The last line of a sample may be cut.
  return lines.length > sampledLines ? lines.slice(0, sampledLines) : lines;
}
