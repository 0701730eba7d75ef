import type { Encoding } from '../../../api/files/encodings';
import { type CsvDialect, namedDelimiter } from '../../../edits/csv';
import { headOfCsv, readCsv } from './csv-rows';
import { blankCellBytes, checkLimit, Expansion } from './file-limits';
import { type ColumnHead, findHeader, headsOf, namesOf } from './header';
import { headOfJson, JsonColumns, type JsonLines, readJsonLines } from './json-rows';
import { byteOfRow, FileBytes, readRange, readStretch, type Stretch, stretchBytes } from './line-chunks';
import type { BreakingKind } from './rows';
import {
  asPasted,
  excerpt,
  isNullWord,
  lineOf,
  noteCharacter,
  type Problem,
  type ReadText,
  type RowBlock,
  type SourceCells,
  textOfCell,
} from './rows';

/** Lines of text with rows in them, wherever they came from. */
export interface LineSource {
  blob: Blob;
  encoding: Encoding;
  /** Bytes of the mark of byte order. */
  bom: number;
  /** Bytes of the file that the lines are from. */
  fileBytes: number;
  /** The lines were made of a text with bytes that are no character of its encoding, each of which became U+FFFD. */
  badBytes?: boolean;
  /** `NULL` and `\N` alone in a cell are blank, as a person said. */
  nullsAreBlank?: boolean;
  format: ({ kind: 'csv' } & CsvDialect) | ({ kind: 'json' } & JsonLines);
}

/** A row as it is shown: `row` counts from 0 below the header. */
export interface SourceRow {
  row: number;
  line: number;
  cells: SourceCells;
  broken: BreakingKind | null;
  /** With `broken`: the text of the line, or its cells as they are copied from a sheet where they hold all of it. */
  raw?: string;
}

/** Where a block of rows is in the file. The rows themselves stay there. */
interface BlockPlace {
  start: number;
  end: number;
  firstLine: number;
  firstRow: number;
  rows: number;
}

/** Cells that a block may have once its short rows are filled up: an ordinary one has some ten thousand. */
const cellsOfBlock = 2_000_000;
/** Cells of a line by which it is recognized as a header. */
const shownNames = 12;
/** Blocks that are kept parsed: what is on screen, and what is read next to it. */
const parsedBlocks = 16;

/**
 * The rows of a file, which stay in the file: what is kept is where each block of them begins. A block is read again whenever its rows are wanted, so a
 * file of any length takes hardly any memory.
 */
export class RowFile {
  columns: ColumnHead[] = [];
  /** Line of the header; 0 when there is none. */
  headerLine = 0;
  /** The lines that are likely to be the header, with their cells, where there are two. */
  likelyHeaders: { line: number; cells: string[] }[] = [];
  /** What is wrong with the header. */
  headProblems: Problem[] = [];
  /** Rows below the header, once everything was read. */
  total = 0;
  private whole = false;
  private places: BlockPlace[] = [];
  private readonly parsed = new Map<number, RowBlock>();
  /** Null where columns have places and no keys. */
  private keys: JsonColumns | null = null;
  private begin: { byte: number; line: number; ends: LineEnds };

  private constructor(
    readonly source: LineSource,
    private readonly size: number,
  ) {
    this.begin = { byte: source.bom, line: 1, ends: null };
  }

  /** @param headerLine its line, 0 for none; found when it is left out */
  static async open(source: LineSource, headerLine?: number, size = stretchBytes): Promise<RowFile> {
    const file = new RowFile(source, size);
    await file.readHead(headerLine);
    return file;
  }

  /** Reads every row, block by block, in order. The first walk to the end makes the index that `rows` needs. @throws FileLimitError */
  async *blocks(signal?: AbortSignal): AsyncGenerator<{ block: RowBlock; firstRow: number; bytes: number }> {
    const { blob, encoding, fileBytes } = this.source;
    const file = new FileBytes(blob);
    if (this.whole) {
      for (const place of this.places) {
        signal?.throwIfAborted();
        yield { block: await this.readAt(place, file), firstRow: place.firstRow, bytes: place.end };
      }
      return;
    }
    this.places = [];
    this.total = 0;
    let { byte, line, ends } = this.begin;
    let size = this.size;
    const expansion = Expansion.of(fileBytes);
    while (byte < blob.size) {
      signal?.throwIfAborted();
      const stretch = await readStretch(file, encoding, byte, size, line);
      const read = this.parse(stretch, line, { feeds: ends === 'feed', most: cellsOfBlock });
      if (read.end === 0 && !stretch.last) {
        // Not one row is whole in it.
        size *= 2;
        continue;
      }
      expansion.add(read.filled * blankCellBytes);
      const width = read.rows[0]?.length ?? 0;
      // Cells of a sheet beyond its header.
      if (this.keys === null && width > this.columns.length)
        this.columns = headsOf(Array.from({ length: width }, (_each, at) => this.columns[at]?.name ?? ''));
      size = this.size;
      if (this.source.format.kind === 'csv') {
        // The line before was the last that ended otherwise.
        const now = lineEndsOf(stretch.text);
        if (ends === 'return' && now === 'feed')
          read.problems.unshift({ kind: 'mixed-line-ends', line: line - 1, detail: '' });
        if (ends !== 'feed') ends = now ?? ends;
      }
      const end = byteOfRow(stretch, encoding, read.end);
      const firstRow = this.total;
      this.places.push({ start: byte, end, firstLine: line, firstRow, rows: read.rows.length });
      this.total += read.rows.length;
      byte = end;
      line = read.endLine;
      yield { block: read, firstRow, bytes: byte };
    }
    this.whole = true;
    if (this.keys) this.columns = headsOf(this.keys.names);
  }

