import type { EncodingGuess } from '../../../api/files/encoding-guess';
import type { Encoding } from '../../../api/files/encodings';
import type { KeyFinding } from '../key/key-quality';
import type { ColumnFit } from '../mapping/fit';
import type { MappedColumn } from '../mapping/mapping';
import type { FileLimit } from '../source/file-limits';
import type { ColumnHead } from '../source/header';
import type { JsonList, NotRowsError } from '../source/json-lists';
import type { SourceRow } from '../source/row-file';
import type { ImportProgress, ProblemList } from '../source/rows';
import type { SourceChoice, SourceError, SourceFormat } from '../source/source-formats';
import type { ImportRow } from './import-rows';

/** What is known of a file once it was read to its end. */
export interface FileFacts {
  format: SourceFormat;
  encoding: Encoding;
  /** Set where the bytes do not decide their encoding; otherwise null. */
  guess: EncodingGuess | null;
  /** Null for what has no delimiter. */
  delimiter: string | null;
  /** Quotes in cells have a backslash before them. */
  escapes: boolean;
  /** Cells that say `NULL` or `\\N`, and are text. */
  nulls: number;
  /** Nobody has chosen the encoding or the header, and the file does not decide it. */
  isGuessed: boolean;
  sheets: { name: string; rows: number | null }[];
  sheet: number;
  lists: JsonList[];
  list: string;
  /** What the numbers of its rows count. */
  places: 'line' | 'element';
  headerLine: number;
  /** The lines that are likely to be the header, with their first cells; empty where there is only one. */
  likelyHeaders: { line: number; cells: string[] }[];
  columns: ColumnHead[];
  /** For each column: non-empty cells, and some different texts. */
  profiles: ColumnProfile[];
  rows: number;
  /** Bytes of its lines that became rows, a header or blank lines, and all of them. */
  read: { bytes: number; of: number };
  /** Rows that cannot be trusted and are never sent. */
  broken: number;
  problems: ProblemList;
  /** Milliseconds it took. */
  took: number;
}

export interface ColumnProfile {
  filled: number;
  samples: string[];
  /** As many of its texts: numbers of a workbook or of JSON are none, as they have no format. */
  texts: string[];
  /** The first different ids, alone or in lists, that the cells of the column may hold; null where one can be none. Those of options may be any text. */
  ids: string[] | null;
}

/** Counts and examples of a mapping over the whole file, one for each mapped column. */
export interface FitResult {
  columns: ColumnFit[];
  rows: number;
  unfitRows: number;
}

/** What the worker can be asked, and what it answers. */
export interface ImportOperations {
  open: {
    input: { file: Blob; choice: SourceChoice; language?: string; fields?: readonly string[] };
    output: FileFacts;
  };
  rows: { input: { from: number; to: number }; output: SourceRow[] };
  fit: { input: { mapped: MappedColumn[] }; output: FitResult };
  keys: { input: { mapped: MappedColumn[]; also: string[][] }; output: KeyFinding[] };
  /** Rows ready to be judged, in the order of the file. */
  records: { input: { mapped: MappedColumn[]; from: number; to: number }; output: ImportRow[] };
  /** Single rows, in the order in which they are named. */
  recordsAt: { input: { mapped: MappedColumn[]; rows: number[] }; output: ImportRow[] };
}
export type ImportOperation = keyof ImportOperations;

export type ImportRequest =
  | { [Name in ImportOperation]: { id: number; name: Name; input: ImportOperations[Name]['input'] } }[ImportOperation]
  | { id: number; name: 'cancel' };

/**
 * Why a request failed: `source`: the file cannot be read · `limit`: it holds more than can be read (a
 * `FileLimit`) · `fault`: anything else.
 */
export type ImportFailure =
  | { kind: 'source'; reason: (SourceError | NotRowsError)['reason']; line: number | null }
  | { kind: 'fault'; reason: string; line: number | null }
  | { kind: 'limit'; reason: FileLimit; line: number | null; most: number; found: number | null };

export type ImportAnswer =
  | { id: number; progress: ImportProgress }
  | { id: number; output: ImportOperations[ImportOperation]['output'] }
  | { id: number; failure: ImportFailure };
