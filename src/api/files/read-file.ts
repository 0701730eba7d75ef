import { detectEncoding } from './encoding';
import type { Encoding } from './encodings';

/**
 * Why a file could not be read by its link. `closed`: the browser was denied access (host, network or policy); `status`: the host refused; `binary`: its
 * content does not match its name; `large`: more than this page takes into memory; `locked`: it needs a password.
 */
export class FileReadError extends Error {
  override readonly name = 'FileReadError';
  constructor(
    readonly reason: 'closed' | 'status' | 'binary' | 'large' | 'locked',
    readonly status: number | null = null,
  ) {
    super(status === null ? reason : `HTTP ${status}`);
  }
}

/** Bytes read so far, and in total; null where the host does not say. */
export type ReadProgress = (read: number, total: number | null) => void;

/**
 * Requests a file by its link, without cookies, referrer or key.
 * @throws FileReadError
 * @throws the signal's reason when it is aborted
 */
export async function openFile(link: string, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(link, { signal, credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' });
  } catch {
    signal.throwIfAborted();
    throw new FileReadError('closed');
  }
  if (response.ok) return response;
  void response.body?.cancel();
  throw new FileReadError('status', response.status);
}

/**
 * Reads the beginning of a file, at most `limit` bytes; the rest is not fetched.
 * @returns `cut`: there is more
 * @throws as `openFile`
 */
export async function readFirstBytes(
  link: string,
  signal: AbortSignal,
  limit: number,
): Promise<{ bytes: Uint8Array; cut: boolean }> {
  const { body } = await openFile(link, signal);
  const bytes = new Uint8Array(limit);
  let length = 0;
  for await (const chunk of chunksOf(body, signal)) {
    const room = limit - length;
    bytes.set(chunk.subarray(0, room), length);
    length += Math.min(chunk.length, room);
    if (chunk.length > room) return { bytes, cut: true };
  }
  return { bytes: bytes.subarray(0, length), cut: false };
}

/**
 * Reads a whole file of at most `limit` bytes.
 * @throws as `openFile`, and FileReadError `large`
 */
export async function readWholeFile(
  link: string,
  signal: AbortSignal,
  limit: number,
  onProgress: ReadProgress = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await openFile(link, signal);
  const total = totalOf(response);
  if (total !== null && total > limit) {
    void response.body?.cancel();
    throw new FileReadError('large');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(response.body, signal)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) throw new FileReadError('large');
    onProgress(length, total);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Bytes declared by a response; null where it declares none, or where they are compressed on the way. */
export function totalOf({ headers }: Response): number | null {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? null : Number(length);
}

/** The parts of a body as they arrive; stopping early ends the transfer. @throws FileReadError `closed` when the connection is lost */
export async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  let whole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      whole = done;
      if (done) return;
      yield value;
    }
  } catch {
    signal.throwIfAborted();
    throw new FileReadError('closed');
  } finally {
    if (!whole) await reader.cancel().catch(() => {});
  }
}

/** The beginning of a file, read as text. */
export interface FileText {
  text: string;
  /** Bytes that were read. */
  bytes: number;
  /** There is more than was read. */
  cut: boolean;
  encoding: Encoding;
  /** Not decided by the bytes: only likely. */
  guessed: boolean;
}

/** More would be slow to draw; who wants the whole takes the download. */
export const fileTextBytes = 256 * 1024;
/** A table or tree renders only visible rows, so it can be larger. */
export const fileDataBytes = 4 * 1024 * 1024;

/**
 * Reads the beginning of a file by its link, at most `limit` bytes; the rest is not fetched.
 * @param language of the page, which decides on the encoding where the bytes do not
 * @param chosen the encoding, where a person knows it
 * @throws FileReadError
 * @throws the signal's reason when it is aborted
 */
export async function readFileText(
  link: string,
  signal: AbortSignal,
  language: string,
  limit = fileTextBytes,
  chosen?: Encoding,
): Promise<FileText> {
  const { bytes, cut } = await readFirstBytes(link, signal, limit);
  return { ...(await decodeText(bytes, cut, language, chosen)), bytes: bytes.length, cut };
}

/**
 * Text of bytes, in the encoding that an import would find too.
 * @param cut the last character may be incomplete
 * @throws FileReadError `binary`
 */
export async function decodeText(
  bytes: Uint8Array,
  cut: boolean,
  language: string,
  chosen?: Encoding,
): Promise<Pick<FileText, 'text' | 'encoding' | 'guessed'>> {
  if (chosen) return { text: new TextDecoder(chosen).decode(bytes, { stream: cut }), encoding: chosen, guessed: false };
  const whole = utf8(bytes, cut);
  if (whole !== null && !whole.includes('\0')) return { text: whole, encoding: 'utf-8', guessed: false };
  const { encoding, bom, guess } = await detectEncoding([bytes], language);
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
