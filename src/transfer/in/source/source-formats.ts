/** Reading a file of rows: CSV, JSON, JSON lines or a workbook becomes lines with a row each, which `row-file.ts` reads block by block. */

import { detectEncoding, encodingOfMark, isText } from '../../../api/files/encoding';
import type { EncodingGuess } from '../../../api/files/encoding-guess';
import type { Encoding } from '../../../api/files/encodings';
import { dialectOf } from '../../../edits/csv';
import { documentOf, isSealed, kindOfBytes, shapeOfText } from './detect-format';
import { FileLimitError } from './file-limits';
import { type JsonList, JsonLists } from './json-lists';
import type { LineSource } from './row-file';
import type { ImportProgress, Problem } from './rows';
import type { SheetChoice } from './xlsx/read-workbook';

export type SourceFormat = 'csv' | 'json' | 'json-lines' | 'xlsx';

/** Choices that override detection; missing ones are detected. */
export interface SourceChoice extends SheetChoice {
  encoding?: Encoding;
  delimiter?: string;
  /** Line of the header; 0 when there is none. */
  headerLine?: number;
  /** Path of the list in a JSON text. */
  list?: string;
  /** Quotes in cells of CSV have a backslash before them. */
  escapes?: boolean;
  /** The words of databases for no value mean a blank cell. */
  nullsAreBlank?: boolean;
}

export interface OpenedSource {
  format: SourceFormat;
  lines: LineSource;
  /** Sheets of a workbook with their rows, as far as known; empty for everything else. */
  sheets: { name: string; rows: number | null }[];
  sheet: number;
  /** Lists of a JSON text, of which the first is read unless another one is chosen; empty for everything else. */
  lists: JsonList[];
  /** The path of the one that is read. */
  list: string;
  /** Where the bytes do not decide the encoding. */
  guess: EncodingGuess | null;
  /** What of a sheet is no cell, or is not seen in it, from its header on. */
  problemsFrom?(headerLine: number): Problem[];
}

const nothingToChoose = { sheets: [], sheet: 0, lists: [], list: '', guess: null };

