import { FileReadError, readFirstBytes } from './read-file';

/** The beginning of a file, read as text. */
export interface FileText {
  text: string;
  /** Bytes that were read. */
  bytes: number;
  /** There is more than was read. */
  cut: boolean;
  encoding: 'UTF-8' | 'UTF-16' | 'GB 18030';
}

/** More would be slow to draw; who wants the whole takes the download. */
export const fileTextBytes = 256 * 1024;
/** A table or tree draws only what is in sight, so it takes more. */
export const fileDataBytes = 4 * 1024 * 1024;

/**
 * Reads the beginning of a file by its link, at most `limit` bytes; the rest is not fetched.
 * @throws FileReadError
 * @throws the signal's reason when it is aborted
 */
export async function readFileText(link: string, signal: AbortSignal, limit = fileTextBytes): Promise<FileText> {
  const { bytes, cut } = await readFirstBytes(link, signal, limit);
  return { ...decodeText(bytes, cut), bytes: bytes.length, cut };
}

/**
 * Text of bytes: UTF-16 where a mark says so, UTF-8 where it holds, else GB 18030, which spreadsheets write in Chinese.
 * @param cut the last character may be incomplete
 * @throws FileReadError `binary`
 */
export function decodeText(bytes: Uint8Array, cut: boolean): Pick<FileText, 'text' | 'encoding'> {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: 'UTF-16' };
  }
  if (bytes.includes(0)) throw new FileReadError('binary');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut }), encoding: 'UTF-8' };
  } catch {
    try {
      return {
        text: new TextDecoder('gb18030', { fatal: true }).decode(bytes, { stream: cut }),
        encoding: 'GB 18030',
      };
    } catch {
      throw new FileReadError('binary');
    }
  }
}
