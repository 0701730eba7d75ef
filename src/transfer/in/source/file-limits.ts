const MB = 2 ** 20;

/**
 * What a file of rows may hold at most. A file is read a piece at a time, and only what one piece has to hold is limited: no limit is near what a person works
 * with, and without one a small file could keep the console busy for minutes or take all of its memory.
 */
export const fileLimits = {
  /**
   * Bytes of one row: a line of text (or several, of a cell in quotes), an element of JSON, or in a workbook the XML of a row or of one shared text. A row is
   * held whole, several times over. A full row of a sheet, 16,384 cells of a few words, has about 1 MB.
   */
  row: 16 * MB,
  /** As many as a sheet has (ECMA-376, 18.18.7: `XFD`). Each is a line of the columns step, and each short row is filled up to them. */
  columns: 16_384,
  /** As many as a sheet has. A row may declare any number, and the blank rows before it count. */
  sheetRows: 1_048_576,
  /** Sheets of a workbook: each is in the list to choose from. */
  sheets: 1_000,
  /** Texts that cells share. A full sheet with 30 columns of different texts has about as many. */
  sharedTexts: 2 ** 25,
  /** Looks of cells: Excel refuses to make more than 65,490. */
  looks: 2 ** 16,
  /** Bytes of a part of a workbook that is read whole: the list of its sheets, of its parts, of its looks. 65,490 looks have about 15 MB. */
  part: 32 * MB,
  /** Bytes of the list of files in an archive: about 60,000 files, where a workbook has some dozens. */
  archiveList: 4 * MB,
  /** Bytes of the rows of a sheet once they are unpacked: a full sheet of 50 columns has about half of it. They stay in the memory of the browser. */
  sheet: 1024 * MB,
  /** Bytes that reading may make of a small file (`Expansion`): they take some seconds. */
  expansion: 64 * MB,
  /** Arrays and objects within each other in JSON. Engines read and write them by calls within calls, of which they allow some thousands. */
  nesting: 500,
} as const;

export type FileLimit = keyof typeof fileLimits;

/** A file exceeds a limit. Limits of bytes are reported in megabytes. */
export class FileLimitError extends Error {
  /** The limit, in the unit in which it is reported. */
  readonly most: number;

  /**
   * @param line of the source, from 1, in which it was found; null if unknown
   * @param found how many there are, if counted; null: more than allowed
   * @param allowed where the limit depends on the file
   */
  constructor(
    readonly limit: FileLimit,
    readonly line: number | null = null,
    readonly found: number | null = null,
    allowed: number = fileLimits[limit],
  ) {
    super(limit);
    this.most = isBytes(limit) ? Math.round(allowed / MB) : allowed;
  }
}

/** Whether a limit is one of bytes. */
function isBytes(limit: FileLimit): boolean {
  return ['row', 'part', 'archiveList', 'sheet', 'expansion'].includes(limit);
}

/**
 * Refuses a count beyond its limit.
 * @throws FileLimitError
 */
export function checkLimit(limit: FileLimit, found: number, line: number | null = null): void {
  if (found > fileLimits[limit]) throw new FileLimitError(limit, line, isBytes(limit) ? null : found);
}

/** How many times its size a file may become besides: a sheet of rows that differ becomes five to thirty times its size, one that is made for it a thousand times. */
const expansionRatio = 100;

/** Bytes as which a cell counts that a row does not have and is filled up with: as it is written, `"",`. */
export const blankCellBytes = 3;

/**
 * Counts what reading makes of a file beyond its own bytes: what is unpacked, blank cells that rows are filled up with, texts that many cells share. Each is
 * harmless, and in a file of a few KB a billion of them are not.
 */
export class Expansion {
  private made = 0;

  constructor(private readonly most: number) {}

  /** What a file of so many bytes may become. */
  static of(fileBytes: number): Expansion {
    return new Expansion(fileLimits.expansion + expansionRatio * fileBytes);
  }

  /** @throws FileLimitError */
  add(bytes: number): void {
    this.made += bytes;
    if (this.made > this.most) throw new FileLimitError('expansion', null, null, this.most);
  }
}
