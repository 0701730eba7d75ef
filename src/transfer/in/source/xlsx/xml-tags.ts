import { checkLimit, FileLimitError, fileLimits } from '../file-limits';
import type { ZipEntry } from './zip-entries';

/** Walks over the tags of a piece of XML, one after the other; nothing is built of it. Prefixes of names are left out. */
export class XmlTags {
  name = '';
  kind: 'open' | 'close' | 'empty' = 'open';
  private start = 0;
  /** After the tag. */
  private end = 0;

  constructor(private readonly text: string) {}

  /** Goes to the next tag. @returns whether there is one */
  next(): boolean {
    const { text } = this;
    for (let open = text.indexOf('<', this.end); open !== -1; open = text.indexOf('<', this.end)) {
      const first = text.charCodeAt(open + 1);
      if (first === exclamation || first === question) {
        this.end = afterRemark(text, open);
        continue;
      }
      const close = endOfTag(text, open);
      if (close === -1) break;
      const closing = first === slash;
      const empty = text.charCodeAt(close - 1) === slash;
      this.kind = closing ? 'close' : empty ? 'empty' : 'open';
      this.start = open + (closing ? 2 : 1);
      this.end = close + 1;
      this.name = this.readName(empty ? close - 1 : close);
      return true;
    }
    this.end = text.length;
    return false;
  }

  /** @param name with a colon before it where it has a prefix, whichever */
  attribute(name: string): string | undefined {
    const tag = this.text.slice(this.start, this.end - 1);
    const prefixed = name.startsWith(':');
    const mark = `${prefixed ? '' : ' '}${name}="`;
    const at = tag.indexOf(mark);
    if (at !== -1) {
      const from = at + mark.length;
      return decoded(tag.slice(from, tag.indexOf('"', from)));
    }
    // As nobody writes it, but may.
    if (!/[\n\t\r']|\s=|=\s/.test(tag)) return undefined;
    const found = new RegExp(`${prefixed ? '' : '\\s'}${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
    return found ? decoded(found[1] ?? found[2] ?? '') : undefined;
  }

  /** The text from the tag to the next one. */
  content(): string {
    const { text } = this;
    let written = '';
    for (let from = this.end; ; ) {
      const next = text.indexOf('<', from);
      written += decoded(text.slice(from, next === -1 ? text.length : next));
      if (next === -1 || !text.startsWith(plainStart, next)) return written;
      const end = text.indexOf(plainEnd, next);
      if (end === -1) return written;
      written += text.slice(next + plainStart.length, end);
      from = end + plainEnd.length;
    }
  }

  private readName(end: number): string {
    const { text } = this;
    let from = this.start;
    for (let place = from; place < end; place += 1) {
      const char = text.charCodeAt(place);
      if (char === colon) from = place + 1;
      else if (char <= space) return text.slice(from, place);
    }
    return text.slice(from, end);
  }
}

const exclamation = 33;
const question = 63;
const slash = 47;
const colon = 58;
const space = 32;
const quote = 34;
const apostrophe = 39;
const plainStart = '<![CDATA[';
const plainEnd = ']]>';

/** The `>` of a tag; one in the value of an attribute is none. */
function endOfTag(text: string, open: number): number {
  let close = text.indexOf('>', open + 1);
  let within = 0;
  for (let place = open + 1; place < close; place += 1) {
    const char = text.charCodeAt(place);
    if (within !== 0 ? char === within : char === quote || char === apostrophe) within = within === 0 ? char : 0;
    if (within !== 0 && place === close - 1) close = text.indexOf('>', close + 1);
  }
  return close;
}

function afterRemark(text: string, open: number): number {
  const mark = text.startsWith('<!--', open) ? '-->' : text.startsWith(plainStart, open) ? plainEnd : '>';
  const end = text.indexOf(mark, open);
  return end === -1 ? text.length : end + mark.length;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Text that is looked at in one go. */
const pieceChars = 512 * 1024;

export interface PieceOptions {
  /** Told how many bytes have been unpacked. */
  onBytes?(bytes: number): void;
  /** Characters that one element may have. */
  most?: number;
}

/**
 * The text of a file in an archive, in pieces of which each ends with the end of an element of this name; the last one is the rest.
 * @throws FileLimitError of a `row` where an element has more characters than it may
 */
export async function* xmlPieces(
  entry: ZipEntry,
  element: string,
  { onBytes = () => {}, most = fileLimits.row }: PieceOptions = {},
): AsyncGenerator<string> {
  const reader = (await entry.open()).getReader();
  const decoder = new TextDecoder();
  // Of an element that is longer than a piece: what was looked through already. It is not looked through again with all that follows.
  let searched = '';
  let waiting = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      waiting += decoder.decode(value, { stream: true });
      if (searched.length + waiting.length < pieceChars) continue;
      const end = afterLast(waiting, element);
      if (end === 0) {
        if (searched.length + waiting.length > most) throw new FileLimitError('row');
        const looked = Math.max(0, waiting.length - longestTag);
        searched += waiting.slice(0, looked);
        waiting = waiting.slice(looked);
        continue;
      }
      onBytes(bytes);
      yield searched + waiting.slice(0, end);
      searched = '';
      waiting = waiting.slice(end);
    }
    onBytes(bytes);
    yield searched + waiting + decoder.decode();
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The whole text of a small file in an archive. @throws FileLimitError of a `part` */
export async function xmlText(entry: ZipEntry): Promise<string> {
  const reader = (await entry.open()).getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      checkLimit('part', text.length);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Characters in which the end of an element lies, with its prefix, or all of one that is empty. A longer one is found only by what follows it. */
const longestTag = 1024;
const longestPrefix = 64;

/** Where the last element of a name ends; 0 when none does. */
function afterLast(text: string, element: string): number {
  return afterLastClosed(text, element) || afterLastEmpty(text, element);
}

function afterLastClosed(text: string, element: string): number {
  const mark = `${element}>`;
  for (let at = text.lastIndexOf(mark); at > 0; at = text.lastIndexOf(mark, at - 1)) {
    if (/<\/(?:[\w.-]+:)?$/.test(text.slice(Math.max(0, at - longestPrefix), at))) return at + mark.length;
  }
  return 0;
}

/** Rows that only have a height are empty elements, and there may be a million of them. */
function afterLastEmpty(text: string, element: string): number {
  for (let end = text.lastIndexOf('/>'); end > 0; ) {
    const open = text.lastIndexOf('<', end);
    if (open === -1) return 0;
    const [, name] = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(open, Math.min(end, open + longestPrefix))) ?? [];
    if (name === element && text.indexOf('>', open) === end + 1) return end + 2;
    end = open === 0 ? -1 : text.lastIndexOf('/>', open - 1);
  }
  return 0;
}
