import { type Encoding, encodings } from './encodings';

/** An encoding that the bytes make likely, but do not prove. */
export interface EncodingGuess {
  likely: Encoding;
  /** The guess is weak: the user should check it. */
  close: boolean;
  /** The same pieces of the file in each encoding that it may have, the likely one first. */
  readings: { encoding: Encoding; pieces: string[] }[];
}

/** Encodings of letters that are no Latin ones: text in them is hardly found by chance, where those of Latin letters differ in a few. */
const ofOtherScripts: readonly Encoding[] = [
  'windows-1251',
  'koi8-r',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'windows-874',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'euc-kr',
  'euc-jp',
  'shift_jis',
  'big5',
];

/** Of a hundred that the detector gives: with less an encoding of another script is only offered, or not even that. */
const enough = { taken: 20, offered: 11 };
const mostReadings = 5;

/** The bonus for the page's language decides only where the bytes say next to nothing. */
const languageWeight = 0.5;
/** Of some words at least. */
const closeScore = 8;
const shownPieces = 4;
const pieceBytes = 36;

/**
 * The encoding of bytes that are not UTF-8. Chinese or Western letters, which a spreadsheet writes most, are told apart by their own signs: letters of Western
 * words are single between ASCII ones, where Chinese characters are pairs, come in runs, and are mostly of the 3,755 common ones. Other scripts are found by
 * the detector of a library.
 * @param language of the page
 * @returns null where all read the same
 */
export async function guessEncoding(samples: readonly Uint8Array[], language: string): Promise<EncodingGuess | null> {
  const pieces = piecesOf(samples);
  if (pieces.length === 0) return null;
  const score = samples.reduce((sum, bytes) => sum + scoreOf(bytes), 0);
  const isChinese = score + (language.startsWith('zh') ? languageWeight : -languageWeight) > 0;
  const found = await detected(samples);
  const [first, second] = found;
  const isClear = first && first.confidence >= enough.taken && first.confidence > (second?.confidence ?? 0);
  const other = isClear && ofOtherScripts.includes(first.encoding) ? first.encoding : null;
  const likely: Encoding = other ?? (isChinese ? 'gb18030' : 'windows-1252');
  const usual: readonly Encoding[] = ['windows-1252', 'gb18030'];
  const order = new Set([likely, ...usual, ...found.map(({ encoding }) => encoding)]);
  const readings = new Map<string, EncodingGuess['readings'][number]>();
  for (const encoding of order) {
    // What is cut at the end of a piece is left out.
    const read = pieces.map((bytes) => new TextDecoder(encoding).decode(bytes, { stream: true }).trim());
    const own = read.join('\n');
    const isSound = usual.includes(encoding) || !own.includes('\ufffd');
    if (isSound && !readings.has(own) && readings.size < mostReadings) readings.set(own, { encoding, pieces: read });
  }
  return { likely, close: other !== null || Math.abs(score) < closeScore, readings: [...readings.values()] };
}

/** What a library takes the bytes for, the likeliest first. Only bytes that no mark and no UTF-8 decide load it. */
async function detected(samples: readonly Uint8Array[]): Promise<{ encoding: Encoding; confidence: number }[]> {
  const { analyse } = await import('chardet');
  const bytes = new Uint8Array(await new Blob(samples as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  return analyse(bytes).flatMap(({ name, confidence }) => {
    const encoding = encodings.find((each) => each === labelOf(name));
    return encoding && confidence >= enough.offered && encoding !== 'utf-8' ? [{ encoding, confidence }] : [];
  });
}

/** ISO 8859-1 and 8859-9 are read as the encodings of Windows that contain them. */
function labelOf(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return name;
  }
}

/** The score of the bytes: above zero for GB 18030, below for Windows-1252. */
function scoreOf(bytes: Uint8Array): number {
  let score = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const start = at;
    const units: number[] = [];
    for (let length = unitLength(bytes, at); length !== 0; length = unitLength(bytes, at)) {
      units.push(weightOf(bytes, at, length));
      at += length;
    }
    // What ends a run of characters: a letter before a space, a comma or the end of its cell.
    const odd = (bytes[at] ?? 0) >= 0x80;
    score += runScore(units, isLetter(bytes[start - 1]), !odd && isLetter(bytes[at]));
    if (odd) score -= bytes[at] === 0x80 ? 0.5 : 3;
    else at -= 1;
  }
  return score;
}

/** Bytes of the GB 18030 character at a place; 0 when none begins there. */
function unitLength(bytes: Uint8Array, at: number): 0 | 2 | 4 {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  if (first < 0x81 || first > 0xfe) return 0;
  if (second >= 0x40 && second <= 0xfe && second !== 0x7f) return 2;
  return isDigit(second) && third >= 0x81 && third <= 0xfe && isDigit(bytes[at + 3]) ? 4 : 0;
}

/** How much more a character is Chinese than it is letters. */
function weightOf(bytes: Uint8Array, at: number, length: 2 | 4): number {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (length === 4) return 2;
  // A letter with a letter of ASCII after it; seldom a rare character.
  if (second < 0x80) return -2;
  if (second < 0xa1 || first < 0xa1) return -1;
  // Common characters are rows 0xB0 to 0xD7, marks and wide letters 0xA1 to 0xA3 of GB 2312; then come the less common ones.
  if (first <= 0xa3 || (first >= 0xb0 && first <= 0xd7)) return 1;
  return first >= 0xd8 && first <= 0xf7 ? -0.5 : -1.5;
}

function runScore(units: readonly number[], afterLetter: boolean, beforeLetter: boolean): number {
  const [only] = units;
  if (only === undefined) return 0;
  // Two letters beside others, as in “ção” or “AÇÃO”; a single character is rather beside a number or alone in its cell.
  if (units.length === 1) return afterLetter || beforeLetter ? Math.min(only, -1) : only;
  const common = units.filter((weight) => weight > 0).length;
  // Among common characters a rare one means nothing; pairs that are all rare are not Chinese.
  return common * 2 >= units.length ? common * 2 : units.reduce((sum, weight) => sum + Math.min(weight, 0), 0);
}

/** Pieces of cells with bytes beyond ASCII, different ones, as they come. None of the signs they are parted by is a part of a character in either. */
function piecesOf(samples: readonly Uint8Array[]): Uint8Array[] {
  const pieces = new Map<string, Uint8Array>();
  for (const bytes of samples) {
    let start = 0;
    let high = -1;
    for (let at = 0; at <= bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte !== undefined && !isEnd(byte)) {
        if (byte >= 0x80 && high === -1) high = at;
        continue;
      }
      // The euro sign is the same in both.
      if (high !== -1 && bytes.subarray(high, at).some((each) => each > 0x80)) {
        const from = Math.max(start, high - pieceBytes / 2);
        const piece = bytes.subarray(from, Math.min(at, from + pieceBytes));
        const own = piece.join(' ');
        if (!pieces.has(own)) pieces.set(own, piece);
        if (pieces.size === shownPieces) return [...pieces.values()];
      }
      start = at + 1;
      high = -1;
    }
  }
  return [...pieces.values()];
}

function isEnd(byte: number): boolean {
  return byte === 10 || byte === 13 || byte === 9 || byte === 0x2c || byte === 0x3b || byte === 0x22;
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isLetter(byte = 0): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
