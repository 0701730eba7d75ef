import { detectEncoding, type Encoding } from './encoding';
import { FileReadError, readFirstBytes } from './read-file';

/** The beginning of a file, read as text. */
export interface FileText {
  text: string;
  /** Bytes that were read. */
  bytes: number;
  /** There is more than was read. */
  cut: boolean;
  encoding: Encoding;
  /** The bytes do not tell it: it is only likely. */
  guessed: boolean;
}

/** More would be slow to draw; who wants the whole takes the download. */
export const fileTextBytes = 256 * 1024;
/** A table or tree draws only what is in sight, so it takes more. */
export const fileDataBytes = 4 * 1024 * 1024;

/**
 * Reads the beginning of a file by its link, at most `limit` bytes; the rest is not fetched.
 * @param language of the page, which decides on the encoding where the bytes do not
 * @throws FileReadError
 * @throws the signal's reason when it is aborted
 */
export async function readFileText(
  link: string,
  signal: AbortSignal,
  language: string,
  limit = fileTextBytes,
): Promise<FileText> {
  const { bytes, cut } = await readFirstBytes(link, signal, limit);
  return { ...decodeText(bytes, cut, language), bytes: bytes.length, cut };
}

/**
 * Text of bytes, in the encoding that an import would find too.
 * @param cut the last character may be incomplete
 * @throws FileReadError `binary`
 */
export function decodeText(
  bytes: Uint8Array,
  cut: boolean,
  language: string,
): Pick<FileText, 'text' | 'encoding' | 'guessed'> {
  const whole = utf8(bytes, cut);
  if (whole !== null && !whole.includes('\0')) return { text: whole, encoding: 'utf-8', guessed: false };
  const { encoding, bom, guess } = detectEncoding([bytes], language);
  const text = new TextDecoder(encoding).decode(bytes, { stream: cut });
  // Any bytes are letters of some of these encodings, but no text has such signs in it.
  if (bom === 0 && control.test(text)) throw new FileReadError('binary');
  return { text, encoding, guessed: guess !== null };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

function utf8(bytes: Uint8Array, cut: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return null;
  }
}
