import { type EncodingGuess, guessEncoding } from './encoding-guess';
import type { Encoding } from './encodings';

interface FoundEncoding {
  encoding: Encoding;
  /** Bytes of the byte order mark; 0 when there is none. */
  bom: number;
  /** Where the bytes do not decide it. */
  guess: EncodingGuess | null;
}

/** The encoding of a byte order mark; null when there is none. */
export function encodingOfMark(bytes: Uint8Array): Pick<FoundEncoding, 'encoding' | 'bom'> | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', bom: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', bom: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', bom: 2 };
  return null;
}

/**
 * The encoding of a file by samples of it: the mark; else zero bytes in every second place (UTF-16 of mostly Latin text); else UTF-8 where it holds; else
 * UTF-16 where the bytes are no other text; else a guess. The first sample is the beginning of the file; the others may begin and end inside a character.
 * @param language of the page, which decides where the bytes do not
 */
export async function detectEncoding(samples: readonly Uint8Array[], language: string): Promise<FoundEncoding> {
  const first = samples[0] ?? new Uint8Array();
  const marked = encodingOfMark(first);
  if (marked) return { ...marked, guess: null };
  const zeros = [0, 0];
  for (let place = 0; place < first.length; place += 1) {
    if (first[place] === 0) zeros[place & 1] = (zeros[place & 1] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const half = first.length / 2;
  if (odd > half * 0.3 && even < half * 0.1) return { encoding: 'utf-16le', bom: 0, guess: null };
  if (even > half * 0.3 && odd < half * 0.1) return { encoding: 'utf-16be', bom: 0, guess: null };
  const wholes = samples.length === 1 ? samples : samples.map(wholeLines);
  // A few bad bytes in an otherwise valid UTF-8 file do not make it another encoding: each is reported with its line.
  if (wholes.every((bytes) => isUtf8(bytes)) || mostlyUtf8(wholes)) return { encoding: 'utf-8', bom: 0, guess: null };
  const wide = plainUtf16(first);
  if (wide) return { encoding: wide, bom: 0, guess: null };
  const guess = await guessEncoding(wholes, language);
  return { encoding: guess?.likely ?? 'windows-1252', bom: 0, guess };
}

/** @param cut its last character may be incomplete */
function isUtf8(bytes: Uint8Array, cut = false): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
    return true;
  } catch {
    return false;
  }
}

function mostlyUtf8(samples: readonly Uint8Array[]): boolean {
  let good = 0;
  let bad = 0;
  for (const bytes of samples) {
    for (const char of new TextDecoder('utf-8').decode(bytes)) {
      if (char === '\ufffd') bad += 1;
      else if (char > '\u007f') good += 1;
    }
  }
  // Of a file that was cut off the last character may be bad, however few there are.
  return good > bad * 10 || (good > 0 && samples.every((bytes) => isUtf8(bytes, true)));
}

/** A sample of several, from after the first line end to the last one: no character is cut there. One without line ends is taken without its last bytes. */
function wholeLines(bytes: Uint8Array, index: number): Uint8Array {
  const end = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13));
  if (end === -1) return index === 0 ? bytes.subarray(0, Math.max(0, bytes.length - 4)) : bytes.subarray(0, 0);
  if (index === 0) return bytes.subarray(0, end);
  const start = bytes.findIndex((byte) => byte === 10 || byte === 13);
  return bytes.subarray(start + 1, Math.max(start + 1, end));
}

/** Where a share of a sample is meant, of how many bytes one may be a sign that no text has. */
const oneOf = { utf8: 20, other: 200, utf16: 50 };
/** In a file short enough to be typed, a few NUL characters are reported with their lines. */
const fewSigns = 4;
/** A sample from inside a file may begin and end within a character. */
const cutBytes = 6;
const shortSample = 1000;

/**
 * Whether most samples of a file are text in its encoding. Any bytes are letters of some encoding, but those of pictures, programs and packed files have
 * control characters among them, of which text has hardly any: 8 % of random bytes are.
 */
export function isText(samples: readonly Uint8Array[], encoding: string): boolean {
  const wide = encoding === 'utf-16le' || encoding === 'utf-16be';
  const texts = samples.filter((bytes) => (wide ? isUtf16(bytes, encoding) : isByteText(bytes)));
  return texts.length * 2 >= samples.length;
}

/** UTF-16 without a mark and with too few Latin letters to show it; null if it is not. A row has at least an end or a separator in ASCII. */
function plainUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length % 2 === 1 || isByteText(bytes)) return null;
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    if (isUtf16(bytes, encoding) && /[\t\n\r,;|]/.test(new TextDecoder(encoding).decode(bytes))) return encoding;
  }
  return null;
}

/** Text of bytes of which each may be a letter, or part of one. */
function isByteText(sample: Uint8Array): boolean {
  let end = sample.length;
  // The end of a file, as old systems write it.
  while (end > 0 && sample[end - 1] === 0x1a) end -= 1;
  const bytes = sample.subarray(0, end);
  const counts = new Array<number>(256).fill(0);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const signs = counts.reduce((sum, count, byte) => (isSign(byte) ? sum + count : sum), 0);
  if (signs === 0) return true;
  if (!isMostlyUtf8(bytes)) return signs * oneOf.other <= bytes.length;
  // Cells are separated by a single control character; a NUL separates none.
  const separators = counts.reduce((most, count, byte) => (byte > 0 && isSign(byte) ? Math.max(most, count) : most), 0);
  return signs - separators <= Math.max(fewSigns, bytes.length / oneOf.utf8);
}

/** Characters that occur in no text: not white space, not the separators of data warehouses (1 to 3) and Unicode (28 to 31), not an escape. */
function isSign(byte: number): boolean {
  return byte === 0 || (byte >= 4 && byte <= 8) || (byte >= 14 && byte <= 26) || byte === 127;
}

function isMostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  for (const char of new TextDecoder('utf-8').decode(bytes)) {
    if (char === '\ufffd') bad += 1;
    else if (char > '\u007f') good += 1;
  }
  return bad === 0 || good > bad * 10 || (bytes.length > shortSample && bad <= cutBytes);
}

/** A sixth of random pairs of bytes is no character. */
function isUtf16(bytes: Uint8Array, encoding: string): boolean {
  const text = new TextDecoder(encoding).decode(bytes);
  const unusual = text.match(/[\p{Cn}\p{Co}\p{Cs}\p{Cc}\ufffd]/gu) ?? [];
  const wrong = unusual.filter((char) => char > '\u007f' || isSign(char.charCodeAt(0))).length;
  return wrong * oneOf.utf16 <= text.length || wrong <= 1;
}