  /** Rows `from` to `to` (not included), of a file that was read to its end. */
  async rows(from: number, to: number): Promise<SourceRow[]> {
    const found: SourceRow[] = [];
    for (let index = this.placeOf(from); index < this.places.length; index += 1) {
      const place = this.places[index] as BlockPlace;
      if (place.firstRow >= to) break;
      const block = await this.parsedBlock(index, place);
      const end = Math.min(place.rows, to - place.firstRow);
      for (let at = Math.max(0, from - place.firstRow); at < end; at += 1) {
        const cells = block.rows[at] ?? [];
        const broken = block.broken.get(at) ?? null;
        const row = { row: place.firstRow + at, line: lineOf(block, at), cells, broken };
        found.push(broken === null ? row : { ...row, raw: block.raw?.get(at) ?? asPasted(cells) });
      }
    }
    return found;
  }

  /** Where the rows begin. */
  get firstByte(): number {
    return this.begin.byte;
  }

  private async readHead(wanted: number | undefined): Promise<void> {
    const { blob, encoding, bom, format } = this.source;
    if (blob.size <= bom) return;
    const stretch = await readStretch(new FileBytes(blob), encoding, bom, stretchBytes, 1);
    const head = format.kind === 'csv' ? headOfCsv(stretch.text, format) : headOfJson(stretch.text, format);
    if (head === null) {
      this.keys = new JsonColumns();
      return;
    }
    const cells = head.map((row) => row.cells);
    const widest = cells.reduce((most, row) => Math.max(most, row.length), 0);
    const found = findHeader(head);
    if (found.other !== null) {
      const likely = head.filter((_row, at) => at === found.at || at === found.other);
      this.likelyHeaders = likely.map(({ line, cells }) => ({ line, cells: namesOf(cells.slice(0, shownNames)) }));
    }
    const at = wanted === undefined ? found.at : head.findIndex(({ line }) => line === wanted);
    const header = wanted === 0 ? undefined : head[at];
    if (!header) {
      // A line that names the delimiter is above all rows.
      if (format.kind === 'csv' && namedDelimiter(stretch.text) !== undefined)
        this.begin = {
          byte: byteOfRow(stretch, encoding, secondLine(stretch.text)),
          line: 2,
          ends: lineEndsOf(stretch.text),
        };
      checkLimit('columns', widest);
      this.columns = headsOf(Array.from({ length: widest }, () => ''));
      return;
    }
    checkLimit('columns', header.cells.length, header.line);
    this.columns = headsOf(namesOf(header.cells));
    this.headProblems = (header.faults ?? []).map((kind) => ({
      kind,
      line: header.line,
      detail: excerpt(asPasted(header.cells)),
    }));
    this.headerLine = header.line;
    this.begin = {
      byte: byteOfRow(stretch, encoding, header.end),
      line: header.nextLine,
      ends: lineEndsOf(stretch.text.slice(0, header.end)),
    };
  }

  private parse(
    { text, last, badBytes }: Stretch,
    firstLine: number,
    { feeds = false, most }: { feeds?: boolean; most?: number } = {},
  ): ReadText {
    const { format } = this.source;
    const columns = this.columns.length;
    const read =
      format.kind === 'csv'
        ? readCsv({ text, dialect: format, columns, firstLine, last, feeds, most })
        : readJsonLines({ ...format, text, columns: this.keys ?? columns, firstLine, last, most });
    noteHeaders(read, this.columns, this.headerLine > 0);
    if (this.source.nullsAreBlank)
      read.rows = read.rows.map((row) => row.map((cell) => (isNullWord(cell) ? '' : cell)));
    if (badBytes || this.source.badBytes) noteCharacter(read, 'bad-bytes', '\ufffd');
    return read;
  }

  private async parsedBlock(index: number, place: BlockPlace): Promise<RowBlock> {
    const block =
      this.parsed.get(index) ?? (await this.readAt(place, new FileBytes(this.source.blob.slice(0, place.end))));
    // The latest asked for is the last to go.
    this.parsed.delete(index);
    this.parsed.set(index, block);
    for (const old of this.parsed.keys()) {
      if (this.parsed.size <= parsedBlocks) break;
      this.parsed.delete(old);
    }
    return block;
  }

  private async readAt(place: BlockPlace, file: FileBytes): Promise<RowBlock> {
    const stretch = await readRange(file, this.source.encoding, place.start, place.end);
    // Its rows are complete, regardless of what follows.
    return this.parse({ ...stretch, last: true }, place.firstLine);
  }

  private placeOf(row: number): number {
    let low = 0;
    let high = this.places.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.places[middle]?.firstRow ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Where the second line begins. */
function secondLine(text: string): number {
  const [line = ''] = /^[^\r\n]*(?:\r\n|\r|\n)/.exec(text) ?? [];
  return line.length;
}

/** Notes the rows that are the header once more, as in files that were put together. One cell alone may be equal by chance. */
function noteHeaders(read: RowBlock, columns: readonly ColumnHead[], hasHeader: boolean): void {
  if (!hasHeader || columns.length < 2) return;
  for (const [index, row] of read.rows.entries()) {
    if (read.broken.has(index)) continue;
    if (!columns.every(({ name }, place) => textOfCell(row[place]).trim() === name)) continue;
    read.problems.push({ kind: 'repeated-header', line: lineOf(read, index), detail: excerpt(asPasted(row)) });
    read.broken.set(index, 'repeated-header');
  }
}

/** What ended the lines of a CSV file so far: a line feed, also behind a carriage return; or carriage returns alone; null before the first end. */
type LineEnds = 'feed' | 'return' | null;

function lineEndsOf(text: string): LineEnds {
  if (text.includes('\n')) return 'feed';
  return text.includes('\r') ? 'return' : null;
}
