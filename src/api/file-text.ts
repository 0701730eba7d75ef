/** The beginning of a file, read as text. */
export interface FileText {
  text: string;
  /** Bytes that were read. */
  bytes: number;
  /** There is more than was read. */
  cut: boolean;
  encoding: 'UTF-8' | 'UTF-16' | 'GB 18030';
}

/** Why a file could not be read as text. `closed`: the browser was not let (host, network or policy); `status`: the host said no; `binary`: it is no text. */
export class FileTextError extends Error {
  override readonly name = 'FileTextError';
  constructor(
    readonly reason: 'closed' | 'status' | 'binary',
    readonly status: number | null = null,
  ) {
    super(status === null ? reason : `HTTP ${status}`);
  }
}

/** More would be slow to draw; who wants the whole takes the download. */
export const fileTextBytes = 256 * 1024;

/**
 * Reads the beginning of a file by its link, at most `limit` bytes; the rest is not fetched. Nothing of this page goes with it: no cookies, no
 * referrer, no key.
 * @throws FileTextError
 * @throws the signal's reason when it is aborted
 */
export async function readFileText(link: string, signal: AbortSignal, limit = fileTextBytes): Promise<FileText> {
  let response: Response;
  try {
    response = await fetch(link, { signal, credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' });
  } catch {
    signal.throwIfAborted();
    throw new FileTextError('closed');
  }
  if (!response.ok) {
    void response.body?.cancel();
    throw new FileTextError('status', response.status);
  }
  const { bytes, cut } = await firstBytes(response.body, limit);
  return { ...decodeText(bytes, cut), bytes: bytes.length, cut };
}

async function firstBytes(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ bytes: Uint8Array; cut: boolean }> {
  const bytes = new Uint8Array(limit);
  if (!body) return { bytes: bytes.subarray(0, 0), cut: false };
  const reader = body.getReader();
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const room = limit - length;
    bytes.set(chunk.value.subarray(0, room), length);
    length += Math.min(chunk.value.length, room);
    if (chunk.value.length > room) {
      await reader.cancel();
      return { bytes, cut: true };
    }
  }
  return { bytes: bytes.subarray(0, length), cut: false };
}

/**
 * Text of bytes: UTF-16 where a mark says so, UTF-8 where it holds, else GB 18030, which spreadsheets write in Chinese.
 * @param cut the last character may be incomplete
 * @throws FileTextError `binary`
 */
export function decodeText(bytes: Uint8Array, cut: boolean): Pick<FileText, 'text' | 'encoding'> {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: 'UTF-16' };
  }
  if (bytes.includes(0)) throw new FileTextError('binary');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut }), encoding: 'UTF-8' };
  } catch {
    try {
      return {
        text: new TextDecoder('gb18030', { fatal: true }).decode(bytes, { stream: cut }),
        encoding: 'GB 18030',
      };
    } catch {
      throw new FileTextError('binary');
    }
  }
}