/** Why a file is not read at all. */
export class SourceError extends Error {
  constructor(
    readonly reason:
      | 'empty'
      | 'old-excel'
      | 'sealed'
      | 'not-rows'
      | 'not-text'
      | 'bad-workbook'
      | 'no-workbook'
      | 'packed'
      | 'web-page'
      | 'xml'
      | 'sylk',
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

const sampleBytes = 64 * 1024;
/** Of JSON, which is parted as it is read. */
const pieceBytes = 512 * 1024;

/**
 * Detects what a file is and makes lines with rows of it. A workbook and a JSON array are split into lines once; everything else is read in place.
 * @throws SourceError; NotRowsError; FileLimitError
 * `language` is that of the person, `fields` are names and IDs: both help to choose an encoding and a sheet.
 */
export async function openSource(
  file: Blob,
  choice: SourceChoice,
  signal?: AbortSignal,
  onProgress: (progress: ImportProgress) => void = () => {},
  { language = 'en', fields = [] }: { language?: string; fields?: readonly string[] } = {},
): Promise<OpenedSource> {
  if (file.size === 0) throw new SourceError('empty');
  const [first = new Uint8Array(), ...others] = await samplesOf(file);
  const kind = kindOfBytes(first);
  if (kind === 'old-excel' && [first, ...others].some(isSealed)) throw new SourceError('sealed');
  if (kind === 'old-excel' || kind === 'packed' || kind === 'not-rows') throw new SourceError(kind);
  if (kind === 'zip') return openWorkbook(file, choice, fields, signal, onProgress);
  const found = await detectEncoding([first, ...others], language);
  if (!isText([first, ...others], found.encoding)) throw new SourceError('not-text');
  const encoding = choice.encoding ?? found.encoding;
  const mark = encodingOfMark(first);
  const bom = mark?.encoding === encoding ? mark.bom : 0;
  const text = new TextDecoder(encoding).decode(first);
  const document = documentOf(text);
  if (document) throw new SourceError(document);
  const plain: OpenedSource = {
    format: 'json-lines',
    lines: {
      blob: file,
      encoding,
      bom,
      fileBytes: file.size,
      format: { kind: 'json', numbered: null, looks: null },
      nullsAreBlank: choice.nullsAreBlank,
    },
    ...nothingToChoose,
    guess: found.guess,
  };
  const shape = choice.delimiter === undefined ? shapeOfText(text) : 'csv';
  if (shape === 'json-lines') return plain;
  if (shape === 'json') {
    const { lists, badBytes } = await listsOf(file, encoding, bom, signal, onProgress);
    const list = lists.find(({ path }) => path === choice.list) ?? lists[0];
    const numbered = list?.sharesLines ? 'element' : 'line';
    return {
      ...plain,
      format: 'json',
      lines: {
        ...plain.lines,
        blob: list?.blob() ?? new Blob(),
        encoding: 'utf-8',
        bom: 0,
        format: { kind: 'json', numbered, looks: null },
        badBytes,
      },
      lists: lists.map(({ path, rows }) => ({ path, rows })),
      list: list?.path ?? '',
    };
  }
  return { ...plain, format: 'csv', lines: { ...plain.lines, format: { kind: 'csv', ...dialectOf(text, choice) } } };
}

async function openWorkbook(
  file: Blob,
  choice: SourceChoice,
  fields: readonly string[],
  signal: AbortSignal | undefined,
  onProgress: (progress: ImportProgress) => void,
): Promise<OpenedSource> {
  // Only who brings a workbook loads its reader.
  const { readWorkbook } = await import('./xlsx/read-workbook');
  const read = await readWorkbook(file, choice, signal, onProgress, fields).catch((error: unknown) => {
    signal?.throwIfAborted();
    if (error instanceof FileLimitError) throw error;
    throw new SourceError('bad-workbook', { cause: error });
  });
  if (!read) throw new SourceError('no-workbook');
  const { lines, looks, sheets, sheet, problemsFrom } = read;
  return {
    ...nothingToChoose,
    format: 'xlsx',
    lines: {
      blob: lines,
      encoding: 'utf-8',
      bom: 0,
      fileBytes: file.size,
      format: { kind: 'json', numbered: 'line', looks },
    },
    sheets,
    sheet,
    problemsFrom,
  };
}

/** Pieces of the beginning, the middle and the end: letters beyond ASCII may come late. */
async function samplesOf(file: Blob): Promise<Uint8Array[]> {
  // At an even place, where a character of UTF-16 begins.
  const starts = [0, 0.35, 0.65, 1].map((share) => 2 * Math.floor((share / 2) * Math.max(0, file.size - sampleBytes)));
  const bytes = [...new Set(starts)].map((start) => file.slice(start, start + sampleBytes).arrayBuffer());
  return (await Promise.all(bytes)).map((buffer) => new Uint8Array(buffer));
}

async function listsOf(
  file: Blob,
  encoding: Encoding,
  bom: number,
  signal: AbortSignal | undefined,
  onProgress: (progress: ImportProgress) => void,
) {
  const lists = new JsonLists();
  // By bytes, not by lines: a list may be a single one.
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const strict = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  let isSound = true;
  for (let byte = bom; byte < file.size; byte += pieceBytes) {
    signal?.throwIfAborted();
    const bytes = await file.slice(byte, byte + pieceBytes).arrayBuffer();
    lists.take(decoder.decode(bytes, { stream: true }));
    isSound &&= decodes(strict, bytes);
    onProgress({ share: Math.min(1, (byte + pieceBytes) / file.size), rows: lists.rows });
  }
  lists.take(decoder.decode());
  return { lists: lists.end(), badBytes: !isSound || !decodes(strict) };
}

/** Whether the next bytes are characters of the encoding, or its last ones. */
function decodes(strict: TextDecoder, bytes?: ArrayBuffer): boolean {
  try {
    strict.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}
