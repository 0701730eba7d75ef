/** Where a share of a sample is meant, of how many bytes one may be a sign that no text has. */
const oneOf = { utf8: 20, other: 200, utf16: 50 };
/** In so short a file as a person types, a few NUL characters are told with their lines. */
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

/** UTF-16 that no mark tells, and that has too few Latin letters to tell it; null where it is none. A row has at least an end or a separator in ASCII. */
export function plainUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
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
  // Whoever parts cells by a control character uses a single one; a NUL parts none.
  const separators = counts.reduce((most, count, byte) => (byte > 0 && isSign(byte) ? Math.max(most, count) : most), 0);
  return signs - separators <= Math.max(fewSigns, bytes.length / oneOf.utf8);
}

/** Characters that stand in no text: not white space, not those by which data warehouses (1 to 3) and Unicode (28 to 31) part cells, not an escape. */
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
